package yona.async;

import java.util.ArrayDeque;

/** The worked example of {@link OriginalSource}. */
final class Mailbox<T> extends OriginalSource<T> {
  private final ArrayDeque<T> letters = new ArrayDeque<>();

  synchronized void post(T letter) {
    if (!offer(letter)) {
      letters.add(letter);
    }
  }

  @Override
  public synchronized boolean poll(Listener<? super T> listener) {
    if (!letters.isEmpty() && Listener.offer(listener, letters.peek())) {
      letters.remove();
      return true;
    }
    return false;
  }

  boolean isWaitedAt() {
    return isAwaited();
  }
}
