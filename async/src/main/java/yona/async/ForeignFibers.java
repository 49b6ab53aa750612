package yona.async;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that have called in: whatever this library runs stands in a scope that one of them
 * opened. A thread is added once, and forgotten with the thread.
 */
final class ForeignFibers {

  private static final Set<Reference<Fiber>> ALL = ConcurrentHashMap.newKeySet();
  private static final ReferenceQueue<Fiber> GONE = new ReferenceQueue<>();

  private ForeignFibers() {}

  static void add(Fiber fiber) {
    for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      ALL.remove(gone);
    }
    ALL.add(new WeakReference<>(fiber, GONE));
  }

  /** Those that stand in a scope now, or wait outside of any, in the order of their numbers. */
  static List<Fiber> inside() {
    List<Fiber> standing = new ArrayList<>();
    for (Reference<Fiber> reference : ALL) {
      Fiber fiber = reference.get();
      if (fiber != null && (fiber.root.inner != null || FiberLook.at(fiber).waitsAt() != null)) {
        standing.add(fiber);
      }
    }
    standing.sort(Comparator.comparingLong(Fiber::id));
    return standing;
  }
}
