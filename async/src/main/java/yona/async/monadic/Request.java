package yona.async.monadic;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Future;
import yona.async.Result;
import yona.async.Source;

/**
 * What a computation asks {@link Run} for. The kind is a number because a switch over numbers is
 * the cheapest way to tell more than two classes apart.
 */
abstract sealed class Request<T extends @Nullable Object> extends Computation<T> {

  static final int RETURN = 0;
  static final int BIND = 1;
  static final int MAP = 2;
  static final int AWAIT = 3;
  static final int PAUSE = 4;
  static final int SLEEP = 5;
  static final int DELAY = 6;
  static final int HANDLE = 7;
  static final int FAIL = 8;
  static final int FORK = 9;

  final int kind;

  private Request(int kind) {
    this.kind = kind;
  }

  static final class Return<T extends @Nullable Object> extends Request<T> {
    final T value;

    Return(T value) {
      super(RETURN);
      this.value = value;
    }
  }

  static final class Fail<T extends @Nullable Object> extends Request<T> {
    final Throwable error;

    Fail(Throwable error) {
      super(FAIL);
      this.error = error;
    }
  }

  static final class Delay<T extends @Nullable Object> extends Request<T> {
    final Body<? extends T, ?> body;

    Delay(Body<? extends T, ?> body) {
      super(DELAY);
      this.body = body;
    }
  }

  static final class Pause extends Request<@Nullable Void> {
    static final Pause PAUSE = new Pause();

    private Pause() {
      super(Request.PAUSE);
    }
  }

  static final class Sleep extends Request<@Nullable Void> {
    final long nanos;

    Sleep(long nanos) {
      super(SLEEP);
      this.nanos = nanos;
    }
  }

  static final class Await<T> extends Request<T> {
    final Source<T> source;

    /** Whether the items are results, whose value is wanted. */
    final boolean ofResults;

    Await(Source<T> source, boolean ofResults) {
      super(AWAIT);
      this.source = source;
      this.ofResults = ofResults;
    }
  }

  static final class Fork<T extends @Nullable Object> extends Request<Future<T>> {
    final Computation<T> computation;

    Fork(Computation<T> computation) {
      super(FORK);
      this.computation = computation;
    }
  }

  /** A request that has another before it; waits on the array of {@link Run} for its end. */
  abstract static sealed class After<T extends @Nullable Object> extends Request<T> {
    final Request<?> first;

    private After(int kind, Computation<?> first) {
      super(kind);
      this.first = (Request<?>) first;
    }
  }

  @SuppressWarnings("unchecked")
  static final class Bind<T extends @Nullable Object> extends After<T> {
    final Function<Object, Computation<?>> then;

    Bind(Computation<?> first, Function<?, ?> then) {
      super(BIND, first);
      this.then = (Function<Object, Computation<?>>) then;
    }
  }

  @SuppressWarnings("unchecked")
  static final class Map<T extends @Nullable Object> extends After<T> {
    final Function<Object, Object> function;

    Map(Computation<?> first, Function<?, ?> function) {
      super(MAP, first);
      this.function = (Function<Object, Object>) function;
    }
  }

  @SuppressWarnings("unchecked")
  static final class Handle<T extends @Nullable Object> extends After<T> {
    final Function<Result<?>, Computation<?>> then;

    Handle(Computation<?> first, Function<?, ?> then) {
      super(HANDLE, first);
      this.then = (Function<Result<?>, Computation<?>>) then;
    }
  }
}
