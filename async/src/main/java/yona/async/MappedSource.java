package yona.async;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A source of what a function makes of another one's items.
 *
 * <p>A listener that throws has not taken the item, so it stays where it is. Otherwise the function
 * is applied to an item that has been taken: if it throws, a {@link Loan} is given back.
 */
final class MappedSource<S, T> implements Source<T> {

  final Source<S> source;
  private final Function<? super S, ? extends T> function;

  MappedSource(Source<S> source, Function<? super S, ? extends T> function) {
    this.source = source;
    this.function = Objects.requireNonNull(function, "function");
  }

  /** A source never gives null: a function that does is like one that throws. */
  private static <S, T> T applied(Function<? super S, ? extends T> function, S item) {
    return Objects.requireNonNull(
        function.apply(item), "the function of a mapped source gave null");
  }

  private record Mapping<S, T>(
      Function<? super S, ? extends T> function, Listener<? super T> listener)
      implements Listener<S> {

    @Override
    public boolean complete(S item) {
      return listener.complete(applied(function, item));
    }

    @Override
    public @Nullable Claim<?> claim() {
      return listener.claim();
    }
  }

  private T apply(S item) {
    try {
      return applied(function, item);
    } catch (Throwable error) {
      Loan.giveBack(item);
      throw error;
    }
  }

  /** One source of both functions, so that neither of them loses a loan. */
  @Override
  public <U> Source<U> map(Function<? super T, ? extends U> next) {
    Objects.requireNonNull(next, "function");
    return new MappedSource<>(source, item -> next.apply(applied(function, item)));
  }

  @Override
  public boolean poll(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    return source.poll(new Mapping<>(function, listener));
  }

  @Override
  public @Nullable T poll() {
    S item = source.poll();
    return item == null ? null : apply(item);
  }

  @Override
  public void onComplete(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    source.onComplete(new Mapping<>(function, listener));
  }

  @Override
  public void dropListener(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    source.dropListener(new Mapping<>(function, listener));
  }

  @Override
  public T await() {
    return apply(source.await());
  }

  @Override
  public T awaitUncounted() {
    return apply(source.awaitUncounted());
  }

  @Override
  public <R extends @Nullable Object, X extends Throwable> Case<R, X> handle(
      Application<? super T, ? extends R, ? extends X> handler) {
    Objects.requireNonNull(handler, "handler");
    return source.handle(item -> handler.apply(apply(item)));
  }

  @Override
  public String toString() {
    return source + ", mapped";
  }
}
