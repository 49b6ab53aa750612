package yona.redis.resp.zerocopy;

import org.jspecify.annotations.Nullable;

/**
 * Makes something of the bytes of a string as they lie.
 *
 * @param <T> what it makes
 * @param <X> what it throws
 */
@FunctionalInterface
public interface ZeroCopyReader<T extends @Nullable Object, X extends Exception> {
  /**
   * Reads the bytes.
   *
   * @param bytes neither to be changed nor to be kept
   * @return what is made of them
   * @throws X if they are not as expected
   */
  T read(byte[] bytes) throws X;
}
