package yona.library.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.library.argument.Failure;
import yona.library.argument.StandardError;
import yona.redis.observation.CommandLog;
import yona.redis.observation.CommandStatistics;
import yona.redis.observation.Latencies;
import yona.redis.observation.LogEntry;
import yona.redis.observation.Statistics;

/**
 * The Java half of those functions of module {@code redis\\Client} that tell what a client does.
 */
public final class ObservationFunctions {
  private static final Symbol NANOS = Symbol.of("nanos");

  private ObservationFunctions() {}

  // ---- statistics ------------------------------------------------------------------------------

  public static Object statistics(Object client, String where) {
    Statistics all = RedisResource.of(client, where).redis().statistics();
    Dict.Builder commands = Dict.builder();
    all.commands()
        .values()
        .forEach(counted -> commands.put(Seq.text(counted.name()), command(counted)));
    Statistics.Connections connections = all.connections();
    Statistics.Cluster cluster = all.cluster();
    return dict(
        "commands",
        commands.build(),
        "connections",
        dict(
            "open",
            (long) connections.open(),
            "in_flight",
            (long) connections.inFlight(),
            "opened",
            connections.opened(),
            "failed",
            connections.failed(),
            "lost",
            connections.lost(),
            "reconnects",
            connections.reconnects(),
            "unavailable",
            connections.unavailable(),
            "gaps",
            connections.gaps(),
            "bytes_sent",
            connections.bytesSent(),
            "bytes_received",
            connections.bytesReceived()),
        "cluster",
        dict(
            "redirections",
            cluster.redirections(),
            "refreshes",
            cluster.refreshes(),
            "failovers",
            cluster.failovers()),
        "cache",
        cache(all.cache()));
  }

  private static Dict command(CommandStatistics counted) {
    Latencies latencies = counted.latencies();
    return dict(
        "calls",
        counted.calls(),
        "refused",
        counted.refused(),
        "lost",
        counted.lost(),
        "timed_out",
        counted.timedOut(),
        "mean",
        span(latencies.mean()),
        "p50",
        span(latencies.percentile(50)),
        "p90",
        span(latencies.percentile(90)),
        "p99",
        span(latencies.percentile(99)),
        "max",
        span(latencies.max()));
  }

  private static Object cache(Statistics.@Nullable Cache cache) {
    return cache == null
        ? Unit.UNIT
        : dict(
            "hits",
            cache.hits(),
            "misses",
            cache.misses(),
            "entries",
            (long) cache.entries(),
            "bytes",
            cache.bytes());
  }

  private static Tuple span(Duration time) {
    return Tuple.of(NANOS, time.toNanos());
  }

  /** Names and values in turn. */
  private static Dict dict(Object... fields) {
    Dict.Builder dict = Dict.builder();
    for (int i = 0; i < fields.length; i += 2) {
      dict.put(Symbol.of((String) fields[i]), fields[i + 1]);
    }
    return dict.build();
  }

  // ---- the log ---------------------------------------------------------------------------------

  public static Object log(Object client, Object wanted, String where) {
    RedisResource resource = RedisResource.of(client, where);
    CommandLog log = log(wanted, where);
    STM.effect("switching a log");
    resource.redis().log(log);
    return Unit.UNIT;
  }

  /**
   * What is to be told of commands.
   *
   * @param wanted true for standard error, false for nobody, or a function of a line
   * @param where the function's name, for errors
   * @return null for nobody
   */
  static @Nullable CommandLog log(Object wanted, String where) {
    return switch (wanted) {
      case Boolean isWanted when !isWanted -> null;
      case Boolean _ -> {
        Invocation.require(Grant.OUTPUT);
        yield ObservationFunctions::print;
      }
      case Function told -> entry -> told.apply(Seq.text(entry.toString()));
      default -> throw Failure.type(where, "true, false or a function of a line", wanted);
    };
  }

  /** A line that cannot be written is dropped, as of module Log. */
  private static void print(LogEntry entry) {
    try {
      StandardError.write((entry + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException lost) {
      return;
    }
  }
}
