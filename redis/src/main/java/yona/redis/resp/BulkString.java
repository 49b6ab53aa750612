package yona.redis.resp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.zerocopy.ZeroCopyReader;

/**
 * A string of bytes, any bytes, {@code $5 hello}. Equal to another with the same bytes.
 *
 * <p>Immutable, and with {@link #text} a view of it as text for those who know that it is text.
 */
public final class BulkString implements RespValue {
  private static final BulkString EMPTY = new BulkString(new byte[0]);

  /** How many characters {@link #toString} shows. */
  private static final int SHOWN = 60;

  private final byte[] bytes;

  private BulkString(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Makes a string of bytes.
   *
   * @param bytes copied
   * @return the string
   */
  public static BulkString of(byte[] bytes) {
    return owning(bytes.clone());
  }

  /**
   * Makes a string of the UTF-8 of a text.
   *
   * @param text whose surrogates come in pairs
   * @return the string
   * @throws IllegalArgumentException if a surrogate stands alone: it has no UTF-8
   */
  public static BulkString of(String text) {
    return owning(Utf8.encode(text));
  }

  /** Takes an array over, which is not to be changed any more. */
  static BulkString owning(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new BulkString(bytes);
  }

  /** The array itself, for those who do not change it. */
  byte[] array() {
    return bytes;
  }

  /**
   * How long it is.
   *
   * @return in bytes
   */
  public int length() {
    return bytes.length;
  }

  /**
   * The bytes.
   *
   * @return a copy
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * The bytes without a copy.
   *
   * @return a buffer that cannot be written to, from the first byte to the last, a new one for each
   *     call
   */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /**
   * Makes something of the bytes without a copy. For Yona's library: nobody else has such a reader.
   *
   * @param reader of the bytes, neither changes nor keeps the array
   * @return what it makes
   * @param <T> the kind of it
   * @param <X> what the reader throws
   * @throws X if the reader does
   */
  public <T extends @Nullable Object, X extends Exception> T read(ZeroCopyReader<T, X> reader)
      throws X {
    return reader.read(bytes);
  }

  /**
   * Whether the bytes are UTF-8.
   *
   * @return true if {@link #text} gives a text
   */
  public boolean isText() {
    return Utf8.malformedAt(bytes) < 0;
  }

  /**
   * The bytes as text. Decoded anew by each call.
   *
   * @return what they are in UTF-8
   * @throws IllegalStateException if they are no UTF-8; says where and what was found
   */
  public String text() {
    return Utf8.decode(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof BulkString string && Arrays.equals(bytes, string.bytes));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /**
   * The beginning of the string for people, in quotes, with escapes for all that is not visible
   * ASCII.
   */
  @Override
  public String toString() {
    return Escaped.quoted(bytes, 0, bytes.length, SHOWN);
  }
}
