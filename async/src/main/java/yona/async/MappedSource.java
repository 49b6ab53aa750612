package yona.async;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A source of what a function makes of another one's items. */
final class MappedSource<S, T> implements Source<T> {

  final Source<S> source;
  private final Function<? super S, ? extends T> function;

  MappedSource(Source<S> source, Function<? super S, ? extends T> function) {
    this.source = source;
    this.function = function;
  }

  private record Mapping<S, T>(
      Function<? super S, ? extends T> function, Listener<? super T> listener)
      implements Listener<S> {

    @Override
    public boolean complete(S item) {
      return listener.complete(function.apply(item));
    }

    @Override
    public @Nullable Claim<?> claim() {
      return listener.claim();
    }
  }

  @Override
  public boolean poll(Listener<? super T> listener) {
    return source.poll(new Mapping<>(function, listener));
  }

  @Override
  public @Nullable T poll() {
    S item = source.poll();
    return item == null ? null : function.apply(item);
  }

  @Override
  public void onComplete(Listener<? super T> listener) {
    source.onComplete(new Mapping<>(function, listener));
  }

  @Override
  public void dropListener(Listener<? super T> listener) {
    source.dropListener(new Mapping<>(function, listener));
  }

  @Override
  public T await() {
    return function.apply(source.await());
  }

  @Override
  public T awaitUncounted() {
    return function.apply(source.awaitUncounted());
  }

  @Override
  public <R extends @Nullable Object, X extends Throwable> Case<R, X> handle(
      Application<? super T, ? extends R, ? extends X> handler) {
    return source.handle(item -> handler.apply(function.apply(item)));
  }

  @Override
  public String toString() {
    return source + ", mapped";
  }
}
