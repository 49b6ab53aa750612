package yona.redis.resp;

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
   * A command of parts.
   *
   * @param parts its name and arguments: {@code String}, {@code byte[]}, {@link BulkString}, {@code
   *     Long}, {@code Integer} or {@code Double}; not to be changed before it is answered
   * @return the command
   */
  static RespCommand of(Object... parts) {
    return encoder -> encoder.command(parts);
  }
}
