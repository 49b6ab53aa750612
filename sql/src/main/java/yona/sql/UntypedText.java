package yona.sql;

import java.util.Objects;

/**
 * A text as a parameter that becomes what is wanted in its place, as a literal in quotes does: a
 * date, a number, a UUID, or text. PostgreSQL needs it for that; the other databases take any text
 * so. It never becomes a part of the statement.
 *
 * @param text the text; the database checks it
 */
public record UntypedText(String text) {

  /** Checks that there is a text. */
  public UntypedText {
    Objects.requireNonNull(text, "text");
  }
}
