package yona.tool;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import yona.io.console.Console;

/** Exit statuses (language.md 14), and the output that decides on them. */
final class Exit {
  static final int SUCCESS = 0;

  /** After an uncaught error, or when the program does not parse. */
  static final int FAILURE = 1;

  static final int WRONG_USAGE = 2;

  /** What a process that a signal ends has by convention: 128 and the signal's number. */
  static final int HANGUP = 129;

  static final int INTERRUPTED = 130;
  static final int TERMINATED = 143;

  /** As of a process that SIGPIPE ends: nobody reads standard output any more. */
  static final int BROKEN_PIPE = 141;

  /** How many characters are encoded at a time. */
  private static final int PIECE = 1 << 16;

  private Exit() {}

  /** Says on standard error how the command is used, and gives its status. */
  static int wrongUsage(String message, String help) {
    complain("yona: " + message + "\nyona: for help: " + help + "\n");
    return WRONG_USAGE;
  }

  /** Says on standard error that something cannot be done, and gives the status. */
  static int failure(String message) {
    complain("yona: " + message + "\n");
    return FAILURE;
  }

  /** Writes to standard error; where that is not possible there is nobody left to tell. */
  static void complain(String text) {
    System.err.print(text);
    System.err.flush();
  }

  /**
   * Writes a text to standard output, as UTF-8, and gives the status that follows from it.
   *
   * @param text written wholly
   */
  static int print(String text) {
    // Not closed: other output may follow.
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    try {
      for (int from = 0; from < text.length(); ) {
        int to = Math.min(from + PIECE, text.length());
        if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
          to--;
        }
        out.write(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
        from = to;
      }
      return SUCCESS;
    } catch (IOException problem) {
      return Console.isBrokenPipe(problem)
          ? BROKEN_PIPE
          : failure("cannot write to standard output: " + problem.getMessage());
    }
  }
}
