package yona.language.runtime;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Scope;

/**
 * One run of a program, as its host started it: what the program is given, what it keeps as long as
 * it runs, and its end when it asks for one. The library finds it along the scopes, so that two
 * programs in one process do not meet; a program that runs in none was given nothing.
 *
 * <p>A program that asks for its end is cancelled as a whole: every {@code with} releases its
 * resource, and no {@code catch} takes anything on the way. Where the status goes is the host's
 * affair: neither the language nor the library ends a process.
 */
public final class Invocation {
  /** The standard streams of a process. */
  public enum Stream {
    /** Standard input. */
    INPUT,
    /** Standard output. */
    OUTPUT,
    /** Standard error. */
    ERROR
  }

  /** Takes what a program writes to its standard streams. */
  @FunctionalInterface
  public interface Output {
    /**
     * Takes a text. Called by any number of fibers at a time.
     *
     * @param stream output or error
     * @param text UTF-8, written whole
     */
    void write(Stream stream, byte[] text);
  }

  /**
   * Whether there ever was a run with an output of its own: before, nobody needs to look for it.
   */
  private static volatile boolean redirected;

  /** The same of runs that note where resources are opened. */
  private static volatile boolean noting;

  private static final Invocation NONE = new Invocation(List.of(), null, Set.of());

  private final List<String> arguments;
  private final @Nullable String script;
  private final Set<Stream> terminals;
  private final @Nullable Output output;
  private final boolean hasInput;
  private final boolean notesOrigins;
  private final Map<Class<?>, Object> states = new ConcurrentHashMap<>();

  /** Guarded by this. */
  private @Nullable Scope scope;

  /** Guarded by this. */
  private @Nullable IntConsumer whenExiting;

  /** The first that was asked for. */
  private volatile @Nullable ProgramExit exit;

  /**
   * What a program is given.
   *
   * @param arguments those of the command line, without the program's own name
   * @param script the path of the program's file, or null if it has none
   * @param terminals the standard streams that are terminals
   */
  public Invocation(List<String> arguments, @Nullable String script, Set<Stream> terminals) {
    this(arguments, script, terminals, null, true, false);
  }

  /** The same run, but that what it prints goes elsewhere than to the process's streams. */
  public Invocation printingTo(Output other) {
    redirected = true;
    return new Invocation(arguments, script, terminals, other, hasInput, notesOrigins);
  }

  private Invocation(
      List<String> arguments,
      @Nullable String script,
      Set<Stream> terminals,
      @Nullable Output output,
      boolean hasInput,
      boolean notesOrigins) {
    this.hasInput = hasInput;
    this.notesOrigins = notesOrigins;
    this.arguments = List.copyOf(arguments);
    this.script = script;
    this.terminals = Set.copyOf(terminals);
    this.output = output;
  }

  /**
   * A run without arguments and terminals whose output goes elsewhere than to the process's
   * streams, and whose input is empty.
   *
   * @param script the path of the program's file
   * @param output takes what it prints
   */
  public static Invocation writingTo(String script, Output output) {
    redirected = true;
    return new Invocation(List.of(), script, Set.of(), output, false, false);
  }

  /** The same run, but that resources note where they are opened, which costs microseconds. */
  public Invocation notingOrigins() {
    noting = true;
    return new Invocation(arguments, script, terminals, output, hasInput, true);
  }

  /** Whether the run that the calling fiber belongs to wants to know where resources are opened. */
  static boolean notesOrigins() {
    return noting && current().notesOrigins;
  }

  /** Whether the run that the calling fiber belongs to reads the process's standard input. */
  public static boolean hasInput() {
    return !redirected || current().hasInput;
  }

  /**
   * What takes the output of the run that the calling fiber belongs to.
   *
   * @return null if it goes to the streams of the process
   */
  public static @Nullable Output output() {
    return redirected ? current().output : null;
  }

  /** The run that the calling fiber belongs to; one that was given nothing if there is none. */
  public static Invocation current() {
    for (Scope around = Scope.current(); around != null; around = around.parent()) {
      if (around.local() instanceof Invocation invocation) {
        return invocation;
      }
    }
    return NONE;
  }

  /** The arguments, without the program's own name. */
  public List<String> arguments() {
    return arguments;
  }

  /** The path of the program's file, or null. */
  public @Nullable String script() {
    return script;
  }

  /** Whether a standard stream is a terminal. */
  public boolean isTerminal(Stream stream) {
    return terminals.contains(stream);
  }

  /**
   * Something that the library keeps for this run.
   *
   * @param type its class: there is one of each
   * @param initial makes it when it is first asked for
   * @param <T> the class
   * @return the same object each time
   */
  public <T> T state(Class<T> type, Supplier<T> initial) {
    return type.cast(states.computeIfAbsent(type, _ -> initial.get()));
  }

  /**
   * Runs a program in a scope of its own, and waits until all that it has started has ended. May
   * suspend. To be called once.
   *
   * @param whenExiting told of the status when the program asks for its end, before anything of it
   *     has ended; called once at most, on the fiber that asks
   * @param program what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the program does
   * @throws ProgramExit if the program has asked for its end, in whichever fiber
   */
  public <T extends @Nullable Object, X extends Throwable> T run(
      IntConsumer whenExiting, Body<? extends T, ? extends X> program) throws X {
    T result;
    try (Scope opened = Scope.open(this)) {
      synchronized (this) {
        this.whenExiting = whenExiting;
        this.scope = opened;
      }
      result = program.run();
    } catch (Throwable error) {
      raiseExit();
      throw error;
    }
    raiseExit();
    return result;
  }

  /** Whether the program has asked for its end: what it still gives or raises is of no interest. */
  public boolean isExiting() {
    return exit != null;
  }

  /** Raises the end that the program has asked for, if it has. */
  private void raiseExit() {
    ProgramExit asked = exit;
    if (asked != null) {
      throw asked;
    }
  }

  /**
   * Ends the calling program. Of several ends that it asks for the first one counts.
   *
   * @param status what the process that runs it is to end with, 0 to 255
   * @return nothing; so that callers can write {@code throw}
   * @throws ProgramExit always
   */
  public static RuntimeException exit(int status) {
    throw current().end(new ProgramExit(status));
  }

  private ProgramExit end(ProgramExit wanted) {
    Scope running;
    IntConsumer listener;
    synchronized (this) {
      if (scope == null || whenExiting == null) {
        return wanted;
      }
      if (exit != null) {
        return exit;
      }
      exit = wanted;
      running = scope;
      listener = whenExiting;
    }
    listener.accept(wanted.status());
    running.cancel();
    return wanted;
  }

  /**
   * Raises the end of the program instead of the cancellation that it causes: no {@code catch} is
   * to take that for a computation that was cancelled alone.
   */
  static void checkExit() {
    current().raiseExit();
  }
}
