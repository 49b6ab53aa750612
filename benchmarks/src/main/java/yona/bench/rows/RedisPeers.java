package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import yona.bench.harness.Entrant;
import yona.bench.harness.Peer;
import yona.bench.harness.Workspace;
import yona.bench.redis.JedisClient;
import yona.bench.redis.LettuceClient;
import yona.bench.redis.RedisBenchmark;
import yona.bench.redis.YonaClient;

/** The clients of Redis. */
final class RedisPeers {
  /** Yona's client for Java, with the options of the launcher. */
  static final JvmPeer YONA = JvmPeer.launched("redis", YonaClient.class);

  /** The same as a library of a program without options. */
  static final JvmPeer YONA_PLAIN = JvmPeer.plain("redis-plain", YonaClient.class);

  static final JvmPeer JEDIS = JvmPeer.plain("jedis", JedisClient.class);
  static final JvmPeer LETTUCE = JvmPeer.plain("lettuce", LettuceClient.class);
  static final Peer CARMINE = Peer.absent("carmine", "it cannot be had from Maven Central");
  static final Peer REDIS_BENCHMARK = new RedisBenchmarkPeer();

  static final Peer REDIS_PY =
      new Peers.Python("redis-py", "redis-py", "client.py", "redis==8.1.0", "hiredis==3.5.0");

  static final Peer IOREDIS = new Ioredis();

  private RedisPeers() {}

  /** The program that comes with Redis; a class of this module lets it take part. */
  private static final class RedisBenchmarkPeer extends Peer {
    RedisBenchmarkPeer() {
      super("redis-benchmark", List.of("redis-benchmark"), List.of("redis-tools"));
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return List.of(
          workspace.java("java"),
          "-cp",
          workspace.classPath(),
          RedisBenchmark.class.getName(),
          entrant.program());
    }
  }

  /** Node with a package that npm installs. The options are variables of the environment. */
  private static final class Ioredis extends Peer {
    private static final String VERSION = "6.0.0";

    Ioredis() {
      super("ioredis", List.of("node", "npm"), List.of("nodejs", "npm"));
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) throws IOException {
      var installed = built(workspace).resolve("node_modules/ioredis/package.json");
      var version = "\"version\": \"" + VERSION + "\"";
      return Files.exists(installed) && Files.readString(installed).contains(version)
          ? List.of()
          : List.of(
              List.of(
                  "npm",
                  "install",
                  "--prefix",
                  built(workspace).toString(),
                  "--no-audit",
                  "--no-fund",
                  "ioredis@" + VERSION));
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return joined(
          node(workspace, entrant.options()),
          List.of(sources(workspace).resolve("client.js").toString(), entrant.program()));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return joined(node(workspace, List.of()), List.of(file(workspace, program).toString()));
    }

    private List<String> node(Workspace workspace, List<String> variables) {
      var modules = "NODE_PATH=" + built(workspace).resolve("node_modules");
      return joined(joined(List.of("env", modules), variables), List.of("node"));
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(file(workspace, program));
    }

    private Path file(Workspace workspace, String program) {
      return sources(workspace).resolve(fileName(program) + ".js");
    }
  }
}
