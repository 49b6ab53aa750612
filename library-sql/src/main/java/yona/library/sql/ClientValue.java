package yona.library.sql;

import yona.library.argument.Failure;
import yona.sql.Database;
import yona.sql.SqlClient;

/** A database, or a transaction in it, as a value. */
sealed interface ClientValue permits DatabaseResource, TransactionValue {

  /** The database or the transaction. */
  SqlClient client();

  /** The client of a value; another value is {@code :typeerror}. */
  static SqlClient client(Object value, String where) {
    return switch (value) {
      case ClientValue client -> client.client();
      case TransactionSteps _ ->
          throw Failure.type(
              where,
              "a database or a transaction",
              value,
              "a transaction begins in a with: with sql\\Db::transaction db as tx");
      default -> throw Failure.type(where, "a database or a transaction", value);
    };
  }

  /** The database of a value; a transaction is {@code :badarg}. */
  static Database database(Object value, String where) {
    return switch (value) {
      case DatabaseResource database -> database.client();
      case TransactionValue _ ->
          throw Failure.badarg(where, "this needs the database, not a transaction in it");
      default -> throw Failure.type(where, "a database", value);
    };
  }
}
