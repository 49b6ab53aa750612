package yona.tool.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Record;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Text;
import yona.data.Tuple;

/** The values that {@link Evaluator} has beside those of Yona itself, calls, and values as text. */
final class Values {
  private Values() {}

  interface Code {
    Object run(Object[] arguments);
  }

  /** A function; which of two is the same one is not asked. */
  static final class Fn {
    private final int arity;
    private final Code code;

    Fn(int arity, Code code) {
      this.arity = arity;
      this.code = code;
    }

    int arity() {
      return arity;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      if (other instanceof Fn) {
        throw new Discarded();
      }
      return false;
    }

    @Override
    public int hashCode() {
      throw new Discarded();
    }
  }

  record Manager(Object resource, Fn release) {}

  record Module(Map<String, Fn> functions) {}

  /** A value as text; functions and modules look the same, and dicts are in the order of that. */
  static String shown(Object value) {
    return switch (value) {
      case Seq seq when !seq.isText() || seq.isEmpty() -> {
        List<String> parts = new ArrayList<>();
        seq.forEach(each -> parts.add(shown(each)));
        yield parts.toString();
      }
      case Record record -> {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < record.type().fields().size(); i++) {
          parts.add(record.type().fields().get(i) + " = " + shown(record.field(1 + i)));
        }
        yield record.type().name().name() + "(" + String.join(", ", parts) + ")";
      }
      case Tuple tuple -> {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < tuple.length(); i++) {
          parts.add(shown(tuple.get(i)));
        }
        yield "(" + String.join(", ", parts) + ")";
      }
      case Set set -> {
        TreeSet<String> parts = new TreeSet<>();
        set.forEach(each -> parts.add(shown(each)));
        yield "{" + String.join(", ", parts) + "}s";
      }
      case Dict dict -> {
        TreeSet<String> parts = new TreeSet<>();
        dict.forEach(each -> parts.add(shown(each)));
        yield "{" + String.join(", ", parts) + "}";
      }
      case Fn _, yona.language.runtime.Function _ -> "<function>";
      case Module _, yona.language.runtime.Module _ -> "<module>";
      default -> Text.source(value);
    };
  }

  /** A value of a kind that is expected. */
  static <T> T as(Class<T> kind, Object value) {
    if (kind.isInstance(value)) {
      return kind.cast(value);
    }
    throw Raised.of("typeerror");
  }

  /** Whether a value is an object to Java, which is asked for its methods then (java.md). */
  static boolean isJava(Object value) {
    return switch (value) {
      case Long _, Double _, Seq _, Set _, Dict _ -> true;
      default -> false;
    };
  }

  // Calls.

  /** A mention calls a function without parameters (language.md 6.2). */
  static Object mentioned(Object value) {
    return value instanceof Fn fn && fn.arity == 0 ? call(fn) : value;
  }

  static Object call(Fn fn, Object... arguments) {
    return fn.code.run(arguments);
  }

  static Object apply(Object callee, Object... arguments) {
    if (!(callee instanceof Fn fn)) {
      throw Raised.of("badcall");
    }
    int given = arguments.length;
    if (given < fn.arity) {
      return new Fn(fn.arity - given, rest -> call(fn, joined(arguments, rest)));
    }
    Object result = call(fn, Arrays.copyOf(arguments, fn.arity));
    return given == fn.arity
        ? result
        : apply(result, Arrays.copyOfRange(arguments, fn.arity, given));
  }

  private static Object[] joined(Object[] first, Object[] second) {
    Object[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
