package yona.tool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.FiberScheduler;
import yona.async.FiberWatch;
import yona.async.Program;
import yona.async.Scope;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;
import yona.language.runtime.Invocation;
import yona.language.runtime.ProgramExit;
import yona.language.runtime.YonaError;
import yona.library.test.TestCase;

/**
 * Runs the cases of files, several at a time, each as a program of its own: what one of them does,
 * be it {@code System::exit}, a wait without end or a loop without end, concerns no other.
 *
 * <p>Workers are threads with carriers of their own. A case that has not ended at its time limit is
 * cancelled, so that it can release what it holds; one that does not end then either, because it
 * computes and never waits, cannot be stopped by anybody: its worker is given up and another one
 * takes its place.
 */
final class TestRun implements Signals.Running {
  static final int MOST_JOBS = 1000;
  static final long MOST_SECONDS = 1_000_000;

  /** How long a case has for its cleanup when its time is over. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long a fiber may take to end that a case has left behind and that nothing keeps. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So that the fibers of one case still run at the same time. */
  private static final int CARRIERS = 2;

  /**
   * How to run.
   *
   * @param filter only cases with this in their names, or in those of their files
   * @param seed of the properties
   * @param jobs how many cases run at the same time
   * @param seconds how long a case may take, and the loading of a file
   * @param libraries Java libraries that tests may use besides those of their project
   */
  record Settings(String filter, long seed, int jobs, long seconds, List<String> libraries) {}

  private static final String INTERRUPTED = "interrupted";

  /** A file and what came of it; the results are complete when {@link #missing} is 0. */
  static final class Tested {
    private final TestFile file;
    private final int number;
    private @Nullable TestResult[] results = {};
    private int missing = 1;
    private int leftOut;
    private int notRun;

    private Tested(TestFile file, int number) {
      this.file = file;
      this.number = number;
    }

    TestFile file() {
      return file;
    }

    /** How many cases the filter has left out. */
    int leftOut() {
      return leftOut;
    }

    /** How many cases did not run because the run was stopped; 1 for a file that gave none yet. */
    int notRun() {
      return notRun;
    }

    /** Of the cases, in their order; of the file alone if it gave none. */
    List<TestResult> results() {
      List<TestResult> all = new ArrayList<>();
      for (TestResult result : results) {
        if (result != null) {
          all.add(result);
        }
      }
      return all;
    }
  }

  private final Settings settings;
  private final boolean colour;
  private final List<Tested> files = new ArrayList<>();

  /** By file and case, so that the report can go on. Guarded by this, as all below. */
  private final PriorityQueue<Job> waiting =
      new PriorityQueue<>(
          Comparator.comparingInt((Job job) -> job.tested.number)
              .thenComparingInt(job -> job.index));

  private final Set<Job> running = new LinkedHashSet<>();
  private boolean done;

  /** Whether no more jobs begin. */
  private boolean stopped;

  /**
   * A run that has not begun.
   *
   * @param files what to run
   * @param settings how
   * @param colour whether what it says has colours
   */
  TestRun(List<TestFile> files, Settings settings, boolean colour) {
    this.settings = settings;
    this.colour = colour;
    for (TestFile file : files) {
      Tested tested = new Tested(file, this.files.size());
      this.files.add(tested);
      waiting.add(new Job(tested, 0, null));
    }
  }

  /**
   * Runs everything. To be called once.
   *
   * @param report given each file in order, as soon as it and those before it are complete
   */
  void run(Consumer<Tested> report) {
    FiberWatch.begin(this::endDeadlocks);
    for (int i = 0; i < settings.jobs(); i++) {
      startWorker();
    }
    for (Tested tested : files) {
      awaitCompletion(tested);
      report.accept(tested);
    }
    synchronized (this) {
      done = true;
      notifyAll();
    }
  }

  private synchronized void awaitCompletion(Tested tested) {
    while (tested.missing > 0) {
      long next = Long.MAX_VALUE;
      for (Job job : List.copyOf(running)) {
        long left = job.deadline - System.nanoTime();
        if (left <= 0) {
          left = job.expire();
        }
        next = Math.min(next, left);
      }
      if (tested.missing > 0) {
        try {
          wait(Math.max(1, Math.min(TimeUnit.NANOSECONDS.toMillis(next), 1000)));
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Ends all cases that run, lets them clean up, and begins no others. */
  @Override
  public synchronized void stop(long graceNanos) {
    stopped = true;
    for (Job job = waiting.poll(); job != null; job = waiting.poll()) {
      job.tested.missing--;
      job.tested.notRun++;
    }
    for (Job job : running) {
      job.cancel(INTERRUPTED, graceNanos + GRACE_NANOS);
    }
    notifyAll();
  }

  /** Ends the time for cleanup after {@link #stop}. */
  @Override
  public synchronized void cancel() {
    for (Job job : running) {
      job.deadline = System.nanoTime();
    }
    notifyAll();
  }

  @Override
  public boolean endsComputations() {
    return true;
  }

  /**
   * Fails the cases that run, the fibers of all of which wait for each other. Those of one case
   * alone cannot be told: what it waits at it may have from its file, and so may the others. A job
   * that has not yet entered its program, or has left it, is about to do something.
   */
  private synchronized void endDeadlocks() {
    if (running.stream().allMatch(job -> job.inProgram)
        && (waiting.isEmpty() || running.size() >= settings.jobs())) {
      running.forEach(Job::endDeadlock);
    }
  }

  private void startWorker() {
    Thread.ofPlatform().daemon().name("yona-test").start(this::work);
  }

  private void work() {
    FiberScheduler scheduler = FiberScheduler.carriers(CARRIERS);
    for (Job job = next(); job != null; job = next()) {
      if (!job.execute(scheduler)) {
        return;
      }
    }
  }

  private synchronized @Nullable Job next() {
    while (waiting.isEmpty() && !done) {
      try {
        wait();
      } catch (InterruptedException e) {
        return null;
      }
    }
    Job job = done ? null : waiting.poll();
    if (job != null) {
      job.begin();
      notifyAll();
    }
    return job;
  }

  /** A file to load, or a case to run. */
  private final class Job {
    private final Tested tested;
    private final int index;
    private final @Nullable TestCase test;
    private final Program program = new Program(this::dropped);
    private final TestResult.Capture printed = new TestResult.Capture();
    private final List<String> background = new ArrayList<>();
    private long started;
    private long deadline;

    /** Why it was cancelled; null if it was not. */
    private @Nullable String cancelled;

    private @Nullable Thread worker;
    private @Nullable Invocation invocation;

    /** Whether a fiber runs its body. */
    private volatile boolean inProgram;

    Job(Tested tested, int index, @Nullable TestCase test) {
      this.tested = tested;
      this.index = index;
      this.test = test;
    }

    private @Nullable String name() {
      return test == null ? null : test.name();
    }

    void begin() {
      started = System.nanoTime();
      deadline = started + TimeUnit.SECONDS.toNanos(settings.seconds());
      running.add(this);
    }

    /** Its time is over: gives how many nanoseconds it still has. */
    long expire() {
      if (cancelled == null) {
        cancel("did not end within " + limit(), GRACE_NANOS);
        return GRACE_NANOS;
      }
      finish(ended(cancelled + (stopped ? ", and goes on" : ", nor when it was cancelled")));
      startWorker();
      return Long.MAX_VALUE;
    }

    /** Cancels it, and lets it clean up. */
    void cancel(String why, long graceNanos) {
      if (cancelled == null) {
        cancelled = why;
        deadline = System.nanoTime() + graceNanos;
        program.cancel();
      }
    }

    /** All its fibers wait for each other: ends it, as a program that asks for its end. */
    void endDeadlock() {
      if (cancelled == null && worker != null && invocation != null) {
        cancelled = ErrorReport.heading(Deadlock.error()) + "\n" + FiberDump.of(worker).strip();
        deadline = System.nanoTime() + GRACE_NANOS;
        invocation.end(Exit.FAILURE);
      }
    }

    /** The result of one that was cancelled. */
    private TestResult ended(String why) {
      TestResult result = failed(why);
      return cancelled != null && cancelled.equals(INTERRUPTED) ? result.asInterrupted() : result;
    }

    private String limit() {
      return settings.seconds() == 1 ? "1 second" : settings.seconds() + " seconds";
    }

    private TestResult failed(String why) {
      return failed(why, "");
    }

    private TestResult failed(String why, String excerpt) {
      String where =
          test != null && test.place() != null && excerpt.isEmpty()
              ? ErrorReport.excerpt(List.of(test.place()), tested.file.sources(), colour)
              : excerpt;
      return TestResult.failed(name(), why, where, printed, System.nanoTime() - started);
    }

    /** Runs it on this thread; false if it was given up meanwhile. */
    boolean execute(FiberScheduler scheduler) {
      List<TestCase> cases = null;
      TestResult result = null;
      try {
        if (test == null) {
          cases = inProgram(scheduler, () -> tested.file.load(colour));
        } else {
          result = inProgram(scheduler, () -> run(test));
        }
      } catch (TestFile.Unusable unusable) {
        result = failed(unusable.why());
      } catch (ProgramExit exit) {
        result = ofExit(exit);
      } catch (Throwable thrown) {
        result = ofError(thrown);
      }
      return end(cases, result);
    }

    /** Runs a case; what it leaves behind fails it if nothing else does. Suspends. */
    private TestResult run(TestCase test) {
      TestCase.Outcome outcome = test.run(settings.seed());
      if (outcome.passed()) {
        long patience = Math.min(PATIENCE_NANOS, (deadline - System.nanoTime()) / 2);
        Leftovers left = Leftovers.in(Scope.current(), patience);
        if (!left.isEmpty()) {
          return TestResult.leaving(
              test,
              left.shown(test.place(), tested.file.sources(), colour),
              printed,
              outcome.nanos());
        }
      }
      return TestResult.of(outcome, printed, tested.file.sources(), colour);
    }

    private <T, X extends Throwable> T inProgram(
        FiberScheduler scheduler, Body<? extends T, ? extends X> body) throws X {
      Invocation given =
          Invocation.writingTo(tested.file.name(), (stream, text) -> printed.add(text))
              .notingOrigins();
      synchronized (TestRun.this) {
        worker = Thread.currentThread();
        invocation = given;
      }
      return Async.<T, X>blocking(
          scheduler,
          () -> program.<T, X>run(() -> given.<T, X>run(status -> {}, () -> entered(body))));
    }

    private <T, X extends Throwable> T entered(Body<? extends T, ? extends X> body) throws X {
      inProgram = true;
      try {
        return body.run();
      } finally {
        inProgram = false;
      }
    }

    private TestResult ofExit(ProgramExit exit) {
      synchronized (TestRun.this) {
        return cancelled != null
            ? ended(cancelled)
            : failed("ended the program: System::exit " + exit.status());
      }
    }

    /** What an error comes to that the case did not take for its own, or that of a file. */
    private TestResult ofError(Throwable thrown) {
      synchronized (TestRun.this) {
        if (cancelled != null) {
          return ended(cancelled);
        }
      }
      if (Fault.is(thrown)) {
        Internal.error(thrown, List.of(tested.file.source()));
        return failed("met a fault of Yona: " + Fault.cause(thrown));
      }
      if (thrown instanceof ControlTransfer) {
        return failed("ended without a result");
      }
      YonaError error = Errors.caught(thrown);
      List<String> reasons = new ArrayList<>(List.of(ErrorReport.heading(error)));
      reasons.addAll(ErrorReport.others(error));
      return failed(
          String.join("\n", reasons),
          ErrorReport.place(error, error.trace().frames(), tested.file.sources(), colour));
    }

    private boolean end(@Nullable List<TestCase> cases, @Nullable TestResult result) {
      synchronized (TestRun.this) {
        if (!running.contains(this)) {
          return false;
        }
        TestResult own = result;
        if (own == null && cancelled != null) {
          own = ended(cancelled);
        } else if (!background.isEmpty()) {
          own =
              own == null || own.passed()
                  ? failed(String.join("\n", background))
                  : own.beside(background);
        }
        if (own != null) {
          finish(own);
        } else if (cases != null) {
          begin(cases);
        }
        return true;
      }
    }

    private void finish(TestResult result) {
      running.remove(this);
      if (test == null) {
        tested.results = new TestResult[1];
      }
      tested.results[index] = result;
      tested.missing--;
      TestRun.this.notifyAll();
    }

    /** Lets the cases of a file run that has been loaded. */
    private void begin(List<TestCase> cases) {
      running.remove(this);
      boolean all = tested.file.name().contains(settings.filter());
      List<TestCase> wanted =
          cases.stream().filter(each -> all || each.name().contains(settings.filter())).toList();
      tested.leftOut = cases.size() - wanted.size();
      tested.results = new TestResult[wanted.size()];
      tested.missing = wanted.size();
      for (int i = 0; i < wanted.size(); i++) {
        waiting.add(new Job(tested, i, wanted.get(i)));
      }
      TestRun.this.notifyAll();
    }

    /** Takes the errors that nobody can be given: of background parts, of cleanup. */
    private void dropped(Throwable thrown) {
      if (Fault.is(thrown)) {
        Internal.error(thrown, List.of(tested.file.source()));
        return;
      }
      if (thrown instanceof ControlTransfer || thrown instanceof CancellationException) {
        return;
      }
      List<String> lines = ErrorReport.dropped(Errors.caught(thrown));
      synchronized (TestRun.this) {
        background.addAll(lines);
      }
    }
  }
}
