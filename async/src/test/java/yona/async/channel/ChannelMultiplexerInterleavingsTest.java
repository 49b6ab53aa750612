package yona.async.channel;

import static yona.async.Interleavings.together;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Interleavings;

/** A multiplexer whose publishers and subscribers come, go, send and read at the same time. */
@Tag("interleavings")
class ChannelMultiplexerInterleavingsTest {

  private static final int ORDERS = 30;

  private static List<Integer> rest(Channel<Integer> channel) {
    List<Integer> values = new ArrayList<>();
    for (Read<Integer> read = channel.tryRead();
        read != null && !read.isClosed();
        read = channel.tryRead()) {
      values.add(read.get());
    }
    return values;
  }

  /**
   * Runs a multiplexer beside two other threads, which it outlives. They begin when it lets values
   * through: 0 has come from the publisher to the subscribers. If there are none, one of the
   * threads reads what the other one sends.
   */
  private static void beside(
      ChannelMultiplexer<Integer> multiplexer,
      Channel<Integer> publisher,
      List<Channel<Integer>> subscribers,
      Runnable one,
      Runnable other) {
    together(
        multiplexer::run,
        () -> {
          if (!subscribers.isEmpty()) {
            publisher.send(0);
            subscribers.forEach(Channel::read);
          }
          together(one, other);
          multiplexer.close();
        });
  }

  @Test
  void eachSubscriberHasAllValuesInTheSameOrder() {
    Interleavings.check(
        ORDERS,
        () -> {
          ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
          Channel<Integer> one = new UnboundedChannel<>();
          Channel<Integer> other = new UnboundedChannel<>();
          multiplexer.addPublisher(one);
          multiplexer.addPublisher(other);
          Channel<Integer> left = multiplexer.subscribe(Integer.MAX_VALUE);
          Channel<Integer> right = multiplexer.subscribe(Integer.MAX_VALUE);
          beside(
              multiplexer,
              one,
              List.of(left, right),
              () -> {
                one.send(1);
                one.send(2);
              },
              () -> other.send(3));
          return rest(left) + " " + rest(right);
        },
        "[1, 2, 3] [1, 2, 3]",
        "[1, 3, 2] [1, 3, 2]",
        "[3, 1, 2] [3, 1, 2]");
  }

  @Test
  void aReaderGetsTheValueOverTwoRendezvous() {
    Interleavings.check(
        ORDERS,
        () -> {
          ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
          Channel<Integer> publisher = new SyncChannel<>();
          multiplexer.addPublisher(publisher);
          Channel<Integer> subscriber = multiplexer.subscribe(0);
          List<Integer> values = new ArrayList<>();
          beside(
              multiplexer,
              publisher,
              List.of(),
              () -> {
                publisher.send(1);
                publisher.send(2);
              },
              () -> {
                values.add(subscriber.read().get());
                values.add(subscriber.read().get());
              });
          return values.toString();
        },
        "[1, 2]");
  }

  @Test
  void aFullSubscriberLetsTheOthersGoOnWhenItIsRead() {
    Interleavings.check(
        ORDERS,
        () -> {
          ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
          Channel<Integer> publisher = new BufferedChannel<>(1);
          multiplexer.addPublisher(publisher);
          Channel<Integer> subscriber = multiplexer.subscribe(1);
          List<Integer> values = new ArrayList<>();
          beside(
              multiplexer,
              publisher,
              List.of(),
              () -> {
                for (int i = 1; i <= 4; i++) {
                  publisher.send(i);
                }
              },
              () -> {
                for (int i = 1; i <= 4; i++) {
                  values.add(subscriber.read().get());
                }
              });
          return values.toString();
        },
        "[1, 2, 3, 4]");
  }

  @Test
  void aSubscriberThatComesHasAllValuesFromThenOn() {
    Interleavings.check(
        ORDERS,
        () -> {
          ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
          Channel<Integer> publisher = new UnboundedChannel<>();
          multiplexer.addPublisher(publisher);
          Channel<Integer> first = multiplexer.subscribe(Integer.MAX_VALUE);
          List<Channel<Integer>> second = new ArrayList<>();
          beside(
              multiplexer,
              publisher,
              List.of(first),
              () -> {
                publisher.send(1);
                publisher.send(2);
              },
              () -> second.add(multiplexer.subscribe(Integer.MAX_VALUE)));
          return rest(first) + " " + rest(second.getFirst());
        },
        "[1, 2] [1, 2]",
        "[1, 2] [2]",
        "[1, 2] []");
  }

  @Test
  void aSubscriberThatGoesTakesNothingAwayFromTheOthers() {
    Interleavings.check(
        ORDERS,
        () -> {
          ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
          Channel<Integer> publisher = new SyncChannel<>();
          multiplexer.addPublisher(publisher);
          Channel<Integer> stays = multiplexer.subscribe(Integer.MAX_VALUE);
          Channel<Integer> goes = multiplexer.subscribe(1);
          beside(
              multiplexer,
              publisher,
              List.of(stays, goes),
              () -> {
                publisher.send(1);
                publisher.send(2);
                publisher.send(3);
              },
              // It is full after the first value, and would stop the others.
              () -> multiplexer.removeSubscriber(goes));
          return rest(stays) + " " + rest(goes);
        },
        "[1, 2, 3] []",
        "[1, 2, 3] [1]");
  }

  @Test
  void whatAPublisherThatGoesStillHasStaysThere() {
    Interleavings.check(
        ORDERS,
        () -> {
          ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
          Channel<Integer> publisher = new UnboundedChannel<>();
          multiplexer.addPublisher(publisher);
          Channel<Integer> subscriber = multiplexer.subscribe(Integer.MAX_VALUE);
          beside(
              multiplexer,
              publisher,
              List.of(subscriber),
              () -> {
                publisher.send(1);
                publisher.send(2);
              },
              () -> multiplexer.removePublisher(publisher));
          return rest(subscriber) + " " + rest(publisher);
        },
        "[1, 2] []",
        "[1] [2]",
        "[] [1, 2]");
  }

  @Test
  void whatIsSentIsDeliveredBeforeTheCloseOrStaysWithThePublisher() {
    Interleavings.check(
        ORDERS,
        () -> {
          ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
          Channel<Integer> publisher = new UnboundedChannel<>();
          multiplexer.addPublisher(publisher);
          Channel<Integer> subscriber = multiplexer.subscribe(Integer.MAX_VALUE);
          beside(
              multiplexer,
              publisher,
              List.of(subscriber),
              () -> {
                publisher.send(1);
                publisher.send(2);
              },
              multiplexer::close);
          return rest(subscriber) + " " + rest(publisher) + " " + subscriber.isClosed();
        },
        "[1, 2] [] true",
        "[1] [2] true",
        "[] [1, 2] true");
  }
}
