package yona.async;

import org.jspecify.annotations.Nullable;

/** A cancellable's place in a {@link Scope}. Safe for use by any number of threads. */
public final class Link {

  final Cancellable cancellable;
  private final Links links;

  /** Neighbours; guarded by {@link #links}, like all below. */
  @Nullable Link older;

  @Nullable Link newer;

  boolean linked = true;

  Link(Links links, Cancellable cancellable) {
    this.links = links;
    this.cancellable = cancellable;
  }

  /**
   * Takes the cancellable out of the scope: it has been closed, or somebody else looks after it.
   * Never suspends.
   *
   * @return false if it was not linked any more
   */
  public boolean unlink() {
    return links.remove(this);
  }
}
