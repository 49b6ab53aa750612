package yona.library.concurrent;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Source;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.async.channel.ReadableChannel;
import yona.library.argument.Failure;

/** A channel that only something outside of the program sends to. */
final class ReadingChannel<T> extends OneWayChannel {
  private final ReadableChannel<T> channel;
  private final Function<T, Object> value;
  private final Runnable closing;

  /** How many values have come, and how many of them were received here. */
  private final LongSupplier come;

  private final AtomicLong received = new AtomicLong();
  private volatile boolean closed;

  ReadingChannel(
      ReadableChannel<T> channel, Function<T, Object> value, LongSupplier come, Runnable closing) {
    this.channel = channel;
    this.value = value;
    this.come = come;
    this.closing = closing;
  }

  private Read<Object> made(Read<T> read) {
    return switch (read) {
      case Read.Value<T>(T item) -> {
        received.incrementAndGet();
        yield new Read.Value<>(value.apply(item));
      }
      case Read.Closed<T> _ -> {
        closed = true;
        yield Read.closed();
      }
    };
  }

  @Override
  Read<Object> receive() {
    return made(channel.read());
  }

  @Override
  @Nullable Read<Object> tryReceive() {
    Read<T> read = channel.tryRead();
    return read == null ? null : made(read);
  }

  @Override
  Source<Read<Object>> receiving() {
    return channel.canRead().map(this::made);
  }

  @Override
  Channel<Object> sending(String where) {
    throw Failure.badarg(where, "the channel is a server's, to be received from only");
  }

  @Override
  void close() {
    Fiber.beforeEffect("Channel::close");
    closed = true;
    closing.run();
  }

  @Override
  boolean isClosed() {
    return closed;
  }

  @Override
  int length() {
    return closed || isOver() ? 0 : (int) Math.max(0, come.getAsLong() - received.get());
  }

  /** Whether the other side has closed it; what was not received then is gone. */
  private boolean isOver() {
    return switch (channel) {
      case Channel<T> over -> over.isClosed();
    };
  }

  /** How many there can be depends on their size. */
  @Override
  int capacity() {
    return Integer.MAX_VALUE;
  }
}
