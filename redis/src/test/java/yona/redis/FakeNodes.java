package yona.redis;

import static yona.redis.Running.program;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Two nodes of a cluster that are played by a test: the first one has all slots. */
final class FakeNodes implements AutoCloseable {

  final FakeNode first;
  final FakeNode second;

  /** From here on they are the second node's. */
  volatile int border = HashSlot.COUNT;

  /** Whether the second one copies the first. */
  volatile boolean secondCopies;

  /** Whether the second one has the place of the first. */
  volatile boolean secondReplaces;

  /** Whether they know their own host. */
  volatile boolean knowHost = true;

  FakeNodes() throws IOException {
    first = new FakeNode(this::known);
    second = new FakeNode(this::known);
  }

  @FunctionalInterface
  interface Play {
    void run(FakeNodes nodes, Redis redis) throws Exception;
  }

  /** Runs a test with a client of two nodes that are played. */
  static void play(RedisOptions options, Play play) throws Exception {
    play(HashSlot.COUNT, options, play);
  }

  /** Nodes of which the second one has the slots from a border on. */
  static void play(int border, RedisOptions options, Play play) throws Exception {
    program(
        () -> {
          try (FakeNodes nodes = new FakeNodes()) {
            nodes.border = border;
            try (Redis redis = Redis.connect(nodes.uri(), options)) {
              play.run(nodes, redis);
            }
          }
          return null;
        });
  }

  private @Nullable String known(String command) {
    return command.equals("CLUSTER SLOTS") ? slots() : null;
  }

  private String slots() {
    String one = range(0, border - 1, secondReplaces ? second : first);
    return border == HashSlot.COUNT
        ? "*1\r\n" + one
        : "*2\r\n" + one + range(border, HashSlot.COUNT - 1, second);
  }

  private String range(int from, int to, FakeNode node) {
    return "*%d\r\n:%d\r\n:%d\r\n".formatted(secondCopies ? 4 : 3, from, to)
        + member(node)
        + (secondCopies ? member(second) : "");
  }

  private String member(FakeNode node) {
    String host = knowHost ? "$9\r\n127.0.0.1" : "$0\r\n";
    return "*3\r\n" + host + "\r\n:" + node.port() + "\r\n$2\r\nid\r\n";
  }

  /**
   * What the first node says of "foo", which alone is in slot 12182, when the second one has it.
   */
  String moved() {
    return "-MOVED 12182 127.0.0.1:" + second.port() + "\r\n";
  }

  RedisUri uri() {
    return first.uri();
  }

  @Override
  public void close() throws IOException {
    first.close();
    second.close();
  }
}
