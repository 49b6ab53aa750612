package yona.tool;

import java.util.List;
import yona.language.runtime.YonaError;

/** Reports of errors, as the command prints them where it has no text of the program. */
public final class ReportedErrors {
  private ReportedErrors() {}

  /**
   * The report of an error that nobody could be given.
   *
   * @param error the error
   * @return lines, each with its line end
   */
  public static String dropped(YonaError error) {
    return ErrorReport.ofDropped(error, new Sources(List.of(), List.of()), false);
  }
}
