package yona.library.text;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** Lines that were read of a text and wait for whoever walks them. For one thread. */
public final class LineQueue {
  private static final int MEBIBYTE = 1 << 20;

  private final String name;
  private final LineOptions options;

  /** The function that takes the options, for errors. */
  private final String taker;

  /** Lines, and in the place of one that is none its {@link Fault}. */
  private final ArrayDeque<Object> lines = new ArrayDeque<>();

  private long added;

  /**
   * An empty one.
   *
   * @param name of the text, for errors
   * @param options how its lines are read
   */
  public LineQueue(String name, LineOptions options) {
    this(name, options, "lines_with");
  }

  /**
   * An empty one.
   *
   * @param name of the text, for errors
   * @param options how its lines are read
   * @param taker the function that takes the options, for errors
   */
  public LineQueue(String name, LineOptions options, String taker) {
    this.name = name;
    this.options = options;
    this.taker = taker;
  }

  private enum Fault {
    INVALID,
    TOO_LONG
  }

  /** Adds the next line; a byte order mark is no part of the first one. */
  public void add(byte[] buffer, int from, int to) {
    int start = start(buffer, from, to);
    added++;
    if (to - start > options.longest()) {
      lines.add(Fault.TOO_LONG);
    } else if (options.replaces()) {
      lines.add(Seq.utf8Lossy(buffer, start, to));
    } else {
      try {
        lines.add(Seq.utf8(buffer, start, to));
      } catch (CharacterCodingException e) {
        lines.add(Fault.INVALID);
      }
    }
  }

  /** Adds a line of which more has come than a line may have: the last one that is given. */
  void addTooLong() {
    added++;
    lines.add(Fault.TOO_LONG);
  }

  /** Whether the next line, which stands in a buffer or begins there, is too long to be read. */
  public boolean isTooLong(byte[] buffer, int from, int to) {
    return to - start(buffer, from, to) > options.longest();
  }

  private int start(byte[] buffer, int from, int to) {
    return added == 0 ? from + ByteOrderMark.length(buffer, from, to) : from;
  }

  /** Whether none waits. */
  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /**
   * Takes the first one.
   *
   * @throws YonaError {@code :badarg} if it is too long or no UTF-8
   */
  public Object remove() {
    Object line = lines.remove();
    if (line instanceof Fault fault) {
      throw error(fault, added - lines.size());
    }
    return line;
  }

  /** What is raised where the line behind all that were added is too long to be read. */
  public YonaError tooLong() {
    return error(Fault.TOO_LONG, added + 1);
  }

  /**
   * The error of a line that is longer than the {@linkplain LineOptions#USUAL usual limit}, of a
   * function without options.
   *
   * @param name of the text
   * @param line which one
   * @param taker the function that takes the option
   */
  public static YonaError tooLong(String name, String line, String taker) {
    return Failure.of(
        Failure.BADARG,
        Failure.line(
            name
                + ": "
                + line
                + " is longer than "
                + size(LineOptions.USUAL.longest())
                + "; "
                + taker
                + " reads it with the option :max_line"));
  }

  private YonaError error(Fault fault, long number) {
    String what =
        fault == Fault.INVALID
            ? " is not valid "
                + TextEncoding.nameOf(options.encoding())
                + "; "
                + taker
                + " reads it with the option :invalid = :replace"
            : " is longer than " + size(options.longest()) + ", the option :max_line of " + taker;
    return Failure.of(Failure.BADARG, name + ": line " + number + what);
  }

  private static String size(int bytes) {
    return bytes % MEBIBYTE == 0 ? bytes / MEBIBYTE + " MiB" : bytes + " bytes";
  }
}
