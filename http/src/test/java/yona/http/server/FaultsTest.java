package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Blocking;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.http.Response;
import yona.http.form.FormLimits;
import yona.http.form.Upload;
import yona.io.buffer.Buffers;
import yona.io.connection.Connection;

/** The system has no more to give, or a handler never ends: the server goes on, or ends. */
@Tag("alone")
class FaultsTest {

  private static final byte[] GET =
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Of a version that does not exist, and with a body of which a part is still to come. */
  private static final byte[] REFUSED =
      "POST / HTTP/9.9\r\nHost: a\r\nContent-Length: 5\r\n\r\nab"
          .getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path folder;

  /** Runs a command of the system; whether it has succeeded. */
  private static boolean run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException none) {
      return false;
    }
  }

  // ---- descriptors ------------------------------------------------------------------------------

  private static boolean limit(String descriptors) throws Exception {
    return run("sh", "-c", limiting(descriptors));
  }

  private static String limiting(String descriptors) {
    return "prlimit --pid=" + ProcessHandle.current().pid() + " --nofile=" + descriptors + ":";
  }

  private static int highest() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.mapToInt(each -> Integer.parseInt(each.getFileName().toString()))
          .max()
          .orElseThrow();
    }
  }

  /** The soft limit of this process. */
  private static String limit() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
      if (line.startsWith("Max open files")) {
        return line.substring("Max open files".length()).strip().replaceFirst(" .*", "");
      }
    }
    throw new IOException("no limit of open files");
  }

  @Test
  void aServerGoesOnWhenThereAreDescriptorsAgain() throws Exception {
    Assumptions.assumeTrue(
        Files.isDirectory(Path.of("/proc/self/fd")) && limit(limit()),
        "no prlimit, which takes descriptors away");
    String before = limit();
    Serving.with(
        _ -> Response.text(200, "here"),
        serving -> {
          try (Connection known = serving.connect()) {
            known.write(GET);
            assertThat(Serving.answer(known).text()).isEqualTo("here");
            // Without descriptors no process is started: this one waits for a line.
            Process restore =
                new ProcessBuilder("sh", "-c", "read go; " + limiting(before)).start();
            List<Connection> clients = new ArrayList<>();
            assertThat(limit(Integer.toString(highest() + 12))).isTrue();
            try {
              while (clients.size() < 100) {
                clients.add(serving.connect());
              }
            } catch (IOException exhausted) {
              assertThat(clients).isNotEmpty();
            } finally {
              restore.getOutputStream().write('\n');
              restore.getOutputStream().close();
              assertThat(restore.waitFor()).isZero();
            }
            assertThat(clients).hasSizeLessThan(100);
            known.write(GET);
            assertThat(Serving.answer(known).text()).isEqualTo("here");
            for (Connection each : clients) {
              each.write(GET);
              assertThat(Serving.answer(each).text()).isEqualTo("here");
              each.close();
            }
          }
        });
  }

  // ---- memory -----------------------------------------------------------------------------------

  /** The bytes of all that somebody holds. */
  private static long bytesHeld() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void handlersThatWaitHoldNoBuffers() throws Exception {
    int count = 200;
    AtomicInteger asked = new AtomicInteger();
    Promise<Boolean> allWait = new Promise<>();
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        _ -> {
          if (asked.incrementAndGet() == count) {
            allWait.complete(true);
          }
          return Response.text(200, "%s".formatted(gate.value()));
        },
        serving -> {
          List<Connection> clients = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            clients.add(serving.connect());
          }
          long before = bytesHeld();
          for (Connection each : clients) {
            each.write(GET);
          }
          assertThat(allWait.value()).isTrue();
          assertThat(bytesHeld() - before).isLessThan(count * (long) Buffers.SIZE / 4);
          gate.complete(true);
          for (Connection each : clients) {
            assertThat(Serving.answer(each).text()).isEqualTo("true");
            each.close();
          }
        });
  }

  // ---- disks ------------------------------------------------------------------------------------

  @Test
  void aDiskThatIsFullIsAnErrorOfOneRequest() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()),
        "no right to mount a small disk");
    try {
      Serving.with(
          request -> {
            try (Upload upload = Upload.receive(request, FormLimits.DEFAULT, disk)) {
              return Response.text(200, upload.files().size() + " stored");
            }
          },
          serving -> {
            for (int size : new int[] {1_000, 1 << 20, 1_000}) {
              String content =
                  "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\n"
                      + "c".repeat(size)
                      + "\r\n--x--\r\n";
              String said =
                  serving.saidTo(
                      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                          + "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: "
                          + content.length()
                          + "\r\n\r\n"
                          + content);
              assertThat(said).startsWith(size > 1_000 ? "HTTP/1.1 500 " : "HTTP/1.1 200 ");
              try (Stream<Path> left = Files.list(disk)) {
                assertThat(left).isEmpty();
              }
            }
            assertThat(serving.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.error()).isInstanceOf(IOException.class));
          });
    } finally {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  // ---- handlers that never end ------------------------------------------------------------------

  /** Before its answer, or in the middle of it. */
  @ParameterizedTest
  @ValueSource(strings = {"1 never", "1 endless", "2 never", "2 endless"})
  void aHandlerThatNeverEndsIsCancelledWhenTheServerHasWaitedForIt(String how) throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        _ -> {
          Response.Content content =
              output -> {
                begun.complete(true);
                try {
                  while (true) {
                    output.write(new byte[1 << 20]);
                  }
                } catch (CancellationException end) {
                  cancelled.complete(true);
                  throw end;
                }
              };
          if (how.endsWith("endless")) {
            return Response.stream(200, "text/plain", content);
          }
          begun.complete(true);
          throw Serving.untilCancelled(cancelled);
        },
        serving -> {
          try (Connection client = serving.connect()) {
            if (how.startsWith("2")) {
              Http2Peer.begin(client, new byte[0]).get(1, "/");
            } else {
              client.write(GET);
            }
            assertThat(begun.value()).isTrue();
            serving.server().stop(Duration.ofMillis(50));
            assertThat(cancelled.poll()).isNotNull();
            assertThat(serving.server().connections()).isZero();
          }
        });
  }

  /** The server cuts off the client when the grace time ends, and waits for the handler. */
  @ParameterizedTest
  @ValueSource(strings = {"computes", "blocks"})
  void aHandlerThatNoCancellationReachesIsWaitedFor(String how) throws Exception {
    Assumptions.assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1, "one processor, which the handler keeps");
    Promise<Boolean> begun = new Promise<>();
    CountDownLatch over = new CountDownLatch(1);
    Serving.with(
        _ -> {
          begun.complete(true);
          if (how.equals("blocks")) {
            return Blocking.inPlace(
                () -> {
                  over.await();
                  return Response.of(204);
                });
          }
          while (over.getCount() > 0) {
            Thread.onSpinWait();
          }
          return Response.of(204);
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(GET);
            assertThat(begun.value()).isTrue();
            Future<Boolean> stopped =
                Async.future(
                    () -> {
                      serving.server().stop(Duration.ofMillis(50));
                      return true;
                    });
            assertThat(client.read()).isNull();
            assertThat(stopped.poll()).isNull();
            over.countDown();
            assertThat(stopped.value()).isTrue();
          } finally {
            over.countDown();
          }
          assertThat(serving.failures()).isEmpty();
        });
  }

  @Test
  void aHandlerThatBlocksItsThreadIsInterrupted() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> interrupted = new Promise<>();
    Serving.with(
        _ -> {
          begun.complete(true);
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException end) {
            interrupted.complete(true);
            throw end;
          }
          return Response.of(204);
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(GET);
            assertThat(begun.value()).isTrue();
            serving.server().stop(Duration.ofMillis(50));
            assertThat(interrupted.poll()).isNotNull();
          }
        });
  }

  // ---- clients that are refused -----------------------------------------------------------------

  /**
   * The time ends at about the same moment in which they may still send: for some of them it is
   * over, and their fibers do not know yet, when the server closes their connections.
   */
  @Test
  void aServerIsClosedWhenTheTimeOfClientsIsOverThatItHasRefused() throws Exception {
    int count = 300;
    Serving.with(
        _ -> Response.of(204),
        serving -> {
          List<Connection> clients = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            clients.add(serving.connect());
          }
          for (Connection each : clients) {
            each.write(REFUSED);
          }
          for (Connection each : clients) {
            assertThat(Serving.answer(each).status()).isEqualTo(505);
            assertThat(each.read()).isNull();
          }
          while (serving.server().connections() == count) {
            Async.yield();
          }
          serving.server().close();
          assertThat(serving.server().connections()).isZero();
          assertThat(serving.failures()).isEmpty();
          for (Connection each : clients) {
            each.close();
          }
        });
  }
}
