package yona.io;

/** Takes lines as stretches of bytes. */
@FunctionalInterface
public interface LineConsumer {

  /**
   * Takes a line. Must not suspend.
   *
   * @param buffer holds the line during the call only
   * @param from index of its first byte
   * @param to index after its last byte, the line end left out
   */
  void accept(byte[] buffer, int from, int to);
}
