package yona.async;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A source of those items of another one that a predicate accepts. */
final class FilteredSource<T> implements Source<T> {

  final Source<T> source;
  private final Predicate<? super T> predicate;

  FilteredSource(Source<T> source, Predicate<? super T> predicate) {
    this.source = source;
    this.predicate = predicate;
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
    return source.poll(new Filter<>(predicate, listener));
  }

  @Override
  public @Nullable T poll() {
    Taking<T> taking = new Taking<>();
    source.poll(new Filter<>(predicate, taking));
    return taking.item;
  }

  @Override
  public void onComplete(Listener<? super T> listener) {
    source.onComplete(new Filter<>(predicate, listener));
  }

  @Override
  public void dropListener(Listener<? super T> listener) {
    source.dropListener(new Filter<>(predicate, listener));
  }

  @Override
  public String toString() {
    return source + ", filtered";
  }
}
