package yona.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where servers are, and who asks: {@code redis://user:password@host:port/database}, {@code
 * rediss://} with TLS, {@code unix:///path/of/the/socket?database=1}. Several hosts are parted by
 * commas: {@code redis://one:7000,two:7001}. Reserved characters in the user and the password are
 * written as {@code %} and two hexadecimal digits. Immutable.
 *
 * @param hosts where the servers listen, at least one; empty for a Unix socket
 * @param path the Unix socket, or null
 * @param tls whether the connection is encrypted
 * @param user who asks, or null for the server's default user
 * @param password what proves it, or null for nothing
 * @param database the number of the database, 0 if nothing is said
 */
public record RedisUri(
    List<Host> hosts,
    @Nullable Path path,
    boolean tls,
    @Nullable String user,
    @Nullable String password,
    int database) {

  /** The port of servers that say nothing else. */
  public static final int PORT = 6379;

  private static final String FORMS =
      "expected redis://host:port/database, rediss://host:port/database or unix:///path";

  /**
   * A server's address.
   *
   * @param name a name or an address, IPv6 without brackets
   * @param port 1 to 65535
   */
  public record Host(String name, int port) {
    @Override
    public String toString() {
      return name.indexOf(':') < 0 ? name + ":" + port : "[" + name + "]:" + port;
    }
  }

  /** Copies the list. */
  public RedisUri {
    hosts = List.copyOf(hosts);
  }

  /**
   * Reads an address.
   *
   * @param text the address
   * @return what it says
   * @throws IllegalArgumentException if it is none; says what is wrong, and no password
   */
  public static RedisUri parse(String text) {
    int schemeEnd = Objects.requireNonNull(text, "text").indexOf("://");
    String scheme = schemeEnd < 0 ? "" : text.substring(0, schemeEnd);
    boolean isUnix = scheme.equals("unix");
    if (!isUnix && !scheme.equals("redis") && !scheme.equals("rediss")) {
      throw new IllegalArgumentException(
          FORMS + (schemeEnd < 0 ? ", found no \"://\"" : ", found \"" + scheme + "://\""));
    }
    String rest = text.substring(schemeEnd + 3);
    int queryStart = rest.indexOf('?');
    String query = queryStart < 0 ? "" : rest.substring(queryStart + 1);
    rest = queryStart < 0 ? rest : rest.substring(0, queryStart);
    int pathStart = rest.indexOf('/');
    String authority = pathStart < 0 ? rest : rest.substring(0, pathStart);
    String path = pathStart < 0 ? "" : rest.substring(pathStart);
    int at = authority.lastIndexOf('@');
    String[] who = who(at < 0 ? "" : authority.substring(0, at));
    String where = authority.substring(at + 1);
    int asked = query.isEmpty() ? -1 : databaseOf(query);
    if (isUnix) {
      if (!where.isEmpty() || path.isEmpty()) {
        throw new IllegalArgumentException(
            "the path of a Unix socket begins with /: unix:///path, found unix://" + where + path);
      }
      return new RedisUri(List.of(), socket(path), false, who[0], who[1], Math.max(0, asked));
    }
    int database = path.length() <= 1 ? -1 : number(path.substring(1), "a database", 0, 1 << 20);
    if (database >= 0 && asked >= 0 && database != asked) {
      throw new IllegalArgumentException("two databases: " + database + " and " + asked);
    }
    return new RedisUri(
        hosts(where),
        null,
        scheme.equals("rediss"),
        who[0],
        who[1],
        Math.max(0, Math.max(database, asked)));
  }

  private static @Nullable String[] who(String userInfo) {
    if (userInfo.isEmpty()) {
      return new String[2];
    }
    int colon = userInfo.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "a user without a password: expected user:password@ or :password@ before the host");
    }
    String user = decoded(userInfo.substring(0, colon), "the user");
    String password = decoded(userInfo.substring(colon + 1), "the password");
    return new @Nullable String[] {user.isEmpty() ? null : user, password};
  }

  private static List<Host> hosts(String where) {
    List<Host> hosts = new ArrayList<>();
    for (String each : where.split(",", -1)) {
      hosts.add(host(each));
    }
    return hosts;
  }

  private static Host host(String text) {
    int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
    if (text.startsWith("[") && bracket < 0) {
      throw new IllegalArgumentException("an IPv6 address ends with a bracket, found " + text);
    }
    int colon = text.indexOf(':', Math.max(0, bracket));
    String name =
        bracket > 0 ? text.substring(1, bracket) : colon < 0 ? text : text.substring(0, colon);
    boolean isPlain = bracket < 0 || bracket == (colon < 0 ? text.length() : colon) - 1;
    if (name.isEmpty() || !isPlain) {
      throw new IllegalArgumentException(
          FORMS + (text.isEmpty() ? ", found no host" : ", found the host \"" + text + "\""));
    }
    return new Host(
        decoded(name, "the host"),
        colon < 0 ? PORT : number(text.substring(colon + 1), "a port", 1, 65_535));
  }

  private static Path socket(String path) {
    try {
      return Path.of(decoded(path, "the path"));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("the path of the Unix socket: " + e.getMessage(), e);
    }
  }

  private static int databaseOf(String query) {
    int equals = query.indexOf('=');
    String name = equals < 0 ? query : query.substring(0, equals);
    if ((!name.equals("database") && !name.equals("db")) || query.indexOf('&') >= 0) {
      throw new IllegalArgumentException(
          "behind ? there is only database=NUMBER, found "
              + name
              + "; options are given to connect");
    }
    return number(query.substring(equals + 1), "a database", 0, 1 << 20);
  }

  private static int number(String text, String what, int least, int most) {
    int value = -1;
    if (!text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      value = Integer.parseInt(text);
    }
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is a number from " + least + " to " + most + ", found \"" + text + "\"");
    }
    return value;
  }

  private static String decoded(String text, String what) {
    try {
      return text.indexOf('%') < 0
          ? text
          : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      // The exception would show what may be a password.
      throw new IllegalArgumentException(
          what + " has a % that two hexadecimal digits do not follow; write %25 for %");
    }
  }

  /** The same with another server. */
  RedisUri at(Host host) {
    return new RedisUri(List.of(host), null, tls, user, password, database);
  }

  /** The address without the password. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(path != null ? "unix" : tls ? "rediss" : "redis");
    text.append("://");
    if (user != null) {
      text.append(user).append('@');
    }
    if (path != null) {
      return text.append(path).append(database == 0 ? "" : "?database=" + database).toString();
    }
    text.append(String.join(",", hosts.stream().map(Host::toString).toList()));
    return text.append(database == 0 ? "" : "/" + database).toString();
  }
}
