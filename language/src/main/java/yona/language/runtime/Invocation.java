package yona.language.runtime;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
     * @param text written whole: UTF-8, or the bytes that the program gives to {@code IO::write}
     */
    void write(Stream stream, byte[] text);
  }

  /**
   * Whether there ever was a run with an output of its own: before, nobody needs to look for it.
   */
  private static volatile boolean redirected;

  /** The same of runs that note where resources are opened. */
  private static volatile boolean noting;

  /** Whether there ever was a run without all grants: before, nobody needs to look for them. */
  private static volatile boolean confined;

  /** Whether there ever was a run with bounded Bigs. */
  private static volatile boolean bounded;

  private static final Set<Grant> ALL = Set.copyOf(EnumSet.allOf(Grant.class));

  private static final Invocation NONE = new Invocation(List.of(), null, Set.of());

  private final List<String> arguments;
  private final @Nullable String script;
  private final Set<Stream> terminals;
  private final @Nullable Output output;
  private final boolean hasInput;
  private final boolean notesOrigins;
  private final Set<Grant> grants;

  /** Who has started it, if that has said so. */
  private final @Nullable Object host;

  /** Null for a run that nobody stops while it computes. */
  private final @Nullable Supervision supervision;

  private final Map<Class<?>, Object> states = new ConcurrentHashMap<>();

  private volatile boolean failedRelease;

  /** What its threads do that pass a raised checkpoint, if the host wants something. */
  private volatile @Nullable Runnable atCheckpoints;

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
    this(null, arguments, script, terminals, null, true, false, ALL, null);
  }

  /** The same run, but that what it prints goes elsewhere than to the process's streams. */
  public Invocation printingTo(Output other) {
    redirected = true;
    return new Invocation(
        host, arguments, script, terminals, other, hasInput, notesOrigins, grants, supervision);
  }

  private Invocation(
      @Nullable Object host,
      List<String> arguments,
      @Nullable String script,
      Set<Stream> terminals,
      @Nullable Output output,
      boolean hasInput,
      boolean notesOrigins,
      Set<Grant> grants,
      @Nullable Supervision supervision) {
    this.host = host;
    this.hasInput = hasInput;
    this.notesOrigins = notesOrigins;
    this.arguments = List.copyOf(arguments);
    this.script = script;
    this.terminals = Set.copyOf(terminals);
    this.output = output;
    this.grants = grants;
    this.supervision = supervision;
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
    return new Invocation(null, List.of(), script, Set.of(), output, false, false, ALL, null);
  }

  /** The same run, but that resources note where they are opened, which costs microseconds. */
  public Invocation notingOrigins() {
    noting = true;
    return new Invocation(
        host, arguments, script, terminals, output, hasInput, true, grants, supervision);
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
   * A run that touches of the world outside what it is granted, keeps to limits, and can be stopped
   * by {@link #stop} also while it computes.
   *
   * @param host who starts it
   * @param arguments those of the command line
   * @param output takes what it prints, which then needs no grant; null for the process's streams
   * @param granted what it may touch
   * @param limits what it may use
   */
  public static Invocation supervised(
      Object host,
      List<String> arguments,
      @Nullable Output output,
      Set<Grant> granted,
      Limits limits) {
    Set<Grant> grants = EnumSet.noneOf(Grant.class);
    grants.addAll(granted);
    Supervision supervision = new Supervision(limits);
    Output counted = output;
    if (output != null) {
      grants.add(Grant.OUTPUT);
      redirected = true;
      if (limits.output() > 0) {
        counted =
            (stream, text) -> {
              supervision.writing(text.length);
              output.write(stream, text);
            };
      }
    }
    confined |= !grants.equals(ALL);
    bounded |= limits.bigBits() > 0;
    return new Invocation(
        host, arguments, null, Set.of(), counted, true, false, Set.copyOf(grants), supervision);
  }

  /**
   * Raises an error if the run that the calling fiber belongs to has no such grant. A thread that
   * runs no program has all.
   *
   * @param grant what the caller is about to do
   * @throws YonaError {@code :notgranted}
   */
  public static void require(Grant grant) {
    if (confined && !current().grants.contains(grant)) {
      String function = StackTrace.libraryFunction();
      throw YonaError.of(
          "notgranted",
          (function == null ? "this" : function)
              + " needs a grant for "
              + grant.subject()
              + " (Grant."
              + grant
              + "), which the host of this program has not given");
    }
  }

  /** Who has started the run; null if that has not said so. */
  public @Nullable Object host() {
    return host;
  }

  /** What the run may touch of the world outside. */
  public Set<Grant> grants() {
    return grants;
  }

  /**
   * Raises an error if the run that the calling fiber belongs to may have no Big so large.
   *
   * @param bits of a result that is about to be calculated, or a few more
   * @throws YonaError {@code :overflow}
   */
  public static void requireBits(long bits) {
    if (!bounded || bits <= Long.SIZE) {
      return;
    }
    Supervision supervision = current().supervision;
    long most = supervision == null ? 0 : supervision.limits().bigBits();
    if (most > 0 && bits > most) {
      throw YonaError.of(
          "overflow",
          "expected a Big of at most "
              + most
              + " bits, as the host of this program wants it, found that the result has about "
              + bits);
    }
  }

  /**
   * Stops a {@linkplain #supervised supervised} run, also before it has begun. Of several reasons
   * the first counts. Returns at once; any thread may call it.
   *
   * @param reason why
   * @return what a fiber of the run that calls this has to throw
   */
  public ProgramStop stop(ProgramStop.Reason reason) {
    if (supervision == null) {
      throw new IllegalStateException("the run is not supervised");
    }
    return supervision.stop(reason);
  }

  /**
   * Has every thread of this run do something when it passes a {@linkplain
   * yona.data.Checkpoint#raise raised} checkpoint, in a release too: a host stops computations so
   * that it cannot interrupt.
   *
   * @param action what to do; what it throws leaves the computation, and should be a {@link
   *     ControlTransfer}
   */
  public void atCheckpoints(Runnable action) {
    atCheckpoints = Objects.requireNonNull(action, "action");
  }

  /** What a thread of the run does that passes a raised checkpoint. */
  void pass(boolean shielded, long bytes) {
    Runnable action = atCheckpoints;
    if (action != null) {
      action.run();
    }
    if (supervision != null) {
      supervision.check(shielded, bytes);
    }
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

  /** Whether the calling fiber belongs to a run. */
  @SuppressWarnings("ReferenceEquality") // one object stands for none
  public static boolean isInside() {
    return current() != NONE;
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
   * @throws ProgramStop if the run was stopped
   */
  public <T extends @Nullable Object, X extends Throwable> T run(
      IntConsumer whenExiting, Body<? extends T, ? extends X> program) throws X {
    T result;
    Preemption.begin();
    try (Scope opened = Scope.open(this)) {
      synchronized (this) {
        this.whenExiting = whenExiting;
        this.scope = opened;
      }
      if (supervision != null) {
        supervision.begin(opened);
      }
      try {
        result = program.run();
      } finally {
        if (supervision != null) {
          supervision.mainEnded(opened);
        }
      }
    } catch (Throwable error) {
      if (error instanceof OutOfMemoryError) {
        stopForMemory();
      }
      raiseExit();
      throw error;
    } finally {
      if (supervision != null) {
        supervision.end();
      }
    }
    raiseExit();
    return result;
  }

  /** Notes that a resource which nobody closed could not be released as it should at the end. */
  static void noteFailedRelease() {
    current().failedRelease = true;
  }

  /**
   * Whether a resource that nobody closed, like a file on a disk that is full, could not be
   * released as it should: something may be lost.
   *
   * @return false before the program's end
   */
  public boolean hasFailedRelease() {
    return failedRelease;
  }

  /** Whether the program has asked for its end: what it still gives or raises is of no interest. */
  public boolean isExiting() {
    return exit != null;
  }

  /** Raises the end that the program has asked for, or its host, if one of them has. */
  private void raiseExit() {
    ProgramExit asked = exit;
    if (asked != null) {
      throw asked;
    }
    ProgramStop stop = supervision == null ? null : supervision.stopped();
    if (stop != null) {
      throw stop;
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

  /**
   * Ends this run from outside, as the program does that {@linkplain #exit asks for its end}. Does
   * nothing before it has begun. Returns at once; any thread may call it.
   *
   * @param status what the process that runs it is to end with, 0 to 255
   */
  public void end(int status) {
    var _ = end(new ProgramExit(status));
  }

  /**
   * Ends also the releases of this run that are under way: they raise where they wait. Those that
   * come after them run. Returns at once; any thread may call it.
   */
  public void endReleases() {
    Scope running;
    synchronized (this) {
      running = scope;
    }
    if (running != null) {
      running.terminateShielded();
    }
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
    if (supervision != null) {
      supervision.stop(ProgramStop.Reason.ENDED);
    }
    running.cancel();
    return wanted;
  }

  /**
   * Raises the end of the program instead of the cancellation that it causes: no {@code catch} is
   * to take that for a computation that was cancelled alone.
   */
  public static void checkExit() {
    current().raiseEnd();
  }

  /**
   * Raises the end of the calling program instead of the {@link OutOfMemoryError} that it has met,
   * if it bounds the heap: it would only try again.
   */
  static void outOfMemory() {
    ProgramStop stop = current().stopForMemory();
    if (stop != null) {
      throw stop;
    }
  }

  private @Nullable ProgramStop stopForMemory() {
    return supervision == null || supervision.limits().heap() == 0
        ? null
        : supervision.stop(ProgramStop.Reason.MEMORY);
  }

  private void raiseEnd() {
    raiseExit();
    if (supervision != null) {
      supervision.checkEnded();
    }
  }
}
