package yona.library.concurrent;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Scope;
import yona.async.Source;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.async.channel.ReadableChannel;
import yona.async.channel.SyncChannel;
import yona.library.argument.Failure;

/** A channel that only something outside of the program sends to. */
final class ReadingChannel<T> extends ChannelResource {
  private final ReadableChannel<T> channel;
  private final Function<T, Object> value;
  private final Runnable closing;

  /** The scope that it was opened in. */
  private final Scope scope = Scope.holding();

  private volatile boolean closed;
  private @Nullable Channel<Object> publisher;

  ReadingChannel(ReadableChannel<T> channel, Function<T, Object> value, Runnable closing) {
    this.channel = channel;
    this.value = value;
    this.closing = closing;
  }

  private Read<Object> made(Read<T> read) {
    return switch (read) {
      case Read.Value<T>(T item) -> new Read.Value<>(value.apply(item));
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

  /** A multiplexer reads from channels of values: a fiber sends them to one. */
  @Override
  synchronized Channel<Object> publisher() {
    if (publisher == null) {
      Channel<Object> values = new SyncChannel<>();
      scope.background(
          () -> {
            try (values) {
              sendTo(values);
            }
            return null;
          });
      publisher = values;
    }
    return publisher;
  }

  private void sendTo(Channel<Object> values) {
    try {
      for (Read<Object> read = receive(); !read.isClosed(); read = receive()) {
        values.send(read.get());
      }
    } catch (ChannelClosedException | CancellationException e) {
      // Its end, and that of the scope, are the end of what comes.
    }
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
    return 0;
  }

  @Override
  int capacity() {
    return 0;
  }
}
