import com.softwaremill.jox.Channel;
import com.softwaremill.jox.Select;
import com.softwaremill.jox.SelectClause;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import yona.bench.async.Timed;

/** The rows of channels with jox, between virtual threads. */
final class Jox {
  private Jox() {}

  public static void main(String[] arguments) throws Exception {
    Timed.main(
        row ->
            switch (row) {
              case "rendezvous" ->
                  (size, _) -> inVirtual(() -> oneChannel(Channel.newRendezvousChannel(), size));
              case "buffered" ->
                  (size, capacity) ->
                      inVirtual(() -> oneChannel(Channel.newBufferedChannel(capacity), size));
              case "two-channels" -> (size, capacity) -> inVirtual(() -> twoChannels(capacity, size));
              case "select" -> (size, width) -> inVirtual(() -> select(width, 1, size));
              case "select-ready" -> (size, width) -> inVirtual(() -> select(width, width, size));
              default -> throw new IllegalArgumentException("no such row: " + row);
            },
        arguments);
  }

  private static long inVirtual(Callable<Long> body) throws Exception {
    var result = new CompletableFuture<Long>();
    start(() -> result.complete(body.call()));
    return result.get();
  }

  private static void start(Callable<?> body) {
    Thread.startVirtualThread(
        () -> {
          try {
            body.call();
          } catch (Exception error) {
            throw new IllegalStateException(error);
          }
        });
  }

  private static Channel<Long> channel(int capacity) {
    return capacity == 0 ? Channel.newRendezvousChannel() : Channel.newBufferedChannel(capacity);
  }

  private static long oneChannel(Channel<Long> channel, int size) throws InterruptedException {
    start(() -> sendAll(channel, size));
    return receiveAll(channel, size);
  }

  private static Object sendAll(Channel<Long> channel, int size) throws InterruptedException {
    for (long i = 0; i < size; i++) {
      channel.send(i);
    }
    return null;
  }

  private static long receiveAll(Channel<Long> channel, int size) throws InterruptedException {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += channel.receive();
    }
    return sum;
  }

  private static long twoChannels(int capacity, int size) throws InterruptedException {
    var published = channel(capacity);
    var subscribed = channel(capacity);
    start(() -> sendAll(published, size));
    start(
        () -> {
          for (int i = 0; i < size; i++) {
            subscribed.send(published.receive());
          }
          return null;
        });
    return receiveAll(subscribed, size);
  }

  /** One sender draws among the channels, or each channel has a sender of its own. */
  private static long select(int width, int senders, int size) throws InterruptedException {
    var channels = new ArrayList<Channel<Long>>();
    for (int k = 0; k < width; k++) {
      channels.add(Channel.newRendezvousChannel());
    }
    if (senders == 1) {
      start(
          () -> {
            long x = 42;
            for (long i = 0; i < size; i++) {
              x = x * 16807 % 2147483647;
              channels.get((int) (x % width)).send(i);
            }
            return null;
          });
    } else {
      for (int k = 0; k < width; k++) {
        var channel = channels.get(k);
        long from = k;
        start(
            () -> {
              for (long i = from; i < size; i += width) {
                channel.send(i);
              }
              return null;
            });
      }
    }
    long sum = 0;
    var clauses = new SelectClause<?>[width];
    for (int k = 0; k < width; k++) {
      clauses[k] = channels.get(k).receiveClause();
    }
    for (int i = 0; i < size; i++) {
      sum += (Long) Select.select(clauses);
    }
    return sum;
  }
}
