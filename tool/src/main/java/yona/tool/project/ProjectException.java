package yona.tool.project;

import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Excerpt;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;

/** What is wrong with a project: with its {@code yona.toml}, or with what it depends on. */
public final class ProjectException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient @Nullable Source source;
  private final transient @Nullable Range range;
  private final @Nullable String hint;

  private ProjectException(
      String message, @Nullable Source source, @Nullable Range range, @Nullable String hint) {
    super(message);
    this.source = source;
    this.range = range;
    this.hint = hint;
  }

  /** A problem that has no place in a file. */
  public static ProjectException of(String message, @Nullable String hint) {
    return new ProjectException(message, null, null, hint);
  }

  /** A problem at a place. */
  static ProjectException at(Source source, Range range, String message, @Nullable String hint) {
    return new ProjectException(message, source, range, hint);
  }

  /**
   * What is said about it.
   *
   * @param colour whether to use ANSI colours
   * @return lines, each with its line end
   */
  public String report(boolean colour) {
    StringBuilder text = new StringBuilder("error: ").append(getMessage()).append('\n');
    if (source != null && range != null) {
      text.append(Excerpt.render(source, range, colour));
    }
    if (hint != null) {
      text.append("hint: ").append(hint).append('\n');
    }
    return text.toString();
  }
}
