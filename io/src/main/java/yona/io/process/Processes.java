package yona.io.process;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import yona.async.CancellationException;
import yona.async.Group;
import yona.io.TooLongException;
import yona.io.connection.Connection;

/**
 * Programs of the system that are run to their end. No thread that runs fibers is blocked, however
 * many processes there are; each takes up to three threads of ours.
 */
public final class Processes {
  /** How much a process may write to one of its streams: 512 MiB. */
  public static final int OUTPUT_LIMIT = 512 << 20;

  private Processes() {}

  /** What became of processes. */
  public static final class Ended {
    private final List<Integer> statuses;
    private final byte[] output;
    private final List<byte[]> errors;

    private Ended(List<Integer> statuses, byte[] output, List<byte[]> errors) {
      this.statuses = List.copyOf(statuses);
      this.output = output;
      this.errors = errors;
    }

    /**
     * The exit status of each; 128 and the signal's number if a signal ended it.
     *
     * @return in the order of the commands
     */
    public List<Integer> statuses() {
      return statuses;
    }

    /**
     * What the last one wrote to its standard output.
     *
     * @return the caller's own
     */
    public byte[] output() {
      return output;
    }

    /**
     * What each wrote to its standard error.
     *
     * @return in the order of the commands, the caller's own
     */
    public List<byte[]> errors() {
      return errors;
    }
  }

  /**
   * Starts processes, the output of each being the input of the next, and waits until all have
   * ended and nobody holds their outputs any more. Input is written and all outputs are read at the
   * same time, so none of them waits for another. However this ends, no process is left: one that
   * still runs is killed, with those that it has started. Suspends. Refused in a transaction.
   *
   * @param commands what to run, at least one
   * @param input what the first one reads from its standard input; not to be changed meanwhile
   * @return how they ended
   * @throws IllegalArgumentException if there is no command
   * @throws IOException if one cannot be started, or writes more than {@link #OUTPUT_LIMIT} bytes
   * @throws CancellationException if the computation is cancelled; then they are killed
   */
  public static Ended run(List<ProcessCommand> commands, byte[] input) throws IOException {
    return run(commands, input, OUTPUT_LIMIT);
  }

  /** The same with another limit. */
  static Ended run(List<ProcessCommand> commands, byte[] input, int limit) throws IOException {
    List<ChildProcess> processes = ChildProcess.start(commands);
    try {
      return await(commands, processes, input, limit);
    } finally {
      for (ChildProcess process : processes) {
        process.close();
      }
    }
  }

  private static Ended await(
      List<ProcessCommand> commands, List<ChildProcess> processes, byte[] input, int limit)
      throws IOException {
    byte[][] written = new byte[processes.size() + 1][];
    List<Integer> streams = new ArrayList<>();
    for (int i = -1; i <= processes.size(); i++) {
      streams.add(i);
    }
    try (var group = new Group<IOException>()) {
      var _ =
          group.<Integer, Boolean>map(
              streams.iterator(),
              Integer.MAX_VALUE,
              i -> {
                if (i < 0) {
                  feed(processes.getFirst().input(), input);
                } else {
                  boolean last = i == processes.size();
                  int owner = last ? i - 1 : i;
                  ChildProcess process = processes.get(owner);
                  written[i] =
                      readAll(
                          last ? process.output() : process.errors(),
                          commands.get(owner).name(),
                          limit);
                }
                return true;
              });
    }
    List<Integer> statuses = new ArrayList<>();
    for (ChildProcess process : processes) {
      statuses.add(process.await());
    }
    return new Ended(
        statuses, written[processes.size()], List.of(written).subList(0, processes.size()));
  }

  /** Writes the input; a process that does not want all of it has its reasons. */
  private static void feed(Connection pipe, byte[] input) throws IOException {
    try {
      pipe.write(input);
    } catch (IOException _) {
      // It has ended or closed its input.
    }
    pipe.close();
  }

  private static byte[] readAll(Connection pipe, String name, int limit) throws IOException {
    try {
      return pipe.readAll(limit);
    } catch (TooLongException _) {
      throw new FileSystemException(name, null, "it writes more than " + limit + " bytes");
    }
  }
}
