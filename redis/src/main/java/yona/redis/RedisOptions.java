package yona.redis;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.io.socket.ClientTls;
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
 */
public record RedisOptions(
    Duration timeout,
    Duration connectTimeout,
    ClientTls tls,
    @Nullable String name,
    int protocol,
    boolean retryReads,
    RespLimits limits) {

  /** What clients have that say nothing of it: 5 seconds for each limit of time. */
  public static final RedisOptions DEFAULT =
      new RedisOptions(
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          ClientTls.DEFAULT,
          null,
          0,
          false,
          RespLimits.DEFAULT);

  /** Checks what is given. */
  public RedisOptions {
    requirePositive(timeout, "timeout");
    requirePositive(connectTimeout, "connectTimeout");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(limits, "limits");
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
      throw new IllegalArgumentException(what + " is longer than nothing, not " + time);
    }
  }

  /**
   * The same with another limit of time for commands.
   *
   * @param time how long a command waits for its reply
   * @return new options
   */
  public RedisOptions withTimeout(Duration time) {
    return new RedisOptions(time, connectTimeout, tls, name, protocol, retryReads, limits);
  }

  /**
   * The same with another limit of time for connecting.
   *
   * @param time how long connecting may take
   * @return new options
   */
  public RedisOptions withConnectTimeout(Duration time) {
    return new RedisOptions(timeout, time, tls, name, protocol, retryReads, limits);
  }

  /**
   * The same with another encryption.
   *
   * @param encryption whom to believe, and what proves who the client is
   * @return new options
   */
  public RedisOptions withTls(ClientTls encryption) {
    return new RedisOptions(
        timeout, connectTimeout, encryption, name, protocol, retryReads, limits);
  }

  /**
   * The same with another name.
   *
   * @param listed what the server lists connections as, or null
   * @return new options
   */
  public RedisOptions withName(@Nullable String listed) {
    return new RedisOptions(timeout, connectTimeout, tls, listed, protocol, retryReads, limits);
  }

  /**
   * The same with another version of RESP.
   *
   * @param version 2 or 3, or 0 for the newest that the server has
   * @return new options
   */
  public RedisOptions withProtocol(int version) {
    return new RedisOptions(timeout, connectTimeout, tls, name, version, retryReads, limits);
  }

  /**
   * The same with another choice on reads whose connection was lost.
   *
   * @param again whether they are sent again
   * @return new options
   */
  public RedisOptions withRetryReads(boolean again) {
    return new RedisOptions(timeout, connectTimeout, tls, name, protocol, again, limits);
  }

  /**
   * The same with other limits of what the server may send.
   *
   * @param most the limits
   * @return new options
   */
  public RedisOptions withLimits(RespLimits most) {
    return new RedisOptions(timeout, connectTimeout, tls, name, protocol, retryReads, most);
  }
}
