package yona.library.sql;

import yona.data.Kind;
import yona.data.Opaque;
import yona.sql.Transaction;

/** A transaction that runs, as a value: what the name after {@code as} is bound to. */
final class TransactionValue extends Opaque implements ClientValue {

  private final Transaction transaction;

  TransactionValue(Transaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public Transaction client() {
    return transaction;
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<" + transaction + ">";
  }
}
