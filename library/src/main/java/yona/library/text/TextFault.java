package yona.library.text;

import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;

/**
 * What is wrong with one piece of a text whose other pieces are read all the same, as programs get
 * it: {@code (:error, fault)} among pieces that are {@code (:ok, value)}.
 *
 * @param line of the first character that is wrong, from 1
 * @param column of that character, from 1
 * @param message what was expected and found
 */
public record TextFault(long line, long column, String message) {
  private static final Symbol OK = Symbol.of("ok");
  private static final Symbol ERROR = Symbol.of("error");
  private static final Symbol LINE = Symbol.of("line");
  private static final Symbol COLUMN = Symbol.of("column");
  private static final Symbol MESSAGE = Symbol.of("message");
  private static final Symbol TEXT = Symbol.of("text");

  /** A piece that is right. */
  public static Tuple ok(Object value) {
    return Tuple.of(OK, value);
  }

  /** The piece that is wrong, with its text. */
  public Tuple outcome(Seq text) {
    return Tuple.of(
        ERROR,
        Dict.EMPTY
            .put(LINE, line)
            .put(COLUMN, column)
            .put(MESSAGE, Seq.text(message))
            .put(TEXT, text));
  }

  /** The place and the message, as errors tell them. */
  @Override
  public String toString() {
    return "line " + line + ", column " + column + ": " + message;
  }
}
