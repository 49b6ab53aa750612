package yona.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.testrun.TestLimit;

/** Ctrl-C, SIGTERM, and a reader of the output that goes away. */
@Tag("processes")
class SignalTest {
  private static final String HOLDS_TWO =
      """
      with Context::manager :outer (\\_ -> println "outer released")
          with Context::manager :inner (\\_ -> do sleep (:millis, 5); println "inner released" end)
              println "waiting"
              never
          end
      end
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void everyWithReleasesItsResource(String signal, int status) {
    Yona.Running running = Yona.command("-e", HOLDS_TWO).start().awaitOutput("waiting");
    Yona.Result result = running.signal(signal).end();
    assertThat(result.out()).isEqualTo("waiting\ninner released\nouter released\n");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(status);
  }

  @Test
  void aFileNobodyOpensDoesNotKeepTheProcess() {
    Yona.fifos(List.of(folder.resolve("fifo")));
    Yona.Result result =
        Yona.command(
                "--dir", folder.toString(), "-e", "do println :go; File::read_text \"fifo\" end")
            .start()
            .awaitOutput("go")
            .signal("INT")
            .end();
    assertThat(result.status()).isEqualTo(130);
    assertThat(result.err()).isEmpty();
  }

  @Test
  void standardInputNobodyServesDoesNotKeepTheProcess() throws Exception {
    Process process =
        new ProcessBuilder(
                "env",
                "--default-signal=INT",
                "YONA_BUILD=no",
                Yona.ROOT.resolve("yona").toString(),
                "-e",
                "do println :go; readln end")
            .start();
    try (var out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("go");
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(TestLimit.ofWait())).isTrue();
      assertThat(process.exitValue()).isEqualTo(130);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void backgroundPartsMayEndInTheGracePeriod() {
    String program =
        """
        with Context::manager :server (\\_ -> println "server released")
            with daemon Context::manager :peer (\\_ -> println "peer released")
                println "ready"
                sleep (:millis, 300)
                println "answered"
            end
            never
        end
        """;
    Yona.Result result =
        Yona.command("-e", program).start().awaitOutput("ready").signal("TERM").end();
    assertThat(result.out()).isEqualTo("ready\nanswered\npeer released\nserver released\n");
    assertThat(result.status()).isEqualTo(143);
  }

  /** Wherever it accepts: a server takes nobody new, and serves whom it has. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "infi (\\-> accept channel)",
        "do drop (\\-> infi (\\-> accept channel)); never end",
        "infi (\\-> try timeout (:micros, 1) (accept channel) catch (:timeout, _, _) -> () end)"
      })
  void aServerStopsListeningBeforeTheGracePeriod(String accepting) throws Exception {
    String program =
        """
        let
            accept = \\channel -> with daemon socket\\tcp\\Server::accept channel as connection
                socket\\tcp\\Connection::read_line connection
                println "serving"
                case socket\\tcp\\Connection::read_line connection of
                    :eof -> ()
                    line -> socket\\tcp\\Connection::write_line connection line
                end
            end
        in
        with socket\\tcp\\Server::channel (:tcp, "127.0.0.1", 0) as channel
            println (socket\\tcp\\Server::port channel)
            %s
        end
        """
            .formatted(accepting);
    Yona.Running server =
        Yona.command("-e", program).with("YONA_GRACE", "3600000").start().awaitOutput("\n");
    int port = Integer.parseInt(server.takeOutput("\n"));
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.getOutputStream().write("first\n".getBytes(UTF_8));
      server.awaitOutput("serving").signal("TERM");
      awaitRefusal(port);
      client.getOutputStream().write("last\n".getBytes(UTF_8));
      assertThat(client.getInputStream().readAllBytes()).asString(UTF_8).isEqualTo("last\n");
    }
    Yona.Result result = server.end();
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(143);
  }

  /** Connects until that is refused. */
  private static void awaitRefusal(int port) throws Exception {
    for (; ; ) {
      try (Socket accepted = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(accepted.isConnected()).isTrue();
        Thread.onSpinWait();
      } catch (ConnectException refused) {
        return;
      } catch (SocketException reset) {
        // The server stopped listening while it connected.
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void withoutGraceBackgroundPartsAreCancelled() {
    Yona.Result result =
        Yona.command("-e", waitsInTheBackground())
            .with("YONA_GRACE", "0")
            .start()
            .awaitOutput("ready")
            .signal("INT")
            .end();
    assertThat(result.out()).isEqualTo("ready\nmain released\npeer released\n");
    assertThat(result.status()).isEqualTo(130);
  }

  @Test
  void aSecondSignalEndsTheGracePeriod() {
    Yona.Running running =
        Yona.command("-e", waitsInTheBackground())
            .with("YONA_GRACE", "3600000")
            .start()
            .awaitOutput("ready");
    running.signal("INT").awaitOutput("main released").signal("INT");
    Yona.Result result = running.end();
    assertThat(result.out()).isEqualTo("ready\nmain released\npeer released\n");
    assertThat(result.status()).isEqualTo(130);
  }

  @Test
  void aSecondSignalEndsTheTimeOfAServersRequests() throws Exception {
    String program =
        """
        let
            wait = \\_ -> with Context::manager :request (\\_ -> println "request released")
                println "asked"
                never
            end
        in
        with http\\Server::create_with {:grace = (:hours, 1)} "127.0.0.1" 0 as server
            println (http\\Server::port server)
            server |> http\\Server::route :get "/" wait |> http\\Server::serve
        end
        """;
    Yona.Running server = Yona.command("-e", program).start();
    int port = Integer.parseInt(server.takeOutput("\n"));
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(UTF_8));
      server.awaitOutput("asked").signal("INT");
      awaitRefusal(port);
      Yona.Result result = server.signal("INT").end();
      assertThat(result.out()).endsWith("asked\nrequest released\n");
      assertThat(result.err()).isEmpty();
      assertThat(result.status()).isEqualTo(130);
    }
  }

  private static String waitsInTheBackground() {
    return """
    do
        with daemon Context::manager :peer (\\_ -> println "peer released")
            println "ready"
            never
        end
        with Context::manager :main (\\_ -> if true then println "main released" else ())
            never
        end
    end
    """;
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aComputationThatNeverWaitsIsStopped(String signal, int status) {
    String program =
        """
        let f = \\n -> f (n + 1) in
        with Context::manager 1 (\\_ -> println "released")
            println "computes"
            f 0
        end
        """;
    Yona.Result result =
        Yona.command("-e", program).start().awaitOutput("computes").signal(signal).end();
    assertThat(result.out()).isEqualTo("computes\nreleased\n");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(status);
  }

  /** A loop around a catch ends too: after a second nothing takes the cancellation any more. */
  @Test
  void aComputationThatCatchesItsCancellationIsStopped() {
    String program =
        """
        let
            spin = \\n -> spin (n + 1)
            again = \\n -> let m = try spin n catch _ -> n end in again m
        in do
            println "computes"
            again 0
        end
        """;
    Yona.Result result =
        Yona.command("-e", program).start().awaitOutput("computes").signal("INT").end();
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(130);
  }

  /** A single operation passes no checkpoint. */
  @Test
  void anOperationThatCannotBeStoppedIsEnded() {
    Yona.Result result =
        Yona.command("-e", "do println :go; " + Yona.ENDLESS + " end")
            .with("YONA_GRACE", "0")
            .start()
            .awaitOutput("go")
            .signal("INT")
            .end();
    assertThat(result.err()).isEqualTo("yona: a computation that cannot be stopped was ended\n");
    assertThat(result.status()).isEqualTo(130);
  }

  /**
   * A call of Java that blocks the only carrier, and then computes: another carrier has taken its
   * place meanwhile, which says that it is blocked.
   */
  @Test
  void anOperationThatBlockedBeforeItComputesIsEnded() throws IOException {
    Yona.Running running = readsFifo();
    try (var input = new FileOutputStream(folder.resolve("input").toFile())) {
      running.awaitOutput("up");
      input.write('.');
    }
    Yona.Result result = running.signal("INT").end();
    assertThat(result.err()).isEqualTo("yona: a computation that cannot be stopped was ended\n");
    assertThat(result.status()).isEqualTo(130);
  }

  @Test
  void anOperationThatBlocksForEverIsEnded() throws IOException {
    Yona.Running running = readsFifo();
    try (var _ = new FileOutputStream(folder.resolve("input").toFile())) {
      Yona.Result result = running.awaitOutput("up").signal("INT").end();
      assertThat(result.err()).isEqualTo("yona: a computation that cannot be stopped was ended\n");
      assertThat(result.status()).isEqualTo(130);
    }
  }

  /**
   * Has Java read a FIFO to its end, and then read without end, in one operation. Says that it is
   * up by another fiber, which has no carrier but in the place of the one that reads.
   */
  private Yona.Running readsFifo() {
    Path input = folder.resolve("input");
    Yona.fifos(List.of(input));
    String program =
        """
        import
            java\\io\\FileInputStream
            java\\io\\OutputStream
            java\\io\\SequenceInputStream
        in let
            input = Java::new FileInputStream ["%s"]
            endless = Java::new FileInputStream ["/dev/zero"]
            both = Java::new SequenceInputStream [input, endless]
        in do
            drop (\\-> do sleep (:millis, 100); println :up end)
            sleep (:millis, 1)
            both::transferTo OutputStream::nullOutputStream
        end
        """
            .formatted(input);
    return Yona.command("-e", program)
        .with("YONA_GRACE", "0")
        .with("YONA_JAVA_OPTIONS", "-XX:ActiveProcessorCount=1")
        .start();
  }

  /** A release that computes has its time, also after a grace period. */
  @Test
  void aReleaseThatComputesAWhileIsNotEnded() {
    String program =
        """
        let spin = \\n -> if n == 0 then () else spin (n - 1) in
        with Context::manager 1 (\\_ -> do () = spin 1000000; sleep (:millis, 1); println "released" end)
            println "waiting"
            never
        end
        """;
    Yona.Result result =
        Yona.command("-e", program)
            .with("YONA_GRACE", "0")
            .start()
            .awaitOutput("waiting")
            .signal("TERM")
            .end();
    assertThat(result.out()).isEqualTo("waiting\nreleased\n");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(143);
  }

  /** The JVM would write the stacks of its threads, none of which is a fiber's. */
  @Test
  void quitShowsTheFibersAndTheProgramGoesOn() throws IOException {
    Path processes = Path.of("/proc");
    assumeTrue(Files.exists(processes.resolve("self/task")), "no /proc here");
    String program =
        """
        let
            waiting = \\channel -> Channel::receive channel
        in do
            drop (\\-> waiting (Channel::channel 1))
            println "up"
            readln
        end
        """;
    Path file = Yona.write(folder.resolve("waiting.yona"), program);
    Path input = folder.resolve("input");
    Yona.fifos(List.of(input));
    Yona.Running running = Yona.process("sh", "-c", "exec ./yona " + file + " < " + input).start();
    try (var line = new FileOutputStream(input.toFile())) {
      running.awaitOutput("up");
      while (!takesQuit(running.process().pid())) {
        Thread.onSpinWait();
      }
      running.signal("QUIT").awaitError("Program#");
      running.awaitError("waiting.yona:2");
      running.signal("QUIT");
      line.write("end\n".getBytes(UTF_8));
    }
    Yona.Result result = running.end();
    assertThat(result.out()).isEqualTo("up\nend\n");
    assertThat(result.err())
        .containsPattern(
            "Fiber#\\d+ \\(background\\) waiting at read from BufferedChannel#[0-9a-f]+"
                + " \\(0 of 1, 0 send, 1 read\\), for \\d+\\.\\d s, started by Fiber#\\d+\n"
                + " +at .*waiting.yona:2\n");
    assertThat(result.status()).isEqualTo(0);
  }

  /** Whether the process takes SIGURG, the signal number 23, which SIGQUIT becomes. */
  private static boolean takesQuit(long process) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process), "status"))) {
      if (line.startsWith("SigCgt:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1 << 22) != 0;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --dump-after 500ms -e", "--dump-after 1s -e"})
  void aDumpThatWasAskedForComesWhenItsTimeIsOver(String options) {
    List<String> words = new ArrayList<>(List.of(options.split(" ")));
    words.add("do println :up; never end");
    Yona.Result result =
        Yona.command(words.toArray(String[]::new))
            .start()
            .awaitError("waiting at never")
            .signal("INT")
            .end();
    assertThat(result.out()).isEqualTo("up\n");
    assertThat(result.status()).isEqualTo(130);
  }

  @Test
  void theTimeOfADumpIsChecked() {
    Yona.Result result = Yona.command("run", "--dump-after", "soon", "-e", "1").run();
    assertThat(result.err()).contains("--dump-after is a time as 500ms, 10s or 2m, found soon");
    assertThat(result.status()).isEqualTo(2);
  }

  /**
   * Found by measurement: the process ended when the program was compiled, up to a minute later.
   */
  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aProgramThatIsBeingCompiledEndsAtOnce(String signal, int status) throws IOException {
    Path module = folder.resolve("Endless.yona");
    Yona.fifos(List.of(module));
    Yona.Running running = Yona.command("-e", "import f from Endless in f").in(folder).start();
    // Opens when the compiler does, which then waits for the rest of the module.
    try (var out = new FileOutputStream(module.toFile())) {
      out.write('m');
      Yona.Result result = running.signal(signal).end();
      assertThat(result.status()).isEqualTo(status);
      assertThat(result.out() + result.err()).isEmpty();
    }
  }

  @Test
  void catchSeesTheInterruptionAndCannotSurviveIt() {
    String program =
        """
        do
            try do println "waiting"; never end catch (:interrupted, _, _) -> println "caught" end
            sleep (:millis, 1)
            println "survived"
        end
        """;
    Yona.Result result =
        Yona.command("-e", program).start().awaitOutput("waiting").signal("INT").end();
    assertThat(result.out()).isEqualTo("waiting\ncaught\n");
    assertThat(result.status()).isEqualTo(130);
  }

  @Test
  void aReaderThatGoesAwayEndsTheProgramSilently() throws IOException {
    String printing = "[println n | n <- [1..1000000]]";
    String released = "with Context::manager 1 (\\_ -> println 0)\n" + printing + "\nend";
    String catching =
        "infi (\\-> try println \"y\" catch (:ioerror, m, _) -> eprintln m; _ -> eprintln 1 end)";
    for (String program : new String[] {printing, "[1..1000000]", released, catching}) {
      Yona.Result result =
          Yona.process(
                  "sh",
                  "-c",
                  "{ ./yona -e \"$0\"; echo \"status $?\" >&2; } | head -c 100 > "
                      + folder.resolve("out"),
                  program)
              .run();
      assertThat(result.err()).as(program).isEqualTo("status 141\n");
    }
  }

  @Test
  void aBrokenPipeReleasesWhatIsOpen() {
    Path witness = folder.resolve("released");
    String program =
        "with Context::manager 1 (\\_ -> File::write_text \"%s\" \"yes\"); infi (\\-> println \"y\") end"
            .formatted(witness);
    Yona.Result result =
        Yona.process(
                "sh", "-c", "{ ./yona -e \"$0\"; echo \"status $?\" >&2; } | head -n 1", program)
            .run();
    assertThat(result.err()).isEqualTo("status 141\n");
    assertThat(witness).hasContent("yes");
  }

  @Test
  void aFullDeviceIsAnError() {
    assertThat(onFullDevice("> /dev/full", "-e", "1").failure()).contains("standard output");
    for (String help : new String[] {"help", "--help", "--version", "-V", "explain"}) {
      assertThat(onFullDevice("> /dev/full", help).failure()).contains("standard output");
    }
  }

  @Test
  void whatCannotBePrintedIsRaisedThere() {
    String program =
        """
        let print_to = \\f -> try f catch (symbol, message, _) -> (symbol, message) end in
        do
            first = print_to (\\-> %s 1)
            sleep (:millis, 2)
            %s (first, print_to (\\-> %s 2))
        end
        """;
    String full = "(:ioerror, \"standard %s: No space left on device\")";
    Yona.Result output =
        onFullDevice("> /dev/full", "-e", program.formatted("println", "eprintln", "println"));
    String lost = full.formatted("output");
    assertThat(output.failure()).startsWith("(" + lost + ", " + lost + ")\n");
    Yona.Result error =
        onFullDevice("2> /dev/full", "-e", program.formatted("eprintln", "println", "eprintln"));
    lost = full.formatted("error");
    assertThat(error.failure()).isEmpty();
    assertThat(error.out()).isEqualTo("(" + lost + ", " + lost + ")\n");
  }

  @Test
  void whatCannotBePrintedIsToldOnce() {
    String again = "do println 1; sleep (:millis, 2); println 2; sleep (:millis, 2); println 3 end";
    for (String program : new String[] {"println 1", again}) {
      assertThat(onFullDevice("> /dev/full", "-e", program).failure())
          .startsWith("error: :ioerror: standard output: No space left on device")
          .containsOnlyOnce("No space left");
    }
    // Another error is told beside it, and so is what a program has caught.
    String caught = "try println 1 catch (:ioerror, _, _) -> () end";
    String other = "do " + caught + "; raise :other \"mine\" end";
    assertThat(onFullDevice("> /dev/full", "-e", other).failure())
        .contains("error: :other: mine", "cannot write to standard output");
    assertThat(onFullDevice("> /dev/full", "-e", caught).failure())
        .isEqualTo("yona: cannot write to standard output: No space left on device\n");
  }

  private static Yona.Result onFullDevice(String redirection, String... words) {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "./yona \"$@\" " + redirection, "sh"));
    command.addAll(List.of(words));
    return Yona.process(command.toArray(String[]::new)).run();
  }
}
