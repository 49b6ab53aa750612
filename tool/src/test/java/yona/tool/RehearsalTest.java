package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of the training run: one that fails would leave out of the cache what it is for. */
@Tag("processes")
final class RehearsalTest {
  @Test
  void theCommonProgramRuns() {
    Yona.Result result = Yona.evaluate(Rehearsal.COMMON);
    assertThat(result.output()).startsWith("(1, :letter, ");
    assertThat(result.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"library.yona", "services.yona"})
  void theProgramsBesideTheExamplesRun(String program) {
    Yona.Result result =
        Yona.command("run", Yona.ROOT.resolve("tool/src/main/dist").resolve(program).toString())
            .run();
    assertThat(result.output()).isNotEmpty();
    assertThat(result.err()).isEmpty();
  }
}
