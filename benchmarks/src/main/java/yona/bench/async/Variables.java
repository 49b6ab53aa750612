package yona.bench.async;

import java.util.ArrayList;
import java.util.List;
import yona.async.stm.TVar;
import yona.async.stm.TransactionalMemory;

/** Variables of a memory of their own. */
final class Variables implements Cells {
  private final TransactionalMemory memory = new TransactionalMemory();
  private final List<TVar<Long>> cells = new ArrayList<>();

  Variables(int count) {
    for (int i = 0; i < count; i++) {
      cells.add(memory.tvar(0L));
    }
  }

  @Override
  public long sum() {
    return memory.<Long, RuntimeException>readOnly(
        () -> {
          long sum = 0;
          for (var cell : cells) {
            sum += cell.read();
          }
          return sum;
        });
  }

  @Override
  public long single(int cell) {
    return cells.get(cell).read();
  }

  @Override
  public long read(int first, int second) {
    return memory.<Long, RuntimeException>readOnly(
        () -> cells.get(first).read() + cells.get(second).read());
  }

  @Override
  public void increment(int cell) {
    memory.atomically(() -> cells.get(cell).modify(value -> value + 1));
  }

  @Override
  public void transfer(int from, int to) {
    memory.atomically(
        () -> {
          cells.get(from).modify(value -> value - 1);
          return cells.get(to).modify(value -> value + 1);
        });
  }
}
