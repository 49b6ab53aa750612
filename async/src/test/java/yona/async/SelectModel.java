package yona.async;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What channels, selects and races are, without threads: a few plain queues. What it says happens
 * in the {@link #log}.
 */
final class SelectModel {

  /** Somebody who waits, at one place or at several of which one will do. */
  static final class Party {
    private final int id;

    /** Whether what it waits at in several places is one wait; else it has one place. */
    private final boolean isOne;

    private final List<Place> places = new ArrayList<>();
    boolean isOver;

    Party(int id, boolean isOne) {
      this.id = id;
      this.isOne = isOne;
    }

    int id() {
      return id;
    }
  }

  /** One case of a party. */
  record Place(Party party, String name, int channel, boolean sends, int value, boolean onlyEven) {

    boolean takes(int read) {
      return !onlyEven || read % 2 == 0;
    }

    boolean isOfOneWaitWith(Place other) {
      return party == other.party && party.isOne;
    }

    @Override
    public String toString() {
      return (sends ? "sends " + value + " to " : onlyEven ? "reads even from " : "reads from ")
          + channel;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A channel. */
  private static final class Queues {
    private final int capacity;
    private final Deque<Integer> buffer = new ArrayDeque<>();
    private final List<Place> senders = new ArrayList<>();
    private final List<Place> readers = new ArrayList<>();
    private boolean closed;

    Queues(int capacity) {
      this.capacity = capacity;
    }

    boolean isFull() {
      return buffer.size() >= capacity;
    }

    /** Whose value a reader would get next, if the buffer is empty. */
    @Nullable Place headFor(@Nullable Place reader) {
      for (Place sender : senders) {
        if (!sender.party().isOver && (reader == null || !reader.isOfOneWaitWith(sender))) {
          return sender;
        }
      }
      return null;
    }
  }

  final List<String> log = new ArrayList<>();
  private final List<Queues> channels = new ArrayList<>();

  void addChannel(int capacity) {
    channels.add(new Queues(capacity));
  }

  int size(int channel) {
    return channels.get(channel).buffer.size();
  }

  /** How many places there are of waits that are not over. */
  long waiting(int channel) {
    Queues at = channels.get(channel);
    return at.senders.stream().filter(place -> !place.party().isOver).count()
        + at.readers.stream().filter(place -> !place.party().isOver).count();
  }

  private void end(Place place, String how) {
    place.party().isOver = true;
    log.add(place.party().id + place.name() + " " + how);
  }

  // ---- without waiting -------------------------------------------------------------------------

  String trySend(int channel, int value) {
    Place sender = new Place(new Party(-1, false), "", channel, true, value, false);
    if (channels.get(channel).closed) {
      return "closed";
    }
    return sendAtOnce(sender) ? takeLog() : "full";
  }

  String tryRead(int channel, boolean onlyEven) {
    Place reader = new Place(new Party(-1, false), "", channel, false, 0, onlyEven);
    if (!readAtOnce(reader)) {
      return "nothing";
    }
    String how = takeLog();
    offerHead(channels.get(channel));
    return how;
  }

  /** How it ended for one who does not wait. */
  private String takeLog() {
    for (int i = log.size() - 1; ; i--) {
      if (log.get(i).startsWith("-1 ")) {
        return log.remove(i).substring(3);
      }
    }
  }

  // ---- waiting ---------------------------------------------------------------------------------

  /** A party comes to a place. */
  void come(Place place) {
    Queues at = channels.get(place.channel());
    place.party().places.add(place);
    if (place.sends()) {
      if (!sendAtOnce(place)) {
        at.senders.add(place);
      }
    } else if (readAtOnce(place)) {
      offerHead(at);
    } else {
      at.readers.add(place);
    }
  }

  /** A party, whose wait is over, goes from all its places. */
  void leave(Party party) {
    for (Place place : party.places) {
      Queues at = channels.get(place.channel());
      at.readers.remove(place);
      if (at.senders.remove(place)) {
        offerHead(at);
      }
    }
  }

  void close(int channel) {
    Queues at = channels.get(channel);
    if (at.closed) {
      return;
    }
    at.closed = true;
    for (Place sender : at.senders) {
      if (!sender.party().isOver) {
        end(sender, "closed");
      }
    }
    at.senders.clear();
    offerHead(at);
  }

  // ---- meeting ---------------------------------------------------------------------------------

  private boolean sendAtOnce(Place sender) {
    Queues at = channels.get(sender.channel());
    if (at.closed) {
      end(sender, "closed");
      return true;
    }
    for (Place reader : at.readers) {
      if (!reader.party().isOver
          && at.buffer.isEmpty()
          && at.headFor(reader) == null
          && !reader.isOfOneWaitWith(sender)
          && reader.takes(sender.value())) {
        end(reader, "read " + sender.value());
        end(sender, "sent");
        at.readers.remove(reader);
        return true;
      }
    }
    if (at.isFull()) {
      return false;
    }
    at.buffer.add(sender.value());
    end(sender, "sent");
    return true;
  }

  private boolean readAtOnce(Place reader) {
    Queues at = channels.get(reader.channel());
    Integer buffered = at.buffer.peek();
    if (buffered != null) {
      if (!reader.takes(buffered)) {
        return false;
      }
      end(reader, "read " + buffered);
      at.buffer.remove();
      for (Place next = at.headFor(null); next != null && !at.isFull(); next = at.headFor(null)) {
        at.senders.remove(next);
        at.buffer.add(next.value());
        end(next, "sent");
      }
      return true;
    }
    Place sender = at.headFor(reader);
    if (sender != null) {
      if (!reader.takes(sender.value())) {
        return false;
      }
      end(reader, "read " + sender.value());
      end(sender, "sent");
      at.senders.remove(sender);
      return true;
    }
    if (at.closed) {
      end(reader, "closed");
    }
    return at.closed;
  }

  /** Offers the head to those who wait until all of them refuse it. */
  private void offerHead(Queues at) {
    for (int i = 0; i < at.readers.size(); i++) {
      Place reader = at.readers.get(i);
      if (!reader.party().isOver && readAtOnce(reader)) {
        at.readers.remove(reader);
        i = -1;
      }
    }
  }
}
