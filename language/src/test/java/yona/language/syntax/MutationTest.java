package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Programs of the language reference, damaged: each is parsed, and reported on within limits. */
class MutationTest {
  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());

  private static List<String> programs() {
    List<String> programs = new ArrayList<>();
    for (String file : Programs.list("spec", ".yona")) {
      programs.add(Programs.resource("spec/" + file));
    }
    for (String file : Programs.list("golden", ".txt")) {
      programs.addAll(Arrays.asList(Programs.resource("golden/" + file).split("\n(----|=> .*)\n")));
    }
    return programs;
  }

  private static void check(String program) {
    try {
      Invariants.check(Programs.parse(program));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + SEED + ", program:\n" + program, e);
    }
  }

  @Test
  void everyPrefix() {
    for (String program : programs()) {
      for (int end = 0; end <= program.length(); end++) {
        check(program.substring(0, end));
      }
    }
  }

  @Test
  void everyTokenLeftOutOrDoubled() {
    for (String program : programs()) {
      Tokens tokens = Programs.parse(program).tokens();
      for (int i = 0; i < tokens.count(); i++) {
        int start = tokens.start(i);
        int end = tokens.end(i);
        check(program.substring(0, start) + program.substring(end));
        check(program.substring(0, end) + " " + program.substring(start));
      }
    }
  }

  @Test
  void linesSwappedAndSpliced() {
    Random random = new Random(SEED);
    List<String> programs = programs();
    List<String> all = new ArrayList<>();
    programs.forEach(program -> all.addAll(program.lines().toList()));
    for (int round = 0; round < 3_000; round++) {
      List<String> lines =
          new ArrayList<>(programs.get(random.nextInt(programs.size())).lines().toList());
      for (int change = random.nextInt(4); change >= 0 && !lines.isEmpty(); change--) {
        int at = random.nextInt(lines.size());
        switch (random.nextInt(4)) {
          case 0 -> Collections.swap(lines, at, random.nextInt(lines.size()));
          case 1 -> lines.add(at, all.get(random.nextInt(all.size())));
          case 2 -> lines.remove(at);
          default -> lines.set(at, spliced(lines.get(at), all, random));
        }
      }
      check(String.join("\n", lines));
    }
  }

  private static String spliced(String line, List<String> all, Random random) {
    String other = all.get(random.nextInt(all.size()));
    return line.substring(0, random.nextInt(line.length() + 1))
        + other.substring(random.nextInt(other.length() + 1));
  }

  @Test
  void aProgramWithoutItsLastTokenIsAnError() {
    for (String program : programs()) {
      ParseResult result = Programs.parse(program);
      Tokens tokens = result.tokens();
      TokenKind last = tokens.kind(Math.max(0, tokens.count() - 2));
      if (last == TokenKind.END || last == TokenKind.RIGHT_BRACKET) {
        String cut = program.substring(0, tokens.start(tokens.count() - 2));
        assertThat(Programs.codes(cut)).as(cut).isNotEmpty();
      }
    }
  }
}
