package yona.language.runtime;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Set;
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

  /** Collectors that see to such a pool too, but leave garbage in it. */
  private static final Set<String> PARTIAL = Set.of("G1 Young Generation", "G1 Concurrent GC");

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(collector -> !PARTIAL.contains(collector.getName()) && isOverPool(collector))
          .toList();

  private Heap() {}

  private static boolean isOverPool(GarbageCollectorMXBean collector) {
    List<String> pools = List.of(collector.getMemoryPoolNames());
    return POOLS.stream().anyMatch(pool -> pools.contains(pool.getName()));
  }

  /**
   * The share of the fullest pool that is taken, garbage included, the {@link Reserve} not; costs
   * microseconds.
   */
  static double taken() {
    return fullest(MemoryPoolMXBean::getUsage, Reserve.held());
  }

  /** The same of what the last collection of such a pool has left; since then it may have gone. */
  static double left() {
    return fullest(MemoryPoolMXBean::getCollectionUsage, Reserve.held());
  }

  /** How many full collections there were: after one, {@link #left} is what was in use. */
  static long collections() {
    long all = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      all += collector.getCollectionCount();
    }
    return all;
  }

  /** How many bytes can be allocated without a collection. */
  static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
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

  /** Whether the collector finds room for so much, which others may have until it is used. */
  static boolean makesRoom(long bytes) {
    try {
      return bytes < Integer.MAX_VALUE - 8
          && !new SoftReference<>(new byte[(int) bytes]).refersTo(null);
    } catch (OutOfMemoryError none) {
      return false;
    }
  }

  private static double fullest(
      Function<MemoryPoolMXBean, @Nullable MemoryUsage> of, long reserved) {
    double fullest = 0;
    for (MemoryPoolMXBean pool : POOLS) {
      MemoryUsage usage = of.apply(pool);
      if (usage != null) {
        long most = usage.getMax() > 0 ? usage.getMax() : Runtime.getRuntime().maxMemory();
        fullest = Math.max(fullest, (double) (usage.getUsed() - reserved) / most);
      }
    }
    return fullest;
  }
}
