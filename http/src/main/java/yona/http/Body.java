package yona.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.http.netty.ContentCharset;

/**
 * The content of a message that comes in, as it comes: who reads slowly makes the sender wait. Each
 * byte is given once. For one fiber at a time.
 */
public abstract class Body {

  /** A body without a byte. */
  public static final Body EMPTY = of(new byte[0]);

  private final long limit;
  private final long length;

  /**
   * For those who receive messages.
   *
   * @param limit how many bytes are kept in memory at most, by {@link #bytes} and {@link #text}
   * @param length how many there are; -1 if that is not known
   */
  protected Body(long limit, long length) {
    this.limit = limit;
    this.length = length;
  }

  /**
   * A body of bytes that are there.
   *
   * @param bytes the bytes
   * @return the body
   */
  public static Body of(byte[] bytes) {
    return new Body(bytes.length, bytes.length) {
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
   * This body from an earlier place on, for who has read ahead.
   *
   * @param read bytes that have been read from this body, which is not to be used any more
   * @return a body that gives these, and then what is left; as much of it is kept in memory as of
   *     this one
   */
  public final Body behind(byte[] read) {
    Body rest = this;
    return new Body(limit, length) {
      private byte @Nullable [] first = read.length == 0 ? null : read;

      @Override
      protected byte @Nullable [] next() throws IOException, HttpException {
        byte[] next = first;
        first = null;
        return next == null ? rest.read() : next;
      }

      @Override
      public void hold(int count) throws HttpException {
        rest.hold(count);
      }

      @Override
      public Headers trailers() {
        return rest.trailers();
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
   * Says that more bytes of this are kept in memory, for bodies whose sum is bounded: for those who
   * {@link #read} and keep what they get. {@link #bytes} says it itself.
   *
   * @param count how many more
   * @throws HttpException with status 503 if there is no room for them
   */
  public void hold(int count) throws HttpException {}

  /**
   * The failure of a body that a client sends. A handler that reads it may raise an error of its
   * own instead.
   *
   * @return with status 499 if the client left in the middle of it, with that of the answer if it
   *     is malformed; null if it has not failed
   */
  public @Nullable HttpException failure() {
    return null;
  }

  /**
   * The fields that came behind the content.
   *
   * @return none before the end
   */
  public Headers trailers() {
    return Headers.NONE;
  }

  /**
   * The next bytes, without a bound on all of them: a sender that is faster than the reader waits.
   * Suspends until there are some.
   *
   * @return at least one byte, or null at the end
   * @throws HttpException with status 400 if what came is no body
   * @throws IOException if the connection broke
   */
  public final byte @Nullable [] read() throws IOException, HttpException {
    return next();
  }

  /**
   * All bytes that are left. Suspends.
   *
   * @return the bytes
   * @throws HttpException with status 413 if there are more than the server keeps in memory
   * @throws IOException if the connection broke, or what came is no body
   */
  public final byte[] bytes() throws IOException, HttpException {
    if (length > limit) {
      throw tooLarge();
    }
    byte[] first = read();
    if (first == null) {
      return new byte[0];
    }
    hold(first.length);
    byte[] second = read();
    if (second == null && first.length <= limit) {
      return first;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream(2 * first.length);
    all.writeBytes(first);
    for (byte[] each = second; each != null; each = read()) {
      if (all.size() + (long) each.length > limit) {
        throw tooLarge();
      }
      hold(each.length);
      all.writeBytes(each);
    }
    if (all.size() > limit) {
      throw tooLarge();
    }
    return all.toByteArray();
  }

  private HttpException tooLarge() {
    return new HttpException(413, "a body of more than " + limit + " bytes");
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
    try {
      return ContentCharset.of(contentType);
    } catch (UnsupportedCharsetException unknown) {
      throw new HttpException(415, "a body in the unknown encoding " + unknown.getCharsetName());
    }
  }
}
