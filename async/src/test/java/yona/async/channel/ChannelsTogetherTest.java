package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Case;
import yona.async.Future;
import yona.async.Group;
import yona.property.Choices;
import yona.property.Property;

/**
 * Random scripts of fibers that send to several channels and read from them, one at a time or by
 * {@code select}, some of them cancelled in between: no value is lost, none comes twice, none comes
 * of a send that was cancelled, those of a sender keep their order in a channel, and who waits at a
 * channel when it is closed goes on. In the model a channel is nothing but what went in and what
 * came out. A waiter who is forgotten keeps the test from ending.
 */
class ChannelsTogetherTest {

  /** A value, which nobody else sends. */
  private record Value(int sender, int number, int channel) {}

  /** What a sender does: sends a value to one channel, or to whichever of two takes it first. */
  private record Sending(int first, int second, boolean givesWay) {}

  /** What a reader does again and again: reads from one of the channels. */
  private record Reading(List<Integer> channels) {}

  private record Script(
      List<Integer> capacities,
      List<List<Sending>> senders,
      List<Reading> readers,
      List<Integer> cancelledSenders,
      List<Integer> cancelledReaders) {

    static Script of(Choices choices) {
      List<Integer> capacities = some(choices, 1, 3, () -> choices.oneOf(0, 1, 3, -1));
      int channels = capacities.size();
      List<List<Sending>> senders =
          some(
              choices,
              1,
              4,
              () ->
                  some(
                      choices,
                      0,
                      8,
                      () ->
                          new Sending(
                              choices.below(channels), choices.below(channels), choices.yes())));
      List<Reading> readers =
          some(
              choices, 0, 4, () -> new Reading(some(choices, 1, 2, () -> choices.below(channels))));
      Script script =
          new Script(
              capacities,
              senders,
              readers,
              some(choices, 0, 2, () -> choices.below(senders.size())),
              some(choices, 0, 2, () -> choices.below(Math.max(1, readers.size()))));
      choices.note(script.toString());
      return script;
    }

    private static <T> List<T> some(Choices choices, int least, int most, Supplier<T> one) {
      return Stream.generate(one).limit(least + choices.below(most - least + 1)).toList();
    }
  }

  /** What a fiber has sent or read. */
  private static final class Seen {
    private final List<Value> values = new ArrayList<>();

    /** The number of the next value to be sent. */
    private int next;
  }

  private final List<Channel<Value>> channels = new ArrayList<>();
  private final List<Seen> sent = new ArrayList<>();
  private final List<Seen> read = new ArrayList<>();

  private void run(Script script) {
    channels.clear();
    sent.clear();
    read.clear();
    script.capacities.forEach(capacity -> channels.add(Channels.of(capacity)));
    // A group ends when its fibers have ended, those too that were cancelled.
    Async.<Object, RuntimeException>blocking(
        () -> Async.<Object, RuntimeException>group(readers -> reading(script, readers)));
  }

  private Object reading(Script script, Group<RuntimeException> ofReaders) {
    List<Future<Object>> readers = new ArrayList<>();
    for (Reading reading : script.readers) {
      Seen seen = added(read);
      readers.add(ofReaders.fork(() -> reads(reading, seen)));
    }
    Async.<Object, RuntimeException>group(
        ofSenders -> sending(script, readers, ofSenders, ofReaders));
    channels.forEach(Channel::close);
    return script;
  }

  private Object sending(
      Script script,
      List<Future<Object>> readers,
      Group<RuntimeException> ofSenders,
      Group<RuntimeException> ofReaders) {
    List<Future<Object>> senders = new ArrayList<>();
    for (List<Sending> sendings : script.senders) {
      int sender = sent.size();
      Seen seen = added(sent);
      senders.add(ofSenders.fork(() -> sends(sender, sendings, seen)));
    }
    cancelSome(script.cancelledReaders, readers);
    cancelSome(script.cancelledSenders, senders);
    // Reads what nobody else does.
    Reading rest = new Reading(IntStream.range(0, channels.size()).boxed().toList());
    Seen seen = added(read);
    ofReaders.fork(() -> reads(rest, seen));
    return script;
  }

  private static void cancelSome(List<Integer> numbers, List<Future<Object>> fibers) {
    for (int number : numbers) {
      Async.yield();
      if (number < fibers.size()) {
        fibers.get(number).cancel();
      }
    }
  }

  private static Seen added(List<Seen> all) {
    Seen seen = new Seen();
    all.add(seen);
    return seen;
  }

  private Object sends(int sender, List<Sending> sendings, Seen seen) {
    try {
      for (Sending sending : sendings) {
        if (sending.givesWay) {
          Async.yield();
        }
        int number = seen.next++;
        Value first = new Value(sender, number, sending.first);
        Value second = new Value(sender, number, sending.second);
        if (sending.first == sending.second) {
          channels.get(sending.first).send(first);
          seen.values.add(first);
        } else {
          seen.values.add(
              Async.<Value, RuntimeException>select(
                  channels.get(sending.first).canSend(first).handle(_ -> first),
                  channels.get(sending.second).canSend(second).handle(_ -> second)));
        }
      }
    } catch (CancellationException e) {
      // What was to come has not come.
    }
    return sender;
  }

  private Object reads(Reading reading, Seen seen) {
    List<Integer> open = new ArrayList<>(reading.channels);
    try {
      while (!open.isEmpty()) {
        if (open.size() == 1) {
          take(channels.get(open.getFirst()).read(), open.getFirst(), open, seen);
        } else {
          List<Case<Object, RuntimeException>> cases = new ArrayList<>();
          for (int channel : open) {
            cases.add(
                channels.get(channel).canRead().handle(item -> take(item, channel, open, seen)));
          }
          Async.<Object, RuntimeException>select(cases);
        }
      }
    } catch (CancellationException e) {
      // What was to come has not come.
    }
    return reading;
  }

  private static Object take(Read<Value> item, Integer channel, List<Integer> open, Seen seen) {
    if (item.isClosed()) {
      open.removeIf(channel::equals);
    } else {
      assertThat(item.get().channel()).isEqualTo(channel);
      seen.values.add(item.get());
    }
    return channel;
  }

  private void check() {
    List<Value> in = sent.stream().flatMap(seen -> seen.values.stream()).toList();
    List<Value> out = read.stream().flatMap(seen -> seen.values.stream()).toList();
    assertThat(out).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(in);
    for (Seen reader : read) {
      for (int channel = 0; channel < channels.size(); channel++) {
        for (int sender = 0; sender < sent.size(); sender++) {
          assertThat(numbers(reader.values, sender, channel)).isSorted();
        }
      }
    }
  }

  private static List<Integer> numbers(List<Value> values, int sender, int channel) {
    return values.stream()
        .filter(value -> value.sender == sender && value.channel == channel)
        .map(Value::number)
        .toList();
  }

  @Test
  void nothingIsLostAndNothingComesTwice() {
    Property.check(
        3000,
        choices -> {
          run(Script.of(choices));
          check();
        });
  }

  /** Each subscriber reads all values, in the order of the others and of each publisher. */
  @Test
  void subscribersOfAMultiplexerReadTheSame() {
    Property.check(
        1000,
        choices -> {
          List<Integer> publishers = Script.some(choices, 1, 3, () -> choices.oneOf(0, 1, 3, -1));
          List<Integer> subscribers = Script.some(choices, 1, 3, () -> choices.oneOf(1, 2, 5));
          List<Integer> counts = publishers.stream().map(_ -> choices.below(8)).toList();
          choices.note(publishers + " of " + counts + " to " + subscribers);
          List<List<Value>> seen = multiplexed(publishers, counts, subscribers);
          for (List<Value> values : seen) {
            assertThat(values).isEqualTo(seen.getFirst()).doesNotHaveDuplicates();
            for (int publisher = 0; publisher < publishers.size(); publisher++) {
              assertThat(numbers(values, publisher, publisher))
                  .isEqualTo(IntStream.range(0, counts.get(publisher)).boxed().toList());
            }
          }
        });
  }

  private static List<List<Value>> multiplexed(
      List<Integer> publishers, List<Integer> counts, List<Integer> subscribers) {
    return Async.blocking(
        () -> {
          List<List<Value>> seen = new ArrayList<>();
          try (ChannelMultiplexer<Value> multiplexer = ChannelMultiplexer.endingWithPublishers()) {
            List<Future<Object>> readers = new ArrayList<>();
            for (int capacity : subscribers) {
              Channel<Value> subscription = multiplexer.subscribe(capacity);
              List<Value> values = new ArrayList<>();
              seen.add(values);
              readers.add(
                  Async.future(
                      () -> {
                        for (Read<Value> item = subscription.read();
                            !item.isClosed();
                            item = subscription.read()) {
                          values.add(item.get());
                        }
                        return capacity;
                      }));
            }
            List<Channel<Value>> sources = new ArrayList<>();
            for (int capacity : publishers) {
              Channel<Value> source = Channels.of(capacity);
              sources.add(source);
              multiplexer.addPublisher(source);
            }
            for (int publisher = 0; publisher < sources.size(); publisher++) {
              int number = publisher;
              Async.future(
                  () -> {
                    for (int i = 0; i < counts.get(number); i++) {
                      sources.get(number).send(new Value(number, i, number));
                    }
                    sources.get(number).close();
                    return null;
                  });
            }
            multiplexer.run();
            readers.forEach(Future::await);
          }
          return seen;
        });
  }
}
