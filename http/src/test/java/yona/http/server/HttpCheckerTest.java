package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.http.Request;
import yona.http.Response;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.testrun.TestLimit;
import yona.testrun.network.FaultProxy;

/**
 * Many clients ask random things of a server in random ways: ahead, at once, in pieces, half of
 * them; they cancel, leave and break off, over connections that are cut, stalled and split, too.
 * Each is given the answers to its own requests, in their order; and when all have left no handler
 * runs, no connection is open, and no descriptor is in use.
 *
 * <p>The seed is printed with a failure; {@code -Dyona.seed=N} begins with the same choices. A step
 * that fails is tried again by itself, and {@code -Dyona.http.step=N} tries that step alone, some
 * times, as not all that happens follows from the seed.
 */
@Tag("alone")
class HttpCheckerTest {

  private static final int CLIENTS = 40;
  private static final Duration TIME = Duration.ofSeconds(Long.getLong("yona.soak.seconds", 30));

  /** A step that fails is tried so often by itself. */
  private static final int ATTEMPTS = 20;

  private static final int LEAST_STEPS = 500;

  /** A handler or its content. */
  private final AtomicInteger running = new AtomicInteger();

  /** How many steps of each kind were done, by their places in {@link CheckedClient#KINDS}. */
  private final AtomicInteger[] done =
      Stream.generate(AtomicInteger::new).limit(CheckedClient.KINDS).toArray(AtomicInteger[]::new);

  /** The first step that failed. */
  private record Failure(long step, Throwable error) {}

  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

  @Test
  void eachClientIsGivenItsOwnAnswersAndNothingIsLeft() throws Exception {
    long seed = Long.getLong("yona.seed", System.nanoTime());
    Long single = Long.getLong("yona.http.step");
    if (single != null) {
      for (int i = 0; i < ATTEMPTS; i++) {
        alone(single);
      }
      return;
    }
    try {
      // A process opens some things once, and keeps them.
      serve(serving -> check(seed, serving, Duration.ZERO));
      int open = descriptors();
      serve(serving -> check(seed + CLIENTS, serving, TIME));
      awaitDescriptors(open);
    } catch (Throwable unexpected) {
      throw new AssertionError("-Dyona.seed=" + seed + ": " + unexpected, unexpected);
    }
    Failure first = failure.get();
    if (first != null) {
      throw new AssertionError("-Dyona.seed=" + seed + ": " + smaller(first), first.error());
    }
    for (AtomicInteger each : done) {
      assertThat(each.get()).isPositive();
    }
  }

  /** Whether a step fails by itself, which tells more. */
  private String smaller(Failure first) {
    failure.set(null);
    try {
      for (int i = 0; i < ATTEMPTS; i++) {
        alone(first.step());
      }
    } catch (Throwable again) {
      return "the step fails by itself, -Dyona.http.step=" + first.step();
    }
    return "not step " + first.step() + " by itself";
  }

  private void alone(long step) throws Exception {
    serve(serving -> step(new CheckedClient(serving.server().port(), false), step));
    Failure again = failure.get();
    if (again != null) {
      throw new AssertionError("step " + step, again.error());
    }
  }

  // ---- the server -------------------------------------------------------------------------------

  private void serve(Serving.Use use) throws Exception {
    AtomicReference<@Nullable Serving> served = new AtomicReference<>();
    Serving.with(
        this::handle,
        serving -> {
          served.set(serving);
          use.run(serving);
          awaitNobody(serving);
        });
    for (HandlerFailure each : java.util.Objects.requireNonNull(served.get()).failures()) {
      assertThat(each.error()).hasMessageStartingWith("failed ");
    }
  }

  private Response handle(Request request) throws Exception {
    running.incrementAndGet();
    try {
      if (request.header("upgrade") != null) {
        return WebSocket.accept(request, WebSocketOptions.DEFAULT, this::talk);
      }
      Response response = Ask.handle(request);
      Response.Content content = response.content();
      return content == null || response.length() >= 0
          ? response
          : response.withContent(output -> counted(content, output));
    } finally {
      running.decrementAndGet();
    }
  }

  private void counted(Response.Content content, Response.Output output) throws Exception {
    running.incrementAndGet();
    try {
      content.writeTo(output);
    } finally {
      running.decrementAndGet();
    }
  }

  private void talk(WebSocket socket) throws IOException {
    running.incrementAndGet();
    try {
      for (Message next = socket.receive(); next != null; next = socket.receive()) {
        if (next instanceof Message.Text(String text)) {
          socket.send(text);
        }
      }
    } finally {
      running.decrementAndGet();
    }
  }

  private void awaitNobody(Serving serving) {
    long end = System.nanoTime() + TestLimit.ofWait().toNanos();
    while (running.get() > 0 || serving.server().connections() > 0) {
      assertThat(System.nanoTime())
          .as("%s handlers, %s connections", running, serving.server().connections())
          .isLessThan(end);
      Async.sleep(Duration.ofMillis(5));
    }
  }

  private static int descriptors() throws IOException {
    Path all = Path.of("/proc/self/fd");
    if (!Files.isDirectory(all)) {
      return 0;
    }
    try (Stream<Path> each = Files.list(all)) {
      return (int) each.count();
    }
  }

  private static void awaitDescriptors(int most) throws Exception {
    long end = System.nanoTime() + TestLimit.ofWait().toNanos();
    for (int open = descriptors(); open > most; open = descriptors()) {
      assertThat(System.nanoTime()).as("%s descriptors, %s before", open, most).isLessThan(end);
      Thread.sleep(5);
    }
  }

  // ---- the clients ------------------------------------------------------------------------------

  private void check(long seed, Serving serving, Duration time) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(serving.server().port())) {
      long end = System.nanoTime() + time.toNanos();
      List<Future<Boolean>> fibers = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        boolean isFaulty = i % 2 == 1;
        int port = isFaulty ? proxy.port() : serving.server().port();
        CheckedClient client = new CheckedClient(port, isFaulty);
        Random random = new Random(seed + i);
        fibers.add(
            Async.future(
                () -> {
                  while (goesOn(end)) {
                    step(client, random.nextLong());
                  }
                  return true;
                }));
      }
      Future<Boolean> faults =
          Async.future(
              () -> {
                Random random = new Random(seed - 1);
                while (goesOn(end)) {
                  fault(random, proxy);
                }
                return true;
              });
      for (Future<Boolean> each : fibers) {
        assertThat(each.value()).isTrue();
      }
      assertThat(faults.value()).isTrue();
    }
  }

  /** Until it has been everywhere, at least for its time. */
  private boolean goesOn(long end) {
    int steps = 0;
    for (AtomicInteger each : done) {
      steps += each.get();
    }
    return failure.get() == null && (System.nanoTime() < end || steps < LEAST_STEPS);
  }

  private void step(CheckedClient client, long seed) throws Exception {
    try {
      int kind =
          Async.<Integer, Exception>timeout(
              TestLimit.ofWait().dividedBy(2), () -> client.step(new Random(seed)));
      done[kind].incrementAndGet();
    } catch (AssertionError | RuntimeException | IOException error) {
      failure.compareAndSet(null, new Failure(seed, error));
    }
  }

  private static void fault(Random random, FaultProxy proxy) throws Exception {
    Async.sleep(Duration.ofMillis(random.nextInt(100)));
    FaultProxy.Direction direction = random.nextBoolean() ? proxy.toServer() : proxy.toClient();
    switch (random.nextInt(8)) {
      case 0 -> proxy.drop();
      case 1 -> proxy.reset();
      case 2, 3 -> {
        direction.cutAfter(random.nextInt(2_000));
        Async.sleep(Duration.ofMillis(random.nextInt(200)));
        direction.cutNothing();
      }
      case 4, 5 -> {
        direction.split(1 + random.nextInt(5));
        Async.sleep(Duration.ofMillis(random.nextInt(200)));
        direction.split(16 << 10);
      }
      case 6 -> {
        direction.stall();
        Async.sleep(Duration.ofMillis(random.nextInt(200)));
        direction.flow();
      }
      default -> {
        direction.delay(Duration.ofMillis(random.nextInt(20)));
        Async.sleep(Duration.ofMillis(random.nextInt(200)));
        direction.delay(Duration.ZERO);
      }
    }
  }
}
