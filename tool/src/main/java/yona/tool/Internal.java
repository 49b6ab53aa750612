package yona.tool;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What is said about a fault of Yona's own: one line, and the details for a report apart from it.
 */
final class Internal {
  private Internal() {}

  /**
   * Tells of the fault, and gives the exit status. With {@code YONA_DEBUG=1} the details go to
   * standard error, else to a file in the temporary folder.
   */
  static int error(Throwable fault) {
    if (isThreadRefused(fault)) {
      return Exit.failure(
          "the system refuses a thread: too many run, or there is too little address space"
              + " (ulimit -u, ulimit -v)");
    }
    String details = details(fault);
    StringBuilder line = new StringBuilder("yona: internal error: ");
    line.append(Reports.shown(fault.toString())).append("; please report it");
    if ("1".equals(System.getenv("YONA_DEBUG"))) {
      line.append('\n').append(details);
    } else {
      try {
        Path file = Files.createTempFile("yona-error-", ".txt");
        Files.writeString(file, details);
        line.append(" with the file ").append(file).append('\n');
      } catch (IOException noFile) {
        line.append(" with what YONA_DEBUG=1 shows\n");
      }
    }
    Exit.complain(line.toString());
    return Exit.FAILURE;
  }

  private static boolean isThreadRefused(Throwable fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (cause instanceof OutOfMemoryError
          && message != null
          && message.contains("native thread")) {
        return true;
      }
    }
    return false;
  }

  private static String details(Throwable fault) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.println(Version.text());
    try {
      fault.printStackTrace(out);
    } catch (LinkageError unavailable) {
      // The JDK had no memory for its first stack trace, and then never makes one.
      out.println(fault);
    }
    out.flush();
    return text.toString();
  }
}
