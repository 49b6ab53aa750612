package yona.async.channel;

import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.Listener;
import yona.async.WaitQueue;

/** A wait that does not outlast the call that makes it. */
final class Attempt<I> extends WaitQueue.Place<I> implements Listener<I> {
  private final @Nullable Listener<? super I> listener;

  /** What it was completed with; guarded by the channel's lock until it has left. */
  @Nullable I item;

  boolean met;

  Attempt(@Nullable Listener<? super I> listener) {
    this.listener = listener;
  }

  @Override
  public Listener<I> listener() {
    return this;
  }

  @Override
  public boolean complete(I given) {
    if (listener == null) {
      item = given;
      met = true;
    } else {
      met = listener.complete(given);
    }
    return met;
  }

  @Override
  public @Nullable Claim<?> claim() {
    return listener == null ? null : listener.claim();
  }
}
