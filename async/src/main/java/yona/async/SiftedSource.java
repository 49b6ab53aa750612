package yona.async;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A source of what a sieve makes of another one's items. It makes null of those that it leaves
 * where they are. What it throws at a listener, that listener throws.
 */
final class SiftedSource<S, T> implements Source<T> {

  final Source<S> source;
  private final Function<? super S, ? extends @Nullable T> sieve;

  /** What the sieve does, for people. */
  final String how;

  SiftedSource(Source<S> source, Function<? super S, ? extends @Nullable T> sieve, String how) {
    this.source = source;
    this.sieve = sieve;
    this.how = how;
  }

  private record Sifting<S, T>(
      Function<? super S, ? extends @Nullable T> sieve, Listener<? super T> listener)
      implements Listener<S> {

    @Override
    public boolean complete(S item) {
      T passed = sieve.apply(item);
      return passed != null && listener.complete(passed);
    }

    @Override
    public @Nullable Claim<?> claim() {
      return listener.claim();
    }
  }

  private Listener<S> behind(Listener<? super T> listener) {
    return new Sifting<>(sieve, Objects.requireNonNull(listener, "listener"));
  }

  @Override
  public boolean poll(Listener<? super T> listener) {
    return source.poll(behind(listener));
  }

  @Override
  public @Nullable T poll() {
    Taking<T> taking = new Taking<>();
    source.poll(behind(taking));
    return taking.item;
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
