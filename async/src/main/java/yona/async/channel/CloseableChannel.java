package yona.async.channel;

/** The end of a channel that can close it. Safe for use by any number of threads. */
public interface CloseableChannel extends AutoCloseable {

  /**
   * Closes the channel. What is buffered can still be read (unlike in Scala gears, where a close
   * drops it: what was sent without an error should not be lost); then readers are told that it is
   * closed. Senders that wait get a {@link ChannelClosedException} and their values are not
   * delivered. Closing again does nothing. Never suspends.
   */
  @Override
  void close();

  /**
   * Whether the channel has been closed; there may still be values to read.
   *
   * @return true from the first {@link #close} on
   */
  boolean isClosed();

  /**
   * This end alone.
   *
   * @return the same channel, to be given to those who only close it
   */
  default CloseableChannel asCloseable() {
    return this;
  }
}
