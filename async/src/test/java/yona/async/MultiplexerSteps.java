package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import yona.async.channel.Channel;
import yona.async.channel.ChannelMultiplexer;
import yona.async.channel.Read;
import yona.async.channel.UnboundedChannel;
import yona.async.sync.Gate;

/**
 * Steps of random programs: a multiplexer whose publishers and subscribers come and go while it
 * runs. Those that stay get everything, in one order; those that come and go a stretch of it.
 */
final class MultiplexerSteps {

  /** A value, and whose it is. */
  private record Item(int publisher, int number) {}

  /** A publisher that was removed, and its channel. */
  private record Left(int publisher, Channel<Item> channel) {}

  private final SoakProgram program;

  MultiplexerSteps(SoakProgram program) {
    this.program = program;
  }

  Object step(Random random) throws Exception {
    try (var multiplexer = new ChannelMultiplexer<Item>()) {
      return new Round(multiplexer, random).run();
    }
  }

  /** One multiplexer, from its start to its close. */
  private final class Round {
    private final ChannelMultiplexer<Item> multiplexer;
    private final Random random;

    private final int publishers;
    private final int values;
    private final int leavers;

    /** Passed with the last value of each publisher, and by all who come and go. */
    private final Gate done;

    /** Channels of others that the multiplexer sends to. */
    private final List<Channel<Read<Item>>> foreign = new ArrayList<>();

    private final List<Future<List<Item>>> logs = new ArrayList<>();
    private final List<Future<List<Item>>> stretches = new ArrayList<>();
    private final List<Left> left = Collections.synchronizedList(new ArrayList<>());

    Round(ChannelMultiplexer<Item> multiplexer, Random random) {
      this.multiplexer = multiplexer;
      this.random = random;
      publishers = 1 + random.nextInt(3);
      values = 1 + random.nextInt(15);
      leavers = random.nextInt(3);
      done = program.leftovers.at(new Gate(publishers + 2 * leavers));
    }

    Object run() throws Exception {
      try {
        Async.<Object, Exception>group(
            group -> {
              subscribeForGood(group);
              group.fork(
                  program.watched(
                      () -> {
                        multiplexer.run();
                        return null;
                      }));
              for (int i = 0; i < publishers; i++) {
                publishForGood(group, i);
              }
              for (int i = 0; i < leavers; i++) {
                publishForAWhile(group, publishers + i);
                subscribeForAWhile(group);
              }
              done.await();
              multiplexer.close();
              return "";
            });
      } catch (Throwable error) {
        // Nobody will read what they were sent.
        foreign.forEach(Channel::close);
        throw error;
      }
      check();
      return "multiplexed";
    }

    // ---- those that stay

    private void subscribeForGood(Group<Exception> group) throws Exception {
      for (int i = random.nextInt(3); i >= 0; i--) {
        boolean first = logs.isEmpty();
        Random own = new Random(random.nextLong());
        if (random.nextBoolean()) {
          Channel<Item> channel = subscribe(random);
          logs.add(group.fork(program.watched(() -> readAll(channel, first, own))));
        } else {
          Channel<Read<Item>> channel = ChannelSteps.channel(program, random);
          multiplexer.addSubscriber(channel);
          foreign.add(channel);
          logs.add(group.fork(program.watched(() -> readAllReads(channel, first, own))));
        }
      }
    }

    private Channel<Item> subscribe(Random random) {
      int capacity = random.nextInt(4);
      return program.leftovers.at(
          multiplexer.subscribe(capacity == 3 ? Integer.MAX_VALUE : capacity));
    }

    private List<Item> readAll(Channel<Item> channel, boolean first, Random own) {
      List<Item> log = new ArrayList<>();
      for (Item item : channel) {
        note(log, item, first, own);
      }
      return log;
    }

    private List<Item> readAllReads(Channel<Read<Item>> channel, boolean first, Random own) {
      List<Item> log = new ArrayList<>();
      for (Read<Item> read = channel.take(); !read.isClosed(); read = channel.take()) {
        note(log, read.get(), first, own);
      }
      return log;
    }

    private void note(List<Item> log, Item item, boolean first, Random own) {
      log.add(item);
      if (first && item.publisher < publishers && item.number == values) {
        done.pass();
      }
      if (own.nextInt(8) == 0) {
        SoakProgram.pause(own);
      }
    }

    /** Is added before it sends, or in the midst of it, and leaves by being closed. */
    private void publishForGood(Group<Exception> group, int publisher) throws Exception {
      Channel<Item> channel = ChannelSteps.channel(program, random);
      boolean late = random.nextBoolean();
      Random own = new Random(random.nextLong());
      if (!late) {
        multiplexer.addPublisher(channel);
      }
      group.fork(program.watched(() -> send(channel, publisher, own)));
      if (late) {
        SoakProgram.pause(random);
        multiplexer.addPublisher(channel);
      }
    }

    private Object send(Channel<Item> channel, int publisher, Random own) {
      for (int number = 1; number <= values; number++) {
        channel.send(new Item(publisher, number));
        if (own.nextInt(8) == 0) {
          SoakProgram.pause(own);
        }
      }
      channel.close();
      return "sent";
    }

    // ---- those that come and go

    /** Is removed, with whatever has not been taken of it; what it then sends is not passed on. */
    private void publishForAWhile(Group<Exception> group, int publisher) throws Exception {
      Channel<Item> channel = program.leftovers.at(new UnboundedChannel<>());
      Random own = new Random(random.nextLong());
      group.fork(
          program.watched(
              () -> {
                SoakProgram.pause(own);
                multiplexer.addPublisher(channel);
                for (int number = 1; number <= values; number++) {
                  channel.send(new Item(publisher, number));
                }
                SoakProgram.pause(own);
                multiplexer.removePublisher(channel);
                channel.send(new Item(publisher, values + 1));
                left.add(new Left(publisher, channel));
                done.pass();
                return null;
              }));
    }

    /** Is removed, or closed by its reader, somewhere on the way. */
    private void subscribeForAWhile(Group<Exception> group) throws Exception {
      Random own = new Random(random.nextLong());
      int most = random.nextInt(values + 1);
      boolean closes = random.nextBoolean();
      stretches.add(
          group.fork(
              program.watched(
                  () -> {
                    SoakProgram.pause(own);
                    Channel<Item> channel = subscribe(own);
                    List<Item> stretch = new ArrayList<>();
                    for (int i = 0; i < most; i++) {
                      Read<Item> read = channel.tryRead();
                      if (read != null) {
                        stretch.add(read.get());
                      }
                      SoakProgram.pause(own);
                    }
                    if (closes) {
                      channel.close();
                    } else {
                      multiplexer.removeSubscriber(channel);
                    }
                    for (Read<Item> read = channel.tryRead();
                        read != null && !read.isClosed();
                        read = channel.tryRead()) {
                      stretch.add(read.get());
                    }
                    done.pass();
                    return stretch;
                  })));
    }

    // ---- what has to hold

    private void check() {
      List<Item> all = logs.getFirst().value();
      for (Future<List<Item>> log : logs) {
        assertThat(log.value()).as("all that stay get the same").isEqualTo(all);
      }
      for (int i = 0; i < publishers; i++) {
        assertThat(numbersOf(i, all)).as("publisher %d of %s", i, all).isEqualTo(upTo(values));
      }
      assertThat(left).hasSize(leavers);
      for (Left each : left) {
        checkLeft(each, all);
      }
      for (Future<List<Item>> stretch : stretches) {
        assertThat(Collections.indexOfSubList(all, stretch.value()))
            .as("%s as a stretch of %s", stretch.value(), all)
            .isNotNegative();
      }
    }

    /** What it sent was passed on up to some value; the others are still in its channel. */
    private void checkLeft(Left publisher, List<Item> all) {
      List<Item> items = new ArrayList<>(all);
      Channel<Item> channel = publisher.channel;
      for (Read<Item> read = channel.tryRead(); read != null; read = channel.tryRead()) {
        items.add(read.get());
      }
      assertThat(numbersOf(publisher.publisher, items))
          .as("passed on, then kept")
          .isEqualTo(upTo(values + 1));
      assertThat(all).doesNotContain(new Item(publisher.publisher, values + 1));
    }
  }

  private static List<Integer> numbersOf(int publisher, List<Item> items) {
    return items.stream().filter(item -> item.publisher == publisher).map(Item::number).toList();
  }

  private static List<Integer> upTo(int last) {
    return IntStream.rangeClosed(1, last).boxed().toList();
  }
}
