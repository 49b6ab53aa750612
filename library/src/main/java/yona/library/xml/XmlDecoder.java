package yona.library.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/** Characters of bytes, of which an error tells the line and column of the first that is none. */
final class XmlDecoder extends Reader {
  private final InputStream bytes;
  private final CharsetDecoder decoder;
  private final ByteBuffer read = ByteBuffer.allocate(8192).flip();
  private boolean ended;
  private long line = 1;
  private long column = 1;
  private char last;

  XmlDecoder(InputStream bytes, Charset charset) {
    this.bytes = bytes;
    this.decoder = charset.newDecoder();
  }

  /** Bytes that are no character of the encoding. */
  static final class Malformed extends CharacterCodingException {
    private static final long serialVersionUID = 1;

    private final String message;

    Malformed(String message) {
      this.message = message;
    }

    @Override
    public String getMessage() {
      return message;
    }
  }

  @Override
  public int read(char[] to, int from, int length) throws IOException {
    CharBuffer out = CharBuffer.wrap(to, from, length);
    while (true) {
      CoderResult result = decoder.decode(read, out, ended);
      int count = out.position() - from;
      if (count > 0 || length == 0) {
        pass(to, from, from + count);
        return count;
      }
      if (result.isError()) {
        throw new Malformed(
            "line %d, column %d: expected %s, found the byte 0x%02x"
                .formatted(line, column, decoder.charset(), read.get(read.position())));
      }
      if (ended) {
        return -1;
      }
      fill();
    }
  }

  private void fill() throws IOException {
    read.compact();
    int count = bytes.read(read.array(), read.position(), read.remaining());
    ended = count < 0;
    read.position(read.position() + Math.max(count, 0)).flip();
  }

  private void pass(char[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text[i];
      if (c == '\n' || c == '\r') {
        line += c == '\n' && last == '\r' ? 0 : 1;
        column = 1;
      } else if (!Character.isLowSurrogate(c)) {
        column++;
      }
      last = c;
    }
  }

  @Override
  public void close() {}
}
