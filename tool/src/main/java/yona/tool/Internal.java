package yona.tool;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import yona.language.diagnostics.Source;
import yona.language.runtime.Fault;

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
    return error(fault, List.of());
  }

  /**
   * Tells of a fault that a program met.
   *
   * @param program its text, and those of its modules, for the report
   */
  static int error(Throwable fault, List<Source> program) {
    if (isThreadRefused(fault)) {
      return Exit.failure(
          "the system refuses a thread: too many run, or there is too little address space"
              + " (ulimit -u, ulimit -v)");
    }
    Throwable cause = Fault.cause(fault);
    String details = details(cause, program);
    StringBuilder line = new StringBuilder("yona: internal error: ");
    line.append(Reports.shown(cause.toString()));
    line.append("; this is a fault of Yona, not of the program: please report it");
    if ("1".equals(System.getenv("YONA_DEBUG"))) {
      line.append('\n').append(details);
    } else {
      try {
        Path file = Files.createTempFile("yona-error-", ".txt");
        Files.writeString(file, details);
        line.append(" with the file ").append(file);
        line.append(program.isEmpty() ? " and the program\n" : ", which holds the program too\n");
      } catch (IOException noFile) {
        line.append(" with what YONA_DEBUG=1 shows, and the program\n");
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

  private static String details(Throwable fault, List<Source> program) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.println(Version.text());
    try {
      fault.printStackTrace(out);
    } catch (LinkageError unavailable) {
      // The JDK had no memory for its first stack trace, and then never makes one.
      out.println(fault);
    }
    for (Source source : program) {
      out.printf("%n---- %s%n%s%n", source.name(), source.text());
    }
    out.flush();
    return text.toString();
  }
}
