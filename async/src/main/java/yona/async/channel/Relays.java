package yona.async.channel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The multiplexers at a channel, which are woken when its lock is free. */
@SuppressWarnings("ReferenceEquality") // relays have an identity
final class Relays extends ChannelObserver {

  private static final Relay[] NONE = {};

  private Relay[] intakes = NONE;
  private Relay[] outlets = NONE;

  /** Those to be woken when the lock is free again. */
  private Relay[] woken = NONE;

  /** The multiplexers at a channel, whose only observers they are; null if there never was one. */
  private static @Nullable Relays at(ChannelQueues<?> queues) {
    return (Relays) queues.observer;
  }

  /** Lets a multiplexer know of what happens at its channel. */
  static void attach(Relay relay) {
    ChannelQueues<?> queues = relay.channel().queues;
    queues.lock();
    try {
      Relays relays = at(queues);
      if (relays == null) {
        relays = new Relays();
        queues.observer = relays;
      }
      relays.add(relay);
    } finally {
      queues.unlock();
    }
  }

  /** Lets a multiplexer know no longer. */
  static void detach(Relay relay) {
    ChannelQueues<?> queues = relay.channel().queues;
    queues.lock();
    try {
      Relays relays = at(queues);
      if (relays != null) {
        relays.remove(relay);
      }
    } finally {
      queues.unlock();
    }
  }

  private void add(Relay relay) {
    if (relay instanceof Relay.Outlet) {
      outlets = with(outlets, relay);
    } else {
      intakes = with(intakes, relay);
    }
  }

  private void remove(Relay relay) {
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
  private void note(int room, boolean awaited, boolean closed) {
    for (Relay outlet : outlets) {
      outlet.room = room;
      outlet.awaited = awaited;
      outlet.closed = closed;
    }
  }

  /** Whether a multiplexer sends to a channel. */
  static boolean isFed(ChannelQueues<?> queues) {
    Relays relays = at(queues);
    return relays != null && relays.isFed();
  }

  /** Whether a multiplexer would take a value from a channel at once. */
  static boolean isWanted(ChannelQueues<?> queues) {
    Relays relays = at(queues);
    return relays != null && relays.isWanted();
  }

  private boolean isWanted() {
    for (Relay intake : intakes) {
      if (intake.wakesAt == SOON) {
        return true;
      }
    }
    return false;
  }

  private boolean isFed() {
    return outlets.length > 0;
  }

  @Override
  void onReadable(int event) {
    wake(intakes, event);
  }

  @Override
  void onSendable(int event) {
    wake(outlets, event);
  }

  @Override
  void unlock(ChannelQueues<?> queues) {
    if (isFed()) {
      boolean wanted = isWanted();
      note(
          queues.room() + (wanted && queues.capacity() == 0 && queues.senders.isEmpty() ? 1 : 0),
          wanted || !queues.readers.isEmpty(),
          queues.closed);
    }
    Relay[] ready = woken;
    woken = NONE;
    queues.release();
    for (Relay relay : ready) {
      relay.multiplexer.pump();
    }
  }

  private void wake(Relay[] relays, int event) {
    for (Relay relay : relays) {
      if (event >= relay.wakesAt) {
        relay.wakesAt = ALWAYS;
        woken = woken == NONE && relays.length == 1 ? relays : with(woken, relay);
      }
    }
  }
}
