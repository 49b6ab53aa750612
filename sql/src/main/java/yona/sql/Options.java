package yona.sql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a database is used. Immutable: {@link #DEFAULT} with changes.
 *
 * @param poolSize how many connections there are at most, 1 to 1,000, without those of shared reads
 * @param acquireTimeout how long an operation waits for a free connection, the making of one
 *     included; at least 250 milliseconds
 * @param statementLimit how long one statement may take; null for as long as it likes
 * @param cachedStatements how many prepared statements each connection keeps; 0 for none
 * @param maxRows how many rows a result that is wanted as a whole may have; a larger one is an
 *     error, and for {@link SqlClient#stream}
 * @param sharedReads whether reads of PostgreSQL that are quick, and come while others run, share
 *     connections beside the pool: as many as there are processors, two to eight
 * @param tls how connections are encrypted
 * @param rootCertificate a PEM file with the authority that a PostgreSQL server's certificate is
 *     checked against; null for that of the driver
 */
public record Options(
    int poolSize,
    Duration acquireTimeout,
    @Nullable Duration statementLimit,
    int cachedStatements,
    int maxRows,
    boolean sharedReads,
    Tls tls,
    @Nullable Path rootCertificate) {

  /** Whether and how connections to a server are encrypted. Means nothing for local databases. */
  public enum Tls {
    /** Never. */
    DISABLE,
    /** If the server can, and without looking at its certificate. */
    PREFER,
    /** Always, but without looking at the server's certificate. */
    REQUIRE,
    /** Always, with a certificate that is trusted and for the server's name. */
    VERIFY
  }

  /**
   * Ten connections, 10 seconds for one of them, no limit for statements, 256 cached statements, a
   * million rows, shared reads, encryption where the server can.
   */
  public static final Options DEFAULT =
      new Options(10, Duration.ofSeconds(10), null, 256, 1_000_000, true, Tls.PREFER, null);

  /** Checks the limits. */
  public Options {
    Objects.requireNonNull(acquireTimeout, "acquireTimeout");
    Objects.requireNonNull(tls, "tls");
    check(poolSize >= 1 && poolSize <= 1000, "poolSize", "from 1 to 1000", poolSize);
    check(
        acquireTimeout.compareTo(Duration.ofMillis(250)) >= 0
            && acquireTimeout.compareTo(Duration.ofDays(1)) <= 0,
        "acquireTimeout",
        "from 250 milliseconds to a day",
        acquireTimeout);
    check(
        statementLimit == null || statementLimit.isPositive(),
        "statementLimit",
        "positive",
        statementLimit);
    check(
        cachedStatements >= 0 && cachedStatements <= 10_000,
        "cachedStatements",
        "from 0 to 10000",
        cachedStatements);
    check(maxRows >= 1, "maxRows", "positive", maxRows);
  }

  private static void check(boolean right, String name, String expected, @Nullable Object found) {
    if (!right) {
      throw new IllegalArgumentException("expected " + name + " " + expected + ", found " + found);
    }
  }

  /**
   * The same with another size of the pool.
   *
   * @param size how many connections there are at most
   * @return the options
   */
  public Options withPoolSize(int size) {
    return new Options(
        size,
        acquireTimeout,
        statementLimit,
        cachedStatements,
        maxRows,
        sharedReads,
        tls,
        rootCertificate);
  }

  /**
   * The same with another limit of waiting for a connection.
   *
   * @param limit how long an operation waits
   * @return the options
   */
  public Options withAcquireTimeout(Duration limit) {
    return new Options(
        poolSize,
        limit,
        statementLimit,
        cachedStatements,
        maxRows,
        sharedReads,
        tls,
        rootCertificate);
  }

  /**
   * The same with another limit for statements.
   *
   * @param limit how long one may take; null for as long as it likes
   * @return the options
   */
  public Options withStatementLimit(@Nullable Duration limit) {
    return new Options(
        poolSize,
        acquireTimeout,
        limit,
        cachedStatements,
        maxRows,
        sharedReads,
        tls,
        rootCertificate);
  }

  /**
   * The same with another number of prepared statements.
   *
   * @param number how many each connection keeps; 0 for none
   * @return the options
   */
  public Options withCachedStatements(int number) {
    return new Options(
        poolSize,
        acquireTimeout,
        statementLimit,
        number,
        maxRows,
        sharedReads,
        tls,
        rootCertificate);
  }

  /**
   * The same with another limit for results.
   *
   * @param limit how many rows a result may have that is wanted as a whole
   * @return the options
   */
  public Options withMaxRows(int limit) {
    return new Options(
        poolSize,
        acquireTimeout,
        statementLimit,
        cachedStatements,
        limit,
        sharedReads,
        tls,
        rootCertificate);
  }

  /**
   * The same with or without shared reads.
   *
   * @param shared whether quick reads of PostgreSQL share connections beside the pool
   * @return the options
   */
  public Options withSharedReads(boolean shared) {
    return new Options(
        poolSize,
        acquireTimeout,
        statementLimit,
        cachedStatements,
        maxRows,
        shared,
        tls,
        rootCertificate);
  }

  /**
   * The same with another encryption.
   *
   * @param how how connections are encrypted
   * @param certificate a PEM file with the authority of PostgreSQL servers, or null
   * @return the options
   */
  public Options withTls(Tls how, @Nullable Path certificate) {
    return new Options(
        poolSize,
        acquireTimeout,
        statementLimit,
        cachedStatements,
        maxRows,
        sharedReads,
        how,
        certificate);
  }
}
