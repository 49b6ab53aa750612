package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The servers and clients in examples/network, with each other and with clients of the test's. */
@Tag("processes")
class NetworkExamplesTest {
  @TempDir Path folder;

  private final List<Yona.Running> servers = new ArrayList<>();

  /** What a server is to say about its clients, nothing as a rule. */
  private String complaints = "";

  private static String example(String name) {
    return Yona.ROOT.resolve("examples/network").resolve(name).toString();
  }

  private int serve(String name) {
    Yona.Running server = Yona.command("run", example(name), "0").in(folder).start();
    servers.add(server);
    return ExampleServer.of(server).port();
  }

  /** Every server ends with Ctrl-C, and has nothing else to complain of. */
  @AfterEach
  void serversEndWithControlC() {
    for (Yona.Running server : servers) {
      Yona.Result result = server.signal("INT").end();
      assertThat(result.err()).isEqualTo(complaints);
      assertThat(result.status()).isEqualTo(130);
    }
  }

  private Yona.Result run(String name, String input, String... arguments) {
    List<String> words = new ArrayList<>(List.of("run", example(name)));
    words.addAll(List.of(arguments));
    return Yona.command(words.toArray(String[]::new)).in(folder).given(input).run();
  }

  /** Waits until a server has said a line more. */
  private void awaitComplaint(String line) {
    complaints += line + "\n";
    servers.getLast().awaitError(line + "\n");
  }

  @Test
  void theEchoServerSendsEveryLineBack() throws Exception {
    String port = Integer.toString(serve("echo_server.yona"));
    assertThat(run("echo_client.yona", "one\n\nthree\n", port).output())
        .isEqualTo("one\n\nthree\n");
    try (LineClient silent = new LineClient(Integer.parseInt(port));
        LineClient other = new LineClient(Integer.parseInt(port))) {
      other.say("wörld");
      assertThat(other.hear()).isEqualTo("wörld");
      silent.say("not any more");
      assertThat(silent.hear()).isEqualTo("not any more");
    }
  }

  @Test
  void theEchoServerSaysALineAboutAClientThatBreaksOffOrSendsNoText() throws Exception {
    int port = serve("echo_server.yona");
    try (LineClient other = new LineClient(port);
        LineClient broken = new LineClient(port);
        LineClient binary = new LineClient(port)) {
      broken.say("one");
      assertThat(broken.hear()).isEqualTo("one");
      String name = broken.name();
      broken.reset();
      awaitComplaint(name + ": connection reset");
      binary.send((byte) 0xff, (byte) '\n');
      awaitComplaint(binary.name() + ": the text is not valid UTF-8");
      other.say("two");
      assertThat(other.hear()).isEqualTo("two");
    }
  }

  @Test
  void filesAreCopiedIntoTheFolderOfTheServerByteForByte() throws Exception {
    int port = serve("copy_server.yona");
    Path sources = Files.createDirectory(folder.resolve("sources"));
    byte[] random = new byte[200_000];
    new Random(42).nextBytes(random);
    Map<Path, byte[]> files = new LinkedHashMap<>();
    files.put(sources.resolve("lines"), "a\r\nb".getBytes(StandardCharsets.UTF_8));
    files.put(sources.resolve("a name with\nspaces %41.bin"), random);
    files.put(sources.resolve("empty"), new byte[0]);
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(port)));
    StringBuilder expected = new StringBuilder();
    for (var each : files.entrySet()) {
      Files.write(each.getKey(), each.getValue());
      arguments.add(each.getKey().toString());
      expected.append(each.getKey() + ": " + each.getValue().length + " bytes\n");
    }
    assertThat(run("copy_client.yona", "", arguments.toArray(String[]::new)).output())
        .isEqualTo(expected.toString());
    for (var each : files.entrySet()) {
      assertThat(folder.resolve(each.getKey().getFileName())).hasBinaryContent(each.getValue());
    }
  }

  @Test
  void whatIsNoHeaderIsAnsweredByAnError() throws Exception {
    int port = serve("copy_server.yona");
    for (String line :
        List.of(
            "xyz",
            "1 ../outside",
            "1 sub%2Foutside",
            "1 ..",
            "1 %2e",
            "1 ",
            "1 a%00",
            "1 %zz",
            "-1 a",
            "x a",
            "99999999999999999999 a",
            "1 a b")) {
      try (LineClient hostile = new LineClient(port)) {
        hostile.say(line);
        String error = hostile.name() + ": the first line is not LENGTH NAME";
        awaitComplaint(error);
        assertThat(hostile.hear()).isEqualTo("error: " + error);
        assertThat(hostile.hear()).isEqualTo("null");
      }
    }
    try (LineClient endless = new LineClient(port)) {
      endless.say("1".repeat(1_001));
      awaitComplaint(endless.name() + ": a line is longer than 1000 bytes");
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
    assertThat(folder.resolveSibling("outside")).doesNotExist();
  }

  @Test
  void aFileIsThereInWholeOrNotAtAll() throws Exception {
    int port = serve("copy_server.yona");
    Path known = Files.writeString(folder.resolve("known"), "old\n");
    for (String name : List.of("known", "new")) {
      try (LineClient ended = new LineClient(port);
          LineClient broken = new LineClient(port)) {
        for (LineClient each : List.of(ended, broken)) {
          each.say("8 " + name);
          assertThat(each.hear()).isEqualTo("send");
          each.say("one");
        }
        ended.finish();
        String error = ended.name() + ": the end comes after 4 of 8 bytes";
        awaitComplaint(error);
        assertThat(ended.hear()).isEqualTo("error: " + error);
        String reset = broken.name();
        broken.reset();
        awaitComplaint(reset + ": connection reset");
      }
    }
    String missing = folder.resolve("missing").toString();
    Yona.Result result = run("copy_client.yona", "", Integer.toString(port), missing);
    assertThat(result.err()).startsWith("error: :ioerror: " + missing + ": no such file\n");
    assertThat(known).hasContent("old");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(known);
    }
  }

  /** A name that a folder has already: the server says so, and the client fails with that. */
  @Test
  void theClientSaysWhatTheServerAnswers() throws Exception {
    int port = serve("copy_server.yona");
    Path source = Files.createDirectory(folder.resolve("sources")).resolve("taken");
    Files.writeString(source, "text");
    Files.writeString(Files.createDirectory(folder.resolve("taken")).resolve("inner"), "");
    Yona.Result result = run("copy_client.yona", "", Integer.toString(port), source.toString());
    awaitComplaint("taken: it is a folder");
    assertThat(result.err())
        .startsWith("error: :ioerror: " + source + ": the server: error: taken: it is a folder\n");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void thePortsThatSomebodyListensOnAreFound() throws Exception {
    int free = freePort();
    String none = Integer.toString(free);
    assertThat(run("port_scanner.yona", "", "127.0.0.1", none, none).output()).isEqualTo("[]\n");
    String port = Integer.toString(serve("echo_server.yona"));
    assertThat(run("port_scanner.yona", "", "127.0.0.1", port, port).output())
        .isEqualTo("[" + port + "]\n");
  }

  /** A port that nobody listens on. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** A server that writes the same to whoever connects. */
  private static ServerSocket serving(byte[] data) throws IOException {
    ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  try (Socket client = server.accept()) {
                    client.getOutputStream().write(data);
                  }
                }
              } catch (IOException closed) {
                // The end of the test.
              }
            });
    return server;
  }

  @Test
  void theWordsOfSeveralServersAreCounted() throws Exception {
    try (ServerSocket one = serving("one two\nthree\n".getBytes(StandardCharsets.UTF_8));
        ServerSocket two = serving("x ".repeat(50_000).getBytes(StandardCharsets.UTF_8));
        ServerSocket binary = serving(new byte[] {(byte) 0xff, (byte) 0xfe})) {
      String first = "127.0.0.1:" + one.getLocalPort();
      String second = "localhost:" + two.getLocalPort();
      String third = "127.0.0.1:" + freePort();
      String fourth = "127.0.0.1:" + binary.getLocalPort();
      assertThat(run("fetch_and_count.yona", "", fourth, first, "x", second, third).output())
          .isEqualTo(
              """
              %s: String::from_bytes: the bytes are not valid UTF-8
              %s: 3 words
              x: not HOST:PORT
              %s: 50000 words
              %s: %s: connection refused
              """
                  .formatted(fourth, first, second, third, third));
    }
  }

  /** Follows a log until the test ends. */
  private Yona.Running follow(Path log) {
    Yona.Running follower =
        Yona.command("run", example("log_follower.yona"), log.toString()).in(folder).start();
    servers.add(follower);
    return follower;
  }

  private static void append(Path log, int... bytes) throws IOException {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      all[i] = (byte) bytes[i];
    }
    Files.write(log, all, StandardOpenOption.APPEND);
  }

  @Test
  void whatIsAddedToALogIsPrintedInWholeLines() throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "one\ntw");
    Yona.Running follower = follow(log).awaitOutput("one\n");
    append(log, 'o', '\n', 'c', 0xc3);
    assertThat(follower.awaitOutput("two\n").takeOutput("two\n")).isEqualTo("one\n");
    append(log, 0xa9, '\n', 0xff, '\n');
    follower.awaitOutput("c\u00e9\n\ufffd\n");
    String endless = "x".repeat(200_000);
    Files.writeString(log, endless + "\n", StandardOpenOption.APPEND);
    follower.awaitOutput(endless + "\n");
  }

  @Test
  void aLogThatIsCutOrReplacedIsFollowedFromItsStart() throws Exception {
    Path log = folder.resolve("log");
    Yona.Running follower = follow(log);
    // It need not be there yet.
    follower.awaitError(log + ": no such file\n");
    complaints = log + ": no such file\n";
    Files.writeString(log, "first line\n");
    follower.awaitOutput("first line\n");
    Files.writeString(log, "cut\n");
    follower.awaitOutput("cut\n");
    Path old = Files.move(log, folder.resolve("log.1"));
    Files.writeString(old, "last one\nno end", StandardOpenOption.APPEND);
    Files.writeString(log, "rotated: its first line is longer than all of the other file\n");
    follower.awaitOutput("last one\nno end\nrotated: its first line is longer");
    Path other = Files.writeString(folder.resolve("other"), "replaced\n");
    Files.move(other, log, StandardCopyOption.REPLACE_EXISTING);
    follower.awaitOutput("replaced\n");
    Files.delete(log);
    Files.writeString(log, "anew\n");
    follower.awaitOutput("anew\n");
  }

  @Test
  void theFollowerEndsWithTheFolderOfTheLog() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path log = Files.writeString(logs.resolve("log"), "one\n");
    Yona.Running follower =
        Yona.command("run", example("log_follower.yona"), log.toString())
            .in(folder)
            .start()
            .awaitOutput("one\n");
    Files.delete(log);
    Files.delete(logs);
    Yona.Result result = follower.end();
    assertThat(result.err()).isEqualTo(log + ": its folder is gone\n");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void theWordsBelowAFolderAreCounted() throws Exception {
    Files.writeString(Files.createDirectory(folder.resolve("a")).resolve("text"), "River, river!");
    Files.writeString(folder.resolve("text"), "a river and a stone");
    Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, 1});
    assertThat(run("file_crawler.yona", "", folder.toString()).output())
        .isEqualTo("river 3\nstone 1\n");
  }

  /** As the reference of the language writes them, but for the port. */
  @Test
  void aServerAndAClientAsUsersWriteThem() throws Exception {
    String server =
        """
        let
            accept = \\channel -> with daemon socket\\tcp\\Server::accept channel as connection
              # deal with the accepted connection
              socket\\tcp\\Connection::write_line connection "welcome"
            end
        in
        with socket\\tcp\\Server::channel (:tcp, "127.0.0.1", 0) as channel
          println "listening on port {socket\\tcp\\Server::port channel}"
          infi (\\-> accept channel)
        end
        """;
    Files.writeString(folder.resolve("server.yona"), server);
    int port = serve(folder.resolve("server.yona").toString());
    String client =
        """
        with socket\\tcp\\Client::connect "localhost" %d as connection
          socket\\tcp\\Connection::write connection "hello"
          socket\\tcp\\Connection::read_until connection (\\b -> b != 10b)  # read until LF
        end
        """
            .formatted(port);
    assertThat(Yona.evaluate(client).output())
        .isEqualTo("[119b, 101b, 108b, 99b, 111b, 109b, 101b]\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "network/copy_client",
        "network/copy_server",
        "network/chat_server",
        "network/echo_client",
        "network/echo_server",
        "network/fetch_and_count",
        "network/file_crawler",
        "network/log_follower",
        "network/port_scanner",
        "tools/json_to_csv",
        "web/app/src/main",
        "web/load_balancer",
        "web/pi_client",
        "web/pi_server",
        "web/shop",
        "web/techempower",
        "checksums",
        "interpreter"
      })
  void everyToolHelpsAndTellsOfMisuse(String name) {
    String file = ExampleRunner.EXAMPLES.resolve(name + ".yona").toString();
    String tool = name.endsWith("main") ? "recipes" : name.substring(name.lastIndexOf('/') + 1);
    assertThat(Yona.command("run", file, "--help").run().output())
        .startsWith("usage: " + tool + " [options]");
    Yona.Result result = Yona.command("run", file, "--nothing").run();
    assertThat(result.err()).startsWith(tool + ": unknown option --nothing\n");
    assertThat(result.status()).isEqualTo(2);
  }
}
