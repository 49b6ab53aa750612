package yona.library.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.data.Char;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.CompiledModules;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Function;
import yona.property.Choices;
import yona.property.Property;

/** The first clause whose prefix or suffix is there is taken, and names what is beside it. */
final class AffixPatternsTest {
  private static final int[] ALPHABET = {'a', 'b', 'é', 0x1f600};

  /** How a clause is written, and what it asks of a text. */
  private record Clause(String affix, boolean atEnd, boolean whole, boolean even, String source) {
    /** What it leaves of a text, or null if it does not match. */
    private @Nullable String rest(String text) {
      if (whole) {
        return text.equals(affix) ? "" : null;
      }
      if (!(atEnd ? text.endsWith(affix) : text.startsWith(affix))) {
        return null;
      }
      int length = text.length() - affix.length();
      String rest = atEnd ? text.substring(0, length) : text.substring(affix.length());
      return even && rest.codePointCount(0, rest.length()) % 2 != 0 ? null : rest;
    }
  }

  private static String word(Choices choices, int longest) {
    StringBuilder word = new StringBuilder();
    for (int left = choices.below(longest + 1); left > 0; left--) {
      word.appendCodePoint(ALPHABET[choices.below(ALPHABET.length)]);
    }
    return word.toString();
  }

  private static String elements(String word, boolean pinned) {
    return word.codePoints()
        .mapToObj(Character::toString)
        .map(c -> pinned ? "^('" + c + "')" : "'" + c + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static Clause clause(Choices choices, int index) {
    String word = word(choices, 3);
    String affix =
        switch (choices.below(5)) {
          case 0, 1 -> '"' + word + '"';
          case 2 -> "\"{\"" + word + "\"}\"";
          default -> elements(word, choices.yes());
        };
    if (choices.below(6) == 0) {
      return new Clause(word, false, true, false, '"' + word + "\" -> (" + index + ", [])");
    }
    boolean atEnd = choices.yes();
    boolean even = choices.below(3) == 0;
    String pattern = atEnd ? "rest ++ " + affix : affix + " ++ rest";
    String guard = even ? " | Seq::len rest % 2 == 0" : "";
    return new Clause(word, atEnd, false, even, pattern + guard + " -> (" + index + ", rest)");
  }

  private static Function compiled(List<Clause> clauses) {
    StringBuilder text = new StringBuilder("\\text -> case text of\n");
    clauses.forEach(clause -> text.append(clause.source).append('\n'));
    Compiler compiler =
        new Compiler(
            new StandardLibrary(AffixPatternsTest.class.getClassLoader()),
            ModuleSources.none(),
            CompiledModules::none,
            JavaClasses.none());
    CompiledProgram program =
        compiler.compile(Source.of("program", text.append("_ -> :none end").toString())).program();
    if (program == null) {
      throw new IllegalStateException("does not compile: " + text);
    }
    return (Function) program.evaluate();
  }

  /** The text as a Seq that is stored in one of many ways. */
  private static Seq stored(Choices choices, String text) {
    Seq whole = Seq.text(text);
    long middle = choices.below((int) whole.length() + 1);
    return switch (choices.below(4)) {
      case 0 -> whole;
      case 1 -> whole.take(middle).concat(whole.drop(middle));
      case 2 -> Seq.of(whole.toArray());
      default -> {
        Seq seq = whole.drop(middle);
        for (long i = middle - 1; i >= 0; i--) {
          seq = seq.prepend(Char.of(((Char) whole.get(i)).codePoint()));
        }
        yield seq;
      }
    };
  }

  @Test
  void theFirstClauseThatMatchesIsTaken() {
    Property.check(
        300,
        choices -> {
          List<Clause> clauses = new ArrayList<>();
          for (int left = 1 + choices.below(6); left > 0; left--) {
            clauses.add(clause(choices, clauses.size()));
          }
          clauses.forEach(clause -> choices.note(clause.source));
          Function function = compiled(clauses);
          for (int i = 0; i < 20; i++) {
            String middle = choices.below(5) == 0 ? "ab".repeat(1500) : "";
            String text = word(choices, 4) + middle + word(choices, 3);
            choices.note(text);
            Object expected = Symbol.of("none");
            for (int k = clauses.size() - 1; k >= 0; k--) {
              String rest = clauses.get(k).rest(text);
              expected = rest == null ? expected : Tuple.of((long) k, Seq.text(rest));
            }
            assertThat(function.apply(stored(choices, text))).isEqualTo(expected);
          }
        });
  }
}
