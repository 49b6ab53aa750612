package yona.async;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cancellables that are linked to a scope, in the order in which they were. */
final class Links {

  private @Nullable Link newest;

  synchronized void add(Link link) {
    Link older = newest;
    link.older = older;
    if (older != null) {
      older.newer = link;
    }
    newest = link;
  }

  /** Takes one out; false if it was not in any more. */
  synchronized boolean remove(Link link) {
    if (!link.linked) {
      return false;
    }
    link.linked = false;
    Link older = link.older;
    Link newer = link.newer;
    if (older != null) {
      older.newer = newer;
    }
    if (newer != null) {
      newer.older = older;
    } else {
      newest = older;
    }
    return true;
  }

  synchronized boolean isEmpty() {
    return newest == null;
  }

  /** Takes the newest one out, or gives null. */
  synchronized @Nullable Link takeNewest() {
    Link taken = newest;
    if (taken != null) {
      remove(taken);
    }
    return taken;
  }

  /** Cancels those that are linked, newest first, and takes them out. */
  void cancelAll(ErrorReporter reporter) {
    if (isEmpty()) {
      return;
    }
    try (Scope _ = Scope.openShielded()) {
      for (Link link = takeNewest(); link != null; link = takeNewest()) {
        try {
          link.cancellable.cancel();
        } catch (Throwable error) {
          reporter.report(error);
        }
      }
    }
  }

  /** The newest ones, newest first, at most so many. */
  synchronized List<Cancellable> newest(int most) {
    List<Cancellable> all = new ArrayList<>();
    for (Link link = newest; link != null && all.size() < most; link = link.older) {
      all.add(link.cancellable);
    }
    return all;
  }
}
