package yona.redis.resp;

import java.util.Objects;

/**
 * An error of any length (RESP3), {@code !21 SYNTAX invalid syntax}.
 *
 * @param message may have several lines; what came and was no UTF-8 is U+FFFD in it
 */
public record BulkError(String message) implements ErrorValue {
  /** Makes an error. */
  public BulkError {
    Objects.requireNonNull(message);
  }
}
