package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import yona.async.Future;
import yona.async.Program;
import yona.async.Starting;

/** What tests of multiplexers have in common. */
final class Multiplexing {
  private Multiplexing() {}

  /** Runs a test on a fiber; nothing may be reported. */
  static void program(Runnable body) {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    new Program(reported::add)
        .run(
            () -> {
              body.run();
              return null;
            });
    assertThat(reported).isEmpty();
  }

  static <T extends @Nullable Object> Channel<T> channel(int capacity) {
    return switch (capacity) {
      case 0 -> new SyncChannel<>();
      case -1 -> new UnboundedChannel<>();
      default -> new BufferedChannel<>(capacity);
    };
  }

  static int capacity(int capacity) {
    return capacity < 0 ? Integer.MAX_VALUE : capacity;
  }

  static Future<@Nullable Object> running(ChannelMultiplexer<?> multiplexer) {
    return Starting.future(
        () -> {
          multiplexer.run();
          return null;
        });
  }

  static Future<@Nullable Object> sending(Channel<Integer> channel, int from, int until) {
    return Starting.future(
        () -> {
          for (int i = from; i < until; i++) {
            channel.send(i);
          }
          return null;
        });
  }

  static Future<List<Integer>> reading(Channel<Integer> channel, int count) {
    return Starting.future(
        () -> {
          List<Integer> all = new ArrayList<>();
          while (all.size() < count) {
            all.add(channel.take());
          }
          return all;
        });
  }
}
