package yona.bench.async;

import java.util.ArrayList;
import java.util.List;
import yona.async.stm.STM;
import yona.async.stm.TVar;

/** The cells of the rows of transactional memory. */
final class StmRows implements Cells {
  private final List<TVar<Long>> cells = new ArrayList<>();

  StmRows(int count) {
    for (int i = 0; i < count; i++) {
      cells.add(STM.tvar(0L));
    }
  }

  @Override
  public long sum() {
    return STM.<Long, RuntimeException>readOnly(
        () -> {
          long sum = 0;
          for (var cell : cells) {
            sum += cell.read();
          }
          return sum;
        });
  }

  @Override
  public long read(int first, int second) {
    return STM.<Long, RuntimeException>readOnly(
        () -> cells.get(first).read() + cells.get(second).read());
  }

  @Override
  public void increment(int cell) {
    STM.<Long, RuntimeException>atomically(() -> add(cell, 1));
  }

  @Override
  public void transfer(int from, int to) {
    STM.<Long, RuntimeException>atomically(
        () -> {
          add(from, -1);
          return add(to, 1);
        });
  }

  private Long add(int cell, long amount) {
    var variable = cells.get(cell);
    Long sum = variable.read() + amount;
    variable.write(sum);
    return sum;
  }
}
