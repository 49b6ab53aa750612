package yona.tool;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Program;
import yona.language.diagnostics.Source;
import yona.testrun.FuzzSearch;

/**
 * Searches for lines that the prompt cannot take while they are typed: it decides whether a line
 * goes on, colours it, completes it and looks up documentation. {@link EvaluationFuzz} evaluates
 * lines. {@link ToolFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class PromptFuzz {
  @FuzzTest
  void prompt(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    PromptSession.isIncomplete(Source.ofBytes("<prompt>", content));
    Highlighting.of(text);
    String line = ":doc " + text.lines().findFirst().orElse("");
    PromptSession session = SESSION.get();
    inProgram(
        () -> {
          session.completion().candidates(text, text.length());
          session.completion().candidates(text, text.length() / 2);
          return session.accept(line.getBytes(StandardCharsets.UTF_8));
        });
  }

  /** One for all lines: it reads the modules that it knows. */
  private static final Supplier<PromptSession> SESSION =
      new Supplier<>() {
        private @Nullable PromptSession made;

        @Override
        public PromptSession get() {
          if (made == null) {
            made =
                inProgram(
                    () -> new PromptSession(SilentPrompt.OUTPUT, List.of(), SilentPrompt.CONFINED));
          }
          return made;
        }
      };

  private static <T> T inProgram(Body<T, RuntimeException> body) {
    return new Program(
            problem -> {
              throw new IllegalStateException(problem);
            })
        .<T, RuntimeException>run(body);
  }
}
