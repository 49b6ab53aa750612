package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.Listener;
import yona.async.Source;
import yona.property.Choices;
import yona.property.Property;

/** Random programs do with a channel what they do with a model of a few plain queues. */
class ChannelModelTest {

  private record Waiting(int id, boolean onlyEven, int value) {}

  /** What a channel is, without threads. */
  private static final class Model {
    private final int capacity;
    private final Deque<Integer> buffer = new ArrayDeque<>();
    private final List<Waiting> senders = new ArrayList<>();
    private final List<Waiting> readers = new ArrayList<>();
    private final List<String> log;
    private boolean closed;

    Model(int capacity, List<String> log) {
      this.capacity = capacity;
      this.log = log;
    }

    private @Nullable Integer head() {
      return !buffer.isEmpty()
          ? buffer.peek()
          : senders.isEmpty() ? null : senders.getFirst().value();
    }

    private static boolean takes(boolean onlyEven, int value) {
      return !onlyEven || value % 2 == 0;
    }

    private void removeHead() {
      if (buffer.isEmpty()) {
        log.add(senders.removeFirst().id() + " sent");
        return;
      }
      buffer.remove();
      if (!senders.isEmpty()) {
        Waiting sender = senders.removeFirst();
        buffer.add(sender.value());
        log.add(sender.id() + " sent");
      }
    }

    /** Offers the head to those who wait until all of them refuse it. */
    private void settle() {
      for (int i = 0; i < readers.size(); i++) {
        Integer head = head();
        Waiting reader = readers.get(i);
        if (head == null ? closed : takes(reader.onlyEven(), head)) {
          readers.remove(i);
          if (head == null) {
            log.add(reader.id() + " closed");
          } else {
            log.add(reader.id() + " read " + head);
            removeHead();
          }
          i = -1;
        }
      }
    }

    String send(int value) {
      if (closed) {
        return "closed";
      }
      if (head() == null) {
        for (Waiting reader : readers) {
          if (takes(reader.onlyEven(), value)) {
            readers.remove(reader);
            log.add(reader.id() + " read " + value);
            return "sent";
          }
        }
      }
      if (buffer.size() >= capacity) {
        return "full";
      }
      buffer.add(value);
      return "sent";
    }

    String read(boolean onlyEven) {
      Integer head = head();
      if (head == null) {
        return closed ? "closed" : "nothing";
      }
      if (!takes(onlyEven, head)) {
        return "nothing";
      }
      removeHead();
      settle();
      return "read " + head;
    }

    void waitToSend(int id, int value) {
      String outcome = send(value);
      if (outcome.equals("full")) {
        senders.add(new Waiting(id, false, value));
      } else {
        log.add(id + " " + outcome);
      }
    }

    void waitToRead(int id, boolean onlyEven) {
      String outcome = read(onlyEven);
      if (outcome.equals("nothing")) {
        readers.add(new Waiting(id, onlyEven, 0));
      } else {
        log.add(id + " " + outcome);
      }
    }

    void drop(int id) {
      readers.removeIf(each -> each.id() == id);
      if (senders.removeIf(each -> each.id() == id)) {
        settle();
      }
    }

    void close() {
      closed = true;
      senders.forEach(each -> log.add(each.id() + " closed"));
      senders.clear();
      settle();
    }
  }

  /** A listener that stays with its source. */
  private record Left<T>(Source<T> source, Listener<T> listener) {
    void leave() {
      source.dropListener(listener);
    }
  }

  private static String text(@Nullable Read<Integer> read) {
    return read == null ? "nothing" : read.isClosed() ? "closed" : "read " + read.get();
  }

  private static Source<Read<Integer>> reading(Channel<Integer> channel, boolean onlyEven) {
    return onlyEven
        ? channel.canRead().filter(read -> read.isClosed() || read.get() % 2 == 0)
        : channel.canRead();
  }

  private static String trySend(Channel<Integer> channel, int value) {
    try {
      return channel.trySend(value) ? "sent" : "full";
    } catch (ChannelClosedException e) {
      return "closed";
    }
  }

  private static <T> Left<T> leave(Source<T> source, Listener<T> listener) {
    source.onComplete(listener);
    return new Left<>(source, listener);
  }

  private static void run(Choices choices) {
    int capacity = choices.below(4);
    Channel<Integer> channel =
        capacity == 0 ? new SyncChannel<>() : new BufferedChannel<>(capacity);
    List<String> log = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    Model model = new Model(capacity, expected);
    List<Left<?>> left = new ArrayList<>();
    choices.note("a channel of " + capacity);
    int steps = choices.below(40);
    for (int step = 0; step < steps; step++) {
      int value = choices.below(6);
      boolean onlyEven = choices.yes();
      int id = left.size();
      switch (choices.below(7)) {
        case 0 -> {
          choices.note("trySend " + value);
          assertThat(trySend(channel, value)).isEqualTo(model.send(value));
        }
        case 1 -> {
          choices.note("read" + (onlyEven ? " even" : ""));
          assertThat(text(reading(channel, onlyEven).poll())).isEqualTo(model.read(onlyEven));
        }
        case 2, 3 -> {
          choices.note(id + " waits to read" + (onlyEven ? " even" : ""));
          model.waitToRead(id, onlyEven);
          left.add(leave(reading(channel, onlyEven), read -> log.add(id + " " + text(read))));
        }
        case 4, 5 -> {
          choices.note(id + " waits to send " + value);
          model.waitToSend(id, value);
          left.add(
              leave(channel.canSend(value), sent -> log.add(id + (sent ? " sent" : " closed"))));
        }
        default -> {
          if (choices.below(8) == 1) {
            choices.note("close");
            model.close();
            channel.close();
          } else if (id > 0) {
            int leaver = choices.below(id);
            choices.note(leaver + " leaves");
            model.drop(leaver);
            left.get(leaver).leave();
          }
        }
      }
      assertThat(log).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(channel.size()).isEqualTo(model.buffer.size());
      assertThat(channel.waiting()).isEqualTo(model.readers.size() + model.senders.size());
    }
  }

  @Test
  void randomProgramsDoWhatTheModelDoes() {
    Property.check(20_000, ChannelModelTest::run);
  }
}
