package yona.async;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A source that is mapped or filtered, or a race of such. What its functions throw is raised where
 * the item is wanted, whichever way it came: fibers that await, poll or select take items as they
 * are, and make of them what this gives on their own. That is the wrap of Concurrent ML (Reppy,
 * CML: A Higher-order Concurrent Language, PLDI 1991), whose function is applied after the
 * synchronization, by the thread that has synchronized. Only a predicate has to be asked before;
 * its error is taken along with the item. For listeners, whoever completes the source calls the
 * functions, and they throw there.
 */
abstract sealed class DerivedSource<T> implements Source<T> {

  /** The form for listeners. */
  abstract Source<T> applied();

  /** The form for fibers: no function of it throws. */
  abstract Source<?> taken();

  /** What this gives for an item of {@link #taken}. */
  abstract T made(Object item);

  /** The same, for an item that the caller has: if that raises an error, a loan is given back. */
  private T open(Object item) {
    try {
      return made(item);
    } catch (Throwable error) {
      Loan.giveBack(Wrapped.taken(item));
      throw error;
    }
  }

  private static Source<?> takenFrom(Source<?> source) {
    return source instanceof DerivedSource<?> derived ? derived.taken() : source;
  }

  @SuppressWarnings("unchecked") // an item of that source
  private static <T> T madeBy(Source<T> source, Object item) {
    return source instanceof DerivedSource<T> derived ? derived.made(item) : (T) item;
  }

  /** What a function makes of the items. */
  static final class Mapped<S, T> extends DerivedSource<T> {
    private final Source<S> source;
    private final Function<? super S, ? extends T> function;

    Mapped(Source<S> source, Function<? super S, ? extends T> function) {
      this.source = source;
      this.function = Objects.requireNonNull(function, "function");
    }

    /** A source never gives null: a function that does is like one that throws. */
    private record Checked<S, T>(Function<? super S, ? extends T> function)
        implements Function<S, T> {
      @Override
      public T apply(S item) {
        return Objects.requireNonNull(
            function.apply(item), "the function of a mapped source gave null");
      }
    }

    @Override
    Source<T> applied() {
      return new FilterMapSource<>(source, new Checked<>(function), "mapped");
    }

    @Override
    Source<?> taken() {
      return takenFrom(source);
    }

    @Override
    T made(Object item) {
      return new Checked<S, T>(function).apply(madeBy(source, item));
    }
  }

  /** The items that a predicate accepts. */
  static final class Filtered<T> extends DerivedSource<T> {
    private final Source<T> source;
    private final Predicate<? super T> predicate;

    Filtered(Source<T> source, Predicate<? super T> predicate) {
      this.source = source;
      this.predicate = Objects.requireNonNull(predicate, "predicate");
    }

    private record Accepted<T>(Predicate<? super T> predicate) implements Function<T, T> {
      @Override
      public @Nullable T apply(T item) {
        return predicate.test(item) ? item : null;
      }
    }

    @Override
    Source<T> applied() {
      return new FilterMapSource<>(source, new Accepted<>(predicate), "filtered");
    }

    @Override
    Source<?> taken() {
      return new FilterMapSource<>(takenFrom(source), this::judged, "filtered");
    }

    /** The item, or the error of asking for it; null if it is not accepted. */
    @SuppressWarnings("ReferenceEquality") // whether anything was made of it
    private @Nullable Object judged(Object item) {
      try {
        T value = madeBy(source, item);
        if (!predicate.test(value)) {
          return null;
        }
        return value == item ? item : new Wrapped(item, () -> value);
      } catch (Throwable error) {
        return new Wrapped(
            item,
            () -> {
              throw Errors.<RuntimeException>sneak(error);
            });
      }
    }

    @Override
    @SuppressWarnings("unchecked") // what was judged
    T made(Object item) {
      return (T) Wrapped.made(item);
    }
  }

  /** The first of several sources to be ready. */
  static final class Raced<T> extends DerivedSource<T> {
    private final Source<? extends T>[] sources;

    Raced(Source<? extends T>[] sources) {
      this.sources = sources;
    }

    @Override
    Source<T> applied() {
      return new RacedSource<>(sources);
    }

    @Override
    Source<?> taken() {
      Source<?>[] forms = new Source<?>[sources.length];
      for (int i = 0; i < forms.length; i++) {
        forms[i] =
            sources[i] instanceof DerivedSource<?> derived
                ? new FilterMapSource<>(
                    derived.taken(), item -> new Wrapped(item, () -> derived.made(item)), "wrapped")
                : sources[i];
      }
      return new RacedSource<>(forms);
    }

    @Override
    public @Nullable T poll() {
      return applied().poll();
    }

    @Override
    @SuppressWarnings("unchecked") // an item of one of the sources
    T made(Object item) {
      return (T) Wrapped.made(item);
    }
  }

  static <T> Source<T> raced(Source<? extends T>[] sources) {
    for (Source<? extends T> source : sources) {
      if (source instanceof DerivedSource) {
        return new Raced<>(sources);
      }
    }
    return new RacedSource<>(sources);
  }

  @Override
  public final boolean poll(Listener<? super T> listener) {
    return applied().poll(listener);
  }

  @Override
  public final void onComplete(Listener<? super T> listener) {
    applied().onComplete(listener);
  }

  @Override
  public final void dropListener(Listener<? super T> listener) {
    applied().dropListener(listener);
  }

  @Override
  public @Nullable T poll() {
    Object item = taken().poll();
    return item == null ? null : open(item);
  }

  /** Waits for the next item, and makes of it what this gives. */
  final T awaitAndOpen(Fiber fiber) {
    return open(SourceWaiter.await(fiber, taken(), this));
  }

  @Override
  public final <R extends @Nullable Object, X extends Throwable> Case<R, X> handle(
      SuspendingFunction<? super T, ? extends R, ? extends X> handler) {
    Objects.requireNonNull(handler, "handler");
    return new Case<>(taken(), this, item -> handler.apply(open(item)));
  }

  @Override
  public final String toString() {
    return applied().toString();
  }
}
