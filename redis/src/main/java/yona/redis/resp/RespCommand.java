package yona.redis.resp;

import org.jspecify.annotations.Nullable;

/** A command as it is sent: an array of bulk strings. */
@FunctionalInterface
public interface RespCommand {

  /**
   * Writes the command. Called once for each time that it is sent, perhaps under a lock: does
   * nothing else.
   *
   * @param encoder where to
   */
  void writeTo(RespEncoder encoder);

  /**
   * What is sent, for those who count commands or log them.
   *
   * @return the name and the arguments as of {@link #of}, not to be changed; null if that is not
   *     known
   */
  default Object @Nullable [] words() {
    return null;
  }

  /**
   * A command of parts.
   *
   * @param parts its name and arguments: {@code String}, {@code byte[]}, {@link BulkString}, {@code
   *     Long}, {@code Integer} or {@code Double}; not to be changed before it is answered
   * @return the command
   */
  static RespCommand of(Object... parts) {
    return new RawCommand(parts);
  }
}
