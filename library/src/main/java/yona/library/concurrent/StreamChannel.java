package yona.library.concurrent;

import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Scope;
import yona.async.Source;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.data.Unit;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Groups;
import yona.language.runtime.Walk;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/** A channel of the elements of a stream, which a fiber of the enclosing scope walks. */
final class StreamChannel extends OneWayChannel {
  private final Channel<Object> values;
  private final Future<?> walking;

  /** The error that the stream has ended with; set before the channel is closed. */
  private volatile @Nullable Throwable failure;

  /**
   * Begins to walk a stream.
   *
   * @param values takes the elements
   */
  StreamChannel(Stream stream, Channel<Object> values) {
    this.values = values;
    this.walking = Scope.holding().background(Groups.showingItsStart(() -> walk(stream)));
    // Also if the scope ends before the walk begins.
    walking.onComplete(
        _ -> {
          values.close();
          return true;
        });
  }

  private Object walk(Stream stream) {
    try {
      Walk walk = stream.walk();
      try {
        for (Object each = walk.pull(); each != null; each = walk.pull()) {
          values.send(each);
        }
      } catch (Throwable error) {
        walk.abandon();
        throw error;
      }
    } catch (ChannelClosedException unwanted) {
      // The program closed the channel; it discards the rest of the stream.
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (Throwable error) {
      failure = error;
    }
    return Unit.UNIT;
  }

  private Read<Object> made(Read<Object> read) {
    Throwable error = failure;
    if (read instanceof Read.Closed<Object> && error != null) {
      throw error instanceof ControlTransfer transfer ? transfer : Errors.caught(error);
    }
    return read;
  }

  @Override
  Read<Object> receive() {
    return made(values.read());
  }

  @Override
  @Nullable Read<Object> tryReceive() {
    Read<Object> read = values.tryRead();
    return read == null ? null : made(read);
  }

  @Override
  Source<Read<Object>> receiving() {
    return values.canRead().map(this::made);
  }

  @Override
  Channel<Object> sending(String where) {
    throw Failure.badarg(where, "the channel is a stream's, to be received from only");
  }

  @Override
  void close() {
    Fiber.beforeEffect("Channel::close");
    values.close();
    walking.cancel();
  }

  @Override
  boolean isClosed() {
    return values.isClosed();
  }

  @Override
  int length() {
    return values.size();
  }

  @Override
  int capacity() {
    return values.capacity();
  }
}
