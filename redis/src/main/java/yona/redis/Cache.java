package yona.redis;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import yona.async.TimeWords;

/**
 * How a client keeps what it has read, so that it need not ask again; the servers tell it when that
 * has changed ({@code CLIENT TRACKING}, RESP3). Immutable.
 *
 * @param bytes how much memory that may take, about; what was not asked for longest is dropped
 * @param ttl how long something is kept at most, or null for as long as the servers do not say that
 *     it has changed
 */
public record Cache(long bytes, @Nullable Duration ttl) {

  /** At most 128 MiB, for as long as nothing has changed. */
  public static final Cache DEFAULT = new Cache(128L << 20, null);

  /** Checks what is given. */
  public Cache {
    if (bytes < 1) {
      throw new IllegalArgumentException("a cache has at least 1 byte, not " + bytes);
    }
    if (ttl != null && !ttl.isPositive()) {
      throw new IllegalArgumentException(
          "the ttl of a cache is longer than nothing, not " + TimeWords.of(ttl));
    }
  }

  /**
   * The same with another size.
   *
   * @param most how much memory it may take, about, in bytes
   * @return a new description
   */
  public Cache withBytes(long most) {
    return new Cache(most, ttl);
  }

  /**
   * The same with another limit of time.
   *
   * @param most how long something is kept, or null for as long as nothing has changed
   * @return a new description
   */
  public Cache withTtl(@Nullable Duration most) {
    return new Cache(bytes, most);
  }
}
