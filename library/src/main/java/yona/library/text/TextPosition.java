package yona.library.text;

/**
 * A place in a text: line and column, both from 1. A line ends with LF, CR or CR LF; a column is a
 * character.
 */
public final class TextPosition {
  private long line = 1;
  private long column = 1;
  private boolean behindReturn;

  /** The start of the text. */
  public TextPosition() {}

  /** The start of a line. */
  public TextPosition(long line) {
    this.line = line;
  }

  /** The same place, which goes on by itself. */
  public TextPosition(TextPosition other) {
    line = other.line;
    column = other.column;
    behindReturn = other.behindReturn;
  }

  /** The line, from 1. */
  public long line() {
    return line;
  }

  /** The column, from 1. */
  public long column() {
    return column;
  }

  /** Goes on behind some bytes of UTF-8. */
  public void pass(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte c = bytes[i];
      if (c > '\r') {
        column++;
      } else if (c == '\n') {
        line += behindReturn ? 0 : 1;
        column = 1;
      } else if (c == '\r') {
        line++;
        column = 1;
      } else if (c >= 0 || (c & 0xc0) != 0x80) {
        // not the second byte of a character or one behind it
        column++;
      }
      behindReturn = c == '\r';
    }
  }

  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
