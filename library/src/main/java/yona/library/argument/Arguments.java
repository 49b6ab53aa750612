package yona.library.argument;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.io.file.PathText;
import yona.language.runtime.Function;

/**
 * The kinds of arguments. Each check gives the argument as what it has to be, or raises {@code
 * :typeerror} with what was expected and found; {@code where} is the function's name as programs
 * write it.
 */
public final class Arguments {
  private Arguments() {}

  public static Seq seq(Object value, String where) {
    if (value instanceof Seq seq) {
      return seq;
    }
    throw switch (value) {
      case Set s -> Failure.type(where, "a Seq", s, "Set::to_seq gives its elements as one");
      case Dict d -> Failure.type(where, "a Seq", d, "Dict::entries gives its entries as one");
      default -> Failure.type(where, "a Seq", value);
    };
  }

  public static Set set(Object value, String where) {
    if (value instanceof Set set) {
      return set;
    }
    throw Failure.type(where, "a Set", value);
  }

  public static Dict dict(Object value, String where) {
    if (value instanceof Dict dict) {
      return dict;
    }
    throw Failure.type(where, "a Dict", value);
  }

  public static Tuple tuple(Object value, String where) {
    if (value instanceof Tuple tuple) {
      return tuple;
    }
    throw Failure.type(where, "a tuple", value);
  }

  /** A function that is to be called with arguments. */
  public static Function function(Object value, String where) {
    return function(value, "a function", where);
  }

  private static Function function(Object value, String expected, String where) {
    if (value instanceof Function function) {
      return function;
    }
    throw Failure.type(where, expected, value);
  }

  /** A function that may be one without parameters, which a mention calls. */
  public static Function functionItself(Object value, String where) {
    if (value instanceof Function function) {
      return function;
    }
    throw Failure.type(
        where,
        "a function",
        value,
        "a mention of a function without parameters calls it: \\-> f gives f itself");
  }

  /** A function of so many parameters; {@code :badarg} if it has others. */
  public static Function function(Object value, int arity, String where) {
    return function(
        value,
        arity,
        "a function of "
            + (arity == 1
                ? "one parameter"
                : arity == 2 ? "two parameters" : arity + " parameters"),
        where);
  }

  /**
   * A function of so many parameters; {@code :badarg} if it has others.
   *
   * @param expected what the message says that was expected
   */
  public static Function function(Object value, int arity, String expected, String where) {
    Function f = arity == 0 ? functionItself(value, where) : function(value, expected, where);
    if (f.arity() != arity) {
      // A name shows the number of parameters; what has none is told with it.
      boolean named = !f.name().startsWith("<");
      String found = named ? Failure.shown(f) : Failure.described(f);
      throw Failure.badarg(where, "expected " + expected + ", found " + found, f);
    }
    return f;
  }

  /**
   * The function that a fold calls with what it has so far and an element.
   *
   * @param initial what the fold begins with: where that is a function, the step may give functions
   *     too, else one of more parameters is {@code :badarg}
   */
  public static Function step(Object value, Object initial, String where) {
    Function step = function(value, where);
    return step.arity() > 2 && !(initial instanceof Function) ? function(step, 2, where) : step;
  }

  /** A Seq of Chars; of what is empty, the empty text. */
  public static Seq string(Object value, String where) {
    if (value instanceof Seq seq && seq.isText()) {
      return seq.asText();
    }
    throw Failure.type(where, "a String", value);
  }

  /** The characters of a Seq of Chars. */
  public static String text(Object value, String where) {
    return string(value, where).asString();
  }

  /** The path of a file; {@code :badarg} if no file can have that name. */
  public static Path path(Object value, String where) {
    String text = text(value, where);
    if (text.isEmpty()) {
      throw Failure.badarg(where, "the path is empty (the current folder is \".\")");
    }
    try {
      return PathText.path(text);
    } catch (InvalidPathException e) {
      throw Failure.badarg(where, Failure.shown(value) + " is no path: " + e.getReason());
    }
  }

  /** A Seq of Bytes. */
  public static Seq bytes(Object value, String where) {
    if (value instanceof Seq seq && seq.isBytes()) {
      return seq;
    }
    throw Failure.type(where, "Bytes", value);
  }

  /** The bytes of a String, as UTF-8, or of Bytes. */
  public static byte[] data(Object value, String where) {
    if (value instanceof Seq seq) {
      if (seq.isText()) {
        return seq.toUtf8();
      }
      if (seq.isBytes()) {
        return seq.toByteArray();
      }
    }
    throw Failure.type(where, "a String or Bytes", value);
  }

  public static long integer(Object value, String where) {
    if (value instanceof Long n) {
      return n;
    }
    throw Failure.type(where, "an Int", value);
  }

  /** An Int that is not negative. */
  public static long count(Object value, String where) {
    long n = integer(value, where);
    if (n < 0) {
      throw Failure.badarg(where, "the number " + n + " is negative");
    }
    return n;
  }

  /** An Int of one or more. */
  public static long positive(Object value, String where) {
    long n = integer(value, where);
    if (n < 1) {
      throw Failure.badarg(where, "the number " + n + " is less than 1");
    }
    return n;
  }

  /** An Int, Byte, Float or Big. */
  public static Object number(Object value, String where) {
    if (value instanceof Long
        || value instanceof Double
        || value instanceof Byte
        || value instanceof BigInteger) {
      return value;
    }
    throw Failure.type(where, "a number", value);
  }

  /** A number as a Float. */
  public static double decimal(Object value, String where) {
    return switch (value) {
      case Double d -> d;
      case Long n -> (double) n;
      case Byte b -> (double) (b & 0xff);
      case BigInteger b -> b.doubleValue();
      default -> throw Failure.type(where, "a number", value);
    };
  }

  public static Symbol symbol(Object value, String where) {
    if (value instanceof Symbol symbol) {
      return symbol;
    }
    throw Failure.type(where, "a Symbol", value);
  }

  public static int codePoint(Object value, String where) {
    if (value instanceof Char c) {
      return c.codePoint();
    }
    throw Failure.type(where, "a Char", value);
  }

  /** What a predicate gave. */
  public static boolean truth(Object value, String where) {
    if (value instanceof Boolean b) {
      return b;
    }
    throw Failure.type(where, "a Boolean from its predicate", value);
  }

  /** A pair, such as an entry of a Dict; anything else is {@code :badarg}. */
  public static Tuple pair(Object value, String where) {
    if (value instanceof Tuple tuple && tuple.length() == 2) {
      return tuple;
    }
    throw Failure.badarg(where, "expected a pair, found " + Failure.described(value), value);
  }

  /**
   * What a function gave that is to give a pair; anything else is {@code :badarg}.
   *
   * @param expected what the message says that was expected: {@code "(result, accumulator)"}
   */
  public static Tuple pairFrom(Object given, String expected, String where) {
    if (given instanceof Tuple tuple && tuple.length() == 2) {
      return tuple;
    }
    throw Failure.badarg(
        where, "expected " + expected + " from its function, found " + Failure.described(given));
  }
}
