package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.testrun.TestLimit;

/** The services in examples/web, asked over sockets, with servers behind them. */
@Tag("processes")
class WebExamplesTest {
  private static final Path FOLDER = Yona.ROOT.resolve("examples/web");

  private final List<ExampleServer> servers = new ArrayList<>();

  /** What a server is to say on its standard error, nothing as a rule. */
  private String complaints = "";

  private int serve(String... words) {
    ExampleServer server = ExampleServer.of(command(words).start());
    servers.add(server);
    return server.port();
  }

  private static Yona command(String... words) {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(List.of(words));
    return Yona.command(command.toArray(String[]::new)).in(FOLDER);
  }

  @AfterEach
  void serversEndWithControlC() {
    servers.forEach(server -> server.end(complaints));
  }

  private static ServerSocket listening(int backlog) throws IOException {
    ServerSocket socket = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    socket.setSoTimeout((int) TestLimit.ofWait().toMillis());
    return socket;
  }

  private static String uri(int port) {
    return "http://localhost:" + port;
  }

  /** Reads until a text has come. */
  private static void awaitText(Socket socket, String text) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(text) < 0) {
      int each = socket.getInputStream().read();
      assertThat(each).as("no \"%s\" in %s", text, read).isNotNegative();
      read.append((char) each);
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String answer(String body) {
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  /** Answers every request with the same text, until it is closed. */
  private static ServerSocket answering(String body) throws IOException {
    ServerSocket server = listening(10);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  try (Socket client = server.accept()) {
                    awaitText(client, "\r\n\r\n");
                    write(client, answer(body));
                  }
                }
              } catch (IOException closed) {
                // The end of the test.
              }
            });
    return server;
  }

  @Test
  void theLoadBalancerTakesTurnsAndPassesOverAServerThatIsGone() throws Exception {
    int gone;
    try (ServerSocket socket = listening(1)) {
      gone = socket.getLocalPort();
    }
    try (ServerSocket ada = answering("ada");
        ServerSocket bob = answering("bob")) {
      int port =
          serve(
              "load_balancer.yona",
              "0",
              uri(ada.getLocalPort()),
              uri(gone),
              uri(bob.getLocalPort()));
      String refused = " " + uri(gone) + "/: 127.0.0.1:" + gone + ": connection refused\n";
      complaints = "GET" + refused + "POST" + refused;
      List<WebAnswer> got = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        got.add(WebAnswer.get(port, "/"));
      }
      assertThat(got)
          .extracting(each -> each.body().replaceAll("\r\n|[0-9]", ""))
          .containsExactly("bob", "bob", "ada");
      // Who sends content would send it twice.
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        statuses.add(WebAnswer.post(port, "/", "x").status());
      }
      assertThat(statuses).containsExactly(502, 200, 200);
    }
  }

  @Test
  void theLoadBalancerHas40Lines() throws Exception {
    List<String> lines = Files.readAllLines(Yona.ROOT.resolve("examples/web/load_balancer.yona"));
    assertThat(lines.stream().map(String::strip).filter(line -> !line.matches("|#.*")))
        .hasSizeLessThanOrEqualTo(40);
  }

  /** Each side sends the next piece when the other one has got the last. */
  @Test
  void theLoadBalancerPassesBodiesOnAsTheyCome() throws Exception {
    try (ServerSocket server = listening(1)) {
      int port = serve("load_balancer.yona", "0", uri(server.getLocalPort()));
      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
        client.setSoTimeout((int) TestLimit.ofWait().toMillis());
        write(
            client,
            "POST /up?q=1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
        try (Socket asked = server.accept()) {
          awaitText(asked, "POST /up?q=1 HTTP/1.1\r\n");
          awaitText(asked, "x-forwarded-for: 127.0.0.1\r\n");
          awaitText(asked, "first");
          write(client, "6\r\nsecond\r\n0\r\n\r\n");
          awaitText(asked, "second");
          write(asked, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nthird\r\n");
          awaitText(client, "third");
          write(asked, "6\r\nfourth\r\n0\r\n\r\n");
          awaitText(client, "fourth");
        }
      }
    }
  }

  @Test
  void twoServersComputePi() {
    int first = serve("pi_server.yona", "0");
    int second = serve("pi_server.yona", "0");
    assertThat(command("pi_client.yona", uri(first), uri(second)).run().output())
        .isEqualTo("3.14159265\n");
  }

  /** The server answers none of the requests before it has them all. */
  @Test
  void aThousandRequestsAreUnderWayAtTheSameTime() throws Exception {
    try (ServerSocket server = listening(1000)) {
      Yona.Running client = command("pi_client.yona", uri(server.getLocalPort())).start();
      List<Socket> asked = new ArrayList<>();
      while (asked.size() < 1000) {
        Socket each = server.accept();
        awaitText(each, "\r\n\r\n");
        asked.add(each);
      }
      for (Socket each : asked) {
        write(each, answer("0.5"));
        each.close();
      }
      assertThat(client.end().output()).isEqualTo("500.00000000\n");
    }
  }

  @Test
  void thePiServerRefusesWhatIsNoSlice() throws Exception {
    int port = serve("pi_server.yona", "0");
    for (String slice : List.of("/pi/1/3/2", "/pi/2/1/3", "/pi/0/0/0", "/pi/0/2000000/3000000")) {
      assertThat(WebAnswer.get(port, slice).status()).as(slice).isEqualTo(422);
    }
    assertThat(WebAnswer.get(port, "/pi/0/1/1").body()).isEqualTo("3.2");
  }

  @Test
  void theShopAnswersFromTwoDatabases() throws Exception {
    int port = serve("shop.yona", "0");
    assertThat(WebAnswer.get(port, "/products/2").body())
        .isEqualTo(
            "{\"cents\": 320, \"id\": 2, \"left\": 1, \"name\": \"pears\", \"reviews\": []}");
    assertThat(WebAnswer.post(port, "/products/2/orders", "").status()).isEqualTo(201);
    assertThat(WebAnswer.post(port, "/products/2/orders", "").status()).isEqualTo(409);
    String review = "{\"stars\": 5, \"text\": \"crisp\"}";
    assertThat(WebAnswer.post(port, "/products/2/reviews", review).status()).isEqualTo(201);
    assertThat(WebAnswer.get(port, "/products/2").body())
        .contains("\"left\": 0", "\"reviews\": [" + review + "]");
    assertThat(WebAnswer.get(port, "/products/3").status()).isEqualTo(200);
    assertThat(WebAnswer.get(port, "/popular").body())
        .isEqualTo("[{\"name\": \"pears\", \"views\": 2}, {\"name\": \"plums\", \"views\": 1}]");
  }

  @Test
  void theShopTellsWhatIsWrong() throws Exception {
    int port = serve("shop.yona", "0");
    assertThat(WebAnswer.get(port, "/products/9").status()).isEqualTo(404);
    assertThat(WebAnswer.post(port, "/products/9/orders", "").status()).isEqualTo(404);
    String reviews = "/products/1/reviews";
    assertThat(WebAnswer.post(port, reviews, "{").status()).isEqualTo(400);
    for (String wrong :
        List.of(
            "[]",
            "{\"stars\": 5}",
            "{\"stars\": 6, \"text\": \"\"}",
            "{\"stars\": true, \"text\": \"x\"}")) {
      assertThat(WebAnswer.post(port, reviews, wrong).status()).as(wrong).isEqualTo(422);
    }
    String review = "{\"stars\": 5, \"text\": \"crisp\"}";
    assertThat(WebAnswer.post(port, "/products/9/reviews", review).status()).isEqualTo(404);
  }

  @Test
  void wrongUsageIsTold() {
    for (String name : List.of("pi_client", "load_balancer")) {
      Yona.Result result = command(name + ".yona").run();
      assertThat(result.err()).contains("\nusage: " + name + " [options] ");
      assertThat(result.status()).isEqualTo(2);
    }
  }
}
