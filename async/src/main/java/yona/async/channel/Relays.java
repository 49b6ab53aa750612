package yona.async.channel;

import java.util.Arrays;

/** The multiplexers at a channel. Guarded by the channel's lock. */
@SuppressWarnings("ReferenceEquality") // relays have an identity
final class Relays {

  private static final Relay[] NONE = {};

  private Relay[] intakes = NONE;
  private Relay[] outlets = NONE;

  /** Those to be woken when the lock is free again. */
  private Relay[] woken = NONE;

  void add(Relay relay) {
    if (relay instanceof Relay.Outlet) {
      outlets = with(outlets, relay);
    } else {
      intakes = with(intakes, relay);
    }
  }

  void remove(Relay relay) {
    intakes = without(intakes, relay);
    outlets = without(outlets, relay);
  }

  static <R extends Relay> R[] with(R[] relays, R relay) {
    R[] all = Arrays.copyOf(relays, relays.length + 1);
    all[relays.length] = relay;
    return all;
  }

  static <R extends Relay> R[] without(R[] relays, Relay relay) {
    return Arrays.stream(relays)
        .filter(each -> each != relay)
        .toArray(length -> Arrays.copyOf(relays, length));
  }

  /** Tells those that send to the channel how it is. */
  void note(int room, boolean awaited, boolean closed) {
    for (Relay outlet : outlets) {
      outlet.room = room;
      outlet.awaited = awaited;
      outlet.closed = closed;
    }
  }

  /** Whether a multiplexer would take a value at once. */
  boolean isWanted() {
    for (Relay intake : intakes) {
      if (intake.wakesAt == Relay.SOON) {
        return true;
      }
    }
    return false;
  }

  /** Whether values come from a multiplexer. */
  boolean isFed() {
    return outlets.length > 0;
  }

  void wakeReading(int event) {
    wake(intakes, event);
  }

  void wakeSending(int event) {
    wake(outlets, event);
  }

  private void wake(Relay[] relays, int event) {
    for (Relay relay : relays) {
      if (event >= relay.wakesAt) {
        relay.wakesAt = Relay.ALWAYS;
        woken = woken == NONE && relays.length == 1 ? relays : with(woken, relay);
      }
    }
  }

  Relay[] takeWoken() {
    Relay[] taken = woken;
    woken = NONE;
    return taken;
  }
}
