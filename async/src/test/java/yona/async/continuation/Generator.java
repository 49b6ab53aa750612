package yona.async.continuation;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An example of continuations: an iterator whose elements are yielded by plain code, as deep in
 * loops and recursion as it likes.
 *
 * @param <T> the elements
 */
final class Generator<T> implements Iterator<T>, AutoCloseable {

  /** The next element to give; null when the body has to run to know. */
  private Step<T, @Nullable Void, @Nullable Void> step;

  /** Runs the body to its first element. The body is given what it calls with each element. */
  Generator(Prompt<T, @Nullable Void> prompt, Consumer<Consumer<T>> body) {
    step =
        prompt.start(
            () -> {
              body.accept(prompt::suspend);
              return null;
            });
  }

  @Override
  public boolean hasNext() {
    return step instanceof Continuation;
  }

  @Override
  public T next() {
    if (!(step instanceof Continuation<T, @Nullable Void, @Nullable Void> rest)) {
      throw new NoSuchElementException();
    }
    step = rest.resume(null);
    return rest.value();
  }

  /** Lets the body release what it holds; there are no more elements then. */
  @Override
  public void close() {
    if (step instanceof Continuation<T, @Nullable Void, @Nullable Void> rest) {
      step = new Step.Done<>(null);
      rest.cancel();
    }
  }
}
