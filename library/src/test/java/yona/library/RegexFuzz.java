package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import yona.data.Seq;
import yona.testrun.FuzzSearch;

/**
 * Searches for patterns and texts that module Regex cannot take: what crashes or hangs. {@link
 * LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class RegexFuzz {
  /** The bytes up to the first that is 0 are a pattern, the others a text. */
  @FuzzTest
  void regex(byte[] content) throws Exception {
    String all = new String(content, StandardCharsets.UTF_8);
    int end = all.indexOf('\0');
    Seq pattern = Seq.text(end < 0 ? all : all.substring(0, end));
    Seq text = Seq.text(end < 0 ? all : all.substring(end + 1));
    String[] refusals = {"badarg", "timeout"};
    List<Object> compiled = new ArrayList<>();
    if (!Outcomes.add(() -> yona.module.string.Regex.compile(pattern), compiled, "badarg")
        .isEmpty()) {
      return;
    }
    Object regex = compiled.getFirst();
    List<Object> found = new ArrayList<>();
    List<Object> split = new ArrayList<>();
    String failure =
        Outcomes.add(() -> yona.module.string.Regex.find_all(regex, text), found, refusals);
    failure += Outcomes.add(() -> yona.module.string.Regex.split(regex, text), split, refusals);
    Outcomes.add(() -> yona.module.string.Regex.match(text, regex), new ArrayList<>(), refusals);
    Outcomes.add(
        () -> yona.module.string.Regex.replace(regex, Seq.text("<$&>"), text), found, refusals);
    Outcomes.add(
        () -> yona.module.string.Regex.test(yona.module.string.Regex.escape(text), text),
        found,
        refusals);
    if (failure.isEmpty()) {
      long matches = ((Seq) found.getFirst()).length();
      assertThat(((Seq) split.getFirst()).length()).isBetween(1L, matches + 1);
      assertThat(found.getLast()).isEqualTo(true);
    }
  }
}
