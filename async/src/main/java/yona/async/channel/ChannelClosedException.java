package yona.async.channel;

/** A value was to be sent to, or taken from, a channel that is closed. */
public final class ChannelClosedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Makes the exception. */
  public ChannelClosedException() {
    this("the channel is closed");
  }

  ChannelClosedException(String message) {
    super(message);
  }
}
