package yona.tool.project;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Says why a file cannot be read or written. The JDK's exceptions do not: the message of the
 * commonest ones is the name of the file and nothing else.
 */
public final class FileProblem {
  private FileProblem() {}

  /**
   * Why a file cannot be read.
   *
   * @return a clause, without the name of the file
   */
  public static String ofReading(IOException problem) {
    return switch (problem) {
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException _ -> "no permission to read it";
      default -> "it cannot be read" + reason(problem);
    };
  }

  /**
   * Why a file cannot be written or made.
   *
   * @return a clause, without the name of the file
   */
  public static String ofWriting(IOException problem) {
    return switch (problem) {
      case NoSuchFileException _ -> "its folder does not exist";
      case AccessDeniedException _ -> "no permission to write it";
      default -> "it cannot be written" + reason(problem);
    };
  }

  private static String reason(IOException problem) {
    String reason =
        problem instanceof FileSystemException file ? file.getReason() : problem.getMessage();
    return reason == null ? "" : ": " + reason;
  }
}
