package yona.tool;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import yona.async.CancellationException;
import yona.async.FiberLimit;
import yona.async.Program;
import yona.language.runtime.Invocation;
import yona.language.runtime.Limits;
import yona.language.runtime.ProgramStop;
import yona.testrun.FuzzSearch;

/**
 * Searches for programs that the prompt cannot evaluate. {@link ToolFuzzRegressionTest} replays
 * what it found.
 */
@FuzzSearch
class EvaluationFuzz {
  /** What an evaluation may use: most inputs need nothing of it. */
  private static final Limits LIMITS =
      new Limits(Duration.ofSeconds(1), Duration.ofSeconds(1), 100, 100_000, 10_000, 0.6);

  /**
   * An input is evaluated, then traced, in a session of its own that may do nothing but compute;
   * what does not end is stopped.
   */
  @FuzzTest
  void evaluation(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    if (text.stripLeading().startsWith(":")) {
      return;
    }
    Invocation invocation =
        Invocation.supervised(
            EvaluationFuzz.class, List.of(), (stream, told) -> {}, Set.of(), LIMITS);
    Program program =
        new Program(
            dropped -> {},
            new FiberLimit(LIMITS.fibers(), () -> invocation.stop(ProgramStop.Reason.FIBERS)));
    try {
      program.<Object, RuntimeException>run(
          () ->
              invocation.run(
                  status -> {},
                  () -> {
                    PromptSession session =
                        new PromptSession(SilentPrompt.OUTPUT, List.of(), SilentPrompt.CONFINED);
                    session.accept(content);
                    return session.accept((":trace " + text).getBytes(StandardCharsets.UTF_8));
                  }));
    } catch (ProgramStop | CancellationException ended) {
      // As every input may be.
    }
  }
}
