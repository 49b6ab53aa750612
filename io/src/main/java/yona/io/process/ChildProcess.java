package yona.io.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Result;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.io.connection.Connection;
import yona.io.medium.IoThreads;
import yona.io.medium.Pipe;

/**
 * A program of the system that runs, with its standard input, output and error as connections.
 *
 * <pre>{@code
 * try (ChildProcess sort = ChildProcess.start(new ProcessCommand(List.of("sort")))) {
 *   sort.input().write(text);
 *   sort.input().finish();
 *   byte[] sorted = sort.output().readAll(Connection.LIMIT);
 *   int status = sort.await();
 * }
 * }</pre>
 *
 * <p>A pipe holds little, 64 KiB as a rule: a process whose output nobody reads waits, and so does
 * a fiber that writes what the process does not read. Who writes much to a process that answers
 * reads at the same time. A fiber that waits for a process, or for one of its pipes, stalls nobody
 * else: what may take long in the system runs on threads of ours, at most one for each pipe and one
 * for the end. A fiber that is cancelled leaves its operation behind; they end with the process.
 *
 * <p>A process belongs to no scope by itself. {@link #close} kills it with those that it has
 * started; a scope to which it is linked does that on its way out. Safe for use by any number of
 * fibers and threads. In a transaction all operations are refused.
 */
public final class ChildProcess implements Cancellable, AutoCloseable {
  /**
   * How long {@link #close} waits for a process that was killed to be gone. It takes longer only
   * while it hangs in the kernel, in a file system that does not answer.
   */
  private static final long GONE_SECONDS = 2;

  /**
   * How long a start that is cancelled is waited for. It takes a few milliseconds, and on a machine
   * that has much to do a few hundred; longer only while it hangs in the kernel, since the file to
   * execute or the folder lies in a file system that does not answer. Such a start is left behind:
   * if it succeeds after all, and this process still runs, the started one is killed then.
   */
  private static final Duration START_TIME = Duration.ofSeconds(10);

  /** Those that were started and not closed. */
  private static final Set<Process> OPEN = ConcurrentHashMap.newKeySet();

  /** Held for reading by each start until what it has started is known. */
  private static final ReadWriteLock STARTS = new ReentrantReadWriteLock();

  private static final String OPERATION = "an operation on a process";

  /** The system's own words at the end of the JDK's messages. */
  private static final Pattern REASON = Pattern.compile("error[:=] ?\\d+,? \\(?([^()]+)");

  private final Process process;
  private final String name;
  private final ProcessInput feeding;
  private final Connection input;
  private final Connection output;
  private final Connection errors;

  /** The exit status to come, which all wait for who wait at all; made when somebody does. */
  private @Nullable Future<Integer> end;

  private ChildProcess(Process process, ProcessCommand command) {
    this.process = process;
    this.name = command.name();
    this.feeding = new ProcessInput(Pipe.to(process.getOutputStream()), "input of " + name);
    this.input = new Connection(feeding);
    this.output = connection(process.getInputStream(), "output of " + name);
    this.errors = connection(process.getErrorStream(), "error output of " + name);
  }

  private static Connection connection(InputStream stream, String name) {
    return new Connection(new ProcessOutput(Pipe.from(stream), name));
  }

  /**
   * Starts a program. Suspends.
   *
   * @param command what to start
   * @return the process, to be closed
   * @throws IOException if it cannot be started; names it and says why
   * @throws CancellationException if the computation is cancelled; then it does not run: a start
   *     that has begun is waited for, and what it has started is killed and gone
   */
  public static ChildProcess start(ProcessCommand command) throws IOException {
    return start(List.of(command)).getFirst();
  }

  /**
   * Starts a program and gives it its input, as far as it wants it: that is written by the way and
   * finished, so that {@link #input} is not open for more. Suspends, but not for the input.
   *
   * @param command what to start
   * @param input what it reads from its standard input; not to be changed while it runs
   * @return the process, to be closed
   * @throws IOException if it cannot be started; names it and says why
   * @throws CancellationException if the computation is cancelled; then it does not run: a start
   *     that has begun is waited for, and what it has started is killed and gone
   */
  public static ChildProcess start(ProcessCommand command, byte[] input) throws IOException {
    Objects.requireNonNull(input, "input");
    ChildProcess started = start(command);
    started.feeding.feed(input);
    return started;
  }

  /**
   * Starts processes, the output of each being the input of the next: the pipes between them are
   * the system's. Suspends.
   *
   * @param commands what to start, at least one
   * @return the processes, in the same order
   * @throws IllegalArgumentException if there is no command
   * @throws IOException if one of them cannot be started, naming it; then none runs
   */
  static List<ChildProcess> start(List<ProcessCommand> commands) throws IOException {
    if (commands.isEmpty()) {
      throw new IllegalArgumentException("there is no command to run");
    }
    STM.effect("the start of a process");
    Fiber.current().checkCancelled();
    Starting starting = new Starting(commands);
    Future<List<Process>> started = IoThreads.start(starting);
    try {
      List<Process> processes = started.value();
      List<ChildProcess> children = new ArrayList<>();
      for (int i = 0; i < processes.size(); i++) {
        children.add(new ChildProcess(processes.get(i), commands.get(i)));
      }
      return children;
    } catch (CancellationException e) {
      Async.<@Nullable Void, RuntimeException>shielded(
          () -> {
            starting.undo(started);
            return null;
          });
      throw e;
    }
  }

  /** A start that can be undone. */
  private static final class Starting implements IoThreads.Operation<List<Process>> {
    private final List<ProcessCommand> commands;
    private volatile boolean wanted = true;

    /** Guarded by this. */
    private List<Process> started = List.of();

    /** Whether nobody waits any more for what will be started. Guarded by this. */
    private boolean leftBehind;

    Starting(List<ProcessCommand> commands) {
      this.commands = commands;
    }

    @Override
    public List<Process> run() throws IOException, InterruptedException {
      if (!wanted) {
        return List.of();
      }
      List<Process> processes;
      STARTS.readLock().lock();
      try {
        processes = startAll();
        OPEN.addAll(processes);
      } finally {
        STARTS.readLock().unlock();
      }
      synchronized (this) {
        started = processes;
        if (!leftBehind) {
          return processes;
        }
      }
      var _ = killAndAwait(processes);
      return List.of();
    }

    /**
     * Waits until the start is over and what it has started is gone, so that whoever is cancelled
     * leaves nothing behind. Suspends.
     */
    void undo(Future<List<Process>> over) {
      wanted = false;
      try {
        var _ = Async.<Result<List<Process>>, RuntimeException>timeout(START_TIME, over::await);
      } catch (TimeoutException | CancellationException _) {
        // It hangs, or no release is waited for any more.
      }
      List<Process> unwanted = leaveBehind();
      if (!unwanted.isEmpty()) {
        var _ = IoThreads.start(() -> killAndAwait(unwanted)).await();
      }
    }

    /** From here on it is the start that kills what it starts; gives what it has started before. */
    private synchronized List<Process> leaveBehind() {
      leftBehind = true;
      return started;
    }

    private List<Process> startAll() throws IOException {
      List<ProcessBuilder> builders = new ArrayList<>();
      for (ProcessCommand command : commands) {
        Path folder = command.folder();
        if (folder != null && !Files.isDirectory(folder)) {
          throw new FileSystemException(
              command.name(), null, "the folder " + folder + " does not exist");
        }
        builders.add(command.builder());
      }
      try {
        return ProcessBuilder.startPipeline(builders);
      } catch (IOException e) {
        throw explained(e);
      }
    }

    /**
     * The error with the name of the command that could not be started, and the system's reason:
     * the JDK says {@code Cannot run program "x" (in directory "d"): Exec failed, error: 2 (No such
     * file or directory)}.
     */
    private IOException explained(IOException e) {
      String message = String.valueOf(e.getMessage());
      String name = commands.getFirst().name();
      for (ProcessCommand command : commands) {
        String first = command.name();
        if (message.startsWith("Cannot run program \"" + first + "\"")) {
          name = first;
        }
      }
      Matcher matcher = REASON.matcher(message);
      String reason = matcher.find() ? matcher.group(1).strip() : message;
      FileSystemException told =
          new FileSystemException(
              name.isEmpty() ? "\"\"" : name,
              null,
              Character.toLowerCase(reason.charAt(0)) + reason.substring(1));
      told.initCause(e);
      return told;
    }
  }

  /**
   * What the process reads as its standard input, to be written and {@linkplain Connection#finish
   * finished}.
   *
   * @return always the same; reading from it fails, writing too when the process does not read any
   *     more
   */
  public Connection input() {
    return input;
  }

  /**
   * What the process writes to its standard output, to be read.
   *
   * @return always the same; writing to it fails
   */
  public Connection output() {
    return output;
  }

  /**
   * What the process writes to its standard error, to be read.
   *
   * @return always the same; writing to it fails
   */
  public Connection errors() {
    return errors;
  }

  /**
   * The number that the system has given the process.
   *
   * @return the number, which may be another's when the process has ended
   */
  public long pid() {
    return process.pid();
  }

  /**
   * Whether the process runs.
   *
   * @return false from its end on
   */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits for the end of the process. Suspends. It does not end while it waits for somebody to read
   * its output.
   *
   * @return its exit status; 128 and the signal's number if a signal ended it
   * @throws CancellationException if the computation is cancelled; the process runs on
   */
  public int await() {
    STM.effect(OPERATION);
    Fiber.reachedWait();
    return process.isAlive() ? end().value() : process.exitValue();
  }

  private synchronized Future<Integer> end() {
    if (end == null) {
      end = IoThreads.start(process::waitFor);
    }
    return end;
  }

  /**
   * Kills the process and those that it has started, if it still runs. Does not suspend; {@link
   * #await} waits until it is gone. What it had written can still be read.
   */
  public void kill() {
    STM.effect(OPERATION);
    if (process.isAlive()) {
      // Not here: to find the others takes a look at all processes of the system.
      var _ =
          IoThreads.start(
              () -> {
                killWithDescendants(process);
                return true;
              });
    }
  }

  /**
   * Kills the process and those that it has started, if it still runs, waits until it is gone, and
   * closes the connections. Suspends if it still runs, and lets no cancellation cut that short.
   * Again it does nothing.
   */
  @Override
  public void close() {
    STM.effect(OPERATION);
    if (process.isAlive()) {
      var _ = Async.shielded(() -> IoThreads.start(() -> killAndAwait(List.of(process))).await());
    }
    // One that had ended by itself.
    OPEN.remove(process);
    for (Connection pipe : List.of(input, output, errors)) {
      try {
        pipe.close();
      } catch (IOException _) {
        // Nobody wants what is in it.
      }
    }
  }

  /** Kills the process: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }

  /**
   * The program and the number of the process.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "process " + pid() + " (" + name + ")" + (isAlive() ? "" : ", ended");
  }

  /**
   * Kills all processes that run and that this class has started, with those that they have
   * started, and waits until they are gone; starts none from here on. For a process that is about
   * to be {@linkplain yona.async.Program#halt halted} while fibers still run, so that no scope does
   * it. Blocks the thread, for milliseconds as a rule, for seconds if one hangs in the kernel.
   */
  public static void killAll() {
    try {
      // Not given back: what is started meanwhile would stay.
      var _ = STARTS.writeLock().tryLock(GONE_SECONDS, TimeUnit.SECONDS);
      var _ = killAndAwait(List.copyOf(OPEN));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Kills processes and those that they have started, and waits until they are gone; after one that
   * hangs for no other.
   */
  private static boolean killAndAwait(List<Process> processes) throws InterruptedException {
    processes.forEach(ChildProcess::killWithDescendants);
    processes.forEach(OPEN::remove);
    for (Process process : processes) {
      if (!process.waitFor(GONE_SECONDS, TimeUnit.SECONDS)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Kills the process and what it has started, as far as the system still knows that they belong
   * together. The descendants are looked up first, since they get another parent when theirs ends,
   * and once more for those that were started meanwhile.
   */
  private static void killWithDescendants(Process process) {
    if (!process.isAlive()) {
      return;
    }
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    for (ProcessHandle descendant : descendants) {
      List<ProcessHandle> younger = descendant.descendants().toList();
      descendant.destroyForcibly();
      younger.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
