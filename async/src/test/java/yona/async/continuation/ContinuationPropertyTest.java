package yona.async.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * Random bodies that start, suspend to any prompt around them, raise and are cancelled do the same
 * on every ground. A failure names its seed, and the length of the shortest program that fails.
 */
class ContinuationPropertyTest {
  private static final int PROMPTS = 3;
  private static final int PROGRAMS = 400;

  /** A run of one program; all choices come from the seed, so equal runs make equal choices. */
  private static final class Run {
    final Ground ground;
    final RandomGenerator random;
    final List<String> log = new ArrayList<>();
    final List<Prompt<Integer, Integer>> prompts = new ArrayList<>();
    int left;

    Run(Ground ground, long seed, int length) {
      this.ground = ground;
      this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      this.left = length;
      for (int i = 0; i < PROMPTS; i++) {
        prompts.add(ground.prompt());
      }
    }

    /** Does random things while there are any left; {@code around} are the prompts around it. */
    int body(List<Integer> around) {
      int sum = 0;
      while (left-- > 0) {
        int choice = random.nextInt(10);
        if (choice < 3 && around.size() < 6) {
          sum += drive(around, random.nextInt(PROMPTS));
        } else if (choice < 8 && !around.isEmpty()) {
          int to = around.get(random.nextInt(around.size()));
          log.add("suspends to " + to);
          try {
            sum += prompts.get(to).suspend(left);
          } catch (IllegalArgumentException raised) {
            log.add("is told " + raised.getMessage());
            sum++;
          }
        } else if (choice == 8 && sum > 2) {
          throw new IllegalArgumentException("body " + sum);
        } else {
          break;
        }
      }
      return sum;
    }

    /** Starts a body and resumes it in random ways until it ends. */
    int drive(List<Integer> around, int prompt) {
      List<Integer> inside = new ArrayList<>(around);
      inside.add(prompt);
      log.add("starts " + prompt);
      try {
        Step<Integer, Integer, Integer> step =
            ground.start(prompts.get(prompt), () -> body(inside));
        while (step instanceof Continuation<Integer, Integer, Integer> rest) {
          log.add(prompt + " got " + rest.value());
          switch (random.nextInt(8)) {
            case 0 -> step = rest.raise(new IllegalArgumentException("in " + prompt));
            case 1 -> {
              rest.cancel();
              log.add(prompt + " cancelled");
              return 0;
            }
            default -> step = rest.resume(random.nextInt(10));
          }
        }
        int result = ((Step.Done<Integer, Integer, Integer>) step).result();
        log.add(prompt + " gave " + result);
        return result;
      } catch (IllegalArgumentException raised) {
        log.add(prompt + " raised " + raised.getMessage());
        return 1;
      }
    }

    List<String> run() {
      while (left > 0) {
        drive(List.of(), random.nextInt(PROMPTS));
      }
      return log;
    }
  }

  private static boolean agree(long seed, int length) {
    List<String> bare = new Run(Ground.BARE, seed, length).run();
    return bare.equals(new Run(Ground.THREAD, seed, length).run())
        && bare.equals(new Run(Ground.MOVABLE, seed, length).run());
  }

  @Test
  void randomProgramsDoTheSameOnEveryGround() {
    long first = System.nanoTime();
    int steps = 0;
    for (long seed = first; seed < first + PROGRAMS; seed++) {
      int length = 60;
      if (!agree(seed, length)) {
        int shortest = 1;
        while (agree(seed, shortest)) {
          shortest++;
        }
        assertThat(new Run(Ground.BARE, seed, shortest).run())
            .as("seed %d, length %d", seed, shortest)
            .isEqualTo(new Run(Ground.THREAD, seed, shortest).run())
            .isEqualTo(new Run(Ground.MOVABLE, seed, shortest).run());
      }
      steps += new Run(Ground.BARE, seed, length).run().size();
    }
    // They do reach all of it: some dozens of steps each.
    assertThat(steps).isGreaterThan(20 * PROGRAMS);
  }
}
