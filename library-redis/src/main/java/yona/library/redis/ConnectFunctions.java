package yona.library.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.io.socket.ClientTls;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.argument.TlsOptions;
import yona.redis.Cache;
import yona.redis.ReadFrom;
import yona.redis.Redis;
import yona.redis.RedisOptions;
import yona.redis.RedisUri;
import yona.redis.Sentinel;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.resp.RespLimits;

/** The Java half of those functions of module {@code redis\Client} that connect. */
@Needs(Grant.NETWORK)
public final class ConnectFunctions {
  private static final Symbol EMBEDDED = Symbol.of("embedded");

  private final String where;
  private RedisOptions options = RedisOptions.DEFAULT;

  /** Whether to encrypt; null if that is not said. */
  private @Nullable Boolean encrypts;

  private ConnectFunctions(String where) {
    this.where = where;
  }

  @Suspends
  public static Object connect(Object uri, String where) {
    return connect(Dict.EMPTY, uri, where);
  }

  @Suspends
  public static Object connectWith(Object options, Object uri, String where) {
    return connect(Arguments.dict(options, where), uri, where);
  }

  /**
   * Connects. Suspends.
   *
   * @param options a Dict
   * @param uri a String, or {@code :embedded}
   * @param where the function's name, for errors
   * @return the client, held by the nearest {@code with}
   */
  private static RedisResource connect(Dict options, Object uri, String where) {
    ConnectFunctions connecting = new ConnectFunctions(where);
    connecting.take(options);
    connecting.requireReplicas();
    STM.effect("connecting to Redis");
    try {
      if (uri.equals(EMBEDDED)) {
        return connecting.embedded();
      }
      RedisUri address = connecting.address(uri);
      return RedisResource.of(Redis.connect(address, connecting.options), ReplyValues.TEXT, null);
    } catch (IOException e) {
      throw IoFailure.of(where, e);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  private void take(Dict given) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("tls", this::takeTls);
    takers.put("timeout", (value, at) -> set(options.withTimeout(span(value, at))));
    takers.put("connect_timeout", (value, at) -> set(options.withConnectTimeout(span(value, at))));
    takers.put("name", (value, at) -> set(options.withName(Arguments.text(value, at))));
    takers.put("protocol", this::takeProtocol);
    takers.put(
        "retry_reads", (value, at) -> set(options.withRetryReads(OptionDict.bool(value, at))));
    takers.put("cluster", (value, at) -> set(options.withCluster(OptionDict.bool(value, at))));
    takers.put("sentinel", this::takeSentinel);
    takers.put("read_from", this::takeReadFrom);
    takers.put("cache", this::takeCache);
    takers.put("limits", this::takeLimits);
    takers.put("log", (value, at) -> set(options.withLog(ObservationFunctions.log(value, at))));
    try {
      OptionDict.take(given, takers, where);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  private void set(RedisOptions changed) {
    options = changed;
  }

  private static Duration span(Object value, String where) {
    long nanos = Spans.nanos(value, where);
    if (nanos == 0) {
      throw Failure.badarg(where, "the time " + Failure.shown(value) + " is no time at all");
    }
    return Duration.ofNanos(nanos);
  }

  private void takeTls(Object value, String where) {
    ClientTls tls = TlsOptions.client(value, where);
    encrypts = tls != null;
    if (tls != null) {
      options = options.withTls(tls);
    }
  }

  private void takeProtocol(Object value, String where) {
    long version = Arguments.integer(value, where);
    if (version != 2 && version != 3) {
      throw Failure.badarg(where, "expected 2 or 3, found " + version);
    }
    options = options.withProtocol((int) version);
  }

  /** The name of the master, or a Dict with {@code :master}, {@code :user}, {@code :password}... */
  private void takeSentinel(Object value, String where) {
    if (!(value instanceof Dict)) {
      set(options.withSentinel(Sentinel.of(Arguments.text(value, where))));
      return;
    }
    Map<String, String> given = new HashMap<>();
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    for (String text : List.of("master", "user", "password")) {
      takers.put(text, (each, at) -> given.put(text, Arguments.text(each, at)));
    }
    @Nullable ClientTls[] tls = new @Nullable ClientTls[1];
    takers.put("tls", (each, at) -> tls[0] = TlsOptions.client(each, at));
    OptionDict.take(value, takers, where);
    String master = given.get("master");
    if (master == null) {
      throw Failure.badarg(where, "it needs :master, the name of what the sentinels watch");
    }
    set(
        options.withSentinel(
            new Sentinel(master, given.get("user"), given.get("password"), tls[0])));
  }

  private void takeReadFrom(Object value, String where) {
    ReadFrom from =
        switch (Arguments.symbol(value, where).name()) {
          case "master" -> ReadFrom.MASTER;
          case "replica" -> ReadFrom.REPLICA;
          case "any" -> ReadFrom.ANY;
          default ->
              throw Failure.badarg(
                  where, "expected :master, :replica or :any, found " + Failure.shown(value));
        };
    set(options.withReadFrom(from));
  }

  /** {@link Redis#connect} refuses it too, with the names that options have in Java. */
  private void requireReplicas() {
    boolean isOne = !options.cluster() && options.sentinel() == null;
    if (isOne && options.readFrom() != ReadFrom.MASTER) {
      throw Failure.badarg(
          where,
          "one server has no replicas to read from: :read_from is for :cluster, or with :sentinel");
    }
  }

  /** True or false, or a Dict with {@code :bytes} and {@code :ttl}. */
  private void takeCache(Object value, String where) {
    if (value instanceof Boolean wanted) {
      set(options.withCache(wanted ? Cache.DEFAULT : null));
      return;
    }
    Cache[] cache = {Cache.DEFAULT};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("bytes", (each, at) -> cache[0] = cache[0].withBytes(Arguments.positive(each, at)));
    takers.put("ttl", (each, at) -> cache[0] = cache[0].withTtl(span(each, at)));
    OptionDict.take(value, takers, where);
    set(options.withCache(cache[0]));
  }

  /** A Dict with any of {@code :bytes}, {@code :elements}, {@code :depth} and {@code :line}. */
  private void takeLimits(Object value, String where) {
    RespLimits[] limits = {RespLimits.DEFAULT};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("bytes", (each, at) -> limits[0] = limits[0].withBytes(Arguments.integer(each, at)));
    takers.put("elements", (each, at) -> limits[0] = limits[0].withElements(small(each, at)));
    takers.put("depth", (each, at) -> limits[0] = limits[0].withDepth(small(each, at)));
    takers.put("line", (each, at) -> limits[0] = limits[0].withLine(small(each, at)));
    OptionDict.take(value, takers, where);
    set(options.withLimits(limits[0]));
  }

  private static int small(Object value, String where) {
    long number = Arguments.integer(value, where);
    if ((int) number != number) {
      throw Failure.badarg(where, "the number " + number + " does not fit in 32 bits");
    }
    return (int) number;
  }

  private RedisUri address(Object uri) {
    if (!(uri instanceof Seq text && text.isText())) {
      throw Failure.type(where, "a String or :embedded", uri);
    }
    RedisUri address;
    try {
      address = RedisUri.parse(Arguments.text(uri, where));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    if (encrypts == null || encrypts == address.tls()) {
      return address;
    }
    if (address.tls()) {
      throw Failure.badarg(where, "rediss:// is encrypted, and :tls is false");
    }
    if (address.path() != null) {
      throw Failure.badarg(where, "a Unix socket has no TLS");
    }
    return new RedisUri(
        address.hosts(), null, true, address.user(), address.password(), address.database());
  }

  /** Starts a server for this client alone, which ends with it. */
  private RedisResource embedded() throws IOException {
    Invocation.require(Grant.PROCESSES);
    if (Boolean.TRUE.equals(encrypts)) {
      throw Failure.badarg(where, "an embedded server has no TLS");
    }
    EmbeddedRedis server;
    try {
      server = EmbeddedRedis.start();
    } catch (NoClassDefFoundError missing) {
      throw Failure.of(
          Failure.IOERROR,
          where + ": :embedded needs the artifact org.yona-lang:yona-redis-embedded");
    }
    try {
      Redis redis = Redis.connect(RedisUri.parse(server.uri()), options);
      return RedisResource.of(redis, ReplyValues.TEXT, server::close);
    } catch (Throwable error) {
      server.close();
      throw error;
    }
  }
}
