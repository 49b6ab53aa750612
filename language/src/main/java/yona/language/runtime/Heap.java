package yona.language.runtime;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How full the heap of the process is, in the pools that hold what lasts: those for which the JVM
 * knows a threshold of use, as it does not for the ones where everything is new. Thread-safe.
 */
final class Heap {
  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
          .toList();

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private Heap() {}

  /** The share of the fullest pool that is taken, garbage included; costs microseconds. */
  static double taken() {
    return fullest(MemoryPoolMXBean::getUsage);
  }

  /** The share that the last collection of such a pool has left; what it found may have gone. */
  static double left() {
    return fullest(MemoryPoolMXBean::getCollectionUsage);
  }

  /**
   * The share that a full collection, now, leaves in use. Stops the process while it takes.
   *
   * @return negative if the process does not collect when it is asked to
   */
  static double inUse() {
    long before = collections();
    System.gc();
    return collections() > before ? taken() : -1;
  }

  private static double fullest(Function<MemoryPoolMXBean, @Nullable MemoryUsage> of) {
    double fullest = 0;
    for (MemoryPoolMXBean pool : POOLS) {
      MemoryUsage usage = of.apply(pool);
      if (usage != null) {
        long most = usage.getMax() > 0 ? usage.getMax() : Runtime.getRuntime().maxMemory();
        fullest = Math.max(fullest, (double) usage.getUsed() / most);
      }
    }
    return fullest;
  }

  private static long collections() {
    long all = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      all += collector.getCollectionCount();
    }
    return all;
  }
}
