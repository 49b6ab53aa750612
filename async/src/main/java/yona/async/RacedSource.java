package yona.async;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.scheduler.Fibers;

/**
 * The first of several sources to be ready.
 *
 * <p>A listener stands at all of them under one claim: its own if it has one, else one that is made
 * for it. When one of the sources has completed it, it leaves the others: by itself if it is the
 * wait of a fiber, which does so when it goes on; else on a fiber made for that, since whoever
 * completes a source may have locked it, and must not lock another one then.
 */
@SuppressWarnings("ReferenceEquality") // races and listeners are compared by identity
final class RacedSource<T> implements Source<T> {

  private final Source<T>[] sources;

  @SuppressWarnings("unchecked") // a source only gives items
  RacedSource(Source<? extends T>[] sources) {
    for (Source<? extends T> source : sources) {
      Objects.requireNonNull(source, "source");
    }
    this.sources = (Source<T>[]) sources;
  }

  List<Source<T>> sources() {
    return List.of(sources);
  }

  /** Stands at all the sources for a listener that has no claim. */
  private static final class Entry<T> implements Listener<T> {
    private final RacedSource<T> race;
    private final Listener<? super T> outer;
    private final Claim<T> claim;

    Entry(RacedSource<T> race, Listener<? super T> outer) {
      this.race = race;
      this.outer = outer;
      this.claim =
          new Claim<>() {
            @Override
            protected void completed() {
              Fibers.start(() -> race.leave(Entry.this));
            }
          };
    }

    @Override
    public Claim<T> claim() {
      return claim;
    }

    @Override
    public boolean complete(T item) {
      if (!claim.isHeldByCaller() && !claim.hold()) {
        return false;
      }
      boolean taken = false;
      try {
        taken = outer.complete(item) && claim.complete(item);
      } finally {
        claim.release();
      }
      return taken;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Entry<?> entry
          && entry.race.sources == race.sources
          && entry.outer.equals(outer);
    }

    @Override
    public int hashCode() {
      return outer.hashCode();
    }
  }

  @Override
  public boolean poll(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    for (Source<T> source : sources) {
      if (source.poll(listener)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable T poll() {
    for (Source<T> source : sources) {
      T item = source.poll();
      if (item != null) {
        return item;
      }
    }
    return null;
  }

  @Override
  public void onComplete(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    Claim<?> own = listener.claim();
    Listener<? super T> entry = own == null ? new Entry<>(this, listener) : listener;
    Claim<?> claim = own == null ? entry.claim() : own;
    if (own != null) {
      own.enter(this, entry);
    }
    for (Source<T> source : sources) {
      if (!claim.isOpen()) {
        break;
      }
      source.onComplete(entry);
    }
    if (own == null && !claim.isOpen()) {
      // It may have been completed between the look at it and the place at the next source.
      leave(entry);
    }
  }

  @Override
  public void dropListener(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    leave(listener.claim() == null ? new Entry<>(this, listener) : listener);
  }

  /** Takes what stands in this race for a listener away from all the sources. */
  @SuppressWarnings("unchecked") // it is asked for the place that it has here
  void leave(Listener<?> entry) {
    for (Source<T> source : sources) {
      source.dropListener((Listener<? super T>) entry);
    }
  }

  @Override
  public String toString() {
    return "race of " + Arrays.toString(sources);
  }
}
