package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The chat server in examples/network, with clients that behave and with others. */
@Tag("processes")
class ChatServerTest {
  private ExampleServer server;

  @BeforeEach
  void serve() {
    String program = Yona.ROOT.resolve("examples/network/chat_server.yona").toString();
    server = ExampleServer.of(Yona.command("run", program, "0").start());
  }

  /** It ends with Ctrl-C, whoever is there, and has complained of nobody. */
  @AfterEach
  void end() {
    if (server != null) {
      server.end("");
    }
  }

  /** A client that has said its name, and heard that it is here. */
  private LineClient client(String name) throws IOException {
    LineClient client = new LineClient(server.port());
    client.say(name);
    assertThat(client.hear()).isEqualTo("* " + name + " is here");
    return client;
  }

  private static void hears(String line, LineClient... clients) throws IOException {
    for (LineClient client : clients) {
      assertThat(client.hear()).isEqualTo(line);
    }
  }

  private static void answers(LineClient client, String said, String heard) throws IOException {
    client.say(said);
    hears(heard, client);
  }

  @Test
  void whatOneSaysAllHear() throws Exception {
    try (LineClient ada = client("ada")) {
      try (LineClient bob = client("bob")) {
        hears("* bob is here", ada);
        ada.say("hello");
        hears("ada: hello", ada, bob);
        bob.say("w\u00f6rld");
        hears("bob: w\u00f6rld", ada, bob);
      }
      hears("* bob has left", ada);
    }
  }

  @Test
  void whoBreaksOffOrSendsNoTextHasLeft() throws Exception {
    try (LineClient ada = client("ada");
        LineClient nameless = new LineClient(server.port())) {
      nameless.reset();
      try (LineClient bob = client("bob")) {
        hears("* bob is here", ada);
        bob.reset();
        hears("* bob has left", ada);
      }
      try (LineClient eve = client("eve")) {
        hears("* eve is here", ada);
        eve.send((byte) 0xff, (byte) '\n');
        hears("* eve has left", ada);
        hears("? " + eve.name() + ": the text is not valid UTF-8", eve);
        hears("null", eve);
      }
      try (LineClient eve = client("eve")) {
        hears("* eve is here", ada);
        eve.say("x".repeat(1_001));
        hears("* eve has left", ada);
        hears("? " + eve.name() + ": a line is longer than 1000 bytes", eve);
        hears("null", eve);
      }
      // Who has said all still hears what it was told.
      try (LineClient eve = client("eve")) {
        hears("* eve is here", ada);
        eve.say("bye");
        eve.finish();
        hears("eve: bye", ada, eve);
        hears("* eve has left", ada);
        hears("null", eve);
      }
    }
  }

  @Test
  void roomsAreApart() throws Exception {
    try (LineClient ada = client("ada");
        LineClient bob = client("bob");
        LineClient eve = client("eve")) {
      hears("* bob is here", ada);
      hears("* eve is here", ada, bob);
      ada.say("/join tea");
      hears("* ada has gone to tea", bob, eve);
      hears("* ada is here", ada);
      bob.say("/join tea");
      hears("* bob has gone to tea", eve);
      hears("* bob is here", ada, bob);
      bob.say("sugar?");
      hears("bob: sugar?", ada, bob);
      answers(eve, "alone", "eve: alone");
      answers(eve, "/rooms", "* lobby 1, tea 2");
      answers(bob, "/who", "* ada, bob");
      ada.say("/leave");
      hears("* ada has gone to lobby", bob);
      hears("* ada is here", ada, eve);
      answers(bob, "/leave", "* bob is here");
      hears("* bob is here", ada, eve);
      answers(bob, "/rooms", "* lobby 3");
      bob.say("/nick bert");
      hears("* bob is bert now", ada, bob, eve);
      bob.say("me");
      hears("bert: me", ada, bob, eve);
    }
  }

  @Test
  void whatIsWrongIsTold() throws Exception {
    String expected = "? expected a name of up to 20 letters, digits, _ and -, found ";
    try (LineClient ada = client("ada");
        LineClient other = new LineClient(server.port())) {
      answers(other, "ada", "? there is a ada already");
      answers(other, "", expected);
      answers(other, "two words", expected + "two words");
      answers(other, "x".repeat(21), expected + "x".repeat(21));
      // Nothing that would control a terminal.
      answers(other, "e\u001b[2Jv\u009be", expected + "e[2Jve");
      answers(other, "eve", "* eve is here");
      hears("* eve is here", ada);
      answers(other, "/nick ada", "? there is a ada already");
      answers(other, "/nick a b", expected + "a b");
      answers(
          other, "/join", "? expected /join ROOM, /leave, /rooms, /who or /nick NAME, found /join");
      answers(other, "/join a/b", expected + "a/b");
      answers(other, "/leave", "? you are in lobby already");
      other.say("");
      other.say("a\u0007b");
      hears("eve: ab", ada, other);
    }
  }

  @Test
  void thereAreLimitsOfRoomsAndOfClients() throws Exception {
    List<LineClient> clients = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      LineClient each = client("c" + i);
      clients.add(each);
      if (i < 20) {
        answers(each, "/join room" + i, "* c" + i + " is here");
      }
    }
    LineClient last = clients.getLast();
    answers(last, "/join room20", "? there are 20 rooms already");
    answers(last, "/join room7", "* c100 is here");
    try (LineClient more = new LineClient(server.port())) {
      hears("? 100 are here already", more);
      hears("null", more);
    }
    for (LineClient each : clients) {
      each.close();
    }
  }

  /** A reader that is too slow: others go on, and it is told how many lines it has missed. */
  @Test
  void whoReadsTooSlowlyMissesLinesAndHoldsUpNobody() throws Exception {
    try (LineClient ada = client("ada");
        LineClient slow = LineClient.withLittleRoom(server.port())) {
      answers(slow, "slow", "* slow is here");
      hears("* slow is here", ada);
      String filler = " " + "x".repeat(980);
      int said = 0;
      // More than the buffers of both systems hold.
      for (; said < 8_000; said++) {
        answers(ada, said + filler, "ada: " + said + filler);
      }
      Pattern number = Pattern.compile("ada: (\\d+) x+");
      CompletableFuture<Integer> missed =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return missed(slow, number);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      for (; !missed.isDone(); said++) {
        answers(ada, said + filler, "ada: " + said + filler);
      }
      assertThat(missed.get()).isPositive();
    }
  }

  /** Reads up to the notice and the line behind it; gives the number of lines between. */
  private static int missed(LineClient slow, Pattern number) throws IOException {
    int next = 0;
    while (true) {
      String line = slow.hear();
      Matcher told = Pattern.compile("\\* (\\d+) lines? (?:are|is) missing here").matcher(line);
      Matcher said = number.matcher(told.matches() ? slow.hear() : line);
      assertThat(said.matches()).as(line).isTrue();
      int missing = Integer.parseInt(said.group(1)) - next;
      assertThat(missing).isEqualTo(told.matches() ? Integer.parseInt(told.group(1)) : 0);
      if (told.matches()) {
        return missing;
      }
      next++;
    }
  }

  @Test
  void aSingleLineThatIsMissingIsTold() {
    String program =
        """
        let
            slow  = Channel::channel 1
            told  = \\-> Channel::try_receive slow
            heard = \\chat line -> Chat::heard chat slow line
        in do
            chat = heard Chat::empty "bob"
            missed = heard chat "one"
            println told
            _ = heard missed "two"
            println told
        end
        """;
    assertThat(
            Yona.command("-e", program)
                .in(ExampleRunner.EXAMPLES.resolve("network"))
                .run()
                .output())
        .isEqualTo("(:ok, \"* bob is here\")\n(:ok, \"* 1 line is missing here\")\n");
  }

  @Test
  void theEndOfTheServerIsToldByTheEndOfConnections() throws Exception {
    try (LineClient ada = client("ada");
        LineClient nameless = new LineClient(server.port())) {
      answers(ada, "/who", "* ada");
      server.end("");
      server = null;
      hears("null", ada, nameless);
    }
  }
}
