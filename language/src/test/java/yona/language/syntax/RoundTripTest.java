package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/** A random tree, written as a program in a random layout, is read back as the same tree. */
class RoundTripTest {
  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());
  private static final int ROUNDS = Effort.of(4_000);

  @Test
  void whatIsWrittenIsReadBack() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      int size = 1 + 6 * round / ROUNDS; // small trees first, so that the first failure is small
      Tree.Expression tree = new RandomTrees(random).expression(size);
      String program = SourceWriter.write(tree, random);
      ParseResult result = Programs.parse(program);
      assertThat(Programs.messages(result))
          .as(
              "seed %d (-Dyona.seed), program:%n%s%n%s",
              SEED + round, program, TreePrinter.print(tree))
          .isEmpty();
      assertThat(TreePrinter.print(result.program()))
          .as("seed %d (-Dyona.seed), program:%n%s", SEED + round, program)
          .isEqualTo(TreePrinter.print(tree));
      Ranges.check(result);
    }
  }
}
