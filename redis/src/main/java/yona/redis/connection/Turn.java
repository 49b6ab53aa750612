package yona.redis.connection;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * What one does at a time, for all who want it done: the leader's place of leader and followers.
 * Who brings work brings it first and then tries to take the turn; who has it looks for work again
 * after it has let go. So work is never there with nobody to do it.
 */
final class Turn {

  private final AtomicBoolean taken = new AtomicBoolean();

  /** Takes the turn; false if somebody has it. */
  boolean take() {
    return !taken.get() && taken.compareAndSet(false, true);
  }

  /** Keeps the turn if there is more to do, else lets go; whether the caller still has it. */
  boolean keep(BooleanSupplier isMore) {
    if (isMore.getAsBoolean()) {
      return true;
    }
    taken.set(false);
    return isMore.getAsBoolean() && take();
  }
}
