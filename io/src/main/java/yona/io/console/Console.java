package yona.io.console;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.io.file.OpenFile;

/**
 * The standard streams of the process.
 *
 * <p>A text given to {@link #print} or {@link #printError} is written whole, in the order of the
 * calls. A thread writes what has been given while the fibers go on; when too much waits, because
 * nobody reads the other end, the fibers that print wait for it and no others do. Where output and
 * error lead to the same place they share the thread, so that their texts come in the order of the
 * calls too. After a pause of a millisecond a fiber waits until its text is written, and so learns
 * of a failure at once; of one in the midst of many texts it learns at one of the next. Whoever
 * ends the process calls {@link #flush} first.
 */
public final class Console {

  private static final FileDescriptor OUTPUT = FileDescriptor.out;
  private static final FileDescriptor ERROR = FileDescriptor.err;

  private Console() {}

  /** Made when they are first used. */
  private static final class Input {
    static final OpenFile FILE = open();

    private static OpenFile open() {
      @SuppressWarnings("resource") // stays open as long as the process
      FileChannel channel = new FileInputStream(FileDescriptor.in).getChannel();
      return OpenFile.of(Path.of("standard input"), channel);
    }
  }

  private static final class Writers {
    static final ConsoleWriter OUT = new ConsoleWriter();
    static final ConsoleWriter ERR = leadToSamePlace() ? OUT : new ConsoleWriter();

    private static boolean leadToSamePlace() {
      Object output = place("1");
      return output == null || output.equals(place("2"));
    }

    private static @Nullable Object place(String number) {
      try {
        return Files.readAttributes(Path.of("/dev/fd", number), BasicFileAttributes.class)
            .fileKey();
      } catch (IOException _) {
        return null;
      }
    }
  }

  /**
   * Standard input, as a file that is read from the front. A read that a fiber was cancelled in
   * loses nothing: the next one gets what it was given.
   *
   * @return the file; not to be closed
   */
  public static OpenFile in() {
    return Input.FILE;
  }

  /**
   * Writes a text to standard output. Suspends while too much waits to be written, which does not
   * count as a wait for the start rule of groups. Refused in a transaction.
   *
   * @param text the bytes; not to be changed afterwards
   * @throws IOException if this text or an earlier one could not be written: the device is full, or
   *     nobody reads the pipe any more
   */
  public static void print(byte[] text) throws IOException {
    STM.effect("a text for the console");
    Writers.OUT.print(OUTPUT, text);
  }

  /**
   * Writes a text to standard error. Like {@link #print}.
   *
   * @param text the bytes; not to be changed afterwards
   * @throws IOException if this text or an earlier one could not be written
   */
  public static void printError(byte[] text) throws IOException {
    STM.effect("a text for the console");
    printDiagnostic(text);
  }

  /**
   * Writes a text to standard error. Like {@link #printError}, but in a transaction too, once for
   * each of its runs: for the eyes of a programmer, and for reports of errors.
   *
   * @param text the bytes; not to be changed afterwards
   * @throws IOException if this text or an earlier one could not be written
   */
  public static void printDiagnostic(byte[] text) throws IOException {
    Writers.ERR.print(ERROR, text);
  }

  /**
   * Has lines stay below all that is written to the terminal that standard error is, instead of
   * those of an earlier call. While there are some, a text appears when its last line has an end.
   * Returns at once; any thread may call it.
   *
   * @param lines none wider than the terminal, without line ends; none at all to take them away
   */
  public static void keepBelow(List<String> lines) {
    Writers.ERR.keepBelow(lines);
  }

  /**
   * Waits until all that was printed before has been written, and lets no cancellation cut that
   * short. Suspends.
   *
   * @param nanos how long to wait at most; {@code Long.MAX_VALUE} for as long as it takes
   * @return whether all has been written
   * @throws IOException if something could not be written to standard output
   * @see #isErrorLost
   */
  public static boolean flush(long nanos) throws IOException {
    long deadline = System.nanoTime() + nanos;
    boolean done = Writers.OUT.flush(nanos);
    if (Writers.ERR != Writers.OUT) {
      done &= Writers.ERR.flush(Math.max(0, deadline - System.nanoTime()));
    }
    Writers.OUT.check(OUTPUT);
    return done;
  }

  /**
   * Whether something could not be written because nobody reads the pipe any more. Java says so
   * only in the text of its exception.
   *
   * @param problem what writing has raised
   * @return true if the reader has gone
   */
  public static boolean isBrokenPipe(IOException problem) {
    String message = problem.getMessage();
    return message != null && message.contains("Broken pipe");
  }

  /**
   * Whether something could not be written to standard error. To be asked after {@link #flush}.
   *
   * @return true if a text is lost
   */
  public static boolean isErrorLost() {
    try {
      Writers.ERR.check(ERROR);
      return false;
    } catch (IOException lost) {
      return true;
    }
  }
}
