package yona.library.sql;

import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.async.SuspendingFunction;
import yona.data.Kind;
import yona.data.Opaque;
import yona.language.runtime.Function;
import yona.language.runtime.ManagedResource;
import yona.language.runtime.WrappingContextManager;
import yona.language.runtime.YonaError;
import yona.sql.SqlException;
import yona.sql.Transaction;

/** A transaction that {@code with} is to run its steps in. Each use is one by itself. */
final class TransactionSteps extends Opaque implements WrappingContextManager {

  /** Runs a body in a transaction, perhaps again. */
  @FunctionalInterface
  interface Runner {
    Object run(SuspendingFunction<Transaction, Object, RuntimeException> body);
  }

  private final Runner runner;
  private final String where;

  TransactionSteps(Runner runner, String where) {
    this.runner = runner;
    this.where = where;
  }

  @Override
  public Object run(Function steps) {
    Body body = new Body(steps);
    return SqlErrors.checked(
        where,
        () -> {
          try {
            return runner.run(body);
          } catch (SqlException error) {
            YonaError raised = body.raised;
            throw raised != null && raised.getCause() == error ? raised : error;
          }
        });
  }

  /** The steps, in the transaction that they are run in. */
  private static final class Body
      implements SuspendingFunction<Transaction, Object, RuntimeException> {

    private final Function steps;

    /** The error that the last run has raised because of the database. */
    private @Nullable YonaError raised;

    Body(Function steps) {
      this.steps = steps;
    }

    @Override
    public Object apply(Transaction transaction) {
      try {
        Object result = steps.apply(new TransactionValue(transaction));
        if (result instanceof ManagedResource inner) {
          inner.passOut(Scope.current());
        }
        return result;
      } catch (YonaError error) {
        if (error.getCause() instanceof SqlException refusal) {
          // It decides whether the transaction is run again.
          raised = error;
          throw refusal;
        }
        throw error;
      }
    }
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<a transaction to come>";
  }
}
