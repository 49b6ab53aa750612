package yona.library.embedding;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import yona.language.embedding.Engine;
import yona.language.embedding.StoppedException;
import yona.language.embedding.Value;

/**
 * A host with a small heap that runs scripts which want all of it: prints how each has ended, and
 * how the host has fared.
 */
final class MemoryHost {
  /** Each would fill any heap. */
  static final String[] HOSTILE = {
    "let grow = \\s -> grow [s, s] in grow []",
    "let grow = \\s n -> grow {n = s} (n + 1) in grow {} 0",
    "let grow = \\s -> grow \"{s}{s}\" in grow \"ab\"",
    "let grow = \\s -> try grow \"{s}{s}\" catch _ -> grow s end in grow \"ab\"",
    "Seq::foldl (\\all n -> all -| \"{n}\") [] [0 .. 9000000000000000000]",
    "[[n] | n <- [0 .. 9000000000000000000]]",
    "Seq::to_set [0 .. 9000000000000000000]",
    "Stream::to_seq (Stream::map (\\n -> [n]) Stream::naturals)",
    "Seq::len (Seq::sort [0 .. 1000000000])",
    "let grow = \\s n -> if n == 0 then s else grow [s, s] (n - 1) in \"{grow [] 60}\"",
    "let c = Channel::unbounded, loop = \\n -> do Channel::send c [n]; loop (n + 1) end in loop 0",
  };

  /** Takes much more than the heap, one after the other, and holds little. */
  private static final String LITTLE =
      """
      let
          loop = \\n all ->
              if n == 0 then Seq::len all
              else loop (n - 1) (Seq::map (\\x -> x + n) [0 .. 1000])
      in loop 30000 []
      """;

  /** What the host allocates, so that it is allocated. */
  private static final AtomicReference<byte[]> LAST = new AtomicReference<>();

  private MemoryHost() {}

  public static void main(String[] arguments) throws InterruptedException {
    Engine engine = Engine.untrusted().time(Duration.ofMinutes(10)).build();
    Thread host = Thread.ofPlatform().daemon().start(MemoryHost::work);

    // A script that waits holds little, and is not one of those that take more.
    CountDownLatch done = new CountDownLatch(1);
    AtomicReference<Object> waited = new AtomicReference<>();
    Value hold =
        engine.function(
            "hold",
            0,
            none -> {
              done.await();
              return "went on";
            });
    Thread waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    waited.set(engine.compile("w", "hold", "hold").run(Map.of("hold", hold)));
                  } catch (RuntimeException | InterruptedException e) {
                    waited.set(e);
                  }
                });

    for (String script : HOSTILE) {
      try {
        System.out.println(engine.evaluate(script));
      } catch (StoppedException e) {
        System.out.println(e.reason());
      }
    }
    System.out.println(engine.evaluate(LITTLE));
    done.countDown();
    waiting.join();
    System.out.println(waited.get());
    System.out.println(host.isAlive() ? "alive" : "dead");
  }

  /** Dies of the first allocation that fails, as a host that knows nothing of scripts does. */
  private static void work() {
    while (true) {
      try {
        LAST.set(new byte[1_000]);
        Thread.sleep(1);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
