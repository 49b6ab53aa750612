package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import yona.data.Char;
import yona.data.Equality;
import yona.data.Seq;
import yona.language.runtime.Function;
import yona.library.test.Difference;
import yona.library.test.Generator;
import yona.library.test.TestCase;
import yona.property.Choices;
import yona.property.Property;

/** What properties of module Test are tried with, and what is told of those that fail. */
final class PropertiesTest {
  private static String smallest(Generator generator, long seed, Predicate<Object> holds) {
    Function body = Calls.fn(holds::test);
    TestCase test = TestCase.property("p", List.of(generator), body);
    TestCase.Outcome outcome = test.run(seed);
    TestCase.Outcome again = TestCase.property("p", List.of(generator), body).run(seed);
    assertThat(again.input()).isEqualTo(outcome.input());
    assertThat(again.passed()).isEqualTo(outcome.passed());
    return outcome.passed() ? "passed" : Objects.requireNonNull(outcome.input());
  }

  @Test
  void intsShrinkToTheNearestThatFails() {
    Property.check(
        200,
        choices -> {
          long high = choices.oneOf(100L, 1000L, Long.MAX_VALUE);
          long low = choices.oneOf(0L, 5L, -3L, -high);
          long bound = 6L + choices.below(20);
          Generator ints = Generator.ints(low, high);
          long seed = choices.below(1000);
          assertThat(smallest(ints, seed, n -> (Long) n < bound)).isEqualTo(Long.toString(bound));
          if (low < -50) {
            assertThat(smallest(ints, seed, n -> (Long) n > -bound)).isEqualTo("-" + bound);
          }
          assertThat(smallest(ints, seed, n -> (Long) n >= low && (Long) n <= high))
              .isEqualTo("passed");
        });
  }

  @Test
  void collectionsShrinkToTheirSimplestElements() {
    for (long seed = 0; seed < 50; seed++) {
      Generator seqs = Generator.seqs(20, Generator.ints(0, 1000));
      assertThat(smallest(seqs, seed, s -> ((Seq) s).length() < 3)).isEqualTo("[0, 0, 0]");
      assertThat(smallest(seqs, seed, s -> sum((Seq) s) < 100)).isEqualTo("[100]");
      assertThat(smallest(Generator.strings(), seed, s -> ((Seq) s).length() < 2))
          .isEqualTo("\"aa\"");
    }
  }

  private static long sum(Seq seq) {
    return (Long) seq.fold(0L, (a, b) -> (Long) a + (Long) b);
  }

  @Test
  void stringsHaveCharactersOfEveryPlaneAndNoSurrogates() {
    boolean[] planes = new boolean[17];
    boolean[] empty = new boolean[1];
    for (long seed = 0; seed < 60; seed++) {
      smallest(
          Generator.strings(),
          seed,
          s -> {
            empty[0] |= ((Seq) s).isEmpty();
            assertThat(((Seq) s).isKnownText()).isTrue();
            for (Object c : (Seq) s) {
              int point = ((Char) c).codePoint();
              assertThat(point < 0xd800 || point > 0xdfff).isTrue();
              planes[point >> 16] = true;
            }
            return true;
          });
    }
    assertThat(empty[0]).isTrue();
    assertThat(planes).doesNotContain(false);
  }

  @Test
  void theSeedAloneDecidesWhatIsTried() {
    for (long seed = 0; seed < 5; seed++) {
      assertThat(inputs(seed)).isEqualTo(inputs(seed)).isNotEqualTo(inputs(seed + 1)).hasSize(100);
    }
  }

  private static List<Object> inputs(long seed) {
    List<Object> seen = new ArrayList<>();
    Generator ints = Generator.ints(Long.MIN_VALUE, Long.MAX_VALUE);
    TestCase.property("p", List.of(ints), Calls.fn(n -> seen.add(n))).run(seed);
    return seen;
  }

  @Test
  void floatsShrinkToWholeOnes() {
    for (long seed = 0; seed < 30; seed++) {
      Generator floats = Generator.floats(-1e300, 1e300);
      assertThat(smallest(floats, seed, n -> (Double) n < 5.3)).isEqualTo("6.0");
    }
  }

  /** A message about values of any kind says something, and never fails itself. */
  @Test
  void anyTwoDifferentValuesHaveAMessage() {
    Property.check(
        2000,
        choices -> {
          Object a = value(choices, 4);
          Object b = value(choices, 4);
          choices.note(a + " and " + b);
          if (!Equality.equal(a, b)) {
            String message = Difference.message(a, b);
            assertThat(message).startsWith("expected ").contains("\nfound ");
          }
        });
  }

  private static Object value(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 3 : 7)) {
      case 0 -> (long) choices.below(3);
      case 1 -> Seq.text(Given.text(choices, choices.oneOf(2, 100)));
      case 2 -> BigInteger.valueOf(choices.below(3));
      case 3 -> Calls.seq(value(choices, depth - 1), value(choices, depth - 1));
      case 4 -> yona.data.Tuple.of(value(choices, depth - 1), value(choices, depth - 1));
      case 5 -> yona.data.Set.EMPTY.add(value(choices, depth - 1));
      default ->
          yona.data.Dict.EMPTY
              .put(value(choices, depth - 1), value(choices, depth - 1))
              .put(Seq.text("k"), value(choices, depth - 1));
    };
  }
}
