package yona.tool;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import jdk.internal.misc.Signal;
import yona.async.Computations;
import yona.async.Program;
import yona.io.console.Console;
import yona.io.process.ChildProcess;

/**
 * What Ctrl-C, SIGTERM and SIGHUP do to a running program; Ctrl-\\ shows what it does.
 *
 * <p>The first asks the program to end: everything is cancelled, every {@code with} releases its
 * resource, and background parts may go on for the grace period. The second ends that period. The
 * third ends the process, whatever has not been released; but programs of the system that it runs
 * are killed, here as wherever the process is ended while fibers still run.
 *
 * <p>Single operations and calls of Java cannot be stopped. So when the grace period is over and a
 * fiber still computes or blocks its thread, and does not wait for a release to end, the process is
 * ended too. While the program is only being compiled there is nothing to release, and the first
 * signal ends the process.
 *
 * <p>The class under sun.misc.Signal is used, since javac warns of each mention of that one and
 * cannot be told not to; a proxy made by reflection would cost 10 ms at each start. Where the JVM
 * was started without the option that exports it, signals end the process at once.
 */
final class Signals {
  private static final long DEFAULT_GRACE_MILLIS = 5000;

  /**
   * For how long one fiber must have computed without waiting, and how much processor time it must
   * have used in that time: a release that takes less ends undisturbed, also on a busy machine.
   * Both count from the signal on, so that the end comes with that of the grace period.
   */
  private static final long COMPUTING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long PROCESSOR_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** For how long it must have gone on without waiting if it has used less: a call that blocks. */
  private static final long BLOCKED_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long LOOK_MILLIS = 25;

  /** What signals end; any thread may call. */
  interface Running {
    /** Asks for the end, with a time for cleanup. Returns at once. */
    void stop(long graceNanos);

    /** Ends that time. Returns at once. */
    void cancel();

    /** Whether computations that never wait are its own affair, and not ended with the process. */
    boolean endsComputations();
  }

  private record OfProgram(Program program) implements Running {
    @Override
    public void stop(long graceNanos) {
      program.stopNanos(graceNanos);
    }

    @Override
    public void cancel() {
      program.cancel();
    }

    @Override
    public boolean endsComputations() {
      return false;
    }
  }

  private final Running running;
  private final long graceNanos;

  /** Guarded by this. */
  private int received;

  /** Guarded by this. */
  private int status;

  /** What the program has asked to end with; -1 if it has not. Guarded by this. */
  private int exit = -1;

  /** Guarded by this. */
  private boolean nothingHeld;

  private Signals(Running running, long graceNanos) {
    this.running = running;
    this.graceNanos = graceNanos;
  }

  /**
   * Takes the signals from now on. One that the process was started to ignore, as by {@code nohup},
   * stays ignored.
   *
   * @param program what they end
   */
  static Signals handle(Program program) {
    return handle(new OfProgram(program));
  }

  /** The same for something else than a program. */
  static Signals handle(Running running) {
    Signals signals = new Signals(running, TimeUnit.MILLISECONDS.toNanos(graceMillis()));
    signals.handle("INT", Exit.INTERRUPTED);
    signals.handle("TERM", Exit.TERMINATED);
    signals.handle("HUP", Exit.HANGUP);
    QuitSignal.begin(FiberDump::print);
    return signals;
  }

  private static long graceMillis() {
    String grace = System.getenv("YONA_GRACE");
    try {
      return grace == null || grace.isBlank()
          ? DEFAULT_GRACE_MILLIS
          : Math.clamp(Long.parseLong(grace.strip()), 0, Duration.ofDays(1).toMillis());
    } catch (NumberFormatException notANumber) {
      Exit.complain(
          "yona: YONA_GRACE is no number of milliseconds: " + Reports.shown(grace) + "\n");
      return DEFAULT_GRACE_MILLIS;
    }
  }

  private void handle(String name, int statusAfter) {
    try {
      Signal.handle(new Signal(name), _ -> received(statusAfter));
    } catch (IllegalAccessError notExported) {
      return;
    } catch (IllegalArgumentException ignoredByTheProcess) {
      // The JVM refuses what the process was started to ignore, or does not know.
    }
  }

  /** The exit status after the first signal that came; 0 if none came. */
  synchronized int status() {
    return status;
  }

  /** What a process ends with that is ended here. */
  private synchronized int finalStatus() {
    return exit < 0 ? status : exit;
  }

  private synchronized boolean exits() {
    return exit >= 0;
  }

  /** What the program has printed is written, if somebody reads it. */
  private static void flush() {
    try {
      var _ = Console.flush(Execution.FLUSH_NANOS);
    } catch (IOException unwritten) {
      // The status tells of the program, which did not wait for it.
    }
  }

  /**
   * The program has asked for its end and is being cancelled. A computation that does not notice is
   * ended as after a signal.
   *
   * @param statusAfter what the process is to end with
   */
  void exiting(int statusAfter) {
    synchronized (this) {
      exit = statusAfter;
    }
    endIfBusy(graceNanos);
  }

  /**
   * Does what comes before the program runs, such as compiling it: a signal meanwhile, or already
   * before, ends the process at once.
   */
  <T> T holdingNothing(Supplier<T> work) {
    setNothingHeld(true);
    try {
      return work.get();
    } finally {
      setNothingHeld(false);
    }
  }

  /** As {@link #holdingNothing}, until the contrary is said. */
  synchronized void setNothingHeld(boolean nothing) {
    nothingHeld = nothing;
    if (nothing && received > 0) {
      Program.halt(status);
    }
  }

  private void received(int statusAfter) {
    int count;
    synchronized (this) {
      count = ++received;
      if (count == 1) {
        status = statusAfter;
      }
      if (nothingHeld) {
        Program.halt(status);
      }
    }
    switch (count) {
      case 1 -> {
        running.stop(graceNanos);
        if (!running.endsComputations()) {
          endIfBusy(graceNanos);
        }
      }
      case 2 -> {
        running.cancel();
        if (!running.endsComputations()) {
          endIfBusy(0);
        }
      }
      default -> halt(finalStatus());
    }
  }

  /** Ends the process though fibers run; the programs of the system that they run end with it. */
  static void halt(int status) {
    ChildProcess.killAll();
    Program.halt(status);
  }

  /** Ends the process, some time from now, if it is computing then. */
  void endIfBusy(long delayNanos) {
    Thread.ofPlatform()
        .daemon()
        .name("yona-signals")
        .start(
            () -> {
              try {
                awaitComputation(delayNanos);
              } catch (InterruptedException e) {
                return;
              }
              if (exits()) {
                flush();
              }
              Exit.complain("yona: a computation that cannot be stopped was ended\n");
              halt(finalStatus());
            });
  }

  /** Returns when the time is over and a fiber has gone on for long and never waited. */
  private static void awaitComputation(long delayNanos) throws InterruptedException {
    long end = System.nanoTime() + delayNanos;
    Computations computations = Computations.now();
    long since = System.nanoTime();
    while (System.nanoTime() - end < 0
        || System.nanoTime() - since < COMPUTING_NANOS
        || (System.nanoTime() - since < BLOCKED_NANOS
            && computations.processorNanos() < PROCESSOR_NANOS)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      if (!computations.goOn()) {
        computations = Computations.now();
        since = System.nanoTime();
      }
    }
  }
}
