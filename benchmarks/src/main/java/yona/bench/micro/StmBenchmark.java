package yona.bench.micro;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.japi.STM;
import yona.async.stm.TVar;
import yona.async.stm.TransactionalMemory;

/**
 * Transactions beside a {@code synchronized} block and ScalaSTM: eight counters of which one is
 * read or incremented, eight accounts between two of which money goes, on two threads; and single
 * reads, beside a volatile field, on one.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.lang=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Threads(2)
public class StmBenchmark {
  private static final int COUNT = 8;

  /** Variables of one sum. */
  private static final int MANY = 1_000;

  /** One operation of so many is a write where reads are most. */
  private static final int SELDOM = 20;

  private final TransactionalMemory memory = new TransactionalMemory();
  private final TVar<Integer>[] ours = variables(COUNT);
  private final Ref.View<Integer>[] theirs = references(COUNT);
  private final int[] guarded = new int[COUNT];

  private final TVar<Integer>[] manyOurs = variables(MANY);
  private final Ref.View<Integer>[] manyTheirs = references(MANY);
  private final Field[] manyFields = fields();

  /** A value that is read without any transaction. */
  private static final class Field {
    private volatile Integer value;

    private Field(int value) {
      this.value = value;
    }
  }

  @SuppressWarnings("unchecked")
  private TVar<Integer>[] variables(int count) {
    TVar<Integer>[] all = (TVar<Integer>[]) new TVar<?>[count];
    for (int i = 0; i < count; i++) {
      all[i] = memory.tvar(i);
    }
    return all;
  }

  @SuppressWarnings("unchecked")
  private static Ref.View<Integer>[] references(int count) {
    Ref.View<Integer>[] all = (Ref.View<Integer>[]) new Ref.View<?>[count];
    for (int i = 0; i < count; i++) {
      all[i] = STM.newRef(i);
    }
    return all;
  }

  private static Field[] fields() {
    Field[] all = new Field[MANY];
    for (int i = 0; i < MANY; i++) {
      all[i] = new Field(i);
    }
    return all;
  }

  private static int any() {
    return ThreadLocalRandom.current().nextInt(COUNT);
  }

  private static boolean isWrite() {
    return ThreadLocalRandom.current().nextInt(SELDOM) == 0;
  }

  // ---- one of eight counters, seldom incremented ------------------------------------------------

  /** Reads all, increments one in one of twenty. */
  @Benchmark
  public int readMostlyYona() {
    if (isWrite()) {
      return incrementOurs(any());
    }
    return memory.<Integer, RuntimeException>atomically(
        () -> {
          int sum = 0;
          for (TVar<Integer> each : ours) {
            sum += each.read();
          }
          return sum;
        });
  }

  /** The same in a read-only transaction. */
  @Benchmark
  public int readMostlyYonaReadOnly() {
    if (isWrite()) {
      return incrementOurs(any());
    }
    return memory.<Integer, RuntimeException>readOnly(
        () -> {
          int sum = 0;
          for (TVar<Integer> each : ours) {
            sum += each.read();
          }
          return sum;
        });
  }

  /** The same with ScalaSTM. */
  @Benchmark
  public int readMostlyScalaStm() {
    if (isWrite()) {
      return incrementTheirs(any());
    }
    return STM.atomic(
        () -> {
          int sum = 0;
          for (Ref.View<Integer> each : theirs) {
            sum += each.get();
          }
          return sum;
        });
  }

  /** The same in a synchronized block. */
  @Benchmark
  public int readMostlySynchronized() {
    if (isWrite()) {
      return incrementGuarded(any());
    }
    synchronized (guarded) {
      int sum = 0;
      for (int each : guarded) {
        sum += each;
      }
      return sum;
    }
  }

  // ---- one of eight counters, always incremented ------------------------------------------------

  private int incrementOurs(int at) {
    return memory.<Integer, RuntimeException>atomically(() -> ours[at].modify(count -> count + 1));
  }

  private int incrementTheirs(int at) {
    return STM.atomic(
        () -> {
          int next = theirs[at].get() + 1;
          theirs[at].set(next);
          return next;
        });
  }

  private int incrementGuarded(int at) {
    synchronized (guarded) {
      return ++guarded[at];
    }
  }

  /** Increments any counter. */
  @Benchmark
  public int writeHeavyYona() {
    return incrementOurs(any());
  }

  /** The same with ScalaSTM. */
  @Benchmark
  public int writeHeavyScalaStm() {
    return incrementTheirs(any());
  }

  /** The same in a synchronized block. */
  @Benchmark
  public int writeHeavySynchronized() {
    return incrementGuarded(any());
  }

  /** Both threads increment the same counter. */
  @Benchmark
  public int sameCounterYona() {
    return incrementOurs(0);
  }

  /** The same with ScalaSTM. */
  @Benchmark
  public int sameCounterScalaStm() {
    return incrementTheirs(0);
  }

  /** The same in a synchronized block. */
  @Benchmark
  public int sameCounterSynchronized() {
    return incrementGuarded(0);
  }

  // ---- money from one account to another --------------------------------------------------------

  /** Moves one from any account to any. */
  @Benchmark
  public int transferYona() {
    TVar<Integer> from = ours[any()];
    TVar<Integer> to = ours[any()];
    return memory.<Integer, RuntimeException>atomically(
        () -> {
          from.modify(balance -> balance - 1);
          return to.modify(balance -> balance + 1);
        });
  }

  /** The same with ScalaSTM. */
  @Benchmark
  public int transferScalaStm() {
    Ref.View<Integer> from = theirs[any()];
    Ref.View<Integer> to = theirs[any()];
    return STM.atomic(
        () -> {
          from.set(from.get() - 1);
          int balance = to.get() + 1;
          to.set(balance);
          return balance;
        });
  }

  /** The same in a synchronized block. */
  @Benchmark
  public int transferSynchronized() {
    int from = any();
    int to = any();
    synchronized (guarded) {
      guarded[from]--;
      return ++guarded[to];
    }
  }

  // ---- reads ------------------------------------------------------------------------------------

  /** One read outside of a transaction. */
  @Benchmark
  @Threads(1)
  public Integer readYona() {
    return manyOurs[0].read();
  }

  /** One read of the committed value, without asking for a transaction. */
  @Benchmark
  @Threads(1)
  public Integer readYonaCommitted() {
    return manyOurs[0].committed();
  }

  /** The same with ScalaSTM. */
  @Benchmark
  @Threads(1)
  public Integer readScalaStm() {
    return manyTheirs[0].get();
  }

  /** The same of a volatile field. */
  @Benchmark
  @Threads(1)
  public Integer readVolatile() {
    return manyFields[0].value;
  }

  /** A sum of a thousand, per read, in a read-only transaction. */
  @Benchmark
  @Threads(1)
  @OperationsPerInvocation(MANY)
  public int sumYonaReadOnly() {
    return memory.<Integer, RuntimeException>readOnly(this::sumOurs);
  }

  /** The same in a transaction that might write. */
  @Benchmark
  @Threads(1)
  @OperationsPerInvocation(MANY)
  public int sumYonaAtomically() {
    return memory.<Integer, RuntimeException>atomically(this::sumOurs);
  }

  /** The same outside of a transaction. */
  @Benchmark
  @Threads(1)
  @OperationsPerInvocation(MANY)
  public int sumYonaOutside() {
    return sumOurs();
  }

  private int sumOurs() {
    int sum = 0;
    for (TVar<Integer> each : manyOurs) {
      sum += each.read();
    }
    return sum;
  }

  /** The same with ScalaSTM. */
  @Benchmark
  @Threads(1)
  @OperationsPerInvocation(MANY)
  public int sumScalaStm() {
    return STM.atomic(
        () -> {
          int sum = 0;
          for (Ref.View<Integer> each : manyTheirs) {
            sum += each.get();
          }
          return sum;
        });
  }

  /** The same of volatile fields. */
  @Benchmark
  @Threads(1)
  @OperationsPerInvocation(MANY)
  public int sumVolatile() {
    int sum = 0;
    for (Field each : manyFields) {
      sum += each.value;
    }
    return sum;
  }
}
