package yona.library.terminal;

import java.io.IOException;
import yona.async.stm.STM;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.data.Seq;
import yona.language.runtime.Invocation;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.system.ConsoleFunctions;

/**
 * A question on standard error and its answer on standard input. There is one at a time: other
 * fibers that ask wait until it is closed. Bars are not drawn meanwhile.
 */
final class Conversation implements AutoCloseable {
  private static final Mutex TURN = new Mutex();

  private final String where;
  private final Permit permit;
  private final ProgressDisplay.Pause pause;
  private final boolean atTerminal;

  /**
   * Begins, when it is the turn of this fiber. Suspends.
   *
   * @param where the function's name, for errors
   */
  Conversation(String where) {
    STM.effect("a question");
    this.where = where;
    this.permit = TURN.acquire();
    this.pause = ProgressDisplay.pause();
    this.atTerminal =
        Invocation.output() == null && Invocation.current().isTerminal(Invocation.Stream.INPUT);
  }

  @Override
  public void close() {
    pause.close();
    permit.close();
  }

  /** Whether somebody sees what is asked, and can be asked again. */
  boolean atTerminal() {
    return atTerminal;
  }

  /** Writes a text. May suspend. */
  void say(String text) {
    Object _ = ConsoleFunctions.eprint(Seq.text(text));
  }

  /** An answer that is none. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final transient YonaError error;

    /**
     * A refusal.
     *
     * @param problem what is told to who answers
     * @param error what is raised if nobody can be asked again
     */
    Refused(String problem, YonaError error) {
      super(problem, error, false, false);
      this.error = error;
    }
  }

  /** Makes the answer of a line. */
  @FunctionalInterface
  interface Reading {
    /** May suspend. */
    Object read(String line) throws Refused;
  }

  /**
   * Asks until a line is an answer. Suspends.
   *
   * @param question what is asked
   * @param hidden whether a terminal does not show what is typed
   * @param reading makes the answer
   * @throws YonaError {@code :eof} if input has ended; what the reading refuses with, if there is
   *     no terminal
   */
  Object ask(String question, boolean hidden, Reading reading) {
    for (; ; ) {
      String shown = question + (atTerminal ? " " : "\n");
      Object line = hidden && atTerminal ? hiddenLine(shown) : line(shown);
      if (!(line instanceof Seq text)) {
        say(atTerminal ? "\n" : "");
        throw ended();
      }
      try {
        return reading.read(text.asString());
      } catch (Refused refused) {
        if (!atTerminal) {
          throw refused.error;
        }
        say(refused.getMessage() + "\n");
      }
    }
  }

  private Object line(String question) {
    say(question);
    return ConsoleFunctions.readln();
  }

  /** Who sees the question can type at once, and it is hidden. */
  private Object hiddenLine(String question) {
    try (TerminalMode _ = TerminalMode.hidden()) {
      return line(question);
    } catch (IOException | LinkageError notThere) {
      throw YonaError.of(
          "ioerror",
          where + ": the terminal shows what is typed, and cannot be told not to, without JLine");
    }
  }

  YonaError ended() {
    return Failure.of(ConsoleFunctions.EOF, where + ": standard input has ended");
  }

  /** The refusal of a line. */
  Refused refused(String expected, String line) {
    String problem = "expected " + expected + ", found " + Failure.shown(Seq.text(line));
    return new Refused(problem, Failure.badarg(where, problem));
  }
}
