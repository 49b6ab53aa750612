package yona.bench.micro;

import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import yona.data.Seq;

/** Seq beside a linked list of boxed values, Vavr's Vector and java.util.ArrayList. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class SeqBenchmark {
  /** The number of elements. */
  @Param({"100", "100000"})
  public int size;

  /** Whether the elements are integers in compact leaves, or symbols. */
  @Param({"long", "object"})
  public String elements = "long";

  private Seq seq = Seq.EMPTY;
  private @Nullable Cons list;
  private io.vavr.collection.Vector<Object> vector = io.vavr.collection.Vector.empty();

  private record Cons(Object head, @Nullable Cons tail) {}

  /** Fills the collections with the same elements. */
  @Setup
  public void fill() {
    var all = new ArrayList<Object>();
    for (int i = 0; i < size; i++) {
      all.add(element(i));
    }
    seq = Seq.of(all.toArray());
    vector = io.vavr.collection.Vector.ofAll(all);
    list = null;
    for (int i = size - 1; i >= 0; i--) {
      list = new Cons(all.get(i), list);
    }
  }

  private Object element(int i) {
    return elements.equals("long") ? (Object) (1_000_000L + i) : yona.data.Symbol.of("s" + i % 50);
  }

  /** Head and tail, as the pattern {@code head -| tail} does it. */
  @Benchmark
  public int walkSeq() {
    int hash = 0;
    for (Seq rest = seq; !rest.isEmpty(); rest = rest.tail()) {
      hash += rest.head().hashCode();
    }
    return hash;
  }

  /** What a linked list takes for the same. */
  @Benchmark
  public int walkLinked() {
    int hash = 0;
    for (Cons rest = list; rest != null; rest = rest.tail) {
      hash += rest.head.hashCode();
    }
    return hash;
  }

  /** By iterator, as folds do it. */
  @Benchmark
  public int iterateSeq() {
    int hash = 0;
    for (Object element : seq) {
      hash += element.hashCode();
    }
    return hash;
  }

  /** One element after the other at the end. */
  @Benchmark
  public Seq appendSeq() {
    Seq built = Seq.EMPTY;
    for (Object element : seq) {
      built = built.append(element);
    }
    return built;
  }

  /** The same with Vavr. */
  @Benchmark
  public Object appendVavr() {
    io.vavr.collection.Vector<Object> built = io.vavr.collection.Vector.empty();
    for (Object element : vector) {
      built = built.append(element);
    }
    return built;
  }

  /** One element after the other in front. */
  @Benchmark
  public Seq prependSeq() {
    Seq built = Seq.EMPTY;
    for (Object element : seq) {
      built = built.prepend(element);
    }
    return built;
  }

  /** All indexes, far apart. */
  @Benchmark
  public int indexSeq() {
    int hash = 0;
    for (int i = 0, at = 0; i < size; i++, at = (at + 7919) % size) {
      hash += seq.get(at).hashCode();
    }
    return hash;
  }

  /** The same with Vavr. */
  @Benchmark
  public int indexVavr() {
    int hash = 0;
    for (int i = 0, at = 0; i < size; i++, at = (at + 7919) % size) {
      hash += vector.get(at).hashCode();
    }
    return hash;
  }

  /** A hundred concatenations of the whole with itself, each result used once. */
  @Benchmark
  public long concatSeq() {
    long length = 0;
    for (int i = 0; i < 100; i++) {
      length += seq.concat(seq).length();
    }
    return length;
  }

  /** A hundred updates far apart. */
  @Benchmark
  public Seq updateSeq() {
    Seq built = seq;
    for (int i = 0; i < 100; i++) {
      built = built.set((long) i * 7919 % size, element(i));
    }
    return built;
  }
}
