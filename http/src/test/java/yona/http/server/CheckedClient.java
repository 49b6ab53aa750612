package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import yona.async.Async;
import yona.http.websocket.Peer;
import yona.io.connection.Connection;
import yona.io.socket.Client;

/** Asks in random ways, and checks what it is told. For one fiber. */
final class CheckedClient {

  /** How many kinds of steps there are. */
  static final int KINDS = 9;

  private final int port;
  private final boolean isFaulty;

  private int number;

  /**
   * Asks at a port.
   *
   * @param port of the server, or of a way to it
   * @param isFaulty whether connections break off: then an answer that does not come is no fault
   */
  CheckedClient(int port, boolean isFaulty) {
    this.port = port;
    this.isFaulty = isFaulty;
  }

  private String id() {
    return Integer.toHexString(System.identityHashCode(this)) + "-" + number++;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Does one thing over a connection of its own, and gives which. */
  int step(Random random) throws IOException {
    int kind = random.nextInt(KINDS);
    try (Connection client = Client.connect("127.0.0.1", port)) {
      switch (kind) {
        case 0 -> oneAfterTheOther(client, random);
        case 1 -> ahead(client, random);
        case 2 -> half(client, random);
        case 3 -> leaving(client, random);
        case 4 -> lasting(client, random);
        case 5 -> askingNoMore(client, random);
        case 6 -> http2(client, random);
        case 7 -> http2Leaving(client, random);
        default -> webSocket(client, random);
      }
    } catch (IOException broken) {
      if (!isFaulty) {
        throw broken;
      }
    }
    return kind;
  }

  private void oneAfterTheOther(Connection client, Random random) throws IOException {
    for (int i = random.nextInt(5); i >= 0; i--) {
      Ask ask = Ask.answered(random, id());
      write(client, ask.text(random), random);
      ask.read(client);
    }
  }

  private void ahead(Connection client, Random random) throws IOException {
    List<Ask> asks = asks(random);
    StringBuilder all = new StringBuilder();
    asks.forEach(each -> all.append(each.text(random)));
    write(client, all.toString(), random);
    for (Ask each : asks) {
      each.read(client);
    }
  }

  private List<Ask> asks(Random random) {
    List<Ask> asks = new ArrayList<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      asks.add(Ask.answered(random, id()));
    }
    return asks;
  }

  /** Asks for some things, and leaves in the middle of the last one. */
  private void half(Connection client, Random random) throws IOException {
    StringBuilder all = new StringBuilder();
    asks(random).forEach(each -> all.append(each.text(random)));
    write(client, all.substring(0, random.nextInt(all.length())), random);
    pause(random);
  }

  /** Leaves in the middle of the answers. */
  private void leaving(Connection client, Random random) throws IOException {
    List<Ask> asks = asks(random);
    StringBuilder all = new StringBuilder();
    asks.forEach(each -> all.append(each.text(random)));
    write(client, all.toString(), random);
    for (Ask each : asks.subList(0, random.nextInt(asks.size()))) {
      each.read(client);
    }
    pause(random);
  }

  /** Asks for what does not end, perhaps behind other things, and leaves. */
  private void lasting(Connection client, Random random) throws IOException {
    List<Ask> asks = random.nextBoolean() ? asks(random) : List.of();
    Ask last = Ask.lasting(random, id());
    StringBuilder all = new StringBuilder();
    asks.forEach(each -> all.append(each.text(random)));
    write(client, all + last.text(random), random);
    for (Ask each : asks) {
      each.read(client);
    }
    if (!last.kind().equals("never")) {
      for (String line = Ask.line(client); !line.isEmpty(); ) {
        line = Ask.line(client);
      }
      var _ = Ask.line(client);
      last.checkBegun(Ask.line(client));
    }
    if (random.nextBoolean()) {
      client.finish();
      pause(random);
    }
  }

  /** Ends its side, and may be given the answer or not; but no other one. */
  private void askingNoMore(Connection client, Random random) throws IOException {
    Ask ask = Ask.answered(random, id());
    write(client, ask.text(random), random);
    client.finish();
    try {
      ask.read(client);
    } catch (IOException none) {
      // Nobody waits for a client that may be gone.
      if (!isFaulty) {
        assertThat(ask.kind()).isIn("wait", "slowly", "stream");
      }
    }
  }

  private void http2(Connection client, Random random) throws IOException {
    Http2Peer peer = Http2Peer.begin(client, new byte[0]);
    for (int first = 1, rounds = random.nextInt(3); rounds >= 0; rounds--) {
      List<Ask> asks = asks(random);
      List<Integer> answered = new ArrayList<>();
      for (int i = 0; i < asks.size(); i++) {
        int stream = first + 2 * i;
        boolean isLasting = random.nextInt(10) == 0;
        Ask ask = isLasting ? Ask.lasting(random, id()) : asks.get(i);
        send(peer, stream, ask);
        if (!isLasting && random.nextInt(8) > 0) {
          answered.add(stream);
        } else {
          reset(peer, stream);
        }
      }
      Collections.shuffle(answered, random);
      for (int stream : answered) {
        Http2Peer.Answer answer = peer.answer(stream);
        asks.get((stream - first) / 2).check(Integer.parseInt(answer.status()), answer.text());
      }
      first += 2 * asks.size();
    }
  }

  private static void send(Http2Peer peer, int stream, Ask ask) throws IOException {
    if (ask.body().isEmpty()) {
      peer.get(stream, ask.target());
    } else {
      peer.post(stream, ask.target());
      int half = ask.body().length() / 2;
      peer.data(stream, ask.body().substring(0, half), false);
      peer.data(stream, ask.body().substring(half), true);
    }
  }

  private static void reset(Http2Peer peer, int stream) throws IOException {
    peer.send(Http2Peer.RST_STREAM, 0, stream, Http2Peer.number(Http2Peer.CANCEL));
  }

  /** Leaves in the middle of everything. */
  private void http2Leaving(Connection client, Random random) throws IOException {
    Http2Peer peer = Http2Peer.begin(client, new byte[0]);
    int stream = 1;
    for (int i = random.nextInt(6); i >= 0; i--, stream += 2) {
      send(
          peer,
          stream,
          random.nextBoolean() ? Ask.lasting(random, id()) : Ask.answered(random, id()));
    }
    peer.post(stream, "/slowly?id=x&pieces=1");
    if (random.nextBoolean()) {
      peer.data(stream, "a part", false);
    }
    if (random.nextBoolean()) {
      client.write(ByteBuffer.wrap(new byte[random.nextInt(9)]));
    }
    pause(random);
  }

  private void webSocket(Connection client, Random random) throws IOException {
    Peer peer = Peer.open(client, "");
    String id = id();
    int said = random.nextInt(8);
    for (int i = 0; i < said; i++) {
      peer.text(id + " says " + i);
    }
    int heard = random.nextBoolean() ? said : random.nextInt(said + 1);
    for (int i = 0; i < heard; i++) {
      assertThat(peer.next().text()).isEqualTo(id + " says " + i);
    }
    if (heard == said && random.nextBoolean()) {
      peer.send(Peer.FIN | Peer.CLOSE, new byte[] {3, (byte) 0xe8});
      assertThat(peer.next().type()).isEqualTo(Peer.CLOSE);
    }
  }

  /** At once, or in pieces. */
  private static void write(Connection client, String text, Random random) throws IOException {
    byte[] all = bytes(text);
    boolean isSplit = random.nextInt(3) == 0;
    for (int at = 0; at < all.length; ) {
      int count = isSplit ? Math.min(all.length - at, 1 + random.nextInt(200)) : all.length;
      client.write(ByteBuffer.wrap(all, at, count));
      at += count;
      if (isSplit) {
        Async.yield();
      }
    }
  }

  private static void pause(Random random) {
    if (random.nextBoolean()) {
      Async.sleep(Duration.ofMillis(random.nextInt(5)));
    }
  }
}
