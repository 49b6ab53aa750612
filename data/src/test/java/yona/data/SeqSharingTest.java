package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** What threads do to one Seq at the same time, none of them sees of the others. */
class SeqSharingTest {
  private static final int THREADS = 4;

  private static <T> List<T> together(IntFunction<T> work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return work.apply(number);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> each : running) {
        results.add(each.get());
      }
      return results;
    }
  }

  @Test
  void appendsToOneVersion() throws Exception {
    for (int round = 0; round < 200; round++) {
      Seq base = Seq.range(0, round, 1).append(-1L);
      List<Seq> results =
          together(
              number -> {
                Seq mine = base;
                for (long i = 0; i < 50; i++) {
                  mine = mine.append(number * 1000L + i);
                }
                return mine;
              });
      for (int number = 0; number < THREADS; number++) {
        long first = number * 1000L;
        assertThat(results.get(number)).isEqualTo(base.concat(Seq.range(first, first + 50, 1)));
      }
    }
  }

  /** Claiming room behind a string is no atomic step: only one thread may do it. */
  @Test
  void onlyItsMakerWritesBehindAString() throws Exception {
    Slice base = (Slice) Seq.text("abc").concat(Seq.text("d")).concat(Seq.text("e"));
    List<Seq> others =
        together(
            number ->
                number % 2 == 0 ? Text.append(base, 12L, null, null) : base.concat(Seq.text("12")));
    for (Seq other : others) {
      assertThat(other.asString()).isEqualTo("abcde12");
      assertThat(((Slice) other).array()).isNotSameAs(base.array());
    }
    Seq own = Text.append(base, 34L, null, null);
    assertThat(own.asString()).isEqualTo("abcde34");
    assertThat(((Slice) own).array()).isSameAs(base.array());
  }

  @Test
  void appendsStringsToOneVersion() throws Exception {
    for (int round = 0; round < 200; round++) {
      String start = "start".repeat(round);
      Seq base = Seq.text(start).concat(Seq.text("-")).concat(Seq.text("-"));
      List<Seq> results =
          together(
              number -> {
                Seq mine = base;
                for (int i = 0; i < 50; i++) {
                  mine = mine.concat(Seq.text(number + ":" + i));
                }
                return mine;
              });
      for (int number = 0; number < THREADS; number++) {
        StringBuilder expected = new StringBuilder(start + "--");
        for (int i = 0; i < 50; i++) {
          expected.append(number).append(':').append(i);
        }
        assertThat(results.get(number).asString()).isEqualTo(expected.toString());
      }
      assertThat(base.asString()).isEqualTo(start + "--");
    }
  }

  @Test
  void balancesOneChain() throws Exception {
    for (int round = 0; round < 200; round++) {
      Seq chain = Seq.of(-1L, -2L);
      for (long i = 0; i < 700; i++) {
        chain = chain.prepend(i);
      }
      Seq shared = chain;
      Object[] elements = chain.toArray();
      List<Seq> results =
          together(
              number ->
                  switch (number) {
                    case 0 -> shared.concat(shared).take(702);
                    case 1 -> shared.set(350, shared.get(350)).append(1L).init();
                    case 2 -> shared.drop(40).prepend(0L).tail().reverse().reverse();
                    default -> shared.tail().init();
                  });
      assertThat(results.get(0).toArray()).isEqualTo(elements);
      assertThat(results.get(1).toArray()).isEqualTo(elements);
      assertThat(results.get(2)).isEqualTo(shared.drop(40));
      assertThat(results.get(3)).isEqualTo(shared.slice(1, 701));
      assertThat(shared.toArray()).isEqualTo(elements);
    }
  }
}
