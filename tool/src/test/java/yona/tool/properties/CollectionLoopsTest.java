package yona.tool.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/**
 * Loops that update collections give the same whether the compiler knows the functions that update,
 * and may let the loop change a collection in place, or gets them as values, and cannot.
 */
final class CollectionLoopsTest {
  private static final int RUNS = 150;

  /** A kind of collection, with what programs do to it; {@code C} is the collection. */
  private record Kind(List<String> initial, List<String> updates, List<String> questions) {}

  private static final Kind SEQ =
      new Kind(
          List.of("[:a, :b, :c]", "[7, 8, 9]", "Seq::range 0 300", "\"some text\""),
          List.of("Seq::put I V C"),
          List.of("Seq::lookup I C", "Seq::len C"));

  private static final Kind SET =
      new Kind(
          List.of("Set::from_seq []", "{1, :b, 3}", "Set::from_seq [0 .. 300]"),
          List.of("Set::add V C"),
          List.of("Set::contains V C", "(V in C)", "Set::len C"));

  private static final Kind DICT =
      new Kind(
          List.of("{}", "{1 = 2, :b = 3}", "Dict::from_seq [(i, i) | i <- [0 .. 300]]"),
          List.of("Dict::put V V C"),
          List.of(
              "Dict::get V V C",
              "Dict::lookup V C",
              "Dict::contains V C",
              "(V in C)",
              "Dict::len C"));

  /**
   * The functions that update, as the compiler cannot know them. The names are of the same length,
   * as functions print where they stand.
   */
  private static final Map<String, String> UNKNOWN =
      Map.of("Seq::put", "seq__put", "Set::add", "set__add", "Dict::put", "dict__put");

  @Test
  void aSeqThatIsChangedInPlaceIsSeenByNobodyElse() {
    check(SEQ);
  }

  @Test
  void aSetThatIsChangedInPlaceIsSeenByNobodyElse() {
    check(SET);
  }

  @Test
  void aDictThatIsChangedInPlaceIsSeenByNobodyElse() {
    check(DICT);
  }

  private static void check(Kind kind) {
    Property.check(
        RUNS,
        choices -> {
          String program = new Generation(choices, kind).program();
          choices.note(program);
          String hidden = program;
          for (Map.Entry<String, String> each : UNKNOWN.entrySet()) {
            hidden = hidden.replace(each.getKey(), each.getValue());
          }
          assertThat(Evaluation.text(with(program))).isEqualTo(Evaluation.text(with(hidden)));
        });
  }

  private static String with(String program) {
    StringBuilder text = new StringBuilder("let\n");
    UNKNOWN.forEach(
        (known, unknown) ->
            text.append("    ").append(unknown).append(" = identity ").append(known).append('\n'));
    return text.append("in\n").append(program).toString();
  }

  private static final class Generation {
    private final Choices choices;
    private final Kind kind;
    private int names;

    /** How many more calls of itself beside those in tail position the loop may have. */
    private int calls = 1;

    Generation(Choices choices, Kind kind) {
      this.choices = choices;
      this.kind = kind;
    }

    /**
     * A loop over two collections that keeps versions of them, and functions that use versions; and
     * what it gives, twice from the same collection.
     */
    String program() {
      String body = tail(List.of("c", "d"), 4);
      return """
      let
          start = START
          loop = \\n c d kept later ->
              if n <= 0 then (c, d, kept, [f () | f <- later])
              else BODY
      in
          [
              try loop 3 start start [] [] catch (symbol, text, _) -> (symbol, text) end,
              try loop 2 start start [] [] catch (symbol, text, _) -> (symbol, text) end,
              start
          ]
      """
          .replace("START", kind.initial.get(choices.below(kind.initial.size())))
          .replace("BODY", body);
    }

    private String name() {
      return "v" + names++;
    }

    /** An expression in tail position, where some collections have names. */
    private String tail(List<String> visible, int depth) {
      if (depth == 0) {
        return again(visible, 1);
      }
      return switch (choices.below(10)) {
        case 0, 1 -> again(visible, 2);
        case 2 ->
            "if "
                + condition(visible)
                + " then "
                + tail(visible, depth - 1)
                + " else "
                + tail(visible, depth - 1);
        case 3, 4, 5 -> {
          String name = name();
          yield "let "
              + name
              + " = "
              + collection(visible, 2)
              + " in "
              + tail(and(visible, name), depth - 1);
        }
        case 6, 7 -> {
          String name = name();
          yield "case "
              + of(visible)
              + " of "
              + name
              + " | "
              + condition(and(visible, name))
              + " -> "
              + tail(and(visible, name), depth - 1)
              + "; _ -> "
              + tail(visible, depth - 1)
              + " end";
        }
        case 8 -> "do " + value(visible, 2) + "; " + tail(visible, depth - 1) + " end";
        default ->
            choices.yes()
                ? "(" + collection(visible, 1) + ", " + of(visible) + ", kept, later)"
                : "raise :left (inspect " + of(visible) + ")";
      };
    }

    private static List<String> and(List<String> visible, String name) {
      List<String> all = new ArrayList<>(visible);
      all.add(name);
      return all;
    }

    private String again(List<String> visible, int depth) {
      String kept = "kept";
      if (choices.below(4) == 3) {
        kept = "(kept |- " + (choices.yes() ? of(visible) : value(visible, 1)) + ")";
      }
      String later = "later";
      if (choices.below(6) == 5) {
        later = "(later |- (\\_ -> " + (choices.yes() ? of(visible) : value(visible, 1)) + "))";
      }
      return "loop (n - 1) "
          + collection(visible, depth)
          + " "
          + collection(visible, depth)
          + " "
          + kept
          + " "
          + later;
    }

    private String of(List<String> visible) {
      return visible.get(choices.below(visible.size()));
    }

    /** A collection, which is most often that of its own place in the loop. */
    private String collection(List<String> visible, int depth) {
      return switch (depth == 0 ? 0 : choices.below(8)) {
        case 0 -> of(visible);
        case 5 -> "start";
        case 6 -> "(try " + update(visible, depth) + " catch _ -> " + of(visible) + " end)";
        case 7 -> "(let w = " + value(visible, depth - 1) + " in " + update(visible, depth) + ")";
        default -> "(" + update(visible, depth) + ")";
      };
    }

    private String update(List<String> visible, int depth) {
      String operation = kind.updates.get(choices.below(kind.updates.size()));
      return filled(operation, visible, depth, () -> collection(visible, depth - 1));
    }

    private String condition(List<String> visible) {
      return "(" + value(visible, 1) + ") == (" + value(visible, 1) + ")";
    }

    private String value(List<String> visible, int depth) {
      if (depth > 0 && choices.yes()) {
        String question = kind.questions.get(choices.below(kind.questions.size()));
        return "(" + filled(question, visible, depth, () -> of(visible)) + ")";
      }
      if (depth > 0 && calls > 0 && choices.below(8) == 7) {
        calls--;
        return "(loop (n - 2) " + collection(visible, 1) + " " + of(visible) + " [] [])";
      }
      return choices.oneOf("n", "1", "2", ":b", "\"text\"", "2.5", "true", "'t'", "(n * n)");
    }

    /** An operation with its operands in their places. */
    private String filled(
        String operation, List<String> visible, int depth, Supplier<String> collection) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < operation.length(); i++) {
        char c = operation.charAt(i);
        boolean placeholder =
            (i == 0 || " (".indexOf(operation.charAt(i - 1)) >= 0)
                && (i + 1 == operation.length() || " )".indexOf(operation.charAt(i + 1)) >= 0);
        switch (placeholder ? c : ' ') {
          case 'I' -> text.append(choices.oneOf("0", "1", "n", "150", "299"));
          case 'V' -> text.append(value(visible, depth - 1));
          case 'C' -> text.append(collection.get());
          default -> text.append(c);
        }
      }
      return text.toString();
    }
  }
}
