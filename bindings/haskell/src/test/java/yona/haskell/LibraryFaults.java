package yona.haskell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntUnaryOperator;
import yona.async.Async;
import yona.language.embedding.Engine;

/**
 * A program that calls the functions of {@code src/test/haskell-library/Faults.hs}: its arguments
 * are the library, what is to go wrong, and options of Haskell.
 */
final class LibraryFaults {
  private final HaskellLibrary library;

  private LibraryFaults(HaskellLibrary library) {
    this.library = library;
  }

  public static void main(String[] arguments) throws Exception {
    String[] options = Arrays.copyOfRange(arguments, 2, arguments.length);
    var faults = new LibraryFaults(HaskellLibrary.load(Path.of(arguments[0]), options));
    switch (arguments[1]) {
      case "texts" -> faults.texts();
      case "stack" -> faults.stack();
      case "memory" -> faults.memory();
      case "hoards" -> faults.call("hoards", 1L);
      case "exit" -> {
        faults.runsWhileItEnds();
        System.exit(7);
      }
      case "return" -> faults.runsWhileItEnds();
      case "ready" -> {
        faults.runsWhileItEnds();
        System.out.println("ready");
        new CountDownLatch(1).await();
      }
      case "says" -> faults.call("says", "said");
      case "saysInYona" -> {
        var _ =
            Engine.create()
                .evaluate(
                    """
                    haskell\\Library::function (haskell\\Library::load "%s") "says" "said"
                    """
                        .formatted(arguments[0]));
        // As the command of Yona ends.
        Runtime.getRuntime().halt(0);
      }
      case "holds" -> {
        faults.call("says", "lost");
        faults.holdsOutput();
      }
      default -> throw new IllegalArgumentException(arguments[1]);
    }
  }

  private Object call(String name, Object... arguments) {
    return library.function(name).call(arguments);
  }

  /** Has Haskell call a function of Java. */
  private Object next(String name) {
    IntUnaryOperator next = n -> n + 1;
    return call(name, next, 1);
  }

  /** Says what something gives, or the beginning of what it throws. */
  private static void say(Callable<Object> act) throws Exception {
    try {
      System.out.println(act.call());
    } catch (HaskellException raised) {
      String text = raised.getMessage();
      System.out.println(text.substring(0, Math.min(35, text.length())) + " " + text.length());
    } catch (StackOverflowError | OutOfMemoryError exhausted) {
      System.out.println(exhausted.getClass().getSimpleName());
    }
  }

  private void texts() throws Exception {
    for (int i = 0; i < 4; i++) {
      int kind = i;
      say(() -> call("raises", kind));
      say(() -> call("raisesLater", kind));
    }
  }

  // ---- the stack -------------------------------------------------------------------------------

  private void stack() throws Exception {
    call("add", 1L, 2L);
    for (int i = 0; i < 2; i++) {
      say(() -> down("add", 1L, 2L));
      say(() -> down("repeated", 5000));
      say(this::nextDown);
      say(this::raisesDown);
      say(() -> appliedDown(1));
      say(() -> Async.blocking(() -> appliedDown(1)));
    }
    say(() -> call("add", 1L, 2L));
  }

  @SuppressWarnings("InfiniteRecursion")
  private Object down(String name, Object... arguments) {
    Object unused = call(name, arguments);
    return List.of(unused, down(name, arguments));
  }

  @SuppressWarnings("InfiniteRecursion")
  private Object nextDown() {
    Object unused = next("applied");
    return List.of(unused, nextDown());
  }

  @SuppressWarnings("InfiniteRecursion")
  private Object raisesDown() {
    try {
      return call("raises", 0);
    } catch (HaskellException raised) {
      return List.of(raised, raisesDown());
    }
  }

  private int appliedDown(int n) {
    IntUnaryOperator down = this::appliedDown;
    return (int) call("applied", down, n);
  }

  // ---- memory ----------------------------------------------------------------------------------

  private void memory() throws Exception {
    for (int bytes = 1 << 20; bytes > 0; bytes /= 32) {
      int size = bytes;
      IntUnaryOperator fill = _ -> fill(size);
      say(() -> call("applied", fill, 1));
      say(() -> call("appliedLater", fill, 1));
      say(() -> call("repeated", 1 << 25));
      say(() -> next("appliedLater"));
    }
  }

  private static int fill(int bytes) {
    List<Object> hoard = new ArrayList<>();
    while (hoard.add(new byte[bytes])) {
      // Until there is no memory.
    }
    return hoard.size();
  }

  // ---- the end ---------------------------------------------------------------------------------

  private void runsWhileItEnds() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    IntUnaryOperator never =
        _ -> {
          begun.countDown();
          throw Async.never();
        };
    daemon(() -> Async.blocking(() -> call("applied", never, 1)));
    daemon(() -> call("blocks"));
    begun.await();
    for (String name : List.of("computes", "computesLater", "computesOnFiber")) {
      daemon(() -> call(name, 1L));
    }
    daemon(() -> Async.blocking(() -> call("computes", 1L)));
    for (String name : List.of("applied", "appliedLater")) {
      CountDownLatch often = new CountDownLatch(5);
      daemon(
          () -> {
            for (; ; often.countDown()) {
              next(name);
            }
          });
      often.await();
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () ->
                    System.out.println(
                        List.of(call("add", 1L, 2L), next("applied"), next("appliedLater")))));
  }

  private void holdsOutput() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    daemon(() -> call("holdsOutput", held));
    held.await();
  }

  private static void daemon(Runnable act) {
    Thread.ofPlatform().daemon().start(act);
  }
}
