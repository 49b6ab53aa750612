package yona.io.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.io.Running.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.FiberScheduler;
import yona.async.Future;
import yona.async.Promise;
import yona.io.connection.Connection;
import yona.testrun.TestLimit;

/** Who waits for a socket goes on in time, whatever the carriers do. */
@Tag("slow")
class PollingTest {

  private static final int CARRIERS =
      Integer.getInteger("yona.async.carriers", Runtime.getRuntime().availableProcessors());

  /** Longer than any system keeps a thread waiting, and shorter than the fiber's computation. */
  private static final long PATIENCE = TestLimit.ofWait().toNanos();

  /**
   * Waits until so many fibers have come to where they wait, and nobody watches the carriers any
   * more: each thread that does that sleeps until it is woken. (Without a scheduler of our own
   * there is none.)
   */
  private static void awaitQuiet(AtomicInteger arrived, int fibers) {
    while (arrived.get() < fibers
        || Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("yona-monitor"))
            .anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
  }

  /**
   * All carriers but one compute, and have been woken for that from outside, one maybe out of its
   * sleep in the poller.
   */
  @Test
  void carriersThatComputeForLongHoldUpNobodyElse() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
              Connection accepted = server.accept()) {
            AtomicInteger answered = new AtomicInteger();
            for (int round = 1; round <= 30; round++) {
              int awaited = round;
              AtomicInteger arrived = new AtomicInteger();
              Future<Boolean> reader =
                  Async.future(
                      () -> {
                        arrived.incrementAndGet();
                        var _ = accepted.readExactly(1);
                        answered.set(awaited);
                        return true;
                      });
              List<Promise<Boolean>> starts = new ArrayList<>();
              List<Future<Boolean>> computing = new ArrayList<>();
              AtomicInteger begun = new AtomicInteger();
              for (int i = 0; i < Math.max(1, CARRIERS - 1); i++) {
                Promise<Boolean> start = new Promise<>();
                starts.add(start);
                computing.add(
                    Async.future(
                        () -> {
                          arrived.incrementAndGet();
                          var _ = start.value();
                          begun.incrementAndGet();
                          long end = System.nanoTime() + PATIENCE;
                          while (CARRIERS > 1
                              && answered.get() < awaited
                              && System.nanoTime() < end) {
                            Thread.onSpinWait();
                          }
                          return CARRIERS == 1 || answered.get() == awaited;
                        }));
              }
              Promise<Boolean> written = new Promise<>();
              Thread outside =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            try {
                              awaitQuiet(arrived, 1 + starts.size());
                              starts.forEach(start -> start.complete(true));
                              while (begun.get() < starts.size()) {
                                Thread.onSpinWait();
                              }
                              client.getOutputStream().write(awaited);
                              written.complete(true);
                            } catch (IOException e) {
                              written.fail(e);
                            }
                          });
              assertThat(computing).allMatch(each -> each.value());
              assertThat(reader.value() && written.value()).isTrue();
              outside.join();
            }
          }
          return null;
        });
  }

  @Test
  void fibersOfOtherSchedulersWaitForSocketsToo() throws Exception {
    for (FiberScheduler scheduler :
        List.of(
            FiberScheduler.carriers(1),
            FiberScheduler.carriers(3),
            FiberScheduler.jdk(),
            FiberScheduler.of(task -> Thread.ofPlatform().daemon().start(task)))) {
      int echoed =
          Async.blocking(
              scheduler,
              () -> {
                try (Server server = Server.listen(0)) {
                  Future<Boolean> serving = echoing(server, 20);
                  List<Future<Integer>> clients = new ArrayList<>();
                  for (int i = 0; i < 20; i++) {
                    int number = i;
                    clients.add(Async.future(() -> talk(server, number, 50)));
                  }
                  int all = 0;
                  for (Future<Integer> client : clients) {
                    all += client.value();
                  }
                  assertThat(serving.value()).isTrue();
                  return all;
                }
              });
      assertThat(echoed).isEqualTo(20 * 50);
    }
  }

  /** Echoes bytes to so many connections, each till its end. */
  private static Future<Boolean> echoing(Server server, int connections) {
    return Async.future(
        () -> {
          List<Future<Boolean>> handlers = new ArrayList<>();
          for (int i = 0; i < connections; i++) {
            Connection accepted = server.accept();
            handlers.add(
                Async.future(
                    () -> {
                      try (accepted) {
                        for (byte[] part = accepted.read(); part != null; part = accepted.read()) {
                          accepted.write(part);
                        }
                      }
                      return true;
                    }));
          }
          return handlers.stream().allMatch(Future::value);
        });
  }

  /** Sends and reads so many messages; how many came back as they were. */
  private static int talk(Server server, int seed, int messages) throws IOException {
    Random random = new Random(seed);
    int same = 0;
    try (Connection client = Client.connect("127.0.0.1", server.port())) {
      for (int i = 0; i < messages; i++) {
        byte[] message = new byte[1 + random.nextInt(100)];
        random.nextBytes(message);
        client.write(message);
        if (java.util.Arrays.equals(client.readExactly(message.length), message)) {
          same++;
        }
        switch (random.nextInt(20)) {
          case 0 -> Async.sleep(Duration.ofNanos(random.nextInt(100_000)));
          case 1 -> Async.yield();
          case 2 -> {
            long end = System.nanoTime() + random.nextInt(200_000);
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
          }
          default -> {}
        }
      }
    }
    return same;
  }

  /** Chains of answers through many connections stop at once if one wake-up is lost. */
  @Test
  void noWakeUpIsLostBetweenCarriersThatComeAndGo() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0)) {
            int clients = 60;
            Future<Boolean> serving = echoing(server, clients);
            List<Future<Integer>> talking = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
              int number = i;
              talking.add(Async.future(() -> talk(server, number, 200)));
            }
            for (Future<Integer> each : talking) {
              assertThat(Objects.requireNonNull(each.value())).isEqualTo(200);
            }
            assertThat(serving.value()).isTrue();
          }
          return null;
        });
  }
}
