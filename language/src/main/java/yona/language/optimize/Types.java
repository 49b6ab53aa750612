package yona.language.optimize;

import java.math.BigInteger;
import java.util.function.ToIntFunction;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.core.Callees;
import yona.language.core.Variable;
import yona.language.runtime.Function;

/**
 * What is known of a value when compiling: the set of kinds that it may be of, one bit a kind.
 * Union is the join; the empty set is the type of what never gives a value.
 */
public final class Types {
  public static final int NEVER = 0;
  public static final int LONG = 1;
  public static final int DOUBLE = 1 << 1;
  public static final int BOOLEAN = 1 << 2;
  public static final int BYTE = 1 << 3;
  public static final int BIG = 1 << 4;
  public static final int CHAR = 1 << 5;
  public static final int SYMBOL = 1 << 6;
  public static final int UNIT = 1 << 7;
  public static final int TUPLE = 1 << 8;
  public static final int SEQ = 1 << 9;
  public static final int SET = 1 << 10;
  public static final int DICT = 1 << 11;

  /** A function with parameters. */
  public static final int FUNCTION = 1 << 12;

  /** A function without parameters: a mention calls it. */
  public static final int NULLARY = 1 << 13;

  public static final int OTHER = 1 << 14;
  public static final int ANY = (1 << 15) - 1;

  public static final int NUMBER = LONG | DOUBLE | BYTE | BIG;

  private Types() {}

  /** Whether every kind of {@code inner} is one of {@code outer}. */
  public static boolean within(int inner, int outer) {
    return (inner & ~outer) == 0;
  }

  /** The type of a constant. */
  public static int of(Object value) {
    return switch (value) {
      case Long _ -> LONG;
      case Double _ -> DOUBLE;
      case Boolean _ -> BOOLEAN;
      case Byte _ -> BYTE;
      case BigInteger _ -> BIG;
      case Char _ -> CHAR;
      case Symbol _ -> SYMBOL;
      case Unit _ -> UNIT;
      case Tuple _ -> TUPLE;
      case Seq _ -> SEQ;
      case Set _ -> SET;
      case Dict _ -> DICT;
      case Function f -> function(f.arity());
      default -> OTHER;
    };
  }

  /** Whether a value of the type can be a function or a module, or hold one. */
  public static boolean mayHoldFunction(int type) {
    return (type & (FUNCTION | NULLARY | TUPLE | SEQ | SET | DICT | OTHER)) != 0;
  }

  /** Whether a value of the type can be a function without parameters. */
  public static boolean mayWaitMentioned(int type) {
    return (type & NULLARY) != 0;
  }

  /** Whether a value of the type can be a Stream, or hold a function without parameters. */
  public static boolean mayWaitWalked(int type) {
    return (type & (TUPLE | SEQ | SET | DICT | OTHER)) != 0;
  }

  /** Whether any of the variables may hold what has to wait when it is called. */
  public static boolean mayWait(Callees callees, ToIntFunction<Variable> type) {
    return callees.applied().stream().anyMatch(v -> mayHoldFunction(type.applyAsInt(v)))
        || callees.mentioned().stream().anyMatch(v -> mayWaitMentioned(type.applyAsInt(v)))
        || callees.walked().stream().anyMatch(v -> mayWaitWalked(type.applyAsInt(v)));
  }

  public static int function(int arity) {
    return arity == 0 ? NULLARY : FUNCTION;
  }

  /** The type of a mention of a value of this type. */
  public static int mention(int type) {
    return (type & NULLARY) != 0 ? ANY : type;
  }
}
