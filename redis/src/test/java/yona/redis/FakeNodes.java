package yona.redis;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.redis.connection.Peer;

/** Two nodes of a cluster that are played by a test: the first one has all slots. */
final class FakeNodes implements AutoCloseable {

  /** One of them. */
  final class Node {
    private final FakeServer server;
    private final List<Peer> peers = new CopyOnWriteArrayList<>();

    /** What it was told, but greetings and questions about the cluster. */
    final List<String> log = new CopyOnWriteArrayList<>();

    /** What it says to a command; null to end the connection. */
    volatile Function<String, @Nullable String> answer = _ -> "+OK\r\n";

    /** Whether it answers nothing from now on, not even greetings. */
    volatile boolean isStill;

    private Node() throws IOException {
      this.server = new FakeServer();
    }

    int port() {
      return server.port();
    }

    /** Ends it: whoever connects is refused. */
    void stop() throws IOException {
      server.stop();
      for (Peer peer : peers) {
        peer.close();
      }
    }

    private boolean accept() {
      try {
        for (; ; ) {
          Peer peer = server.accept();
          peers.add(peer);
          var _ = Async.future(() -> serve(peer));
        }
      } catch (IOException _) {
        return true;
      }
    }

    private boolean serve(Peer peer) {
      try (peer) {
        for (; ; ) {
          String command = peer.command();
          if (isStill) {
            continue;
          }
          if (command.equals("HELLO 3")) {
            peer.say(FakeServer.HELLO);
          } else if (command.equals("CLUSTER SLOTS")) {
            peer.say(slots());
          } else {
            log.add(command);
            String reply = answer.apply(command);
            if (reply == null) {
              return true;
            }
            peer.say(reply);
          }
        }
      } catch (IOException _) {
        return true;
      }
    }
  }

  final Node first;
  final Node second;

  /** From here on they are the second node's. */
  volatile int border = HashSlot.COUNT;

  /** Whether the second one copies the first. */
  volatile boolean secondCopies;

  /** Whether they know their own host. */
  volatile boolean knowHost = true;

  FakeNodes() throws IOException {
    first = new Node();
    second = new Node();
    var _ = Async.future(first::accept);
    var _ = Async.future(second::accept);
  }

  private String slots() {
    String one = range(0, border - 1, first);
    return border == HashSlot.COUNT
        ? "*1\r\n" + one
        : "*2\r\n" + one + range(border, HashSlot.COUNT - 1, second);
  }

  private String range(int from, int to, Node node) {
    return "*%d\r\n:%d\r\n:%d\r\n".formatted(secondCopies ? 4 : 3, from, to)
        + member(node)
        + (secondCopies ? member(second) : "");
  }

  private String member(Node node) {
    String host = knowHost ? "$9\r\n127.0.0.1" : "$0\r\n";
    return "*3\r\n" + host + "\r\n:" + node.port() + "\r\n$2\r\nid\r\n";
  }

  RedisUri uri() {
    return first.server.uri();
  }

  @Override
  public void close() throws IOException {
    first.server.close();
    second.server.close();
  }
}
