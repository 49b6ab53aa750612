package yona.io.process;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.stm.STM;
import yona.io.medium.IoThreads;
import yona.io.medium.Pipe;

/**
 * A process that this one has started, and our ends of its pipes. A fiber that waits for it, or for
 * one of its pipes, stalls nobody else: the operations of the system run on threads of ours. A
 * fiber that is cancelled leaves its operation behind; {@link #close} ends the process and with it
 * all of them.
 */
final class ChildProcess {
  /**
   * How long {@link #close} waits for a process that was killed to be gone. It takes longer only
   * while it hangs in the kernel, in a file system that does not answer.
   */
  private static final long GONE_SECONDS = 2;

  /** The system's own words at the end of the JDK's messages. */
  private static final Pattern REASON = Pattern.compile("error[:=] ?\\d+,? \\(?([^()]+)");

  private final Process process;
  private final Pipe input;
  private final Pipe output;
  private final Pipe errors;

  private ChildProcess(Process process) {
    this.process = process;
    this.input = Pipe.to(process.getOutputStream());
    this.output = Pipe.from(process.getInputStream());
    this.errors = Pipe.from(process.getErrorStream());
  }

  /**
   * Starts processes, the output of each being the input of the next: the pipes between them are
   * the system's. Suspends.
   *
   * @param commands what to start, at least one
   * @return the processes, in the same order
   * @throws IOException if one of them cannot be started, naming it; then none runs
   */
  static List<ChildProcess> start(List<Command> commands) throws IOException {
    STM.effect("the start of a process");
    Fiber.current().checkCancelled();
    Starting starting = new Starting(commands);
    Future<List<Process>> processes = IoThreads.start(starting);
    try {
      return processes.value().stream().map(ChildProcess::new).toList();
    } catch (CancellationException e) {
      starting.abandon();
      throw e;
    }
  }

  /** A start whose processes are killed if nobody wants them any more. */
  private static final class Starting implements IoThreads.Operation<List<Process>> {
    private final List<Command> commands;
    private List<Process> started = List.of();
    private boolean abandoned;

    Starting(List<Command> commands) {
      this.commands = commands;
    }

    @Override
    public List<Process> run() throws IOException {
      List<Process> processes = startAll();
      synchronized (this) {
        started = processes;
        if (!abandoned) {
          return processes;
        }
      }
      processes.forEach(ChildProcess::killWithDescendants);
      return processes;
    }

    void abandon() {
      List<Process> unwanted;
      synchronized (this) {
        abandoned = true;
        unwanted = started;
      }
      if (!unwanted.isEmpty()) {
        var _ =
            IoThreads.start(
                () -> {
                  unwanted.forEach(ChildProcess::killWithDescendants);
                  return true;
                });
      }
    }

    private List<Process> startAll() throws IOException {
      List<ProcessBuilder> builders = new ArrayList<>();
      for (Command command : commands) {
        Path folder = command.folder();
        if (folder != null && !Files.isDirectory(folder)) {
          throw new FileSystemException(
              command.words().getFirst(), null, "the folder " + folder + " does not exist");
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
      String name = commands.getFirst().words().getFirst();
      for (Command command : commands) {
        String first = command.words().getFirst();
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

  /** What the process reads as its standard input, to be written. */
  Pipe input() {
    return input;
  }

  /** What the process writes to its standard output, to be read. */
  Pipe output() {
    return output;
  }

  /** What the process writes to its standard error, to be read. */
  Pipe errors() {
    return errors;
  }

  /**
   * Waits for the end of the process. Suspends.
   *
   * @return its exit status; 128 and the signal's number if a signal ended it
   */
  int await() {
    if (!process.isAlive()) {
      Fiber.reachedWait();
      return process.exitValue();
    }
    return IoThreads.start(process::waitFor).value();
  }

  /**
   * Ends the process and those that it has started, if they still run, and lets go of the pipes.
   * Suspends if it still runs, and lets no cancellation cut that short.
   */
  void close() {
    if (process.isAlive()) {
      var _ =
          Async.uninterruptible(
              () ->
                  IoThreads.start(
                          () -> {
                            killWithDescendants(process);
                            return process.waitFor(GONE_SECONDS, TimeUnit.SECONDS);
                          })
                      .await());
    }
    for (Pipe pipe : List.of(input, output, errors)) {
      try {
        pipe.close();
      } catch (IOException _) {
        // Nobody wants what is in it.
      }
    }
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
