package yona.redis.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.TimeWords;

/**
 * How an {@link EmbeddedRedis} is started. Immutable.
 *
 * @param port the TCP port of the loopback interface; 0 for a free one
 * @param configuration lines of a Redis configuration file, like {@code requirepass secret} or
 *     {@code maxmemory 1mb}. Other users of the machine do not see them
 * @param unixSocket where the server listens too; null for nowhere. It must not exist, and goes
 *     with the server
 * @param tls how the server takes encrypted connections too, on a port of their own; null for not
 *     at all
 * @param server the program to run instead of the one that comes with this library, like {@code
 *     valkey-server} or a newer {@code redis-server}; started as {@code redis-sentinel}, by a link
 *     of that name, the same program is a Sentinel. Null for the one that comes with this library
 * @param time how long the start may take
 */
public record Options(
    int port,
    List<String> configuration,
    @Nullable Path unixSocket,
    @Nullable Tls tls,
    @Nullable Path server,
    Duration time) {

  /** A server on a free port with nothing special. */
  public static final Options DEFAULT =
      new Options(0, List.of(), null, null, null, Duration.ofSeconds(30));

  /** What a line must not set, and why. */
  private static final Map<String, String> OURS =
      Map.ofEntries(
          Map.entry("port", "it is an option of its own"),
          Map.entry("unixsocket", "it is an option of its own"),
          Map.entry("tls-port", "it is part of the option tls"),
          Map.entry("tls-cert-file", "it is part of the option tls"),
          Map.entry("tls-key-file", "it is part of the option tls"),
          Map.entry("bind", "an embedded server listens on the loopback interface only"),
          Map.entry("protected-mode", "an embedded server is always protected"),
          Map.entry("daemonize", "an embedded server ends with the program"),
          Map.entry("supervised", "an embedded server ends with the program"),
          Map.entry("logfile", "the program reads the log"),
          Map.entry("loglevel", "the program learns from the log that the server has started"));

  /**
   * Takes copies.
   *
   * @throws IllegalArgumentException if the port is none, a line holds a line break or U+0000 or
   *     sets what is decided otherwise, or the time is not positive
   */
  public Options {
    checkPort(port);
    configuration = List.copyOf(configuration);
    configuration.forEach(Options::checkLine);
    if (!time.isPositive()) {
      throw new IllegalArgumentException(
          "the time to start must be positive, not " + TimeWords.of(time));
    }
  }

  /**
   * How a server takes encrypted connections. The files are in PEM format.
   *
   * @param port the TCP port of the loopback interface; 0 for a free one
   * @param certificate file with the certificate of the server, and those between it and its
   *     authority
   * @param key file with the private key of the certificate
   * @param clientAuthorities file with certificates of authorities: clients must have a certificate
   *     of one of them; null to serve everybody
   */
  public record Tls(int port, Path certificate, Path key, @Nullable Path clientAuthorities) {

    /**
     * Makes options.
     *
     * @throws IllegalArgumentException if the port is none
     */
    public Tls {
      checkPort(port);
      Objects.requireNonNull(certificate, "certificate");
      Objects.requireNonNull(key, "key");
    }

    /**
     * Makes options for a free port and clients without certificates.
     *
     * @param certificate file with the certificate of the server, and those between it and its
     *     authority
     * @param key file with the private key of the certificate
     */
    public Tls(Path certificate, Path key) {
      this(0, certificate, key, null);
    }

    /**
     * The same at another port.
     *
     * @param number the port; 0 for a free one
     * @return new options
     */
    public Tls withPort(int number) {
      return new Tls(number, certificate, key, clientAuthorities);
    }

    /**
     * The same for other clients.
     *
     * @param file whose certificates they must have; null to serve everybody
     * @return new options
     */
    public Tls withClientAuthorities(@Nullable Path file) {
      return new Tls(port, certificate, key, file);
    }
  }

  private static void checkPort(int port) {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(port + " is no port: those are 1 to 65535");
    }
  }

  private static void checkLine(String line) {
    if (line.chars().anyMatch(each -> each == '\n' || each == '\r' || each == 0)) {
      throw new IllegalArgumentException(
          "a line of the configuration holds a line break or a character U+0000: "
              + line.replace("\n", "\\n").replace("\r", "\\r").replace("\0", "\\u0000"));
    }
    String name = line.strip().split("\\s", 2)[0].toLowerCase(Locale.ROOT);
    String reason = OURS.get(name);
    if (reason != null) {
      throw new IllegalArgumentException("the configuration sets " + name + ": " + reason);
    }
  }

  /**
   * The same at another port.
   *
   * @param number the port; 0 for a free one
   * @return new options
   */
  public Options withPort(int number) {
    return new Options(number, configuration, unixSocket, tls, server, time);
  }

  /**
   * The same with another configuration.
   *
   * @param lines the lines of it
   * @return new options
   */
  public Options withConfiguration(List<String> lines) {
    return new Options(port, lines, unixSocket, tls, server, time);
  }

  /**
   * The same with another configuration.
   *
   * @param lines the lines of it
   * @return new options
   */
  public Options withConfiguration(String... lines) {
    return withConfiguration(List.of(lines));
  }

  /**
   * The same with another Unix socket.
   *
   * @param path where it is made; null for none
   * @return new options
   */
  public Options withUnixSocket(@Nullable Path path) {
    return new Options(port, configuration, path, tls, server, time);
  }

  /**
   * The same with another choice on encryption.
   *
   * @param encryption how encrypted connections are taken; null for not at all
   * @return new options
   */
  public Options withTls(@Nullable Tls encryption) {
    return new Options(port, configuration, unixSocket, encryption, server, time);
  }

  /**
   * The same with another program.
   *
   * @param program the server; null for the one that comes with this library
   * @return new options
   */
  public Options withServer(@Nullable Path program) {
    return new Options(port, configuration, unixSocket, tls, program, time);
  }

  /**
   * The same with another limit of time.
   *
   * @param limit how long the start may take
   * @return new options
   */
  public Options withTime(Duration limit) {
    return new Options(port, configuration, unixSocket, tls, server, limit);
  }

  /** The configuration file of a server whose ports are chosen. */
  String file() {
    List<String> lines = new ArrayList<>();
    // These may be set otherwise by those that follow.
    lines.addAll(List.of("save \"\"", "appendonly no", "unixsocketperm 700"));
    configuration.stream().map(String::strip).filter(line -> !line.isEmpty()).forEach(lines::add);
    lines.addAll(List.of("bind 127.0.0.1", "protected-mode yes", "port " + port));
    if (unixSocket != null) {
      lines.add("unixsocket " + quoted(unixSocket.toAbsolutePath()));
    }
    if (tls != null) {
      lines.add("tls-port " + tls.port);
      lines.add("tls-cert-file " + quoted(tls.certificate.toAbsolutePath()));
      lines.add("tls-key-file " + quoted(tls.key.toAbsolutePath()));
      if (tls.clientAuthorities == null) {
        lines.add("tls-auth-clients no");
      } else {
        lines.add("tls-auth-clients yes");
        lines.add("tls-ca-cert-file " + quoted(tls.clientAuthorities.toAbsolutePath()));
      }
    }
    return String.join("\n", lines) + "\n\n";
  }

  /** A path as a word of a configuration file. */
  private static String quoted(Path path) {
    String escaped = path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"';
  }
}
