package yona.language.diagnostics;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something to tell about a place in a source text: what was expected there and what was found.
 *
 * @param severity whether the program can run
 * @param code the stable code, explained by {@link Explanations}
 * @param source the text it is about
 * @param range the place; empty where something is missing
 * @param message one plain sentence, without a full stop at the end
 * @param notes other places that matter, in the order in which they help
 * @param hint what to do about it, if there is something to say
 */
public record Diagnostic(
    Severity severity,
    Code code,
    Source source,
    Range range,
    String message,
    List<Note> notes,
    @Nullable String hint) {

  /** By place, and errors before warnings of the same place. */
  public static final Comparator<Diagnostic> BY_POSITION =
      new Comparator<>() {
        @Override
        public int compare(Diagnostic a, Diagnostic b) {
          int byStart = Integer.compare(a.range.start(), b.range.start());
          return byStart != 0 ? byStart : a.severity.compareTo(b.severity);
        }
      };

  /** Copies the notes. */
  public Diagnostic {
    notes = List.copyOf(notes);
  }

  /** An error without notes and hint. */
  public static Diagnostic error(Code code, Source source, Range range, String message) {
    return new Diagnostic(Severity.ERROR, code, source, range, message, List.of(), null);
  }

  /** A warning without notes and hint. */
  public static Diagnostic warning(Code code, Source source, Range range, String message) {
    return new Diagnostic(Severity.WARNING, code, source, range, message, List.of(), null);
  }

  /** The same with one more note about a place in the same source. */
  public Diagnostic withNote(Range place, String text) {
    return withNote(source, place, text);
  }

  /** The same with one more note about a place in another source. */
  public Diagnostic withNote(Source other, Range place, String text) {
    List<Note> more = new java.util.ArrayList<>(notes);
    more.add(new Note(other, place, text));
    return new Diagnostic(severity, code, source, range, message, more, hint);
  }

  /** The same with a hint, or without one. */
  public Diagnostic withHint(@Nullable String text) {
    return new Diagnostic(severity, code, source, range, message, notes, text);
  }

  /** The same as a warning. */
  public Diagnostic asWarning() {
    return new Diagnostic(Severity.WARNING, code, source, range, message, notes, hint);
  }

  /**
   * The message with its place, as the error has it that a mention of a module with this mistake
   * raises; without one if it is about a file as a whole.
   */
  public String placedMessage() {
    int start = range.start();
    return source.text().isEmpty() && code != Code.EMPTY_PROGRAM
        ? message
        : source.name() + ":" + source.line(start) + ":" + source.column(start) + ": " + message;
  }

  /** Whether it keeps the program from running. */
  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /** Whether it warns of what the other one says is an error. */
  public boolean isAnnouncing(Diagnostic error) {
    return !isError() && error.isError() && code == error.code && isAt(error);
  }

  /** Whether both say the same of the same place, though the text was read twice. */
  public boolean isSame(Diagnostic other) {
    return severity == other.severity
        && code == other.code
        && message.equals(other.message)
        && isAt(other);
  }

  private boolean isAt(Diagnostic other) {
    return range.equals(other.range) && source.name().equals(other.source.name());
  }

  /**
   * Another place that matters for a diagnostic.
   *
   * @param source the text that holds the place
   * @param range the place
   * @param message what is there
   */
  public record Note(Source source, Range range, String message) {}
}
