package yona.library.sql;

import org.jspecify.annotations.Nullable;
import yona.language.runtime.ManagedResource;
import yona.sql.Database;

/** A database as a value. */
final class DatabaseResource extends ManagedResource implements ClientValue {

  private final Database database;

  /** Ends the server that goes with it; null if that runs by itself. */
  private final @Nullable Runnable endOfServer;

  private DatabaseResource(Database database, @Nullable Runnable endOfServer) {
    this.database = database;
    this.endOfServer = endOfServer;
  }

  /**
   * The value of a database that the nearest {@code with} closes.
   *
   * @param database the database, open
   * @param endOfServer what is done after it is closed; null if nothing is
   */
  static DatabaseResource of(Database database, @Nullable Runnable endOfServer) {
    DatabaseResource resource = new DatabaseResource(database, endOfServer);
    resource.hold();
    return resource;
  }

  @Override
  public Database client() {
    return database;
  }

  @Override
  protected void close() {
    try {
      database.close();
    } finally {
      if (endOfServer != null) {
        endOfServer.run();
      }
    }
  }

  @Override
  public String source() {
    return "<" + database + ">";
  }
}
