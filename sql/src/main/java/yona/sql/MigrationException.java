package yona.sql;

import org.jspecify.annotations.Nullable;

/** The files of a folder of migrations, or one of their statements, could not be applied. */
public final class MigrationException extends SqlException {

  private static final long serialVersionUID = 1;

  MigrationException(String message, @Nullable SqlException cause) {
    super(
        message,
        cause == null ? "" : cause.state(),
        cause == null ? 0 : cause.vendorCode(),
        null,
        cause);
  }
}
