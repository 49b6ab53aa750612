package yona.tool;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.FiberLimit;
import yona.async.Program;
import yona.language.Policy;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Limits;
import yona.language.runtime.ProgramStop;
import yona.tool.documentation.ModuleDocumentation;
import yona.tool.documentation.Pages;

/**
 * Searches for lines and comments that the command cannot take. {@code ./check} runs each entry;
 * longer, from the root of the repository:
 *
 * <pre>
 * mvn -Dquick -Pfuzz -Dfuzz.test=ToolFuzz -Dfuzz.entry=prompt -Dfuzz.seconds=1800 test -pl tool -am
 * </pre>
 *
 * What it finds is printed and kept as {@code prompt-crash-...} in the folder {@code target}. Moved
 * to the resources in {@code ToolFuzzInputs/prompt}, it is replayed by {@link
 * ToolFuzzRegressionTest}, and every later search starts from it.
 */
class ToolFuzz {
  /** What the prompt says is nobody's. */
  private static final PromptSession.Output SILENT =
      new PromptSession.Output() {
        @Override
        public void print(String answer) {}

        @Override
        public void complain(String problem) {}

        @Override
        public void fault(Throwable fault) {
          throw new IllegalStateException(fault);
        }

        @Override
        public boolean isTerminal() {
          return true;
        }

        @Override
        public boolean inColour() {
          return true;
        }
      };

  /**
   * What the prompt makes of a line while it is typed: whether it goes on, its colours, its
   * completions, and the documentation that it asks for. What it evaluates is for {@link
   * #evaluation}.
   */
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
            made = inProgram(() -> new PromptSession(SILENT, List.of(), CONFINED));
          }
          return made;
        }
      };

  /** Inputs may compute, and do nothing else. */
  private static final Policy CONFINED =
      new Policy(JavaClasses.none(), EnumSet.noneOf(Grant.class));

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
        Invocation.supervised(ToolFuzz.class, List.of(), (stream, told) -> {}, Set.of(), LIMITS);
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
                    PromptSession session = new PromptSession(SILENT, List.of(), CONFINED);
                    session.accept(content);
                    return session.accept((":trace " + text).getBytes(StandardCharsets.UTF_8));
                  }));
    } catch (ProgramStop | CancellationException ended) {
      // As every input may be.
    }
  }

  private static <T> T inProgram(Body<T, RuntimeException> body) {
    return new Program(
            problem -> {
              throw new IllegalStateException(problem);
            })
        .<T, RuntimeException>run(body);
  }

  /** A documentation comment, and a module as it is. */
  @FuzzTest
  void documentation(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    StringBuilder commented = new StringBuilder("## ");
    commented.append(text.replaceAll("\\R", "\n## "));
    commented
        .append("\nmodule M exports f as\n    ## ")
        .append(text.replaceAll("\\R", "\n    ## "));
    commented.append("\n    f x = x\nend\n");
    List<Source> sources =
        List.of(Source.of("M.yona", commented.toString()), Source.ofBytes("M.yona", content));
    for (Source source : sources) {
      ModuleDocumentation module = ModuleDocumentation.of(source);
      if (module != null) {
        Pages.of("Modules", "", List.of(module));
      }
    }
  }
}
