package yona.io.socket;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link Client} connects. Immutable.
 *
 * @param time how long connecting may take, with the lookup of the host, all its addresses and the
 *     handshake of TLS; null for as long as the system tries
 * @param noDelay whether small writes are sent at once, instead of being gathered while the other
 *     side has not confirmed the last one (Nagle's algorithm, RFC 896)
 * @param keepAlive whether the system asks a silent other side now and then whether it is there
 * @param tls how to encrypt the connection; null for not at all
 */
public record ClientOptions(
    @Nullable Duration time, boolean noDelay, boolean keepAlive, @Nullable ClientTls tls) {

  /** What clients have that say nothing of it. */
  public static final ClientOptions DEFAULT = new ClientOptions(null, true, false, null);

  /**
   * The same with another limit of time.
   *
   * @param limit the time; null for none
   * @return new options
   */
  public ClientOptions withTime(@Nullable Duration limit) {
    return new ClientOptions(limit, noDelay, keepAlive, tls);
  }

  /**
   * The same with another choice on delays.
   *
   * @param immediately whether small writes are sent at once
   * @return new options
   */
  public ClientOptions withNoDelay(boolean immediately) {
    return new ClientOptions(time, immediately, keepAlive, tls);
  }

  /**
   * The same with another choice on keeping connections alive.
   *
   * @param asked whether a silent other side is asked
   * @return new options
   */
  public ClientOptions withKeepAlive(boolean asked) {
    return new ClientOptions(time, noDelay, asked, tls);
  }

  /**
   * The same with another choice on encryption.
   *
   * @param encryption how to encrypt the connection; null for not at all
   * @return new options
   */
  public ClientOptions withTls(@Nullable ClientTls encryption) {
    return new ClientOptions(time, noDelay, keepAlive, encryption);
  }
}
