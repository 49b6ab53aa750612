package yona.redis.jresp;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;

/** A string of any bytes, or what the server calls null. */
public final class BulkStr implements RespType {

  private final @Nullable BulkString payload;

  /** Makes the one that is null. */
  public BulkStr() {
    this.payload = null;
  }

  /**
   * Makes a string of a text, in UTF-8.
   *
   * @param text the text
   */
  public BulkStr(String text) {
    this(BulkString.of(text));
  }

  /**
   * Makes a string of bytes.
   *
   * @param bytes the bytes, which are copied
   */
  public BulkStr(byte[] bytes) {
    this(BulkString.of(bytes));
  }

  BulkStr(BulkString payload) {
    this.payload = payload;
  }

  /**
   * The bytes.
   *
   * @return a new array; null if this is null
   */
  public byte @Nullable [] raw() {
    return payload == null ? null : payload.bytes();
  }

  /** The bytes as they are sent; null if this is null. */
  @Nullable BulkString payload() {
    return payload;
  }

  /**
   * The text.
   *
   * @return null if this is null
   * @throws IllegalStateException if the bytes are no UTF-8: {@link #raw} gives them
   */
  @Override
  public @Nullable String unwrap() {
    try {
      return payload == null ? null : payload.text();
    } catch (IllegalStateException noText) {
      throw new IllegalStateException(noText.getMessage() + "; raw() gives the bytes", noText);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BulkStr string && Objects.equals(payload, string.payload);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(payload);
  }

  /**
   * The text, in quotes.
   *
   * @return a text of one line
   */
  @Override
  public String toString() {
    return payload == null ? "null" : payload.toString();
  }
}
