package yona.language.runtime;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;

/**
 * How a function of the library is called, and the kinds of its arguments as its documentation has
 * them. An error about an argument says so when the arguments only stand in another order.
 *
 * <p>Compiled code holds a signature as one text, {@code Seq::map f seq|function/1|Seq}: the call,
 * then the kinds of each parameter, separated by commas where it takes several. It is taken apart
 * when a call has failed.
 */
public final class Signature {
  /** What a parameter takes that takes everything. */
  public static final String ANYTHING = "any";

  /** Before the noun of a resource, which is what the resource is printed as. */
  public static final String RESOURCE = "<";

  /** What a parameter takes that takes a function; {@code /} and an arity may follow. */
  public static final String FUNCTION = "function";

  private final String call;
  private final List<List<String>> parameters;

  private Signature(String text) {
    String[] parts = text.split("\\|");
    call = parts[0];
    parameters =
        Arrays.stream(parts).skip(1).map(kinds -> Arrays.asList(kinds.split(","))).toList();
  }

  /**
   * The signature that a text has.
   *
   * @param text as the class comment has it
   */
  public static Signature of(String text) {
    return new Signature(text);
  }

  /** The call with the names of the parameters: {@code Seq::map f seq}. */
  public String call() {
    return call;
  }

  /** The names of the parameters. */
  public List<String> names() {
    return Arrays.stream(call.split(" ")).skip(1).toList();
  }

  /** The kinds that each parameter takes, in the words of the class comment. */
  public List<List<String>> parameters() {
    return parameters;
  }

  /**
   * What the caller of a function gets to see of an error that the function has raised.
   *
   * @param error the error
   * @param text the signature of the function
   * @param arguments what it was given
   * @return the error; if it is about an argument, and all arguments are of the documented kinds in
   *     another order only, with a message that says so
   */
  public static YonaError explained(YonaError error, String text, Object[] arguments) {
    Object wrong = error.wrongArgument();
    if (wrong == null) {
      return error;
    }
    Signature signature = of(text);
    if (!Arrays.asList(arguments).contains(wrong)
        || signature.takes(arguments)
        || !signature.takesReordered(arguments)) {
      return error;
    }
    return error.advising(
        (arguments.length == 2
                ? "the arguments are the other way round, it is "
                : "the arguments are in another order, it is ")
            + signature.call);
  }

  private boolean takes(Object[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (!takes(i, arguments[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean takesReordered(Object[] arguments) {
    return takesFrom(0, arguments, new boolean[arguments.length]);
  }

  /** Whether the parameters from an index on take those of the arguments that are not placed. */
  private boolean takesFrom(int parameter, Object[] arguments, boolean[] placed) {
    if (parameter == arguments.length) {
      return true;
    }
    for (int i = 0; i < arguments.length; i++) {
      if (!placed[i] && takes(parameter, arguments[i])) {
        placed[i] = true;
        if (takesFrom(parameter + 1, arguments, placed)) {
          return true;
        }
        placed[i] = false;
      }
    }
    return false;
  }

  private boolean takes(int parameter, Object value) {
    for (String kind : parameters.get(parameter)) {
      if (isA(kind, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isA(String kind, Object value) {
    return switch (kind) {
      case ANYTHING -> true;
      case "String" -> value instanceof Seq seq && seq.isText();
      case "Bytes" -> value instanceof Seq seq && seq.isBytes();
      case "Seq" -> value instanceof Seq;
      case "Set" -> value instanceof Set;
      case "Dict" -> value instanceof Dict;
      case "tuple" -> value instanceof Tuple;
      case "Int" -> value instanceof Long;
      case "Byte" -> value instanceof Byte;
      case "Big" -> value instanceof BigInteger;
      case "Float" -> value instanceof Double;
      case "number" ->
          value instanceof Long
              || value instanceof Double
              || value instanceof Byte
              || value instanceof BigInteger;
      case "Char" -> value instanceof Char;
      case "Symbol" -> value instanceof Symbol;
      case "Boolean" -> value instanceof Boolean;
      case FUNCTION -> value instanceof Function;
      default ->
          kind.startsWith(RESOURCE)
              ? Kind.of(value) == Kind.RESOURCE && Text.source(value).startsWith(kind)
              : value instanceof Function f && kind.equals(FUNCTION + "/" + f.arity());
    };
  }
}
