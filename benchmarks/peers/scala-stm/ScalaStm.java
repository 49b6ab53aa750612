import java.util.ArrayList;
import java.util.List;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.japi.STM;
import yona.bench.async.Cells;
import yona.bench.async.Timed;

/** The rows of transactional memory with scala-stm, through its interface for Java. */
final class ScalaStm {
  private ScalaStm() {}

  public static void main(String[] arguments) throws Exception {
    Timed.main(row -> Cells.work(row, Refs::new), arguments);
  }

  private static final class Refs implements Cells {
    private final List<Ref.View<Long>> cells = new ArrayList<>();

    Refs(int count) {
      for (int i = 0; i < count; i++) {
        cells.add(STM.newRef(0L));
      }
    }

    @Override
    public long sum() {
      return STM.atomic(
          () -> {
            long sum = 0;
            for (var cell : cells) {
              sum += cell.get();
            }
            return sum;
          });
    }

    @Override
    public long single(int cell) {
      return cells.get(cell).get();
    }

    @Override
    public long read(int first, int second) {
      return STM.atomic(() -> cells.get(first).get() + cells.get(second).get());
    }

    @Override
    public void increment(int cell) {
      STM.atomic(() -> add(cell, 1));
    }

    @Override
    public void transfer(int from, int to) {
      STM.atomic(
          () -> {
            add(from, -1);
            add(to, 1);
          });
    }

    private void add(int cell, long amount) {
      var ref = cells.get(cell);
      ref.set(ref.get() + amount);
    }
  }
}
