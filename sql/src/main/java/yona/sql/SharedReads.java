package yona.sql;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Promise;
import yona.async.Result;
import yona.async.TimeoutException;

/**
 * Runs quick reads of many fibers on few connections to PostgreSQL, several under way on each.
 *
 * <p>A statement goes here if its text surely only reads ({@link PureSelect}), and earlier runs on
 * connections of the pool were quick and gave simple values ({@link KnownRead}). It may be executed
 * twice: whatever fails here is executed on a connection of the pool, whose outcome counts. So a
 * lost connection, a statement that waits for a lock, and an error of the server are the pool's.
 */
final class SharedReads {

  private static final int MOST_TEXTS = 1000;

  /** The most connections. One process of the server serves each. */
  private static final int CONNECTIONS =
      Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8);

  /**
   * This many reads that could have shared a connection while others ran make it worth to open it.
   */
  private static final int DEMAND = 32;

  /**
   * A run is quick that takes so much longer than the quickest of all at most. Slower ones are
   * better off with connections of their own, on which the server works at the same time.
   */
  private static final long QUICK_NANOS = Duration.ofMillis(2).toNanos();

  /** What is on a shared connection may take so much longer: the process may be busy. */
  private static final long SLOW_NANOS = Duration.ofMillis(20).toNanos();

  /** After so long without an answer the statements under way go to the pool. */
  private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

  /** How often it is looked for statements that wait. */
  private static final long WATCH_MILLIS = 200;

  /** How long no connection is opened after one could not be. */
  private static final long REST_NANOS = Duration.ofSeconds(10).toNanos();

  /** Statements that change a connection for those that come after it. */
  private static final Pattern SETTING =
      Pattern.compile(
          "(?is)\\s*+(?:set(?!\\s+local\\b)|reset|discard|"
              + "create\\s+(?:global\\s+|local\\s+)?temp(?:orary)?)\\b.*+");

  private final URI place;
  private final Properties properties;
  private final Options options;

  /** By the text; empty for one that may not share. */
  private final Map<String, Optional<KnownRead>> known = new ConcurrentHashMap<>();

  private final List<SharedConnection> connections = new CopyOnWriteArrayList<>();
  private final AtomicInteger demand = new AtomicInteger();
  private final AtomicBoolean opening = new AtomicBoolean();
  private final AtomicBoolean watching = new AtomicBoolean();
  private final AtomicLong quickest = new AtomicLong(Long.MAX_VALUE);
  private volatile long restsUntil = System.nanoTime();

  /** Whether no read shares a connection any more. */
  private volatile boolean over;

  private SharedReads(URI place, Properties properties, Options options) {
    this.place = place;
    this.properties = properties;
    this.options = options;
  }

  /**
   * The shared reads of a database.
   *
   * @return null if they are not wanted; where all that is known of the server is a URL for JDBC;
   *     where its certificate is verified; and where a pool of one connection lets a program rely
   *     on that one
   */
  static @Nullable SharedReads of(DatabaseUri uri, Options options) {
    String url = uri.jdbcUrl();
    if (uri.dialect() != Dialect.POSTGRESQL
        || !options.sharedReads()
        || options.poolSize() == 1
        || url.contains("?")
        || uri.properties().getProperty("user") == null
        || sslMode(uri.properties()) == null
        || TimeZone.getDefault().getID().startsWith("GMT")) {
      return null;
    }
    URI place = URI.create(url.substring("jdbc:".length()));
    return place.getHost() == null ? null : new SharedReads(place, uri.properties(), options);
  }

  private static @Nullable SslMode sslMode(Properties properties) {
    return switch (properties.getProperty("sslmode")) {
      case "disable" -> SslMode.DISABLE;
      case "prefer" -> SslMode.PREFER;
      case "require" -> SslMode.REQUIRE;
      case null, default -> null;
    };
  }

  // ---- reads -----------------------------------------------------------------------------------

  /**
   * Asks for rows on a shared connection. Suspends.
   *
   * @param inUse how many connections of the pool are in use
   * @return the rows; null if the statement is one for the pool
   */
  @Nullable List<Row> query(Sql sql, int inUse) {
    KnownRead read = known(sql);
    if (over || read == null || !read.mayShare(sql.parameters())) {
      return null;
    }
    SharedConnection connection = leastBusy();
    if (connections.size() < CONNECTIONS && (inUse > 1 || connection != null)) {
      want();
    }
    if (connection == null) {
      return null;
    }
    Promise<List<Row>> answer = connection.query(read, sql.parameters(), quick() + SLOW_NANOS);
    watch();
    Duration limit = options.statementLimit();
    try {
      Result<List<Row>> result =
          limit == null
              ? answer.await()
              : Async.<Result<List<Row>>, RuntimeException>timeout(limit, answer::await);
      return result instanceof Result.Success<List<Row>>(List<Row> rows) ? rows : null;
    } catch (TimeoutException _) {
      throw Session.tooLong(limit, "", sql.text());
    }
  }

  private @Nullable KnownRead known(Sql sql) {
    Optional<KnownRead> found = known.get(sql.text());
    if (found == null) {
      noteSetting(sql.text());
      if (known.size() >= MOST_TEXTS) {
        // Texts that are made for each call would keep those out that come again.
        known.clear();
      }
      found =
          Optional.ofNullable(PureSelect.numbered(sql.text(), sql.parameters()))
              .map(numbered -> new KnownRead(numbered, sql.parameters()));
      known.put(sql.text(), found);
    }
    return found.orElse(null);
  }

  /** Notes a run on a connection of the pool. */
  void ran(String text, Row.Columns columns, List<String> types, int rows, long nanos) {
    quickest.accumulateAndGet(nanos, Math::min);
    Optional<KnownRead> read = known.get(text);
    if (read != null && read.isPresent()) {
      read.get().ran(columns, types, rows, nanos <= quick());
    }
  }

  private long quick() {
    return quickest.get() + QUICK_NANOS;
  }

  /** Notes a statement, which may change its connection: then reads are to meet it there. */
  void noteSetting(String text) {
    if (!over && SETTING.matcher(text).matches()) {
      close();
    }
  }

  // ---- connections -----------------------------------------------------------------------------

  private @Nullable SharedConnection leastBusy() {
    SharedConnection best = null;
    boolean someOver = false;
    for (SharedConnection each : connections) {
      if (each.isOver()) {
        someOver = true;
      } else if (!each.isClosed() && (best == null || each.pending() < best.pending())) {
        best = each;
      }
    }
    if (someOver) {
      connections.removeIf(SharedConnection::isOver);
    }
    return best;
  }

  /** Opens connections beside the callers, if that is worth it. */
  private void want() {
    if (demand.incrementAndGet() < DEMAND
        || System.nanoTime() - restsUntil < 0
        || !opening.compareAndSet(false, true)) {
      return;
    }
    demand.set(0);
    DriverThreads.start(Dialect.POSTGRESQL, this::settings)
        .onComplete(
            settings -> {
              if (settings instanceof Result.Success<PgConnectOptions>(PgConnectOptions found)) {
                SharedConnection.open(found).onComplete(this::opened);
              } else {
                rest();
              }
              return true;
            });
  }

  private boolean opened(Result<SharedConnection> result) {
    if (result instanceof Result.Success<SharedConnection>(SharedConnection connection)) {
      connections.add(connection);
      opening.set(false);
      if (over) {
        connection.close();
      }
    } else {
      rest();
    }
    return true;
  }

  /** A server that cannot be reached is not asked again at once. */
  private void rest() {
    restsUntil = System.nanoTime() + REST_NANOS;
    opening.set(false);
  }

  /** What the driver of JDBC tells the server, for Vert.x. Looks up the host. */
  private PgConnectOptions settings() throws UnknownHostException {
    PgConnectOptions settings =
        new PgConnectOptions()
            .setHost(InetAddress.getByName(place.getHost()).getHostAddress())
            .setPort(place.getPort() < 0 ? PgConnectOptions.DEFAULT_PORT : place.getPort())
            .setDatabase(place.getPath().substring(1))
            .setUser(properties.getProperty("user"))
            .setPassword(properties.getProperty("password", ""))
            .setSslMode(Objects.requireNonNull(sslMode(properties)))
            .setSslOptions(new ClientSSLOptions().setTrustAll(true))
            .setCachePreparedStatements(options.cachedStatements() > 0)
            .setPreparedStatementCacheMaxSize(Math.max(1, options.cachedStatements()))
            .addProperty("TimeZone", TimeZone.getDefault().getID())
            .addProperty(
                "application_name",
                properties.getProperty("ApplicationName", "PostgreSQL JDBC Driver"));
    String schema = properties.getProperty("currentSchema");
    if (schema != null) {
      settings.addProperty("search_path", schema);
    }
    String more = properties.getProperty("options");
    if (more != null) {
      settings.addProperty("options", more);
    }
    return settings;
  }

  /** Looks after connections while statements are under way. */
  private void watch() {
    if (!watching.get() && watching.compareAndSet(false, true)) {
      var _ = DriverThreads.start(Dialect.POSTGRESQL, this::watchBusy);
    }
  }

  private boolean watchBusy() throws InterruptedException {
    while (true) {
      boolean busy = false;
      for (SharedConnection each : connections) {
        each.check(PATIENCE_NANOS);
        busy |= each.pending() > 0;
      }
      if (!busy) {
        watching.set(false);
        if (connections.stream().noneMatch(each -> each.pending() > 0)
            || !watching.compareAndSet(false, true)) {
          return true;
        }
      }
      Thread.sleep(WATCH_MILLIS);
    }
  }

  /** Closes the connections; statements under way fail. */
  void close() {
    over = true;
    connections.forEach(SharedConnection::close);
  }
}
