package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;

/** Java calls the functions of {@code src/test/haskell-library/Exports.hs}. */
@Tag("processes")
class HaskellLibraryTest {
  static final String THREADED = "-lHSrts_thr-ghc9.0.2";

  @TempDir private static Path folder;

  private static HaskellLibrary library;

  @BeforeAll
  static void load() throws Exception {
    Path file = CabalPackage.library(folder, "Exports", "-threaded", THREADED);
    library = HaskellLibrary.load(file, "-N2", "-K64m");
  }

  private static Object call(String name, Object... arguments) {
    return library.function(name).call(arguments);
  }

  // ---- values ----------------------------------------------------------------------------------

  @Test
  void numbersCrossAsTheyAre() {
    assertThat(call("sameBool", true)).isEqualTo(true);
    assertThat(call("sameByte", Byte.MIN_VALUE)).isEqualTo(Byte.MIN_VALUE);
    assertThat(call("sameShort", Short.MIN_VALUE)).isEqualTo(Short.MIN_VALUE);
    assertThat(call("sameInt", Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    assertThat(call("sameLong", Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(call("sameChar", '\uffff')).isEqualTo('\uffff');
    assertThat(call("sameFloat", Float.MIN_VALUE)).isEqualTo(Float.MIN_VALUE);
    assertThat(call("sameDouble", Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(call("nothing")).isNull();
  }

  @Test
  void objectsCrossByTheirContents() {
    Object[] rows = {new Tuple2<>(1, "one"), new Tuple2<>(2, null)};
    byte[] bytes = {1, -1};
    double[] numbers = {0.5, Double.NaN};
    Tuple4<?, ?, ?, ?> same =
        (Tuple4<?, ?, ?, ?>) call("sameObjects", "ü\u0000🦊", bytes, numbers, rows);
    assertThat(same.first()).isEqualTo("ü\u0000🦊");
    assertThat(same.second()).isEqualTo(bytes);
    assertThat(same.third()).isEqualTo(numbers);
    assertThat(same.fourth()).isEqualTo(rows);
  }

  @Test
  void textsOfHaskellHaveNoHalvesOfCharacters() {
    assertThat(call("after", 0, "a\ud800bc")).isEqualTo("a\ufffdbc");
    Object[] rows = {new Tuple2<>(1, "\ud834"), new Tuple2<>(2, "\udd1e")};
    Object[] replaced = {new Tuple2<>(1, "\ufffd"), new Tuple2<>(2, "\ufffd")};
    Tuple4<?, ?, ?, ?> same =
        (Tuple4<?, ?, ?, ?>) call("sameObjects", "\udd1e", new byte[0], new double[0], rows);
    assertThat(same.first()).isEqualTo("\ufffd");
    assertThat(same.fourth()).isEqualTo(replaced);
  }

  @Test
  void referencesAreTheSameObject() {
    BitSet object = new BitSet();
    assertThat(call("sameReference", object)).isSameAs(object);
    assertThat(call("sameReference", (Object) null)).isNull();
  }

  @Test
  void largeValuesCross() {
    assertThat(call("lengthOf", (Object) new byte[3_000_000])).isEqualTo(3_000_000L);
    assertThat((byte[]) call("repeated", 3_000_000)).hasSize(3_000_000).containsOnly('x');
  }

  @Test
  void functionsCrossBothWays() {
    IntUnaryOperator twice = n -> 2 * n;
    assertThat(call("applied", twice, 21)).isEqualTo(42);
    Function1<Object, Object> addsFive = cast(call("makeAdder", 5L));
    assertThat(addsFive.call(6L)).isEqualTo(11L);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T cast(Object object) {
    return (T) object;
  }

  // ---- interfaces ------------------------------------------------------------------------------

  @Test
  void functionsAreObjectsOfInterfaces() throws Exception {
    assertThat(library.function("add", LongBinaryOperator.class).applyAsLong(3, 4)).isEqualTo(7);
    assertThat(library.function("nothing", Callable.class).call()).isNull();
    Function<byte[], Long> lengthOf = cast(library.function("lengthOf", Function.class));
    assertThat(lengthOf.apply(new byte[3])).isEqualTo(3);
  }

  @Test
  void theFunctionsAndTheirTypesAreKnown() throws Exception {
    assertThat(library.functions())
        .hasSize(30)
        .startsWith("add", "after", "alone", "applied")
        .endsWith("waitsRaises");
    ExportedFunction sameObjects = library.function("sameObjects");
    assertThat(sameObjects.waits()).isFalse();
    assertThat(sameObjects.genericParameterTypes())
        .map(Type::getTypeName)
        .containsExactly(
            "java.lang.String",
            "byte[]",
            "double[]",
            "yona.haskell.Tuple2<java.lang.Integer, java.lang.String>[]");
    assertThat(sameObjects.parameterTypes()).last().isEqualTo(Tuple2[].class);
    ExportedFunction makeAdder = library.function("makeAdder");
    assertThat(makeAdder.genericResultType())
        .hasToString("yona.haskell.Function1<java.lang.Long, java.lang.Long>");
    assertThat(library.function("after").waits()).isTrue();
    assertThat(library.function("appliedOften").waits()).isTrue();
  }

  @Test
  void whatHasOneValueOnlyIsNoParameter() {
    assertThat(call("less", 5L)).isEqualTo(4L);
  }

  @Test
  void anInterfaceThatDoesNotFitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> library.function("sameInt", LongBinaryOperator.class))
        .withMessageStartingWith("int sameInt(int) is no java.util.function.LongBinaryOperator: ");
    assertThatIllegalArgumentException().isThrownBy(() -> library.function("sameInt", Class.class));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> library.function("add2"))
        .withMessageStartingWith("no function add2 is exported by ");
  }

  @Test
  void argumentsThatDoNotFitAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> call("add", 1L))
        .withMessage("add takes 2 arguments, found 1");
    assertThatThrownBy(() -> call("add", 1L, 2))
        .isInstanceOf(ClassCastException.class)
        .hasMessage("argument 2 of add is long, found java.lang.Integer");
    assertThatThrownBy(() -> call("add", 1L, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("argument 2 of add is long, found null");
    Object[] rows = {new Tuple2<>("one", 1)};
    assertThatThrownBy(() -> call("sameObjects", "", new byte[0], new double[0], rows))
        .isInstanceOf(HaskellException.class)
        .hasMessage("expected an Integer from Java, found a String");
    assertThatThrownBy(() -> call("sameObjects", null, new byte[0], new double[0], rows))
        .isInstanceOf(HaskellException.class)
        .hasMessage("expected a String from Java, found null");
  }

  @Test
  @SuppressWarnings("NullAway")
  void nullIsRefusedByTheNameOfTheArgument() {
    refuses("file", () -> HaskellLibrary.load(null));
    refuses("options", () -> HaskellLibrary.load(folder, (String[]) null));
    refuses("option", () -> HaskellLibrary.load(folder, (String) null));
    refuses("name", () -> library.function(null));
    refuses("name", () -> library.function(null, Runnable.class));
    refuses("type", () -> library.function("add", null));
    refuses("arguments", () -> library.function("add").call((Object[]) null));
    refuses("texts", () -> Texts.of(null));
    refuses("byteStrings", () -> ByteStrings.of(null));
  }

  private static void refuses(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }

  // ---- failures --------------------------------------------------------------------------------

  @Test
  void whatHaskellRaisesIsThrown() {
    assertThatThrownBy(() -> call("raises", "wrong"))
        .isInstanceOf(HaskellException.class)
        .hasMessage("wrong");
    assertThatThrownBy(() -> call("raisesLate", 1))
        .isInstanceOf(HaskellException.class)
        .hasMessageStartingWith("an error in a value");
    assertThatThrownBy(() -> call("waitsRaises", "wrong"))
        .isInstanceOf(HaskellException.class)
        .hasMessage("wrong");
    assertThat(call("raisesLate", 0)).isEqualTo("");
  }

  @Test
  void whatJavaThrowsBelowIsTheSame() {
    assertThatThrownBy(() -> call("javaThrows"))
        .isInstanceOf(IOException.class)
        .hasMessage("of Java");
  }

  @Test
  void aStackOverflowIsAnException() {
    assertThatThrownBy(() -> call("deep", 100_000_000L))
        .isInstanceOf(HaskellException.class)
        .hasMessageContaining("stack overflow");
    assertThat(call("deep", 1000L)).isEqualTo(1000L);
  }

  // ---- waiting and threads ---------------------------------------------------------------------

  @Test
  void manyCallsWaitAtTheSameTime() {
    List<Object> results =
        Async.blocking(
            () -> {
              List<Future<Object>> calls = new ArrayList<>();
              for (int i = 0; i < 2000; i++) {
                String text = "call " + i;
                calls.add(Async.future(() -> call("after", 50, text)));
              }
              List<Object> all = new ArrayList<>();
              for (Future<Object> each : calls) {
                all.add(each.value());
              }
              return all;
            });
    assertThat(results).hasSize(2000).startsWith("call 0").endsWith("call 1999");
  }

  @Test
  void aCallThatIsCancelledIsInterrupted() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Async.blocking(
        () -> {
          Future<Object> call = Async.future(() -> call("waitsInterrupted", began, interrupted));
          began.await();
          call.cancel();
          assertThatThrownBy(call::value).isInstanceOf(CancellationException.class);
          return true;
        });
    interrupted.await();
  }

  @Test
  void aFiberWaitsForJavaWhichHaskellCalls() throws Exception {
    IntUnaryOperator next =
        n -> {
          LockSupport.parkNanos(1);
          return n + 1;
        };
    assertThat(call("appliedOften", next, 1000, 5)).isEqualTo(1005);
    BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
    int count = 1000;
    List<Object> results =
        Async.<List<Object>, InterruptedException>blocking(
            () -> {
              List<Future<Object>> calls = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                calls.add(Async.future(() -> call("takenFrom", queue)));
              }
              for (int i = 0; i < 2 * count; i++) {
                queue.put("text");
              }
              List<Object> all = new ArrayList<>();
              for (Future<Object> each : calls) {
                all.add(each.value());
              }
              return all;
            });
    assertThat(results).hasSize(count);
    assertThat(queue).hasSize(count);
  }

  @Test
  void whatIsThrownInAWaitIsRaisedInHaskell() {
    AtomicInteger calls = new AtomicInteger();
    Callable<Object> failsLater =
        () -> {
          if (calls.incrementAndGet() == 2) {
            throw new IOException("of Java");
          }
          return "";
        };
    assertThat(call("recovers", failsLater))
        .isEqualTo("recovered from java.io.IOException: of Java");
    IntUnaryOperator fails =
        n -> {
          throw new IllegalStateException("no " + n);
        };
    assertThatThrownBy(() -> call("appliedOften", fails, 3, 5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no 5");
    assertThatThrownBy(() -> call("raisesBehindAWait", "wrong"))
        .isInstanceOf(HaskellException.class)
        .hasMessage("wrong");
  }

  @Test
  void aFiberThatIsCancelledInAWaitEnds() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    IntUnaryOperator waits =
        n -> {
          began.countDown();
          throw Async.never();
        };
    Async.<Boolean, InterruptedException>blocking(
        () -> {
          Future<Object> call = Async.future(() -> call("appliedOften", waits, 2, 1));
          began.await();
          call.cancel();
          assertThatThrownBy(call::value).isInstanceOf(CancellationException.class);
          return true;
        });
  }

  /** To enter Haskell costs more than most of what is done there. */
  @Test
  void stretchesOfManyFibersEnterHaskellTogether() {
    Async.blocking(
        () -> {
          while (alone(false)) {
            alone(true);
          }
          return true;
        });
  }

  /** Calls at the same time; whether each has run on its fiber. */
  private static boolean alone(boolean cancels) {
    List<Future<Object>> calls = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      String text = i % 7 == 0 ? "" : "call " + i;
      calls.add(Async.future(() -> call("alone", text)));
    }
    boolean alone = true;
    for (int i = 0; i < 1000; i++) {
      Future<Object> each = calls.get(i);
      if (cancels && i % 2 == 0) {
        each.cancel();
      } else if (i % 7 == 0) {
        assertThatThrownBy(each::value).isInstanceOf(HaskellException.class).hasMessage("no text");
      } else {
        Tuple2<?, ?> result = (Tuple2<?, ?>) each.value();
        assertThat(result.second()).isEqualTo("call " + i);
        alone &= (boolean) result.first();
      }
    }
    return alone;
  }

  @Test
  void threadsCallAtTheSameTime() throws Exception {
    LongBinaryOperator add = library.function("add", LongBinaryOperator.class);
    long[] sums = new long[8];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      int at = i;
      Thread.Builder builder = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
      threads.add(
          builder.start(
              () -> {
                for (int n = 0; n < 20_000; n++) {
                  sums[at] = add.applyAsLong(sums[at], n);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(sums).containsOnly(199_990_000L);
  }

  @Test
  void callsLeaveNothingBehind() {
    Object before = call("settled");
    BitSet object = new BitSet();
    for (int i = 0; i < 1_000_000; i++) {
      assertThat(call("sameReference", object)).isSameAs(object);
      if (i % 1000 == 0) {
        assertThat(call("after", 0, "text")).isEqualTo("text");
        assertThatThrownBy(() -> call("raises", "wrong")).isInstanceOf(HaskellException.class);
      }
    }
    assertThat(call("settled")).isEqualTo(before);
  }

  // ---- loading ---------------------------------------------------------------------------------

  @Test
  void theRunTimeSystemBeginsOnce() throws Exception {
    Path file = folder.resolve("libExports.so");
    assertThat(HaskellLibrary.load(file).function("add").call(1L, 2L)).isEqualTo(3L);
    assertThat(HaskellLibrary.load(file, "-N2", "-K64m")).hasToString("the library " + file);
    assertThatIllegalStateException()
        .isThrownBy(() -> HaskellLibrary.load(file, "-N1"))
        .withMessage("the run-time system of Haskell has begun with the options [-N2, -K64m]");
  }

  @Test
  void whatIsNoLibraryIsRefused() throws Exception {
    Path file = folder.resolve("libExports.so");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HaskellLibrary.load(file, "-N2", "--machine-readable"))
        .withMessage("no option for the run-time system of Haskell: --machine-readable");
    assertThatThrownBy(() -> HaskellLibrary.load(Path.of("absent.so")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("there is no library ")
        .hasMessageEndingWith("absent.so");
    Path other = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("zip"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HaskellLibrary.load(other))
        .withMessage("no functions of Haskell are in " + other);
    for (String text : List.of("", "text", "text that is longer than a header".repeat(1000))) {
      isRefused(text.getBytes(StandardCharsets.UTF_8), " is no library of this system");
    }
  }

  /** What the system would load as far as it goes, and then end the process. */
  @Test
  void aLibraryThatIsCutOffIsRefused() throws Exception {
    byte[] whole = Files.readAllBytes(folder.resolve("libExports.so"));
    for (int size : new int[] {6, 63, 64, 500, 20_000, whole.length / 2, whole.length - 1}) {
      isRefused(
          Arrays.copyOf(whole, size),
          " is cut off: it has " + size + " bytes, and needs " + (size < 64 ? 64 : whole.length));
    }
    byte[] withoutSections = Arrays.copyOf(whole, 20_000);
    Arrays.fill(withoutSections, 40, 48, (byte) 0);
    isRefused(withoutSections, " is cut off: it has 20000 bytes, and needs ");
  }

  @Test
  void aLibraryWithADamagedHeaderIsRefused() throws Exception {
    byte[] whole = Files.readAllBytes(folder.resolve("libExports.so"));
    byte[] narrow = whole.clone();
    narrow[4] = 1;
    isRefused(narrow, " is no library of this system");
    for (int at : new int[] {32, 40, 64 + 8, 64 + 32}) {
      byte[] damaged = whole.clone();
      damaged[at + 7] = (byte) 0x7f;
      isRefused(damaged, " is cut off: ");
      Arrays.fill(damaged, at, at + 8, (byte) 0xff);
      isRefused(damaged, " is no library of this system");
    }
  }

  private static void isRefused(byte[] bytes, String message) throws IOException {
    Path file = Files.write(folder.resolve("damaged.so"), bytes);
    assertThatThrownBy(() -> HaskellLibrary.load(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + message);
  }
}
