package yona.tool;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import yona.async.Program;
import yona.language.interop.JavaClasses;

/** A use of a session of the prompt by a test, without the terminal around it. */
@FunctionalInterface
interface Conversation {
  void hold(PromptSession session, Said said) throws Exception;

  /** What a session said, answers and complaints in their order. */
  final class Said implements PromptSession.Output {
    private final StringBuilder text = new StringBuilder();
    private final boolean terminal;

    Said(boolean terminal) {
      this.terminal = terminal;
    }

    @Override
    public synchronized void print(String answer) {
      text.append(answer);
    }

    @Override
    public synchronized void complain(String problem) {
      text.append(problem);
      notifyAll();
    }

    @Override
    public boolean isTerminal() {
      return terminal;
    }

    @Override
    public boolean inColour() {
      return false;
    }

    synchronized void await(String expected) throws InterruptedException {
      while (text.indexOf(expected) < 0) {
        wait();
      }
    }

    @Override
    public synchronized String toString() {
      return text.toString();
    }
  }

  /** What a session says while it is used. */
  static String converse(boolean terminal, Conversation conversation) {
    Said said = new Said(terminal);
    AtomicReference<@Nullable PromptSession> current = new AtomicReference<>();
    Program program =
        new Program(
            error -> {
              PromptSession session = current.get();
              if (session != null) {
                session.reportDropped(error);
              }
            });
    program.<Object, RuntimeException>run(
        () -> {
          PromptSession session = new PromptSession(said, List.of(), JavaClasses.platform());
          current.set(session);
          try {
            conversation.hold(session, said);
          } catch (Exception failure) {
            throw new IllegalStateException(failure);
          }
          return "";
        });
    return said.toString();
  }

  /** What a session says to inputs, one after the other. */
  static String answers(String... inputs) {
    return converse(
        false,
        (session, _) -> {
          for (String input : inputs) {
            session.accept(input.getBytes(StandardCharsets.UTF_8));
          }
        });
  }
}
