package yona.http.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.task.Schedule;
import yona.http.Headers;
import yona.io.socket.ClientTls;

/**
 * How an {@link HttpClient} asks servers. Immutable.
 *
 * @param times how long the parts of a request may take
 * @param connections connections to one server at once
 * @param body bytes of a response that are kept in memory at most, uncompressed
 * @param redirects how many redirects are followed; 0 for none
 * @param compression whether compressed responses are asked for, and uncompressed
 * @param cookies whether cookies are kept and sent back
 * @param headers header fields of each request that does not have them
 * @param tls how to encrypt connections of https
 * @param route the way to servers: straight, by {@link Proxies}, or to a Unix socket
 * @param versions the versions of HTTP that are spoken
 * @param retries when to ask again after a failure; null for never. Only what changes nothing when
 *     it is done twice is asked again (RFC 9110, section 9.2.2)
 * @param breaker when not to ask a server that fails; null to ask always
 */
public record ClientOptions(
    ClientTimes times,
    int connections,
    int body,
    int redirects,
    boolean compression,
    boolean cookies,
    Headers headers,
    ClientTls tls,
    Route route,
    HttpVersions versions,
    Schedule.@Nullable Pace retries,
    @Nullable BreakerOptions breaker) {

  /** Options that suit most programs: no cookies, no retries, ten redirects. */
  public static final ClientOptions DEFAULT =
      new ClientOptions(
          ClientTimes.DEFAULT,
          64,
          64 << 20,
          10,
          true,
          false,
          Headers.NONE,
          ClientTls.DEFAULT,
          Route.DIRECT,
          HttpVersions.NEGOTIATED,
          null,
          null);

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if a number is not positive, where it has to be
   */
  public ClientOptions {
    Objects.requireNonNull(times, "times");
    if (connections < 1 || body < 1) {
      throw new IllegalArgumentException("connections and body are positive");
    }
    if (redirects < 0 || redirects > 100) {
      throw new IllegalArgumentException("redirects: 0 to 100, not " + redirects);
    }
    Objects.requireNonNull(headers, "headers");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(route, "route");
    Objects.requireNonNull(versions, "versions");
  }

  /**
   * The same with other limits of time.
   *
   * @param limits how long the parts of a request may take
   * @return new options
   */
  public ClientOptions withTimes(ClientTimes limits) {
    return new ClientOptions(
        limits,
        connections,
        body,
        redirects,
        compression,
        cookies,
        headers,
        tls,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with another number of connections.
   *
   * @param most connections to one server at once
   * @return new options
   */
  public ClientOptions withConnections(int most) {
    return new ClientOptions(
        times,
        most,
        body,
        redirects,
        compression,
        cookies,
        headers,
        tls,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with another limit for what is kept in memory.
   *
   * @param bytes the most bytes of a response
   * @return new options
   */
  public ClientOptions withBody(int bytes) {
    return new ClientOptions(
        times,
        connections,
        bytes,
        redirects,
        compression,
        cookies,
        headers,
        tls,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with another number of redirects.
   *
   * @param most how many are followed; 0 for none
   * @return new options
   */
  public ClientOptions withRedirects(int most) {
    return new ClientOptions(
        times,
        connections,
        body,
        most,
        compression,
        cookies,
        headers,
        tls,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with another choice on compression.
   *
   * @param compressed whether compressed responses are asked for
   * @return new options
   */
  public ClientOptions withCompression(boolean compressed) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compressed,
        cookies,
        headers,
        tls,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with another choice on cookies.
   *
   * @param kept whether they are kept and sent back
   * @return new options
   */
  public ClientOptions withCookies(boolean kept) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compression,
        kept,
        headers,
        tls,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with other header fields for each request.
   *
   * @param fields the fields
   * @return new options
   */
  public ClientOptions withHeaders(Headers fields) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compression,
        cookies,
        fields,
        tls,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with other options of TLS.
   *
   * @param encryption how to encrypt connections of https
   * @return new options
   */
  public ClientOptions withTls(ClientTls encryption) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compression,
        cookies,
        headers,
        encryption,
        route,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with another way to servers.
   *
   * @param way the way
   * @return new options
   */
  public ClientOptions withRoute(Route way) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compression,
        cookies,
        headers,
        tls,
        way,
        versions,
        retries,
        breaker);
  }

  /**
   * The same with other versions of HTTP.
   *
   * @param spoken the versions; where the options of TLS name protocols, these are offered instead
   * @return new options
   */
  public ClientOptions withVersions(HttpVersions spoken) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compression,
        cookies,
        headers,
        tls,
        route,
        spoken,
        retries,
        breaker);
  }

  /**
   * The same with retries.
   *
   * @param schedule when to ask again; a Retry-After field of the server is followed as far as the
   *     longest delay of the schedule. Null for no retries
   * @return new options
   */
  public ClientOptions withRetries(Schedule.@Nullable Pace schedule) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compression,
        cookies,
        headers,
        tls,
        route,
        versions,
        schedule,
        breaker);
  }

  /**
   * The same with a circuit breaker.
   *
   * @param options when it opens and closes; null for none
   * @return new options
   */
  public ClientOptions withBreaker(@Nullable BreakerOptions options) {
    return new ClientOptions(
        times,
        connections,
        body,
        redirects,
        compression,
        cookies,
        headers,
        tls,
        route,
        versions,
        retries,
        options);
  }
}
