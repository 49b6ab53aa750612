package yona.async;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A source of the results of a function of another source's items, like Rust's filter_map. An item
 * for which the function gives null stays in its source. An exception of the function in a listener
 * is an exception of that listener.
 */
final class FilterMapSource<S, T> implements Source<T> {

  final Source<S> source;
  private final Function<? super S, ? extends @Nullable T> function;

  /** What the function does, for people. */
  final String how;

  FilterMapSource(
      Source<S> source, Function<? super S, ? extends @Nullable T> function, String how) {
    this.source = source;
    this.function = function;
    this.how = how;
  }

  private record FilterMapListener<S, T>(
      Function<? super S, ? extends @Nullable T> function, Listener<? super T> listener)
      implements Listener<S> {

    @Override
    public boolean complete(S item) {
      T passed = function.apply(item);
      return passed != null && listener.complete(passed);
    }

    @Override
    public @Nullable Claim<?> claim() {
      return listener.claim();
    }
  }

  private Listener<S> behind(Listener<? super T> listener) {
    return new FilterMapListener<>(function, Objects.requireNonNull(listener, "listener"));
  }

  @Override
  public boolean poll(Listener<? super T> listener) {
    return source.poll(behind(listener));
  }

  @Override
  public @Nullable T poll() {
    CapturingListener<T> capturing = new CapturingListener<>();
    source.poll(behind(capturing));
    return capturing.item;
  }

  @Override
  public void onComplete(Listener<? super T> listener) {
    source.onComplete(behind(listener));
  }

  @Override
  public void dropListener(Listener<? super T> listener) {
    source.dropListener(behind(listener));
  }

  @Override
  public String toString() {
    return source + ", " + how;
  }
}
