package yona.async;

import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A source of those items of another one that a predicate accepts. */
final class FilteredSource<T> implements Source<T> {

  final Source<T> source;
  private final Predicate<? super T> predicate;

  FilteredSource(Source<T> source, Predicate<? super T> predicate) {
    this.source = source;
    this.predicate = Objects.requireNonNull(predicate, "predicate");
  }

  private record Filter<T>(Predicate<? super T> predicate, Listener<? super T> listener)
      implements Listener<T> {

    @Override
    public boolean complete(T item) {
      return predicate.test(item) && listener.complete(item);
    }

    @Override
    public @Nullable Claim<?> claim() {
      return listener.claim();
    }
  }

  @Override
  public boolean poll(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    return source.poll(new Filter<>(predicate, listener));
  }

  @Override
  public @Nullable T poll() {
    Judge<T> judge = new Judge<>(predicate);
    Taking<T> taking = new Taking<>();
    source.poll(new Filter<>(judge, taking));
    T item = taking.item;
    return item == null ? null : judge.passed(item);
  }

  /**
   * An error of the predicate is the reader's, which has the item then, as an error of a map is.
   */
  @Override
  public T await() {
    Judge<T> judge = new Judge<>(predicate);
    return judge.passed(new FilteredSource<>(source, judge).awaitPassed());
  }

  private T awaitPassed() {
    return Source.super.await();
  }

  @Override
  public T awaitUncounted() {
    Judge<T> judge = new Judge<>(predicate);
    return judge.passed(new FilteredSource<>(source, judge).awaitPassedUncounted());
  }

  private T awaitPassedUncounted() {
    return Source.super.awaitUncounted();
  }

  /** Lets an item pass at which the predicate throws, and keeps the error. */
  private static final class Judge<T> implements Predicate<T> {
    private final Predicate<? super T> predicate;
    private volatile @Nullable Throwable error;

    Judge(Predicate<? super T> predicate) {
      this.predicate = predicate;
    }

    @Override
    public boolean test(T item) {
      try {
        return predicate.test(item);
      } catch (Throwable thrown) {
        error = thrown;
        return true;
      }
    }

    T passed(T item) {
      Throwable thrown = error;
      if (thrown != null) {
        Loan.giveBack(item);
        throw Errors.<RuntimeException>sneak(thrown);
      }
      return item;
    }
  }

  /** One source of both predicates, so that an error of the first is the reader's too. */
  @Override
  public Source<T> filter(Predicate<? super T> next) {
    Objects.requireNonNull(next, "predicate");
    return new FilteredSource<>(source, item -> predicate.test(item) && next.test(item));
  }

  @Override
  public void onComplete(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    source.onComplete(new Filter<>(predicate, listener));
  }

  @Override
  public void dropListener(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    source.dropListener(new Filter<>(predicate, listener));
  }

  @Override
  public String toString() {
    return source + ", filtered";
  }
}
