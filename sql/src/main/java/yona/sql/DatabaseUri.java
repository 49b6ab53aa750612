package yona.sql;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is, taken apart so that the password stands by itself.
 *
 * @param jdbcUrl what the driver is given
 * @param dialect which database it is
 * @param properties what the driver is given beside it, user and password included
 * @param shown what may be shown to people
 * @param secret the password, or null if there is none that we know of
 */
record DatabaseUri(
    String jdbcUrl, Dialect dialect, Properties properties, String shown, @Nullable String secret) {

  static final String EMBEDDED = ":embedded";

  /** Names without quotes are in lower case, as in the other databases. */
  private static final String H2_NAMES =
      ";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";

  /** The parameters of a URI that are passed on: others might let a driver load classes. */
  private static final Map<String, String> PASSED_ON =
      Map.of(
          "sslmode", "sslmode",
          "application_name", "ApplicationName",
          "currentSchema", "currentSchema",
          "options", "options");

  private static final Set<String> SERVERS = Set.of("postgresql", "postgres", "mysql");

  /** What may be shown as a scheme or the name of a driver. */
  private static final Pattern NAME = Pattern.compile("[\\w.+-]+");

  private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");

  /** The places of a password in a JDBC URL. */
  private static final Pattern PASSWORD =
      Pattern.compile("(?i)[?&;]password=([^&;]+)|//[^/@:]*:([^/@]+)@");

  /** Shows no URI in an error, as there may be a password in it. */
  private static IllegalArgumentException refusal(String found) {
    return new IllegalArgumentException(
        "expected :embedded, h2:path, sqlite:path, postgresql://user:password@host:port/database,"
            + " mysql://..., or a jdbc: URL, found "
            + found);
  }

  static DatabaseUri parse(String uri, Options options) {
    if (uri.equals(EMBEDDED)) {
      return new DatabaseUri(
          "jdbc:h2:mem:yona-" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1" + H2_NAMES,
          Dialect.H2,
          new Properties(),
          EMBEDDED,
          null);
    }
    int colon = uri.indexOf(':');
    String scheme = colon < 1 ? "" : uri.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = uri.substring(colon + 1);
    if (scheme.equals("h2") || scheme.equals("sqlite")) {
      return local(scheme, rest, options);
    }
    if (scheme.equals("jdbc")) {
      return ofJdbc(uri, rest, options);
    }
    if (SERVERS.contains(scheme)) {
      return server(scheme.equals("mysql") ? "mysql" : "postgresql", uri, options);
    }
    throw refusal(
        NAME.matcher(scheme).matches() ? "the scheme " + scheme : "a text without a scheme");
  }

  private static DatabaseUri local(String scheme, String path, Options options) {
    // Behind these characters the drivers take settings, with which a path could run scripts.
    if (path.isBlank() || path.contains(";") || path.contains("?")) {
      throw refusal("a path that is empty or has one of ; and ?");
    }
    Properties properties = new Properties();
    String url;
    if (scheme.equals("h2")) {
      boolean named = path.startsWith("mem:");
      url =
          "jdbc:h2:" + (named ? path + ";DB_CLOSE_DELAY=-1" : "file:" + absolute(path)) + H2_NAMES;
    } else {
      if (path.startsWith(":memory:")) {
        throw refusal(
            "a database of SQLite in memory, which each connection would have for itself (tests use"
                + " a file in a temporary folder)");
      }
      url = "jdbc:sqlite:" + absolute(path);
    }
    Dialect dialect = Dialect.of(scheme);
    settle(dialect, properties, options);
    return new DatabaseUri(url, dialect, properties, scheme + ":" + path, null);
  }

  private static String absolute(String path) {
    try {
      return Path.of(path).toAbsolutePath().toString();
    } catch (InvalidPathException none) {
      throw refusal("a path that no file can have");
    }
  }

  private static DatabaseUri ofJdbc(String uri, String rest, Options options) {
    String driver = rest.substring(0, Math.max(0, rest.indexOf(':')));
    if (!NAME.matcher(driver).matches()) {
      throw refusal("a jdbc: URL without the name of a driver");
    }
    Dialect dialect = Dialect.of(driver);
    Properties properties = new Properties();
    settle(dialect, properties, options);
    String shown = "jdbc:" + driver;
    String bare = USER_INFO.matcher(uri).replaceFirst("//");
    // Such a sign may be part of a password, or introduce the user of another host.
    if (dialect != Dialect.OTHER && !bare.contains("@") && !bare.contains("(")) {
      shown = bare.split("[?;]", 2)[0];
    }
    Matcher password = PASSWORD.matcher(uri);
    return new DatabaseUri(
        uri, dialect, properties, shown, password.find() ? passwordOf(password) : null);
  }

  private static String passwordOf(Matcher found) {
    return found.group(1) == null ? found.group(2) : found.group(1);
  }

  private static DatabaseUri server(String scheme, String text, Options options) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException error) {
      throw refusal(
          "something else at character "
              + error.getIndex()
              + " (special characters of a password are written with %)");
    }
    String host = uri.getHost();
    if (host == null) {
      throw refusal("no host");
    }
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    if (path.length() < 2 || path.indexOf('/', 1) >= 0) {
      throw refusal("no single name of a database behind the host");
    }
    Dialect dialect = Dialect.of(scheme);
    Properties properties = new Properties();
    settle(dialect, properties, options);
    @Nullable String secret = null;
    if (uri.getRawUserInfo() != null) {
      String[] user = uri.getRawUserInfo().split(":", 2);
      properties.setProperty("user", decode(user[0]));
      if (user.length == 2) {
        secret = decode(user[1]);
        properties.setProperty("password", secret);
      }
    }
    if (uri.getRawFragment() != null) {
      throw refusal("a # (special characters of a password are written with %)");
    }
    if (uri.getRawQuery() != null) {
      for (String each : uri.getRawQuery().split("&", -1)) {
        String[] pair = each.split("=", 2);
        @Nullable String name = dialect == Dialect.POSTGRESQL ? PASSED_ON.get(pair[0]) : null;
        if (name == null || pair.length != 2) {
          throw refusal("a parameter that is not passed on; use a jdbc: URL for it");
        }
        properties.setProperty(name, decode(pair[1]));
      }
    }
    String place = host + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + path;
    return new DatabaseUri(
        "jdbc:" + scheme + "://" + place, dialect, properties, scheme + "://" + place, secret);
  }

  private static String decode(String text) {
    // A plus sign is itself outside of forms.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static void settle(Dialect dialect, Properties properties, Options options) {
    String cached = Integer.toString(options.cachedStatements());
    String millis = Long.toString(options.acquireTimeout().toMillis());
    switch (dialect) {
      case POSTGRESQL -> {
        properties.setProperty("preparedStatementCacheQueries", cached);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("cancelSignalTimeout", "1");
        properties.setProperty("logServerErrorDetail", "false");
        // In binary form the driver fails at a time of 24:00, and writes points another way.
        properties.setProperty("binaryTransferDisable", "TIME,TIMETZ,POINT,BOX");
        properties.setProperty(
            "connectTimeout", Long.toString(Math.max(1, options.acquireTimeout().toSeconds())));
        properties.setProperty(
            "sslmode",
            switch (options.tls()) {
              case DISABLE -> "disable";
              case PREFER -> "prefer";
              case REQUIRE -> "require";
              case VERIFY -> "verify-full";
            });
        if (options.rootCertificate() != null) {
          properties.setProperty("sslrootcert", options.rootCertificate().toString());
        }
      }
      case MYSQL -> {
        properties.setProperty("cachePrepStmts", Boolean.toString(!cached.equals("0")));
        // With 1 the driver would keep them all.
        properties.setProperty(
            "prepStmtCacheSize", Integer.toString(Math.max(2, options.cachedStatements())));
        // At first the driver keeps no statement of more than 256 characters.
        properties.setProperty("prepStmtCacheSqlLimit", "16384");
        properties.setProperty("useServerPrepStmts", "true");
        // Streams leave their rows at the server: else a stream's connection can do nothing else.
        properties.setProperty("useCursorFetch", "true");
        properties.setProperty("connectTimeout", millis);
        properties.setProperty("connectionTimeZone", "UTC");
        properties.setProperty("allowLoadLocalInfile", "false");
        properties.setProperty(
            "sslMode",
            switch (options.tls()) {
              case DISABLE -> "DISABLED";
              case PREFER -> "PREFERRED";
              case REQUIRE -> "REQUIRED";
              case VERIFY -> "VERIFY_IDENTITY";
            });
      }
      case SQLITE -> {
        properties.setProperty("journal_mode", "WAL");
        properties.setProperty("foreign_keys", "true");
        properties.setProperty("busy_timeout", millis);
        // Asked for behind each insert, they would keep a statement open in the connection: it
        // could not vacuum, and an interrupt would meet all that follows.
        properties.setProperty("jdbc.get_generated_keys", "false");
        // A transaction that becomes a writer only later cannot wait for another one.
        properties.setProperty("transaction_mode", "IMMEDIATE");
      }
      case H2, OTHER -> {}
    }
  }

  /** A message without what must not be shown. */
  String redact(@Nullable String message) {
    String text = message == null ? "no message" : message;
    text = text.replace(jdbcUrl, shown);
    for (Matcher password = PASSWORD.matcher(jdbcUrl); password.find(); ) {
      text = text.replace(passwordOf(password), "***");
    }
    return secret == null || secret.isEmpty() ? text : text.replace(secret, "***");
  }

  @Override
  public String toString() {
    return shown;
  }
}
