package yona.bench.rows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import yona.bench.harness.Fixture;
import yona.bench.harness.Kind;
import yona.bench.harness.Metric;
import yona.bench.harness.Subprocess;
import yona.redis.Redis;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;

/**
 * The server that the rows of Redis ask: one for all of them, on a loopback port, which keeps
 * nothing on disk. It is the one of {@code yona-redis-embedded}, or a newer one on the path.
 */
final class RedisServer implements Fixture {
  private static final Pattern VERSION = Pattern.compile("v=([0-9]+(?:\\.[0-9]+)*)");

  private static final Metric COMMANDS_A_READ =
      new Metric(
          "pipelining",
          each -> String.format(Locale.ROOT, "%.1f commands a read of the server", each));

  /** Where programs find how many commands the server has read at a time from the first of them. */
  private static final String PIPELINING = "pipelining";

  private final EmbeddedRedis server;
  private final Redis client;

  private RedisServer(EmbeddedRedis server) throws IOException {
    this.server = server;
    this.client = Redis.connect(server.uri());
  }

  static RedisServer start() throws IOException, InterruptedException {
    var own = version(EmbeddedRedis.program());
    var best = EmbeddedRedis.program();
    for (var program : onPath()) {
      if (Arrays.compare(version(program), own) > 0) {
        own = version(program);
        best = program;
      }
    }
    var server = EmbeddedRedis.start(Options.DEFAULT.withServer(best));
    try {
      return new RedisServer(server);
    } catch (IOException error) {
      server.close();
      throw error;
    }
  }

  private static List<Path> onPath() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(
            folder -> Stream.of("redis-server", "valkey-server").map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .toList();
  }

  /** The numbers of a version; none if it does not tell. */
  private static int[] version(Path program) throws IOException, InterruptedException {
    var run = Subprocess.run(List.of(program.toString(), "--version"), Path.of("/"), 10);
    return Optional.of(VERSION.matcher(run.output()))
        .filter(Matcher::find)
        .map(found -> Stream.of(found.group(1).split("\\.", -1)).mapToInt(Integer::parseInt))
        .map(numbers -> numbers.toArray())
        .orElse(new int[0]);
  }

  @Override
  public String title() throws IOException {
    var told = client.info("server");
    return "server: "
        + (told.contains("valkey_version:") ? "Valkey " : "Redis ")
        + field(told, told.contains("valkey_version:") ? "valkey_version" : "redis_version")
        + " on 127.0.0.1, which keeps nothing on disk";
  }

  /** Its port. */
  @Override
  public String address() {
    return String.valueOf(server.port());
  }

  /** Forgets all keys. */
  @Override
  public void reset() throws IOException {
    client.flushall();
  }

  /** Counts how many commands of concurrent callers it reads at a time. */
  @Override
  public void observe(Kind kind) throws IOException {
    if (kind == Kind.CALLERS) {
      client.configResetstat();
    }
  }

  /** The programs that come after the first one learn how many it has read at a time from that. */
  @Override
  public Map<Metric, Double> observed(Kind kind, boolean isFirst) throws IOException {
    if (kind != Kind.CALLERS) {
      return Map.of();
    }
    var told = client.info("stats");
    double commands = Double.parseDouble(field(told, "total_commands_processed"));
    double each = commands / Double.parseDouble(field(told, "total_reads_processed"));
    if (isFirst) {
      client.set(PIPELINING, String.valueOf(each));
    }
    return Map.of(COMMANDS_A_READ, each);
  }

  private static String field(String told, String name) {
    return told.lines()
        .filter(line -> line.startsWith(name + ":"))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 1)
        .strip();
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
