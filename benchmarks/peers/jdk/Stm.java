import java.util.Arrays;
import yona.bench.async.Cells;
import yona.bench.async.Timed;

/**
 * The rows of transactional memory with one lock, and the reads with volatile fields that nothing
 * keeps consistent.
 */
final class Stm {
  private Stm() {}

  static Timed.Work row(String name) {
    return name.startsWith("volatile-")
        ? Cells.work(name.replace("volatile-", "stm-"), Volatile::new)
        : Cells.work(name, Locked::new);
  }

  /** Boxed numbers under one monitor. */
  private static final class Locked implements Cells {
    private final Long[] cells;

    Locked(int count) {
      cells = new Long[count];
      Arrays.fill(cells, 0L);
    }

    @Override
    public synchronized long sum() {
      long sum = 0;
      for (Long cell : cells) {
        sum += cell;
      }
      return sum;
    }

    @Override
    public synchronized long single(int cell) {
      return cells[cell];
    }

    @Override
    public synchronized long read(int first, int second) {
      return cells[first] + cells[second];
    }

    @Override
    public synchronized void increment(int cell) {
      cells[cell]++;
    }

    @Override
    public synchronized void transfer(int from, int to) {
      cells[from]--;
      cells[to]++;
    }
  }

  /** An object with a volatile field each; only good for one thread. */
  private static final class Volatile implements Cells {
    private static final class Cell {
      volatile Long value = 0L;
    }

    private final Cell[] cells;

    Volatile(int count) {
      cells = new Cell[count];
      Arrays.setAll(cells, _ -> new Cell());
    }

    @Override
    public long sum() {
      long sum = 0;
      for (var cell : cells) {
        sum += cell.value;
      }
      return sum;
    }

    @Override
    public long single(int cell) {
      return cells[cell].value;
    }

    @Override
    public long read(int first, int second) {
      return cells[first].value + cells[second].value;
    }

    @Override
    public void increment(int cell) {
      cells[cell].value++;
    }

    @Override
    public void transfer(int from, int to) {
      cells[from].value--;
      cells[to].value++;
    }
  }
}
