package yona.library.stream;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Group;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.async.channel.UnboundedChannel;
import yona.async.sync.Permit;
import yona.async.sync.Semaphore;
import yona.data.Unit;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/**
 * A source whose elements are brought by a fiber that works ahead of whoever walks the stream. The
 * fiber is a background member of the scope that holds the stream; it starts when the first element
 * is asked for, and has ended when the source is closed.
 *
 * <p>What was computed and not taken is bounded by permits, not by a channel's room: a permit is
 * there before an element is asked for, and goes back when the element is taken.
 */
public abstract class StreamFiber extends StreamSource {
  /**
   * What the fiber hands over.
   *
   * @param value an element, a future of an {@link Outcome}, or null for the end
   * @param failure what ended the work, or null
   * @param permit goes back when this is taken
   */
  private record Item(
      @Nullable Object value, @Nullable Throwable failure, @Nullable Permit permit) {}

  /** How the application of a function ended. */
  private record Outcome(@Nullable Object value, @Nullable Throwable failure) {}

  private final UnboundedChannel<Item> items = new UnboundedChannel<>();

  /** Whether somebody has decided whether the fiber works at all: itself, or who closes this. */
  private final AtomicBoolean decided = new AtomicBoolean();

  private final Promise<Boolean> ended = Promise.amongFibers("end of a closed stream");

  private @Nullable Stream stream;

  /** Guarded by this. */
  private @Nullable Future<?> fiber;

  /** Guarded by this. */
  private boolean closed;

  /** Says which stream this is the source of; called once, before anything else. */
  void worksFor(Stream stream) {
    this.stream = stream;
  }

  /** What the fiber does: hands over all elements. */
  protected abstract void work();

  @Override
  protected final @Nullable Object next() {
    start();
    if (!(items.read() instanceof Read.Value<Item>(Item item)) || isClosed()) {
      throw closed();
    }
    if (item.value instanceof Future<?> result) {
      Outcome outcome = settled(result);
      item.permit.close();
      if (outcome.failure != null) {
        throw crossed(outcome.failure);
      }
      return outcome.value;
    }
    if (item.permit != null) {
      item.permit.close();
    }
    if (item.failure != null) {
      throw crossed(item.failure);
    }
    return item.value;
  }

  /** How an application ended that may not even have begun. */
  private static Outcome settled(Future<?> result) {
    return switch (result.await()) {
      case Result.Success<?>(Object outcome) -> (Outcome) outcome;
      case Result.Failure<?>(Throwable error) -> new Outcome(null, error);
    };
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void start() {
    if (fiber == null && !closed) {
      Scope scope = java.util.Objects.requireNonNull(stream).scope();
      fiber = scope.background(Groups.showingItsStart(this::run));
    }
  }

  private Object run() {
    if (!decided.compareAndSet(false, true)) {
      return Unit.UNIT;
    }
    try {
      work();
      hand(null, null, null);
    } catch (Throwable error) {
      hand(null, error, null);
    } finally {
      ended.complete(true);
    }
    return Unit.UNIT;
  }

  @Override
  protected final void close() {
    Future<?> running;
    synchronized (this) {
      closed = true;
      running = fiber;
    }
    items.close();
    if (running != null) {
      running.cancel();
      if (!decided.compareAndSet(false, true)) {
        ended.await();
      }
    }
  }

  /** The error of another fiber as it is raised in this one. */
  private static RuntimeException crossed(Throwable error) {
    if (error instanceof ControlTransfer transfer) {
      return transfer;
    }
    if (error instanceof CancellationException) {
      Fiber.current().checkCancelled();
      return closed();
    }
    YonaError crossed = Errors.caught(error);
    crossed.joined();
    return crossed;
  }

  private static YonaError closed() {
    return Failure.of(Failure.CLOSED, "the stream is closed");
  }

  /** Hands something over; if nobody takes it any more, the fiber is being cancelled. */
  protected final void hand(
      @Nullable Object value, @Nullable Throwable failure, @Nullable Permit permit) {
    try {
      items.trySend(new Item(value, failure, permit));
    } catch (ChannelClosedException _) {
      Fiber.current().checkCancelled();
    }
  }

  /** Hands over the elements of a stream, as far ahead as there are permits. */
  final void drain(Stream from, Semaphore room) {
    Walk walk = from.walk();
    try {
      while (true) {
        Permit permit = room.acquire();
        @Nullable Object element = walk.pull();
        if (element == null) {
          return;
        }
        hand(element, null, permit);
      }
    } catch (Throwable error) {
      walk.abandon();
      throw error;
    }
  }

  /** The elements of one stream, some of them computed before they are asked for. */
  static final class Buffered extends StreamFiber {
    private final int ahead;
    private final Stream from;

    Buffered(int ahead, Stream from) {
      this.ahead = ahead;
      this.from = from;
    }

    @Override
    protected void work() {
      drain(from, new Semaphore(ahead));
    }
  }

  /** The elements of several streams as they come, one of each computed before it is asked for. */
  static final class Merged extends StreamFiber {
    private final List<Stream> from;

    Merged(List<Stream> from) {
      this.from = from;
    }

    @Override
    protected void work() {
      Async.<@Nullable Object, RuntimeException>groupInOrder(
          group -> {
            for (Stream each : from) {
              group.fork(
                  () -> {
                    drain(each, new Semaphore(1));
                    return null;
                  });
            }
            return null;
          });
    }
  }

  /** What a function makes of the elements of a stream, several applications at a time. */
  static final class Mapped extends StreamFiber {
    private final int together;
    private final Function f;
    private final Stream from;

    Mapped(int together, Function f, Stream from) {
      this.together = together;
      this.f = f;
      this.from = from;
    }

    @Override
    protected void work() {
      Walk walk = from.walk();
      try {
        Async.<@Nullable Object, RuntimeException>groupInOrder(
            group -> {
              map(walk, group);
              return null;
            });
      } catch (Throwable error) {
        walk.abandon();
        throw error;
      }
    }

    private void map(Walk walk, Group<RuntimeException> group) {
      Semaphore room = new Semaphore(together);
      while (true) {
        Permit permit = room.acquire();
        @Nullable Object element;
        try {
          element = walk.pull();
        } catch (CancellationException cancelled) {
          throw cancelled;
        } catch (Throwable error) {
          // In its turn: what was asked for before is still of use.
          hand(null, error, null);
          return;
        }
        if (element == null) {
          return;
        }
        hand(group.fork(() -> outcome(element)), null, permit);
      }
    }

    private Outcome outcome(Object element) {
      try {
        return new Outcome(f.apply(element), null);
      } catch (CancellationException cancelled) {
        throw cancelled;
      } catch (Throwable error) {
        return new Outcome(null, error);
      }
    }
  }
}
