package yona.sql;

import java.util.Objects;

/**
 * A JSON document, kept as the text that it is. As a parameter it becomes the database's own kind
 * of JSON where there is one (PostgreSQL, MySQL, H2), and text elsewhere.
 *
 * @param text the document; the database checks it
 */
public record Json(String text) {

  /** Checks that there is a text. */
  public Json {
    Objects.requireNonNull(text, "text");
  }
}
