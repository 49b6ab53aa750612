package yona.sql;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The files of a folder of migrations, or one of their statements, could not be applied. */
public final class MigrationException extends SqlException {

  private static final long serialVersionUID = 1;

  /** The files cannot be read. */
  MigrationException(String message, IOException cause) {
    super(message, "58030", 0, null, cause);
  }

  MigrationException(String message) {
    super(message, "", 0, null, null);
  }

  MigrationException(String message, @Nullable String statement, SqlException cause) {
    super(message, cause.state(), cause.vendorCode(), statement, cause);
  }

  /** One that is told with more. */
  MigrationException(String message, MigrationException cause) {
    this(message, cause.statement(), cause);
  }
}
