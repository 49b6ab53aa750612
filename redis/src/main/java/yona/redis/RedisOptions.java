package yona.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.TimeWords;
import yona.io.socket.ClientTls;
import yona.redis.observation.CommandLog;
import yona.redis.resp.RespLimits;

/**
 * How a client talks to servers. Immutable.
 *
 * @param timeout how long a command waits for its reply, also while there is no connection
 * @param connectTimeout how long connecting may take, with TLS and the greeting
 * @param tls how to encrypt, where the address says that it is to be ({@code rediss://})
 * @param name what the server lists the connection as ({@code CLIENT LIST}), or null
 * @param protocol the version of RESP, 2 or 3; 0 for 3 where the server has it, else 2
 * @param retryReads whether a command that only reads is sent again if the connection was lost
 *     before its reply came
 * @param limits of what the server may send
 * @param cluster whether the servers are a cluster, of which the address names at least one
 * @param sentinel what the servers of the address watch, or null if they are no sentinels
 * @param readFrom where commands that only read go, in a cluster or behind sentinels
 * @param cache how what was read is kept, or null if it is not
 * @param log what is told of each command, or null for nobody
 */
public record RedisOptions(
    Duration timeout,
    Duration connectTimeout,
    ClientTls tls,
    @Nullable String name,
    int protocol,
    boolean retryReads,
    RespLimits limits,
    boolean cluster,
    @Nullable Sentinel sentinel,
    ReadFrom readFrom,
    @Nullable Cache cache,
    @Nullable CommandLog log) {

  /** What clients have that say nothing of it: 5 seconds for each limit of time. */
  public static final RedisOptions DEFAULT =
      new RedisOptions(
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          ClientTls.DEFAULT,
          null,
          0,
          false,
          RespLimits.DEFAULT,
          false,
          null,
          ReadFrom.MASTER,
          null,
          null);

  /** Checks what is given. */
  public RedisOptions {
    requirePositive(timeout, "timeout");
    requirePositive(connectTimeout, "connectTimeout");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(readFrom, "readFrom");
    if (cache != null && protocol == 2) {
      throw new IllegalArgumentException(
          "a cache needs RESP3, in which a server says what has changed; the protocol is RESP2");
    }
    if (cluster && sentinel != null) {
      throw new IllegalArgumentException("a cluster has no sentinels: it watches itself");
    }
    if (protocol != 0 && protocol != 2 && protocol != 3) {
      throw new IllegalArgumentException("the protocol is RESP 2 or 3, not " + protocol);
    }
    if (name != null && (name.isEmpty() || !name.chars().allMatch(c -> c > ' ' && c < 0x7f))) {
      throw new IllegalArgumentException(
          "the name of a connection has visible ASCII characters only, and no spaces");
    }
  }

  private static void requirePositive(Duration time, String what) {
    if (!Objects.requireNonNull(time, what).isPositive()) {
      throw new IllegalArgumentException(
          what + " is longer than nothing, not " + TimeWords.of(time));
    }
  }

  /**
   * The same with another limit of time for commands.
   *
   * @param time how long a command waits for its reply
   * @return new options
   */
  public RedisOptions withTimeout(Duration time) {
    return with(changed -> changed.timeout = time);
  }

  /**
   * The same with another limit of time for connecting.
   *
   * @param time how long connecting may take
   * @return new options
   */
  public RedisOptions withConnectTimeout(Duration time) {
    return with(changed -> changed.connectTimeout = time);
  }

  /**
   * The same with another encryption.
   *
   * @param encryption whom to believe, and what proves who the client is
   * @return new options
   */
  public RedisOptions withTls(ClientTls encryption) {
    return with(changed -> changed.tls = encryption);
  }

  /**
   * The same with another name.
   *
   * @param listed what the server lists connections as, or null
   * @return new options
   */
  public RedisOptions withName(@Nullable String listed) {
    return with(changed -> changed.name = listed);
  }

  /**
   * The same with another version of RESP.
   *
   * @param version 2 or 3, or 0 for the newest that the server has
   * @return new options
   */
  public RedisOptions withProtocol(int version) {
    return with(changed -> changed.protocol = version);
  }

  /**
   * The same with another choice on reads whose connection was lost.
   *
   * @param again whether they are sent again
   * @return new options
   */
  public RedisOptions withRetryReads(boolean again) {
    return with(changed -> changed.retryReads = again);
  }

  /**
   * The same with other limits of what the server may send.
   *
   * @param most the limits
   * @return new options
   */
  public RedisOptions withLimits(RespLimits most) {
    return with(changed -> changed.limits = most);
  }

  /**
   * The same for a cluster, or for one server. In a cluster each command goes to the node that has
   * its keys; the address names some nodes, and the others are asked for.
   *
   * @param wanted whether the servers are a cluster
   * @return new options
   */
  public RedisOptions withCluster(boolean wanted) {
    return with(changed -> changed.cluster = wanted);
  }

  /**
   * The same with sentinels. They are asked which server is the master; when it fails, the one that
   * takes its place is connected to. The address names the sentinels.
   *
   * @param watched what they watch; null if the address names the server itself
   * @return new options
   */
  public RedisOptions withSentinel(@Nullable Sentinel watched) {
    return with(changed -> changed.sentinel = watched);
  }

  /**
   * The same with another place to read from.
   *
   * @param servers where commands that only read go
   * @return new options
   */
  public RedisOptions withReadFrom(ReadFrom servers) {
    return with(changed -> changed.readFrom = servers);
  }

  /**
   * The same with a cache, or without: what was read is kept in memory until the server says that
   * it has changed. Of a server with RESP3.
   *
   * @param kept how it is kept; null not to
   * @return new options
   */
  public RedisOptions withCache(@Nullable Cache kept) {
    return with(changed -> changed.cache = kept);
  }

  /**
   * The same with a log of all commands, or without.
   *
   * @param told what is told of each command; null for nobody
   * @return new options
   */
  public RedisOptions withLog(@Nullable CommandLog told) {
    return with(changed -> changed.log = told);
  }

  private RedisOptions with(Consumer<Changes> change) {
    Changes changes = new Changes(this);
    change.accept(changes);
    return changes.made();
  }

  /** Options that are being made of others. */
  private static final class Changes {
    private Duration timeout;
    private Duration connectTimeout;
    private ClientTls tls;
    private @Nullable String name;
    private int protocol;
    private boolean retryReads;
    private RespLimits limits;
    private boolean cluster;
    private @Nullable Sentinel sentinel;
    private ReadFrom readFrom;
    private @Nullable Cache cache;
    private @Nullable CommandLog log;

    Changes(RedisOptions from) {
      this.timeout = from.timeout;
      this.connectTimeout = from.connectTimeout;
      this.tls = from.tls;
      this.name = from.name;
      this.protocol = from.protocol;
      this.retryReads = from.retryReads;
      this.limits = from.limits;
      this.cluster = from.cluster;
      this.sentinel = from.sentinel;
      this.readFrom = from.readFrom;
      this.cache = from.cache;
      this.log = from.log;
    }

    RedisOptions made() {
      return new RedisOptions(
          timeout,
          connectTimeout,
          tls,
          name,
          protocol,
          retryReads,
          limits,
          cluster,
          sentinel,
          readFrom,
          cache,
          log);
    }
  }
}
