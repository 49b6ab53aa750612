package yona.sql;

/**
 * The connection was lost while a transaction was being committed. Nobody can know from here
 * whether it was: the program has to look into the database before it repeats anything. A
 * transaction that fails with any other error was not committed.
 */
public final class CommitUnknownException extends SqlException {

  private static final long serialVersionUID = 1;

  CommitUnknownException(String why, Throwable cause) {
    super(
        "the connection was lost at the commit, so nobody can know whether the transaction was"
            + " committed: "
            + why,
        "08007",
        0,
        null,
        cause);
  }
}
