package yona.bench.async;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The protocol of benchmarks/README.md for programs on the JVM: {@code ROW first|warm|load SIZE
 * WARM_MILLIS SAMPLE_MILLIS FILE}. A row's name may end in a number, {@code buffered-64}, which its
 * program gets too.
 */
public final class Timed {
  private final Work work;
  private final long size;
  private final int parameter;
  private long check;

  private Timed(Work work, long size, int parameter) {
    this.work = work;
    this.size = size;
    this.parameter = parameter;
  }

  /** One row's work. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does all of it.
     *
     * @param size how many operations
     * @param parameter the number at the end of the row's name, or 0
     * @return a check of the results, the same in every language
     * @throws Exception what goes wrong
     */
    long run(int size, int parameter) throws Exception;
  }

  /** Finds the work of a row. */
  @FunctionalInterface
  public interface Program {
    /**
     * The work of a row.
     *
     * @param row its name, without the number at its end
     */
    Work row(String row);
  }

  /**
   * Runs one row of a program and prints its times, and the bytes that a call allocates.
   *
   * @param program the rows
   * @param arguments as above
   * @throws Exception what goes wrong
   */
  public static void main(Program program, String[] arguments) throws Exception {
    var row = arguments[0];
    var digits = row.replaceFirst("^.*?-?([0-9]*)$", "$1");
    var name = digits.isEmpty() ? row : row.substring(0, row.length() - digits.length() - 1);
    var timed =
        new Timed(
            program.row(name),
            Long.parseLong(arguments[2]),
            digits.isEmpty() ? 0 : Integer.parseInt(digits));
    boolean warm = arguments[1].equals("warm");
    long warmNanos = Long.parseLong(arguments[3]) * 1_000_000;
    var times = new ArrayList<Long>();
    if (warm) {
      timed.warm(warmNanos);
      timed.sample(Long.parseLong(arguments[4]) * 1_000_000, times);
    } else {
      if (arguments[1].equals("load")) {
        new Timed(timed.work, timed.size / 100, timed.parameter).warm(warmNanos);
      }
      times.add(timed.call());
    }
    System.out.println("check " + timed.check);
    System.out.println(
        "ns " + times.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    if (warm) {
      System.out.println("allocated " + timed.allocated());
    }
    // Some peers keep threads that nobody ends.
    System.exit(0);
  }

  private long call() throws Exception {
    long start = System.nanoTime();
    long result = work.run((int) size, parameter);
    long nanos = System.nanoTime() - start;
    check = result;
    return nanos;
  }

  private void warm(long nanos) throws Exception {
    long end = System.nanoTime() + nanos;
    do {
      call();
    } while (System.nanoTime() < end);
  }

  private void sample(long nanos, List<Long> times) throws Exception {
    long end = System.nanoTime() + nanos;
    while (times.size() < 3 || (System.nanoTime() < end && times.size() < 1000)) {
      times.add(call());
    }
  }

  /** The bytes that one more call allocates, on all threads. */
  private long allocated() throws Exception {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getTotalThreadAllocatedBytes();
    long before = threads.getTotalThreadAllocatedBytes();
    call();
    return threads.getTotalThreadAllocatedBytes() - before;
  }
}
