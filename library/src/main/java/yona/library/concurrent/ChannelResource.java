package yona.library.concurrent;

import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import yona.async.Source;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.async.channel.ReadableChannel;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.ContextManager;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/**
 * A channel as a value. It holds nothing outside of the memory, so no scope closes it: only {@code
 * with} and {@code Channel::close} do.
 */
public abstract class ChannelResource extends Opaque implements ContextManager {
  private static final Symbol CLOSED = Failure.CLOSED;

  /** A channel that programs send to and receive from. */
  static ChannelResource of(Channel<Object> channel) {
    return new Open(channel, null);
  }

  /** A channel that only a timer sends to. */
  public static ChannelResource fed(Channel<Object> channel, Runnable cancelTimer) {
    return new Open(channel, cancelTimer);
  }

  /**
   * A channel that only something outside of the program sends to.
   *
   * @param channel where it comes
   * @param value makes the value of what comes
   * @param come says how many have come for it, received or not
   * @param closing ends it; may suspend
   */
  public static <T> ChannelResource reading(
      ReadableChannel<T> channel, Function<T, Object> value, LongSupplier come, Runnable closing) {
    return new ReadingChannel<>(channel, value, come, closing);
  }

  /** What {@code Channel::receive} gives for what was read. */
  static Object received(Read<?> read) {
    return switch (read) {
      case Read.Value<?>(Object value) -> Tuple.of(Opts.OK, value);
      case Read.Closed<?> _ -> CLOSED;
    };
  }

  /** Waits for a value, or the end. Suspends. */
  abstract Read<?> receive();

  /** A value or the end, if it is there. */
  abstract @Nullable Read<?> tryReceive();

  /** Receiving as a source. */
  abstract Source<? extends Read<?>> receiving();

  /**
   * The channel to send to.
   *
   * @param where the function's name, for the error
   */
  abstract Channel<Object> sending(String where);

  /** The channel that a multiplexer reads from. */
  abstract Channel<Object> publisher();

  abstract void close();

  abstract boolean isClosed();

  /** How many values are there to be received. */
  abstract int length();

  /** How many values it holds; {@link Integer#MAX_VALUE} if there is no bound. */
  abstract int capacity();

  @Override
  public final Object resource() {
    return this;
  }

  @Override
  public final void release() {
    close();
  }

  @Override
  public final Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public final String source() {
    return "<channel>";
  }

  /** The error of who sends where only a timer does. */
  static RuntimeException unsendable(String where) {
    return Failure.badarg(where, "the channel is a timer's, to be received from only");
  }

  /** One channel under the value. */
  private static final class Open extends ChannelResource {
    private final Channel<Object> channel;
    private final @Nullable Runnable cancelTimer;

    Open(Channel<Object> channel, @Nullable Runnable cancelTimer) {
      this.channel = channel;
      this.cancelTimer = cancelTimer;
    }

    @Override
    Read<Object> receive() {
      return channel.read();
    }

    @Override
    @Nullable Read<Object> tryReceive() {
      return channel.tryRead();
    }

    @Override
    Source<Read<Object>> receiving() {
      return channel.canRead();
    }

    @Override
    Channel<Object> sending(String where) {
      if (cancelTimer != null) {
        throw unsendable(where);
      }
      return channel;
    }

    @Override
    Channel<Object> publisher() {
      return channel;
    }

    @Override
    void close() {
      channel.close();
      if (cancelTimer != null) {
        cancelTimer.run();
      }
    }

    @Override
    boolean isClosed() {
      return channel.isClosed();
    }

    @Override
    int length() {
      return channel.size();
    }

    @Override
    int capacity() {
      return channel.capacity();
    }
  }
}
