package yona.library.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.language.diagnostics.Suggestion;
import yona.language.runtime.Function;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** What a word of the command line becomes. */
sealed interface ValueType {
  /** An option that is on or off. */
  record Flag() implements ValueType {}

  /** How often an option is given. */
  record Count() implements ValueType {}

  /** The word itself. */
  record Word() implements ValueType {}

  /** The word itself, the name of a file. */
  record File() implements ValueType {}

  /**
   * An Int within bounds.
   *
   * @param least the least that it may be
   * @param most the most
   */
  record Whole(long least, long most) implements ValueType {
    static final Whole ANY = new Whole(Long.MIN_VALUE, Long.MAX_VALUE);

    private boolean holds(long n) {
      return least <= n && n <= most;
    }

    private String name() {
      return equals(ANY) ? "an Int" : "an Int from " + least + " to " + most;
    }
  }

  /** A Float. */
  record Decimal() implements ValueType {}

  /**
   * One of some words.
   *
   * @param values Strings and Symbols
   */
  record Choice(List<Object> values) implements ValueType {
    List<String> words() {
      return values.stream().map(Text::plain).toList();
    }
  }

  /** What a function of the program makes of the word. */
  record Own(Function convert) implements ValueType {}

  /**
   * The value of a word. Suspends if a function of the program does.
   *
   * @param word what the user has typed
   * @param of whose value it is, for errors
   * @throws Misuse if it is no such value
   */
  default Object value(String word, String of) throws Misuse {
    return switch (this) {
      case Flag() -> truth(word, of);
      case Count() -> count(word, of);
      case Word() -> Seq.text(word);
      case File() -> {
        if (word.isEmpty()) {
          throw expected("a path", word, of);
        }
        yield Seq.text(word);
      }
      case Whole whole -> whole(whole, word, of);
      case Decimal() -> decimal(word, of);
      case Choice choice -> choice(choice, word, of);
      case Own(Function convert) -> {
        try {
          yield convert.apply(Seq.text(word));
        } catch (YonaError error) {
          throw new Misuse(of + ": " + Failure.line(error.getMessage()));
        }
      }
    };
  }

  private static Misuse expected(String what, String word, String of) {
    return new Misuse("expected " + what + " for " + of + ", found " + Misuse.shown(word));
  }

  private static Object truth(String word, String of) throws Misuse {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "1", "true", "yes", "on" -> true;
      case "0", "false", "no", "off" -> false;
      default -> throw expected("true or false", word, of);
    };
  }

  private static Object count(String word, String of) throws Misuse {
    if (word.matches("[0-9]{1,9}")) {
      return Long.parseLong(word);
    }
    throw expected("a count", word, of);
  }

  private static Object whole(Whole whole, String word, String of) throws Misuse {
    try {
      long n = Long.parseLong(word);
      if (whole.holds(n)) {
        return n;
      }
    } catch (NumberFormatException _) {
      // As one that is out of bounds.
    }
    throw expected(whole.name(), word, of);
  }

  private static Object decimal(String word, String of) throws Misuse {
    if (word.matches("[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,9})?")) {
      double number = Double.parseDouble(word);
      if (!Double.isInfinite(number)) {
        return number;
      }
    }
    throw expected("a number", word, of);
  }

  private static Object choice(Choice choice, String word, String of) throws Misuse {
    List<String> words = choice.words();
    int index = words.indexOf(word);
    if (index >= 0) {
      return choice.values().get(index);
    }
    @Nullable String near = Suggestion.nearest(word, words);
    throw new Misuse(
        "expected "
            + alternatives(words)
            + " for "
            + of
            + ", found "
            + Misuse.shown(word)
            + (near == null ? "" : "; did you mean " + near + "?"));
  }

  /** Words as prose names them: {@code a, b or c}. */
  static String alternatives(List<String> words) {
    List<String> first = new ArrayList<>(words.subList(0, words.size() - 1));
    String last = words.getLast();
    return first.isEmpty() ? last : String.join(", ", first) + " or " + last;
  }

  /** Whether a value that a declaration gives may stand for one that a user gives. */
  default boolean accepts(Object value) {
    return switch (this) {
      case Flag() -> value instanceof Boolean;
      case Count() -> value instanceof Long n && n >= 0;
      case Word(), File() -> value instanceof Seq text && text.isText();
      case Whole whole -> value instanceof Long n && whole.holds(n);
      case Decimal() -> value instanceof Double;
      case Choice(List<Object> values) -> values.contains(value);
      case Own(Function _) -> true;
    };
  }

  /** What declarations call it. */
  default String described() {
    return switch (this) {
      case Flag() -> "a Boolean";
      case Count() -> "an Int that is not negative";
      case Word(), File() -> "a String";
      case Whole whole -> whole.name();
      case Decimal() -> "a Float";
      case Choice choice -> "one of " + alternatives(choice.words());
      case Own(Function _) -> "a value";
    };
  }

  /** A type that the declaration names. */
  static @Nullable ValueType named(Symbol name) {
    return switch (name.name()) {
      case "flag" -> new Flag();
      case "count" -> new Count();
      case "string" -> new Word();
      case "path" -> new File();
      case "int" -> Whole.ANY;
      case "float" -> new Decimal();
      default -> null;
    };
  }
}
