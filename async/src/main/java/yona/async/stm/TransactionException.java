package yona.async.stm;

/**
 * Raised when an operation and a transaction do not go together: one that would wait, start a fiber
 * or have an effect outside of the memory, inside a transaction; a write outside of one or in a
 * read-only one; a variable of another memory.
 *
 * <p>Nothing of the transaction is committed, even if its body catches the exception, when what was
 * refused is a wait, a start or an effect.
 */
public final class TransactionException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  private final String operation;

  TransactionException(String operation, String why) {
    super(operation + " " + why);
    this.operation = operation;
  }

  /**
   * What was tried.
   *
   * @return its name, for people
   */
  public String operation() {
    return operation;
  }
}
