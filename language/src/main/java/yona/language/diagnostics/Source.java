package yona.language.diagnostics;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A source text with its name. Offsets count UTF-16 units of {@link #text}; lines and columns count
 * from 1, columns in code points. Immutable and thread-safe.
 */
public final class Source {
  /** The largest source in bytes; a larger one is refused with {@link Code#SOURCE_TOO_LARGE}. */
  public static final int MAXIMUM_BYTES = 1 << 28;

  private static final int MAXIMUM_ENCODING_PROBLEMS = 20;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String name;
  private final String text;
  private List<Diagnostic> problems = List.of();
  private volatile int[] lineStarts = {};

  private Source(String name, String text) {
    this.name = name;
    this.text = text;
  }

  /**
   * A source whose text is there already.
   *
   * @param name the path of its file, or another name to show
   * @param text the text
   */
  public static Source of(String name, String text) {
    return new Source(name, text);
  }

  /**
   * Decodes a file's content. Bytes that are no UTF-8 become U+FFFD and one of the {@link
   * #problems}, as does a content that is too large.
   *
   * @param name the path of its file, or another name to show
   * @param content the bytes
   */
  public static Source ofBytes(String name, byte[] content) {
    if (content.length > MAXIMUM_BYTES) {
      return tooLarge(name, content.length);
    }
    // Decoded by the JVM's own code in one go; what it replaced cannot be told from what stood
    // there.
    String text = new String(content, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') < 0) {
      return new Source(name, text);
    }
    try {
      CharsetDecoder strict = StandardCharsets.UTF_8.newDecoder();
      return new Source(name, strict.decode(ByteBuffer.wrap(content)).toString());
    } catch (CharacterCodingException invalid) {
      return isUtf16(content) ? ofUtf16(name, content) : decodeInvalid(name, content);
    }
  }

  /**
   * An empty source that stands for a file which is too large to be read.
   *
   * @param name the path of its file
   * @param bytes the file's size
   */
  public static Source tooLarge(String name, long bytes) {
    Source source = new Source(name, "");
    source.problems =
        List.of(
            Diagnostic.error(
                Code.SOURCE_TOO_LARGE,
                source,
                new Range(0, 0),
                "This source has "
                    + bytes
                    + " bytes, and at most "
                    + MAXIMUM_BYTES
                    + " can be read"));
    return source;
  }

  private static Source decodeInvalid(String name, byte[] content) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(content);
    CharBuffer out = CharBuffer.allocate(content.length + 1);
    List<int[]> places = new ArrayList<>();
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (!result.isError()) {
        break;
      }
      if (places.size() < MAXIMUM_ENCODING_PROBLEMS) {
        places.add(new int[] {out.position(), in.get(in.position()) & 0xFF});
      }
      in.position(in.position() + result.length());
      out.put('\uFFFD');
    }
    Source source = new Source(name, out.flip().toString());
    List<Diagnostic> problems = new ArrayList<>();
    for (int[] place : places) {
      problems.add(invalid(source, place[0], place[1]));
    }
    source.problems = List.copyOf(problems);
    return source;
  }

  private static Diagnostic invalid(Source source, int place, int value) {
    return Diagnostic.error(
        Code.INVALID_UTF8,
        source,
        new Range(place, place + 1),
        "Expected UTF-8 text, found the byte 0x" + Integer.toHexString(value));
  }

  /** Whether the text begins with a byte order mark of UTF-16. */
  private static boolean isUtf16(byte[] content) {
    if (content.length < 2) {
      return false;
    }
    int both = (content[0] & 0xff) << 8 | (content[1] & 0xff);
    return both == 0xfeff || both == 0xfffe;
  }

  /** A text that is read all the same, so that only its encoding is wrong. */
  private static Source ofUtf16(String name, byte[] content) {
    Source source = new Source(name, new String(content, StandardCharsets.UTF_16));
    source.problems =
        List.of(
            invalid(source, 0, content[0] & 0xff)
                .withHint("This looks like UTF-16: save the file as UTF-8"));
    return source;
  }

  /** The path of its file, or another name to show. */
  public String name() {
    return name;
  }

  /** The text, as decoded, with a byte order mark if there is one. */
  public String text() {
    return text;
  }

  /** What was wrong with the bytes. */
  public List<Diagnostic> problems() {
    return problems;
  }

  /** The text of a range. */
  public String text(Range range) {
    return text.substring(range.start(), range.end());
  }

  /** The line of an offset, counted from 1. */
  public int line(int offset) {
    int index = Arrays.binarySearch(lineStarts(), offset);
    return index >= 0 ? index + 1 : -index - 1;
  }

  /** The column of an offset, counted in code points from 1. */
  public int column(int offset) {
    int start = lineStarts()[line(offset) - 1];
    if (start == 0 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK && offset > 0) {
      start = 1;
    }
    return text.codePointCount(start, Math.min(offset, text.length())) + 1;
  }

  /**
   * The offset of a line and column; of the line's end if the column lies beyond it, and of the
   * text's end if the line does.
   *
   * @param line counted from 1
   * @param column counted in code points from 1
   */
  public int offset(int line, int column) {
    if (line > lineCount()) {
      return text.length();
    }
    Range whole = lineRange(line);
    int at = whole.start();
    for (int i = 1; i < column && at < whole.end(); i++) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  /** How many lines there are; text after the last line end counts, an empty rest too. */
  public int lineCount() {
    return lineStarts().length;
  }

  /**
   * The range of a line without its line end.
   *
   * @param line counted from 1
   */
  public Range lineRange(int line) {
    int[] starts = lineStarts();
    int start = starts[line - 1];
    int end = line < starts.length ? starts[line] : text.length();
    while (end > start && isLineEnd(text.charAt(end - 1))) {
      end--;
    }
    return new Range(start, end);
  }

  /** Whether a character ends a line: LF, CR, NEL, LS, PS. */
  public static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
  }

  private int[] lineStarts() {
    int[] starts = lineStarts;
    if (starts.length == 0) {
      starts = findLineStarts();
      lineStarts = starts;
    }
    return starts;
  }

  private int[] findLineStarts() {
    int[] starts = new int[64];
    int count = 1;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (isLineEnd(c) && !(c == '\r' && i + 1 < length && text.charAt(i + 1) == '\n')) {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, count);
  }

  @Override
  public String toString() {
    return name;
  }
}
