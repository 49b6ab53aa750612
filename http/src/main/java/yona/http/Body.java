package yona.http;

import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message that comes in, as it comes: who reads slowly makes the sender wait. Each
 * byte is given once. For one fiber at a time.
 */
public abstract class Body {

  /** A body without a byte. */
  public static final Body EMPTY = of(new byte[0]);

  private final long limit;
  private long taken;

  /**
   * For those who receive messages.
   *
   * @param limit how many bytes {@link #read} gives at most in all
   */
  protected Body(long limit) {
    this.limit = limit;
  }

  /**
   * A body of bytes that are there.
   *
   * @param bytes the bytes
   * @return the body
   */
  public static Body of(byte[] bytes) {
    return new Body(bytes.length) {
      private byte @Nullable [] left = bytes.length == 0 ? null : bytes;

      @Override
      protected byte @Nullable [] next() {
        byte[] next = left;
        left = null;
        return next;
      }
    };
  }

  /**
   * The next bytes. Suspends.
   *
   * @return at least one byte, or null at the end
   * @throws HttpException with status 400 if what came is no body
   * @throws IOException if the connection broke
   */
  protected abstract byte @Nullable [] next() throws IOException, HttpException;

  /**
   * The fields that came behind the content.
   *
   * @return none before the end
   */
  public Headers trailers() {
    return Headers.NONE;
  }

  /**
   * The next bytes. Suspends until there are some.
   *
   * @return at least one byte, or null at the end
   * @throws HttpException with status 413 if more come than the server takes
   * @throws IOException if the connection broke, or what came is no body
   */
  public final byte @Nullable [] read() throws IOException, HttpException {
    byte[] bytes = next();
    if (bytes != null) {
      taken += bytes.length;
      if (taken > limit) {
        throw new HttpException(413, "a body of more than " + limit + " bytes");
      }
    }
    return bytes;
  }

  /**
   * All bytes that are left. Suspends.
   *
   * @return the bytes
   * @throws HttpException with status 413 if more come than the server takes
   * @throws IOException if the connection broke, or what came is no body
   */
  public final byte[] bytes() throws IOException, HttpException {
    byte[] first = read();
    if (first == null) {
      return new byte[0];
    }
    byte[] second = read();
    if (second == null) {
      return first;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream(2 * (first.length + second.length));
    all.writeBytes(first);
    for (byte[] each = second; each != null; each = read()) {
      all.writeBytes(each);
    }
    return all.toByteArray();
  }

  /**
   * All that is left, as text. Suspends.
   *
   * @param charset how it is encoded
   * @return the text
   * @throws HttpException with status 400 if the bytes are no such text, 413 if there are too many
   * @throws IOException if the connection broke, or what came is no body
   */
  public final String text(Charset charset) throws IOException, HttpException {
    Objects.requireNonNull(charset, "charset");
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
    } catch (CharacterCodingException malformed) {
      throw new HttpException(400, "a body that is no text in " + charset);
    }
  }

  /** The encoding that a content type names; UTF-8 if it names none. */
  static Charset charset(@Nullable String contentType) throws HttpException {
    if (contentType == null) {
      return StandardCharsets.UTF_8;
    }
    CharSequence name = HttpUtil.getCharsetAsSequence(contentType);
    if (name == null) {
      return StandardCharsets.UTF_8;
    }
    String plain = name.toString().replace("\"", "").strip();
    try {
      return Charset.forName(plain);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      throw new HttpException(415, "a body in the unknown encoding " + plain);
    }
  }
}
