package yona.tool.reference;

import java.util.List;
import yona.property.Choices;
import yona.tool.reference.Vocabulary.Kind;
import yona.tool.reference.Vocabulary.Known;

/**
 * Writes loops that count down, with a number and a collection which often they alone hold, so that
 * it may be changed in place; and functions that are called often.
 */
final class Loops {
  /** How often a function is called, as programs are written. */
  static final String FEW = "again 2 ";

  /** The same for one whose code the JVM shall compile. */
  static final String MANY = "again 20000 ";

  private static final String[] ARGUMENTS = {
    "1", "2.5", "7", "[1, 2]", "\"ab\"", "(\\a -> a)", "(1, 2)", ":a", "{1 = 2}"
  };

  private final Choices choices;
  private final Programs programs;

  Loops(Choices choices, Programs programs) {
    this.choices = choices;
    this.programs = programs;
  }

  /** One loop, or two that call each other, and a call. */
  String loop(Kind kind, Vocabulary scope, int depth) {
    Kind held = choices.oneOf(Kind.SEQ, Kind.SET, Kind.DICT, Kind.NUMBER);
    String first = programs.name() + "3";
    String second = choices.yes() ? first : programs.name() + "4";
    Vocabulary inner =
        scope.with(
            List.of(
                new Known("n1", Kind.NUMBER),
                new Known("held", held),
                new Known("m1", Kind.NUMBER),
                new Known("g1", Kind.FUNCTION)));
    String loops = first + " = " + body(second, held, kind, inner, depth);
    if (!first.equals(second)) {
      loops += "; " + second + " = " + body(first, held, kind, inner, depth);
    }
    return "(let "
        + loops
        + " in "
        + String.join(
            " ",
            first,
            String.valueOf(choices.below(6)),
            start(held),
            programs.expression(Kind.NUMBER, scope, depth),
            programs.function(scope, depth))
        + ")";
  }

  private static String start(Kind held) {
    return switch (held) {
      case SEQ -> "[0, 1, 2, 3]";
      case SET -> "Set::empty";
      case DICT -> "{}";
      default -> "1";
    };
  }

  private String body(String next, Kind held, Kind kind, Vocabulary inner, int depth) {
    String end =
        choices.yes() ? "(held, m1)" : programs.expression(kind, inner, Math.max(0, depth - 1));
    String call = call(next, held, inner);
    String step =
        choices.below(3) == 2
            ? "if " + question(held, inner) + " then " + call + " else " + call(next, held, inner)
            : call;
    return "\\n1 held m1 g1 -> if n1 < 1 then " + end + " else " + step;
  }

  private String call(String next, Kind held, Vocabulary inner) {
    String number =
        switch (choices.below(4)) {
          case 0 -> "m1";
          case 1 -> "(m1 + n1)";
          case 2 -> "(g1 m1)";
          default -> programs.expression(Kind.NUMBER, inner, 1);
        };
    return next + " (n1 - 1) " + update(held, inner) + " " + number + " g1";
  }

  private String update(Kind held, Vocabulary inner) {
    if (choices.below(6) == 5) {
      return choices.yes() ? "held" : programs.expression(held, inner, 1);
    }
    return switch (held) {
      case SEQ ->
          switch (choices.below(4)) {
            case 0 -> "(held |- " + value(inner) + ")";
            case 1 -> "(held ++ \"{(" + value(inner) + ")}\")";
            default ->
                "(Seq::put " + choices.oneOf("n1", "0", "m1") + " " + value(inner) + " held)";
          };
      case SET -> "(Set::add " + value(inner) + " held)";
      case DICT -> "(Dict::put " + value(inner) + " " + value(inner) + " held)";
      default -> "(held" + choices.oneOf(" + ", " * ", " - ") + value(inner) + ")";
    };
  }

  private String value(Vocabulary inner) {
    return switch (choices.below(4)) {
      case 0 -> "n1";
      case 1 -> "(g1 n1)";
      case 2 -> "m1";
      default -> programs.any(inner, 1);
    };
  }

  private String question(Kind held, Vocabulary inner) {
    return switch (held) {
      case SEQ -> "(Seq::len held < 4)";
      case SET -> "(Set::contains " + value(inner) + " held)";
      case DICT -> "(Dict::contains " + value(inner) + " held)";
      default -> "(held < m1)";
    };
  }

  /** Calls of a function again and again, with one kind of arguments after the other. */
  String often() {
    Vocabulary scope =
        Vocabulary.NOTHING.with(List.of(new Known("k", Kind.NUMBER), new Known("s", Kind.SEQ)));
    StringBuilder text = new StringBuilder("let often = \\k s -> ");
    text.append(choices.yes() ? loop(Kind.ANY, scope, 2) : programs.any(scope, 4));
    text.append("; calm = \\k s -> try often k s catch (symbol, _, _) -> symbol end; ");
    text.append(
        "again = \\n k s last -> if n == 0 then last else again (n - 1) k s (calm k s) in [");
    for (int i = 0; i < 3; i++) {
      text.append(i == 0 ? "" : ", ").append(FEW);
      text.append(choices.oneOf(ARGUMENTS));
      text.append(' ').append(choices.oneOf(ARGUMENTS)).append(" 0");
    }
    return text.append(']').toString();
  }
}
