package yona.async.scheduler;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** How long a platform thread has computed. Takes the caller some microseconds. */
final class ProcessorTime {

  private ProcessorTime() {}

  /**
   * The processor time of a living thread, in nanoseconds; always the same where that cannot be
   * found out (a runtime without java.management, say). There a long computation is taken for a
   * blocking call, which costs a thread more and delays nobody.
   */
  static long of(Thread thread) {
    return Source.get(thread);
  }

  /** Loaded when first needed, which most programs never do. */
  private static final class Source {
    private static final boolean KNOWN = isKnown();

    private static boolean isKnown() {
      try {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isThreadCpuTimeSupported()) {
          return false;
        }
        if (!threads.isThreadCpuTimeEnabled()) {
          threads.setThreadCpuTimeEnabled(true);
        }
        return true;
      } catch (LinkageError | RuntimeException _) {
        return false;
      }
    }

    static long get(Thread thread) {
      return KNOWN ? ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()) : 0;
    }
  }
}
