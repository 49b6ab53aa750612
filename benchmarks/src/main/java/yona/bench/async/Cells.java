package yona.bench.async;

import java.util.function.ToLongFunction;

/**
 * Shared cells of numbers, and the load of the rows of transactional memory on them: the same for
 * whoever keeps the cells consistent.
 */
public interface Cells {
  /** How many there are for rows without contention. */
  int MANY = 1_000;

  /** How many there are for rows with contention. */
  int FEW = 16;

  /** The sum of all in one consistent look. */
  long sum();

  /** One cell by itself. */
  long single(int cell);

  /** The sum of two cells that belong together, in one consistent look. */
  long read(int first, int second);

  /** Adds one to a cell. */
  void increment(int cell);

  /** Takes one from a cell and adds it to another. */
  void transfer(int from, int to);

  /** Makes cells that hold zero. */
  @FunctionalInterface
  interface Maker {
    /**
     * Makes them.
     *
     * @param count how many
     */
    Cells make(int count);
  }

  /**
   * The work of a row.
   *
   * @param row {@code stm-single}, {@code stm-sum}, {@code stm-read-mostly}, {@code
   *     stm-write-heavy} or {@code stm-transfer}
   * @param maker makes the cells
   */
  static Timed.Work work(String row, Maker maker) {
    return switch (row) {
      case "stm-single" -> (size, _) -> reads(maker.make(MANY), size, Cells::singles);
      case "stm-sum" -> (size, _) -> reads(maker.make(MANY), size, Cells::sum);
      case "stm-read-mostly" ->
          (size, _) ->
              onTwoThreads(
                  maker.make(MANY),
                  size,
                  (cells, x) -> {
                    int cell = (int) (x % MANY);
                    if (x % 100 < 95) {
                      // The sum is never negative; whoever drops the read is found out.
                      if (cells.read(cell, MANY - 1 - cell) < 0) {
                        throw new IllegalStateException("a sum of counters is negative");
                      }
                    } else {
                      cells.increment(cell);
                    }
                  });
      case "stm-write-heavy" ->
          (size, _) ->
              onTwoThreads(maker.make(FEW), size, (cells, x) -> cells.increment((int) (x % FEW)));
      case "stm-transfer" ->
          (size, _) ->
              onTwoThreads(
                  maker.make(MANY),
                  size,
                  (cells, x) -> cells.transfer((int) (x % MANY), (int) (x / MANY % MANY)));
      default -> throw new IllegalArgumentException("no such row: " + row);
    };
  }

  /** One reader, whose every look reads all cells; a read of a cell is an operation. */
  private static long reads(Cells cells, int size, ToLongFunction<Cells> look) {
    for (int cell = 0; cell < MANY; cell++) {
      cells.increment(cell);
    }
    long sum = 0;
    for (int looks = size / MANY; looks > 0; looks--) {
      sum += look.applyAsLong(cells);
    }
    return sum;
  }

  private static long singles(Cells cells) {
    long sum = 0;
    for (int cell = 0; cell < MANY; cell++) {
      sum += cells.single(cell);
    }
    return sum;
  }

  /** What a thread does with a random number. */
  @FunctionalInterface
  interface Step {
    /**
     * One operation.
     *
     * @param cells the cells
     * @param random the number
     */
    void run(Cells cells, long random);
  }

  private static long onTwoThreads(Cells cells, int size, Step step) throws InterruptedException {
    var other = new Thread(() -> half(cells, size / 2, 4711, step));
    other.start();
    half(cells, size - size / 2, 42, step);
    other.join();
    return cells.sum();
  }

  private static void half(Cells cells, int size, long seed, Step step) {
    long x = seed;
    for (int i = 0; i < size; i++) {
      x = x * 16807 % 2147483647;
      step.run(cells, x);
    }
  }
}
