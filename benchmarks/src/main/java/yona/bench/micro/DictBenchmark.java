package yona.bench.micro;

import clojure.lang.IPersistentMap;
import clojure.lang.PersistentHashMap;
import java.util.concurrent.TimeUnit;
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
import yona.data.Dict;
import yona.data.Seq;

/** Dict beside the persistent maps of Clojure and Vavr. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@SuppressWarnings("ReferenceEquality") // the key itself was put as the value
public class DictBenchmark {
  /** The number of entries. */
  @Param({"10", "1000", "100000"})
  public int size;

  /** What the keys are; strings are each language's own. */
  @Param({"long", "string"})
  public String keys = "long";

  private Object[] yonaKeys = {};
  private Object[] javaKeys = {};
  private Dict dict = Dict.EMPTY;
  private IPersistentMap clojure = PersistentHashMap.EMPTY;
  private io.vavr.collection.HashMap<Object, Object> vavr = io.vavr.collection.HashMap.empty();

  /** Fills the maps with the same random keys. */
  @Setup
  public void fill() {
    yonaKeys = new Object[size];
    javaKeys = new Object[size];
    long x = 42;
    for (int i = 0; i < size; i++) {
      x = x * 16807 % 2147483647;
      javaKeys[i] = keys.equals("long") ? (Object) x : "key" + x;
      yonaKeys[i] = keys.equals("long") ? (Object) x : Seq.text("key" + x);
    }
    dict = buildDict();
    clojure = buildClojure();
    vavr = buildVavr();
  }

  /** One entry after the other. */
  @Benchmark
  public Dict buildDict() {
    Dict built = Dict.EMPTY;
    for (Object key : yonaKeys) {
      built = built.put(key, key);
    }
    return built;
  }

  /** The same with Clojure. */
  @Benchmark
  public IPersistentMap buildClojure() {
    IPersistentMap built = PersistentHashMap.EMPTY;
    for (Object key : javaKeys) {
      built = built.assoc(key, key);
    }
    return built;
  }

  /** The same with Vavr. */
  @Benchmark
  public io.vavr.collection.HashMap<Object, Object> buildVavr() {
    io.vavr.collection.HashMap<Object, Object> built = io.vavr.collection.HashMap.empty();
    for (Object key : javaKeys) {
      built = built.put(key, key);
    }
    return built;
  }

  /** Every key once. */
  @Benchmark
  public int lookupDict() {
    int found = 0;
    for (Object key : yonaKeys) {
      found += dict.get(key) == key ? 1 : 0;
    }
    return found;
  }

  /** The same with Clojure. */
  @Benchmark
  public int lookupClojure() {
    int found = 0;
    for (Object key : javaKeys) {
      found += clojure.valAt(key) == key ? 1 : 0;
    }
    return found;
  }

  /** The same with Vavr. */
  @Benchmark
  public int lookupVavr() {
    int found = 0;
    for (Object key : javaKeys) {
      found += vavr.getOrElse(key, null) == key ? 1 : 0;
    }
    return found;
  }
}
