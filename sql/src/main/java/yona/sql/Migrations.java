package yona.sql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.async.Blocking;
import yona.async.SuspendingFunction;
import yona.async.stm.STM;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;

/**
 * Brings a schema up to date with files in a folder: {@code V1__users.sql}, {@code V2__orders.sql}
 * and so on, each executed once, in their order. A table, {@code yona_migrations}, keeps which ones
 * were, with a checksum, so that a file that has changed since is found.
 *
 * <p>Only one process migrates a database at a time; others wait, then find that it is done. On
 * PostgreSQL and SQLite a run has an effect as a whole or not at all. MySQL and H2 commit at each
 * statement that changes the schema: what was done before a failure stays, and the next run refuses
 * to go on before somebody has undone it.
 */
public final class Migrations {

  /** The lock of PostgreSQL: some number that others will not use. */
  private static final long LOCK = 0x796f6e615f6d6967L;

  /** How long MySQL waits for somebody else who migrates. */
  private static final Duration LOCK_LIMIT = Duration.ofHours(1);

  private static final String TABLE =
      "create table if not exists yona_migrations (version integer not null primary key,"
          + " name varchar(200) not null, checksum varchar(64) not null,"
          + " applied varchar(40) not null)";

  /** Locks of databases of H2, which one process has for itself; some share one. */
  private static final List<Mutex> IN_PROCESS = Stream.generate(Mutex::new).limit(64).toList();

  private Migrations() {}

  /**
   * Executes the files that were not yet. Suspends.
   *
   * @param database the database
   * @param folder the folder
   * @return what was executed, in order; empty if the schema was up to date
   * @throws MigrationException if a file has changed or is missing, numbers have a gap, an earlier
   *     run has left a part of a file, or a statement failed; names the file, the statement and
   *     what stays
   * @throws SqlException if the database cannot be asked
   */
  public static List<Migration> apply(Database database, Path folder) {
    Objects.requireNonNull(folder, "folder");
    List<MigrationFolder.Script> scripts = read(database, folder);
    boolean isWhole =
        switch (database.pool().uri().dialect()) {
          case POSTGRESQL, SQLITE -> true;
          case MYSQL, H2, OTHER -> false;
        };
    return locked(
        database,
        client -> {
          client.execute(TABLE);
          List<Migration> done = new ArrayList<>();
          for (MigrationFolder.Script script : pending(scripts, applied(client))) {
            new MigrationRun(script, isWhole).execute(client);
            done.add(script.migration());
          }
          return List.copyOf(done);
        });
  }

  /**
   * What {@link #apply} would execute. Changes nothing. Suspends.
   *
   * @param database the database
   * @param folder the folder
   * @return the migrations, in order
   * @throws MigrationException if a file has changed or is missing, numbers have a gap, or an
   *     earlier run has left a part of a file
   * @throws SqlException if the database cannot be asked
   */
  public static List<Migration> pending(Database database, Path folder) {
    Objects.requireNonNull(folder, "folder");
    List<MigrationFolder.Script> scripts = read(database, folder);
    boolean begun =
        !database
            .query(
                database.pool().uri().dialect() == Dialect.SQLITE
                    ? "select name from sqlite_master where name = 'yona_migrations'"
                    : "select table_name from information_schema.tables"
                        + " where lower(table_name) = 'yona_migrations'")
            .isEmpty();
    return pending(scripts, begun ? applied(database) : List.of()).stream()
        .map(MigrationFolder.Script::migration)
        .toList();
  }

  private static List<MigrationFolder.Script> read(Database database, Path folder) {
    STM.effect("a migration");
    Dialect dialect = database.pool().uri().dialect();
    // In place on a carrier that is watched; elsewhere a disk may not hold it up.
    return Blocking.isAllowedInPlace()
        ? Blocking.<List<MigrationFolder.Script>, RuntimeException>inPlace(
            () -> MigrationFolder.read(folder, dialect))
        : DriverThreads.start(Dialect.H2, () -> MigrationFolder.read(folder, dialect)).value();
  }

  private static List<Migration> applied(SqlClient client) {
    MigrationRun.requireFinished(client);
    return client
        .query(
            "select version as v, name as n, checksum as c from yona_migrations order by version")
        .stream()
        .map(
            row ->
                new Migration(version(row), String.valueOf(row.get(1)), String.valueOf(row.get(2))))
        .toList();
  }

  static int version(Row row) {
    return Math.toIntExact(((Number) Objects.requireNonNull(row.get(0))).longValue());
  }

  private static List<MigrationFolder.Script> pending(
      List<MigrationFolder.Script> scripts, List<Migration> applied) {
    for (int i = 0; i < applied.size(); i++) {
      Migration before = applied.get(i);
      boolean missing = i == scripts.size();
      if (missing || !scripts.get(i).migration().equals(before)) {
        throw differs(before, missing ? null : scripts.get(i).migration(), scripts, applied);
      }
    }
    return scripts.subList(applied.size(), scripts.size());
  }

  /** The error of a file that is not as it was applied: changed, or elsewhere, or nowhere. */
  private static MigrationException differs(
      Migration before,
      @Nullable Migration now,
      List<MigrationFolder.Script> scripts,
      List<Migration> applied) {
    for (MigrationFolder.Script script : scripts) {
      Migration other = script.migration();
      if (other.checksum().equals(before.checksum()) && !applied.contains(other)) {
        return new MigrationException(
            before.file()
                + " was applied to the database and has been renamed to "
                + other.file()
                + ": give it its name back");
      }
    }
    if (now != null && now.name().equals(before.name())) {
      return new MigrationException(
          now.file()
              + " has changed since it was applied: undo the change, and make it in a new"
              + " migration");
    }
    return new MigrationException(
        before.file()
            + " was applied to the database and is missing in the folder"
            + (now == null ? "" : ", which has " + now.file() + " in its place")
            + ": bring it back, and give what is new the next number");
  }

  /** Runs a body while nobody else migrates the database. */
  private static List<Migration> locked(
      Database database, SuspendingFunction<SqlClient, List<Migration>, RuntimeException> body) {
    DatabaseUri uri = database.pool().uri();
    return switch (uri.dialect()) {
      case POSTGRESQL ->
          database.<List<Migration>, RuntimeException>transaction(
              transaction -> {
                var _ = transaction.query("select pg_advisory_xact_lock(?)", LOCK);
                return body.apply(transaction);
              });
      case SQLITE ->
          // Its transactions begin with the lock of the whole file.
          database.<List<Migration>, RuntimeException>transaction(body);
      case MYSQL -> withServerLock(database, body);
      case H2, OTHER -> {
        Mutex mutex = IN_PROCESS.get(Math.floorMod(uri.jdbcUrl().hashCode(), IN_PROCESS.size()));
        try (Permit _ = mutex.acquire()) {
          yield body.apply(database);
        }
      }
    };
  }

  private static List<Migration> withServerLock(
      Database database, SuspendingFunction<SqlClient, List<Migration>, RuntimeException> body) {
    if (database.pool().options().poolSize() < 2) {
      throw new MigrationException("migrating MySQL needs a pool of two connections");
    }
    Session session = database.session();
    try {
      // The server gives the lock back when it loses the connection.
      session.taint();
      Sql lock = Sql.of("select get_lock('yona_migrations', ?) as locked", LOCK_LIMIT.toSeconds());
      if (!Objects.equals(Statements.query(session, lock).getFirst().get(0), 1L)) {
        throw new MigrationException("somebody else has migrated for " + LOCK_LIMIT);
      }
      return body.apply(database);
    } finally {
      session.release();
    }
  }
}
