package yona.library.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** The characters of a text; bytes are in the encoding that the text itself says, else UTF-8. */
@FunctionalInterface
interface XmlInput {
  /** How much of a whole text is taken at a time: no copy of all of it is made. */
  int PIECE = 1 << 16;

  /**
   * Begins to read.
   *
   * @throws IOException if it is in an encoding that is not known
   */
  Reader open() throws IOException;

  /** A String or Bytes. */
  static XmlInput of(Seq text) {
    long[] at = {0};
    return of(
        () -> {
          long from = at[0];
          at[0] = Math.min(text.length(), from + PIECE);
          return from == text.length() ? null : text.slice(from, at[0]);
        },
        "");
  }

  /** What comes in chunks, Strings or Bytes; the first that is not empty says which of both. */
  static XmlInput of(Supplier<@Nullable Object> chunks, String where) {
    return () -> {
      @Nullable Object first = chunks.get();
      while (first instanceof Seq seq && seq.isEmpty()) {
        first = chunks.get();
      }
      return first instanceof Seq seq && seq.isBytes()
          ? decoded(new Bytes(chunks, seq, where))
          : new Characters(chunks, first, where);
    };
  }

  private static String withoutMark(String text) {
    return text.startsWith("\ufeff") ? text.substring(1) : text;
  }

  private static Reader decoded(InputStream bytes) throws IOException {
    PushbackInputStream input = new PushbackInputStream(bytes, Declaration.LENGTH);
    byte[] start = input.readNBytes(Declaration.LENGTH);
    Declaration declaration = Declaration.of(start);
    input.unread(start, declaration.markLength, start.length - declaration.markLength);
    return new XmlDecoder(input, declaration.charset);
  }

  /**
   * What the first bytes say of the encoding (XML 1.0, appendix F).
   *
   * @param charset that of the text
   * @param markLength how many bytes the byte order mark has
   */
  record Declaration(Charset charset, int markLength) {
    /** More than any declaration of an encoding takes. */
    static final int LENGTH = 256;

    private static final Pattern ENCODING =
        Pattern.compile("^<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

    static Declaration of(byte[] start) throws IOException {
      if (begins(start, 0xef, 0xbb, 0xbf)) {
        return new Declaration(StandardCharsets.UTF_8, 3);
      }
      if (begins(start, 0xfe, 0xff)) {
        return new Declaration(StandardCharsets.UTF_16BE, 2);
      }
      if (begins(start, 0xff, 0xfe)) {
        return new Declaration(StandardCharsets.UTF_16LE, 2);
      }
      if (begins(start, 0, '<')) {
        return new Declaration(StandardCharsets.UTF_16BE, 0);
      }
      if (begins(start, '<', 0)) {
        return new Declaration(StandardCharsets.UTF_16LE, 0);
      }
      Matcher matcher = ENCODING.matcher(new String(start, StandardCharsets.ISO_8859_1));
      return new Declaration(
          matcher.find() ? charset(matcher.group(1)) : StandardCharsets.UTF_8, 0);
    }

    private static boolean begins(byte[] bytes, int... first) {
      for (int i = 0; i < first.length; i++) {
        if (i >= bytes.length || (bytes[i] & 0xff) != first[i]) {
          return false;
        }
      }
      return true;
    }

    private static Charset charset(String name) throws IOException {
      try {
        Charset charset = Charset.forName(name);
        // What says so in single bytes is not in double ones.
        return name.regionMatches(true, 0, "UTF-16", 0, 6) ? StandardCharsets.UTF_8 : charset;
      } catch (UnsupportedCharsetException e) {
        throw new IOException("expected a known encoding, found " + name, e);
      }
    }
  }

  private static YonaError wrongChunk(String where, String expected, Object found) {
    return Failure.type(where, "a Stream of " + expected, found);
  }

  /** The bytes of chunks. */
  final class Bytes extends InputStream {
    private final Supplier<@Nullable Object> chunks;
    private final String where;
    private byte[] bytes;
    private int at;

    Bytes(Supplier<@Nullable Object> chunks, Seq first, String where) {
      this.chunks = chunks;
      this.where = where;
      this.bytes = first.toByteArray();
    }

    @Override
    public int read() {
      return isMore() ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] to, int from, int length) {
      if (length == 0) {
        return 0;
      }
      if (!isMore()) {
        return -1;
      }
      int count = Math.min(length, bytes.length - at);
      System.arraycopy(bytes, at, to, from, count);
      at += count;
      return count;
    }

    private boolean isMore() {
      while (at == bytes.length) {
        @Nullable Object chunk = chunks.get();
        if (chunk == null) {
          return false;
        }
        if (!(chunk instanceof Seq seq && seq.isBytes())) {
          throw wrongChunk(where, "Bytes, as the first is", chunk);
        }
        bytes = seq.toByteArray();
        at = 0;
      }
      return true;
    }
  }

  /** The characters of chunks. */
  final class Characters extends Reader {
    private final Supplier<@Nullable Object> chunks;
    private final String where;
    private @Nullable Object first;
    private String text = "";
    private int at;

    Characters(Supplier<@Nullable Object> chunks, @Nullable Object first, String where) {
      this.chunks = chunks;
      this.first =
          first instanceof Seq seq && seq.isText() ? Seq.text(withoutMark(seq.asString())) : first;
      this.where = where;
    }

    @Override
    public int read(char[] to, int from, int length) {
      if (length == 0) {
        return 0;
      }
      while (at == text.length()) {
        String expected = first == null ? "Strings, as the first is" : "Strings or Bytes";
        @Nullable Object chunk = first == null ? chunks.get() : first;
        first = null;
        if (chunk == null) {
          return -1;
        }
        if (!(chunk instanceof Seq seq && seq.isText())) {
          throw wrongChunk(where, expected, chunk);
        }
        text = seq.asString();
        at = 0;
      }
      int count = Math.min(length, text.length() - at);
      text.getChars(at, at + count, to, from);
      at += count;
      return count;
    }

    @Override
    public void close() {}
  }
}
