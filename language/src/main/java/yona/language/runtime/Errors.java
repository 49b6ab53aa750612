package yona.language.runtime;

import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.TimeoutException;
import yona.async.stack.StackRoom;
import yona.async.stm.Signal;
import yona.async.stm.TransactionException;
import yona.data.Symbol;
import yona.data.Tuple;

/** Errors that compiled code raises and catches. */
public final class Errors {
  private Errors() {}

  /**
   * Any exception as an error of the language: running out of stack is {@code :stackoverflow}, out
   * of memory {@code :outofmemory}, cancellation {@code :interrupted}, a deadline {@code :timeout},
   * misuse of a transaction {@code :stm}, what else Java threw {@code :java}.
   *
   * @throws ControlTransfer if that is what was thrown: it is no error; or if the program is being
   *     cancelled because it has asked for its end, or is out of memory and bounds that; {@link
   *     Fault} if Yona itself is what failed
   * @throws Signal if that is what was thrown: a transaction is repeated
   */
  public static YonaError caught(Throwable thrown) {
    return switch (thrown) {
      case YonaError error -> error;
      case ControlTransfer transfer -> throw transfer;
      case Signal signal -> throw signal;
      case TransactionException e -> YonaError.at(e, "stm", String.valueOf(e.getMessage()));
      case CancellationException e -> {
        Invocation.checkExit();
        yield YonaError.at(e, "interrupted", "the computation was cancelled");
      }
      case TimeoutException e -> YonaError.at(e, "timeout", "the time was over before the end");
      case StackOverflowError e -> YonaError.at(e, "stackoverflow", "the recursion is too deep");
      case OutOfMemoryError e -> {
        Invocation.outOfMemory();
        yield YonaError.at(e, "outofmemory", "there is not enough memory");
      }
      default -> Fault.orJava(thrown);
    };
  }

  /**
   * What a {@code catch} takes: as {@link #caught}, but that it does not take the cancellation of a
   * computation which was told for long enough, nor that the stack is exhausted where it still is:
   * that is for a {@code catch} further out, whose steps have room.
   *
   * @throws CancellationException if it was told for long enough
   * @throws StackOverflowError if the stack is exhausted here, too
   */
  public static YonaError taken(Throwable thrown) {
    if (thrown instanceof StackOverflowError exhausted && !StackRoom.isLeftForFirstUses()) {
      throw exhausted;
    }
    if (thrown instanceof CancellationException cancellation
        && !Preemption.enterClause(cancellation)) {
      throw cancellation;
    }
    return caught(thrown);
  }

  /** Raises the exception as it is, checked or not. */
  public static RuntimeException again(Throwable thrown) {
    throw Errors.<RuntimeException>unchecked(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /** A fixed error of the language. */
  public static YonaError always(Symbol symbol, String message) {
    return YonaError.of(symbol, message);
  }

  /** {@code :nomatch} for one value: {@code what} completes "no clause of ... matches". */
  public static YonaError noMatch(String what, Object value) {
    return YonaError.of("nomatch", "no clause of " + what + " matches " + Shown.value(value));
  }

  /**
   * {@code :nomatch} for the arguments of a function, or for the elements of a tuple that a {@code
   * case} takes apart without making it.
   */
  public static YonaError noMatch(String what, Object[] values) {
    if (what.equals("case")) {
      return noMatch(what, (Object) Tuple.of(values));
    }
    StringBuilder shown = new StringBuilder();
    for (Object value : values) {
      shown.append(shown.isEmpty() ? "" : ", ").append(Shown.value(value));
    }
    return YonaError.of("nomatch", "no clause of " + what + " matches " + shown);
  }

  /** The same as {@link #noMatch(String, Object)} with what {@link #compared} tells. */
  public static YonaError noMatch(String what, Object value, String compared) {
    return YonaError.of(
        "nomatch", "no clause of " + what + " matches " + Shown.value(value) + compared);
  }

  /** The same as {@link #noMatch(String, Object[])} for a case, with what is told. */
  public static YonaError noMatch(String what, Object[] values, String compared) {
    return noMatch(what, Tuple.of(values), compared);
  }

  /**
   * Tells of one more name in a pattern that was not set but compared, each comparison once.
   *
   * @param told what was told before
   * @param value the value at its place
   * @param named the value that it has, which is another one
   */
  public static String compared(String told, String name, Object value, Object named) {
    String more =
        "; "
            + name
            + " is bound already and was compared: expected "
            + Shown.value(named)
            + ", found "
            + Shown.value(value);
    return told.contains(more) ? told : told + more;
  }

  /** The value of a condition, a guard or a logical operand. */
  public static boolean condition(Object value, String where) {
    if (value instanceof Boolean b) {
      return b;
    }
    throw YonaError.typeError("a Boolean as " + where, value);
  }

  /** {@code :overflow}. */
  static YonaError overflow(String sign, @Nullable Object left, Object right) {
    return YonaError.of(
        "overflow",
        "expected an Int result, found that "
            + (left == null ? "" : left + " ")
            + sign
            + (left == null ? "" : " ")
            + right
            + " does not fit in 64 bits; a Big ("
            + right
            + "n) has no bound");
  }

  /** {@code :badarith}. */
  static YonaError divisionByZero(String sign, Object left) {
    return YonaError.of(
        "badarith", "expected a divisor other than 0, found " + left + " " + sign + " 0");
  }
}
