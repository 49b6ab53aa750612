package yona.redis;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.redis.connection.Peer;

/** A server that is played by a test, which says what it answers, on whatever connection. */
final class FakeNode implements AutoCloseable {

  private final FakeServer server = new FakeServer();
  private final Function<String, @Nullable String> custom;
  private final List<Peer> peers = new CopyOnWriteArrayList<>();

  /** What it was told, but greetings and what it answers by custom. */
  final List<String> log = new CopyOnWriteArrayList<>();

  /** What it says to a command; null to end the connection. May suspend. */
  volatile Function<String, @Nullable String> answer = _ -> "+OK\r\n";

  /** Whether it answers nothing from now on, not even greetings. */
  volatile boolean isStill;

  /** How many connections were made. */
  private volatile int made;

  FakeNode() throws IOException {
    this(_ -> null);
  }

  /**
   * A server that answers some commands whatever the test says.
   *
   * @param custom what it says to a command; null if that is the test's
   */
  FakeNode(Function<String, @Nullable String> custom) throws IOException {
    this.custom = custom;
    var _ = Async.future(this::accept);
  }

  int port() {
    return server.port();
  }

  RedisUri uri() {
    return server.uri();
  }

  /** How many connections were made until now. */
  int made() {
    return made;
  }

  /** How many connections there are now. */
  int open() {
    return peers.size();
  }

  /** Says something that nobody has asked for, on all connections. */
  void push(String bytes) {
    for (Peer peer : peers) {
      try {
        peer.say(bytes);
      } catch (IOException _) {
        // The client has ended it meanwhile.
      }
    }
  }

  /** Ends all connections. */
  void drop() throws IOException {
    for (Peer peer : peers) {
      peer.close();
    }
  }

  /** Ends it: whoever connects is refused. */
  void stop() throws IOException {
    server.stop();
    drop();
  }

  /** Is there again after it was stopped, at the same port. */
  void start() throws IOException {
    server.start();
    var _ = Async.future(this::accept);
  }

  private boolean accept() {
    try {
      for (; ; ) {
        Peer peer = server.accept();
        peers.add(peer);
        int number = made + 1;
        made = number;
        var _ = Async.future(() -> serve(peer, number));
      }
    } catch (IOException _) {
      return true;
    }
  }

  private boolean serve(Peer peer, int number) {
    try (peer) {
      for (; ; ) {
        String command = peer.command();
        if (isStill) {
          continue;
        }
        String reply = command.equals("HELLO 3") ? hello(number) : custom.apply(command);
        if (reply == null) {
          log.add(command);
          reply = answer.apply(command);
        }
        if (reply == null) {
          return true;
        }
        peer.say(reply);
      }
    } catch (IOException _) {
      return true;
    } finally {
      peers.remove(peer);
    }
  }

  /** The greeting: connections are numbered from 1. */
  private static String hello(int number) {
    return "%2\r\n$5\r\nproto\r\n:3\r\n$2\r\nid\r\n:" + number + "\r\n";
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
