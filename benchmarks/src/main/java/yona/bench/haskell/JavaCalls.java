package yona.bench.haskell;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import yona.async.Async;
import yona.bench.async.Timed;
import yona.haskell.ExportedFunction;
import yona.haskell.HaskellLibrary;
import yona.haskell.Tuple3;

/**
 * Calls of Haskell by a number of fibers at the same time, which ends the program's name. The
 * system property {@code library} has the library.
 */
public final class JavaCalls {
  private static final byte[] PATH = "/plaintext".getBytes(StandardCharsets.UTF_8);

  private JavaCalls() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    var library = HaskellLibrary.load(Path.of(System.getProperty("library")));
    Timed.main(row -> work(library, row), arguments);
  }

  private static Timed.Work work(HaskellLibrary library, String row) {
    return switch (row) {
      case "java-add" -> {
        var add = library.function("add", LongBinaryOperator.class);
        yield (size, fibers) -> together(fibers, () -> sum(add, size));
      }
      case "java-call" -> {
        ExportedFunction call = library.function("call");
        yield (size, fibers) -> together(fibers, () -> sum(() -> (int) call.call(), size));
      }
      case "java-handle", "java-handleLater" -> {
        @SuppressWarnings("unchecked")
        Function<byte[], Tuple3<Integer, String, byte[]>> handle =
            library.function(row.substring("java-".length()), Function.class);
        yield (size, fibers) -> together(fibers, () -> sum(() -> handle.apply(PATH).first(), size));
      }
      default -> throw new IllegalArgumentException(row);
    };
  }

  private static long sum(LongBinaryOperator add, int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum = add.applyAsLong(sum, i);
    }
    return sum;
  }

  private static long sum(IntSupplier status, int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += status.getAsInt();
    }
    return sum;
  }

  private static long together(int fibers, Callable<Long> work) {
    return Async.blocking(
        () ->
            IntStream.range(0, fibers).mapToObj(_ -> Async.future(work::call)).toList().stream()
                .mapToLong(each -> each.value())
                .sum());
  }
}
