package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.connection.Connection;

class TlsTest {

  @TempDir private static Path folder;

  private static Authority authority;
  private static Authority stranger;
  private static Authority.Identity server;

  @BeforeAll
  static void certify() throws Exception {
    authority = new Authority(folder, "CN=Test Authority");
    stranger = new Authority(folder, "CN=Stranger");
    server = authority.certify("localhost", "127.0.0.1", "server.example");
  }

  private static Server listen(ServerTls tls) throws IOException {
    return Server.listen("127.0.0.1", 0, ServerOptions.DEFAULT.withTls(tls));
  }

  private static ClientTls believing() {
    return ClientTls.DEFAULT.withAuthorities(authority.certificate);
  }

  private static Connection connect(Server to, ClientTls tls) throws IOException {
    return Client.connect("127.0.0.1", to.port(), ClientOptions.DEFAULT.withTls(tls));
  }

  /** Two ends of an encrypted connection. */
  private record Pair(Server server, Connection client, Connection accepted)
      implements AutoCloseable {
    static Pair open() throws Exception {
      return open(TlsTest.server.server(), believing());
    }

    static Pair open(ServerTls serverTls, ClientTls clientTls) throws Exception {
      Server server = listen(serverTls);
      Future<Connection> accepting = accepting(server);
      Connection client = connect(server, clientTls);
      return new Pair(server, client, accepting.value());
    }

    @Override
    public void close() throws IOException {
      client.close();
      accepted.close();
      server.close();
    }
  }

  /** Accepts, and has the handshake done by a write of nothing. */
  private static Future<Connection> accepting(Server server) {
    return Async.future(
        () -> {
          Connection accepted = server.accept();
          accepted.write(new byte[0]);
          return accepted;
        });
  }

  private static String line(Connection connection) throws IOException {
    return new String(Objects.requireNonNull(connection.readLine(Connection.LINE_LIMIT)), UTF_8);
  }

  private static <T extends @Nullable Object> @Nullable Throwable errorOf(
      Body<? extends T, ? extends Exception> body) {
    try {
      var _ = body.run();
      return null;
    } catch (Throwable error) {
      return error;
    }
  }

  /** What client and server are told when they cannot agree. */
  private record Refused(@Nullable Throwable client, @Nullable Throwable server, int port) {}

  private static Refused refused(ServerTls serverTls, ClientTls clientTls) throws Exception {
    return program(
        () -> {
          try (Server server = listen(serverTls)) {
            Future<@Nullable Throwable> accepting =
                Async.future(
                    () -> {
                      try (Connection accepted = server.accept()) {
                        return errorOf(accepted::read);
                      }
                    });
            Throwable told =
                errorOf(
                    () -> {
                      try (Connection connection = connect(server, clientTls)) {
                        // With TLS 1.3 the client learns here that the server does not want it.
                        return connection.read();
                      }
                    });
            return new Refused(told, accepting.value(), server.port());
          }
        });
  }

  // ---- bytes -----------------------------------------------------------------------------------

  @Test
  void whatIsWrittenIsReadOnTheOtherSide() throws Exception {
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            pair.client().write("hello\nwörld\n".getBytes(UTF_8));
            assertThat(line(pair.accepted())).isEqualTo("hello");
            assertThat(line(pair.accepted())).isEqualTo("wörld");
            pair.accepted().write("back\n".getBytes(UTF_8));
            assertThat(line(pair.client())).isEqualTo("back");
            assertThat(pair.client().name()).isEqualTo("127.0.0.1:" + pair.server().port());
            assertThat(pair.client().local()).isEqualTo(pair.accepted().peer());
          }
          return null;
        });
  }

  @Test
  void allKindsOfKeysAndOfTheirFilesServe() throws Exception {
    List<ServerTls> all = new ArrayList<>();
    for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
      var identity = authority.certifyWith(algorithm, "127.0.0.1");
      all.add(identity.server());
      if (!algorithm.equals("Ed25519")) {
        byte[] alone = Authority.alone(identity.pair().getPrivate());
        if (algorithm.equals("EC")) {
          // The JDK leaves the curve to PKCS #8; a file of SEC 1 names it.
          byte[] curve = Authority.der(0xA0, new byte[] {6, 8, 42, -122, 72, -50, 61, 3, 1, 7});
          byte[] inner = Arrays.copyOfRange(alone, 2, alone.length);
          alone = Authority.der(0x30, inner, curve);
        }
        String label = algorithm + " PRIVATE KEY";
        all.add(
            new ServerTls(
                identity.certificate(), authority.write(algorithm + ".alone", label, alone)));
      }
    }
    Path both = folder.resolve("both.pem");
    Files.writeString(
        both,
        "text before\n" + Files.readString(server.key()) + Files.readString(server.certificate()));
    all.add(new ServerTls(both, both));
    program(
        () -> {
          for (ServerTls each : all) {
            try (Pair pair = Pair.open(each, believing())) {
              pair.accepted().write("x\n".getBytes(UTF_8));
              assertThat(line(pair.client())).isEqualTo("x");
            }
          }
          return null;
        });
  }

  @Test
  void muchGoesBothWaysAtTheSameTime() throws Exception {
    byte[] there = new byte[5_000_000];
    byte[] back = new byte[7_000_000];
    new Random(1).nextBytes(there);
    new Random(2).nextBytes(back);
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            Future<Boolean> first = writing(pair.client(), there);
            Future<Boolean> second = writing(pair.accepted(), back);
            Future<byte[]> came = Async.future(() -> pair.accepted().readAll(Connection.LIMIT));
            assertThat(pair.client().readAll(Connection.LIMIT)).isEqualTo(back);
            assertThat(came.value()).isEqualTo(there);
            assertThat(first.value() && second.value()).isTrue();
          }
          return null;
        });
  }

  private static Future<Boolean> writing(Connection to, byte[] bytes) {
    return Async.future(
        () -> {
          to.write(bytes);
          to.finish();
          return true;
        });
  }

  @Test
  void oneSideMayFinishAndGoOnReading() throws Exception {
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            pair.client().write("question".getBytes(UTF_8));
            pair.client().finish();
            assertThat(pair.accepted().readAll(100)).asString(UTF_8).isEqualTo("question");
            assertThat(pair.accepted().read()).isNull();
            pair.accepted().write("answer".getBytes(UTF_8));
            pair.accepted().close();
            assertThat(pair.client().readAll(100)).asString(UTF_8).isEqualTo("answer");
            assertThat(pair.client().read()).isNull();
            assertThatThrownBy(() -> pair.client().write(new byte[] {1}))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(pair.client().name() + ": ");
          }
          return null;
        });
  }

  @Test
  void aWriterWaitsForItsReaderAndGoesOnAfterALimitOfTime() throws Exception {
    byte[] bytes = new byte[30_000_000];
    new Random(3).nextBytes(bytes);
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            pair.client().setWriteTime(Duration.ofMillis(1));
            assertThatThrownBy(() -> pair.client().write(bytes))
                .isInstanceOf(TimeoutException.class);
            pair.client().setWriteTime(null);
            // Whole records have come, and the next ones are in order behind them.
            Future<Boolean> rest = writing(pair.client(), "rest".getBytes(UTF_8));
            byte[] came = pair.accepted().readAll(Connection.LIMIT);
            assertThat(rest.value()).isTrue();
            assertThat(came.length).isLessThan(bytes.length);
            int first = came.length - 4;
            assertThat(Arrays.copyOf(came, first)).isEqualTo(Arrays.copyOf(bytes, first));
            assertThat(new String(came, first, 4, UTF_8)).isEqualTo("rest");
          }
          return null;
        });
  }

  @Test
  void manyFibersShareAConnection() throws Exception {
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            List<Future<String>> readers = new ArrayList<>();
            List<Future<Boolean>> writers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
              String text = "fiber " + i + "x".repeat(5_000) + "\n";
              readers.add(Async.future(() -> line(pair.accepted())));
              writers.add(
                  Async.future(
                      () -> {
                        pair.client().write(text.getBytes(UTF_8));
                        return true;
                      }));
            }
            List<String> lines = new ArrayList<>();
            for (Future<String> reader : readers) {
              lines.add(reader.value());
            }
            assertThat(writers).allMatch(writer -> writer.value());
            assertThat(lines)
                .hasSize(50)
                .doesNotHaveDuplicates()
                .allMatch(each -> each.matches("fiber \\d+x{5000}"));
          }
          return null;
        });
  }

  @Test
  void manyConnectionsAtTheSameTime() throws Exception {
    int count = 200;
    program(
        () -> {
          try (Server listening = listen(server.server())) {
            Future<Boolean> serving =
                Async.future(
                    () -> {
                      List<Future<Boolean>> handlers = new ArrayList<>();
                      for (int i = 0; i < count; i++) {
                        Connection accepted = listening.accept();
                        handlers.add(
                            Async.future(
                                () -> {
                                  try (accepted) {
                                    accepted.write((line(accepted) + "!\n").getBytes(UTF_8));
                                  }
                                  return true;
                                }));
                      }
                      return handlers.stream().allMatch(Future::value);
                    });
            List<Future<String>> clients = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              String text = "client " + i;
              clients.add(
                  Async.future(
                      () -> {
                        try (Connection client = connect(listening, believing())) {
                          client.write((text + "\n").getBytes(UTF_8));
                          return line(client);
                        }
                      }));
            }
            for (int i = 0; i < count; i++) {
              assertThat(clients.get(i).value()).isEqualTo("client " + i + "!");
            }
            assertThat(serving.value()).isTrue();
          }
          return null;
        });
  }

  // ---- who is believed -------------------------------------------------------------------------

  private static void assertSays(@Nullable Throwable error, int port, String reason) {
    assertThat(error)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessage("127.0.0.1:" + port + ": " + reason);
  }

  @Test
  void aServerHasToBeTheOneThatWasAskedFor() throws Exception {
    var other = authority.certify("a.example", "b.example", "10.0.0.1");
    Refused byAddress = refused(other.server(), believing());
    assertSays(
        byAddress.client(),
        byAddress.port(),
        "its certificate is for a.example, b.example, 10.0.0.1, not for 127.0.0.1");
    Refused byName = refused(other.server(), believing().withServerName("c.example"));
    assertSays(
        byName.client(),
        byName.port(),
        "its certificate is for a.example, b.example, 10.0.0.1, not for c.example");
    assertThat(byName.server())
        .isInstanceOf(SSLException.class)
        .hasMessageEndingWith(
            ": the other side ended TLS: it does not accept the certificate of this side"
                + " (certificate_unknown)");
    program(
        () -> {
          for (String name : List.of("a.example", "B.EXAMPLE", "b.example.", "10.0.0.1")) {
            Pair.open(other.server(), believing().withServerName(name)).close();
          }
          return null;
        });
  }

  @Test
  void certificatesAreValidForSomeTime() throws Exception {
    Instant now = Instant.now();
    Instant before = now.minus(Duration.ofDays(30));
    Instant after = now.plus(Duration.ofDays(30));
    var expired = authority.certify("EC", before.minus(Duration.ofDays(1)), before, "127.0.0.1");
    var early = authority.certify("EC", after, after.plus(Duration.ofDays(1)), "127.0.0.1");
    Refused late = refused(expired.server(), believing());
    assertSays(late.client(), late.port(), "its certificate expired on " + day(before));
    Refused soon = refused(early.server(), believing());
    assertSays(soon.client(), soon.port(), "its certificate is not valid before " + day(after));
  }

  private static LocalDate day(Instant time) {
    return time.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  @Test
  void authoritiesHaveToBeKnown() throws Exception {
    Refused unknown =
        refused(server.server(), ClientTls.DEFAULT.withAuthorities(stranger.certificate));
    assertSays(
        unknown.client(),
        unknown.port(),
        "its certificate is not of an authority that is believed, but of CN=Test Authority");
    // Nor does the JDK know it.
    Refused byDefault = refused(server.server(), ClientTls.DEFAULT);
    assertSays(
        byDefault.client(),
        byDefault.port(),
        "its certificate is not of an authority that is believed, but of CN=Test Authority");
    assertThat(byDefault.server()).isInstanceOf(SSLException.class);
  }

  @Test
  void verificationCanBeTurnedOff() throws Exception {
    Instant now = Instant.now();
    var nobody =
        stranger.certify("EC", now.minus(Duration.ofDays(2)), now.minus(Duration.ofDays(1)), "x");
    program(
        () -> {
          Pair.open(nobody.server(), ClientTls.DEFAULT.withVerify(false)).close();
          return null;
        });
  }

  @Test
  void clientsMayHaveToProveWhoTheyAre() throws Exception {
    ServerTls demanding = server.server().withClientAuthorities(authority.certificate);
    var known = authority.certify("client");
    var strange = stranger.certify("client");
    program(
        () -> {
          try (Pair pair =
              Pair.open(demanding, believing().withCertificate(known.certificate(), known.key()))) {
            pair.accepted().write("x\n".getBytes(UTF_8));
            assertThat(line(pair.client())).isEqualTo("x");
          }
          return null;
        });
    Refused without = refused(demanding, believing());
    assertThat(without.server())
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageEndingWith(": the other side has no certificate, and one is required");
    assertThat(without.client())
        .isInstanceOf(SSLException.class)
        .hasMessage(
            "127.0.0.1:"
                + without.port()
                + ": the other side ended TLS: it wants a certificate of this side"
                + " (certificate_required)");
    Refused wrong =
        refused(demanding, believing().withCertificate(strange.certificate(), strange.key()));
    assertThat(wrong.server())
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageEndingWith(
            ": its certificate is not of an authority that is believed, but of CN=Stranger");
    assertThat(wrong.client())
        .isInstanceOf(SSLException.class)
        .hasMessageContaining(": the other side ended TLS: ");
  }

  // ---- files -----------------------------------------------------------------------------------

  @Test
  void filesThatDoNotServeAreNamed() throws Exception {
    var other = authority.certify("other");
    Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
    Path damaged =
        authority.write("damaged.pem", "CERTIFICATE", new byte[] {0x30, 0x03, 0x02, 0x01, 0x01});
    Path notText =
        Files.writeString(
            folder.resolve("text.pem"),
            "-----BEGIN CERTIFICATE-----\n!a=\n-----END CERTIFICATE-----\n");
    Path encrypted = authority.write("encrypted.key", "ENCRYPTED PRIVATE KEY", new byte[10]);
    Path old =
        Files.writeString(
            folder.resolve("old.key"),
            """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED

            AAAA
            -----END RSA PRIVATE KEY-----
            """);
    Path broken = authority.write("broken.key", "PRIVATE KEY", new byte[10]);
    Path brokenEc = authority.write("broken-ec.key", "EC PRIVATE KEY", new byte[] {0x30, 0x03, 2});
    Path missing = folder.resolve("missing.pem");
    program(
        () -> {
          assertRefused(missing, server.key(), missing + ": no such file");
          assertRefused(
              empty,
              server.key(),
              empty + ": expected a certificate (-----BEGIN CERTIFICATE-----), found no PEM text");
          assertRefused(
              server.key(),
              server.key(),
              server.key()
                  + ": expected a certificate (-----BEGIN CERTIFICATE-----), found PRIVATE KEY");
          assertRefused(
              server.certificate(),
              server.certificate(),
              server.certificate()
                  + ": expected a private key (-----BEGIN PRIVATE KEY-----), found CERTIFICATE");
          assertRefused(damaged, server.key(), damaged + ": the certificate cannot be read");
          assertRefused(notText, server.key(), notText + ": CERTIFICATE: not in Base64");
          for (Path secret : List.of(encrypted, old)) {
            assertRefused(
                server.certificate(),
                secret,
                secret + ": the private key is encrypted; one without a password is expected");
          }
          assertRefused(
              server.certificate(),
              broken,
              broken + ": the private key is damaged, or not of RSA, EC or Ed25519");
          assertRefused(
              server.certificate(),
              brokenEc,
              brokenEc + ": the EC private key does not say of which curve it is");
          assertRefused(
              server.certificate(),
              other.key(),
              other.key()
                  + ": the private key is not that of the (first) certificate in "
                  + server.certificate());
          assertThatThrownBy(
                  () ->
                      Client.connect(
                          "127.0.0.1",
                          1,
                          ClientOptions.DEFAULT.withTls(
                              ClientTls.DEFAULT.withAuthorities(missing))))
              .isInstanceOf(NoSuchFileException.class)
              .hasMessage(missing + ": no such file");
          return null;
        });
  }

  private static void assertRefused(Path certificate, Path key, String message) {
    assertThatThrownBy(() -> listen(new ServerTls(certificate, key)))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
  }

  @Test
  void filesThatChangeAreReadAgain() throws Exception {
    Path file = Files.copy(stranger.certificate, folder.resolve("changing.pem"));
    ClientTls tls = ClientTls.DEFAULT.withAuthorities(file);
    Refused before = refused(server.server(), tls);
    assertThat(before.client()).isInstanceOf(SSLHandshakeException.class);
    Files.copy(authority.certificate, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    var _ =
        Files.setLastModifiedTime(
            file, java.nio.file.attribute.FileTime.from(Instant.now().plusSeconds(10)));
    program(
        () -> {
          Pair.open(server.server(), tls).close();
          return null;
        });
  }

  @Test
  void optionsThatContradictThemselvesAreRefused() {
    Path file = Path.of("x");
    assertThatThrownBy(() -> new ClientTls(List.of(), file, null, null, true))
        .hasMessage("a certificate without a key");
    assertThatThrownBy(() -> new ClientTls(List.of(), null, file, null, true))
        .hasMessage("a key without a certificate");
    for (String wrong : List.of("", "a b", "a..b", ".", "a_b")) {
      assertThatThrownBy(() -> ClientTls.DEFAULT.withServerName(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("no name of a host: \"" + wrong + "\"");
    }
    assertThat(ClientTls.DEFAULT.withServerName("::1").serverName()).isEqualTo("::1");
  }

  // ---- the end, and those who do not keep to it
  // ----------------------------------------------------

  @Test
  void anEndWithoutFarewellIsAnError() throws Exception {
    program(
        () -> {
          try (Cutter cutter = Cutter.before(server.server())) {
            cutter.client().write("x\n".getBytes(UTF_8));
            assertThat(line(cutter.accepted())).isEqualTo("x");
            cutter.cut();
            assertThatThrownBy(() -> cutter.accepted().read())
                .isInstanceOf(SSLException.class)
                .hasMessage(cutter.accepted().name() + ": cut off without TLS close_notify");
            assertThatThrownBy(() -> cutter.accepted().read())
                .isInstanceOf(SSLException.class)
                .hasMessage(cutter.accepted().name() + ": cut off without TLS close_notify");
          }
          return null;
        });
  }

  /** Somebody in the middle of a connection, who ends it below TLS. */
  private record Cutter(
      Server front,
      Server back,
      Connection near,
      Connection far,
      Connection client,
      Connection accepted)
      implements AutoCloseable {

    static Cutter before(ServerTls tls) throws Exception {
      Server back = listen(tls);
      Server front = Server.listen(0);
      Future<Connection> accepting = accepting(back);
      Future<Connection> connecting = Async.future(() -> connect(front, believing()));
      Connection near = front.accept();
      Connection far = Client.connect("127.0.0.1", back.port());
      pump(near, far);
      pump(far, near);
      return new Cutter(front, back, near, far, connecting.value(), accepting.value());
    }

    private static void pump(Connection from, Connection to) {
      var _ =
          Async.future(
              () -> {
                try {
                  for (byte[] part = from.read(); part != null; part = from.read()) {
                    to.write(part);
                  }
                } catch (IOException closed) {
                  // The end.
                }
                return true;
              });
    }

    void cut() throws IOException {
      near.close();
      far.close();
    }

    @Override
    public void close() throws IOException {
      for (AutoCloseable each : List.of(client, accepted, near, far, front, back)) {
        try {
          each.close();
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }
  }

  @Test
  void plainTextToAnEncryptedServer() throws Exception {
    program(
        () -> {
          try (Server listening = listen(server.server());
              Connection client = Client.connect("127.0.0.1", listening.port());
              Connection accepted = listening.accept()) {
            client.write("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
            assertThatThrownBy(accepted::read)
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessage(accepted.name() + ": the other side does not speak TLS");
            // Later too, and to writers.
            assertThatThrownBy(() -> accepted.write(new byte[1]))
                .isInstanceOf(SSLException.class)
                .hasMessage(accepted.name() + ": the other side does not speak TLS");
          }
          return null;
        });
  }

  @Test
  void anEncryptedClientOfAPlainTextServer() throws Exception {
    program(
        () -> {
          try (Server listening = Server.listen(0)) {
            Future<Boolean> talking =
                Async.future(
                    () -> {
                      try (Connection accepted = listening.accept()) {
                        accepted.write("220 welcome\r\n".getBytes(UTF_8));
                        // To its end: what is not read when this closes would reset it.
                        while (accepted.read() != null) {
                          // The client's hello.
                        }
                      } catch (IOException reset) {
                        // So it may be.
                      }
                      return true;
                    });
            assertThatThrownBy(() -> connect(listening, believing()))
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessage(
                    "127.0.0.1:" + listening.port() + ": the other side does not speak TLS");
            assertThat(talking.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void oneWhoGoesInTheHandshake() throws Exception {
    program(
        () -> {
          try (Server listening = listen(server.server())) {
            Connection client = Client.connect("127.0.0.1", listening.port());
            Connection accepted = listening.accept();
            client.close();
            assertThatThrownBy(accepted::read)
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessage(
                    accepted.name() + ": the other side ended the connection in the TLS handshake");
            accepted.close();
          }
          return null;
        });
  }

  @Test
  void garbageIsAnErrorOfItsSender() throws Exception {
    Random random = new Random(4);
    program(
        () -> {
          try (Server listening = listen(server.server())) {
            for (int i = 0; i < 50; i++) {
              byte[] garbage = new byte[1 + random.nextInt(3_000)];
              random.nextBytes(garbage);
              if (i % 2 == 0) {
                // As if it were a record of a handshake.
                garbage[0] = 22;
                if (garbage.length > 2) {
                  garbage[1] = 3;
                  garbage[2] = 3;
                }
              }
              Connection client = Client.connect("127.0.0.1", listening.port());
              client.write(garbage);
              client.finish();
              try (Connection accepted = listening.accept()) {
                assertThatThrownBy(accepted::read)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageStartingWith(accepted.name() + ": ");
              }
              client.close();
            }
          }
          return null;
        });
  }

  @Test
  void oneWhoIsSilentHoldsUpNobody() throws Exception {
    program(
        () -> {
          try (Server listening = listen(server.server());
              Connection silent = Client.connect("127.0.0.1", listening.port())) {
            Connection first = listening.accept();
            Future<byte[]> reading = Async.future(first::read);
            Future<Connection> accepting = accepting(listening);
            try (Connection client = connect(listening, believing());
                Connection second = accepting.value()) {
              client.write("x\n".getBytes(UTF_8));
              assertThat(line(second)).isEqualTo("x");
            }
            assertThat(reading.poll()).isNull();
            assertThat(silent.isOpen()).isTrue();
            first.close();
            assertThatThrownBy(reading::value)
                .isInstanceOf(ClosedException.class)
                .hasMessage(first.name() + ": closed");
          }
          return null;
        });
  }

  @Test
  void aLimitOfTimeIncludesTheHandshake() throws Exception {
    program(
        () -> {
          // Whoever connects here waits for ever.
          try (Server silent = Server.listen(0)) {
            assertThatThrownBy(
                    () ->
                        Client.connect(
                            "127.0.0.1",
                            silent.port(),
                            ClientOptions.DEFAULT
                                .withTls(believing())
                                .withTime(Duration.ofMillis(20))))
                .isInstanceOf(TimeoutException.class);
            try (Connection accepted = silent.accept()) {
              while (accepted.read() != null) {
                // The hello of the client, which then has closed its side.
              }
            }
          }
          return null;
        });
  }

  @Test
  void aHandshakeThatRunsOutOfTimeIsGoneOnWith() throws Exception {
    program(
        () -> {
          try (Server listening = listen(server.server())) {
            Future<Connection> connecting = Async.future(() -> connect(listening, believing()));
            try (Connection accepted = listening.accept()) {
              accepted.setReadTime(Duration.ofNanos(1));
              for (int i = 0; i < 5; i++) {
                assertThatThrownBy(accepted::read).isInstanceOf(TimeoutException.class);
              }
              accepted.setReadTime(null);
              accepted.write("x\n".getBytes(UTF_8));
              try (Connection client = connecting.value()) {
                assertThat(line(client)).isEqualTo("x");
              }
            }
          }
          return null;
        });
  }

  @Test
  void aHandshakeCanBeCancelled() throws Exception {
    program(
        () -> {
          try (Server silent = Server.listen(0)) {
            Future<Connection> connecting = Async.future(() -> connect(silent, believing()));
            try (Connection accepted = silent.accept()) {
              // The hello is there, so the client waits for the answer.
              assertThat(accepted.read()).isNotEmpty();
              connecting.cancel();
              assertThatThrownBy(connecting::value).isInstanceOf(CancellationException.class);
              assertThat(accepted.read()).isNull();
            }
          }
          return null;
        });
  }

  @Test
  void readersAndWritersWaitForTheSameHandshake() throws Exception {
    program(
        () -> {
          try (Server listening = listen(server.server())) {
            Future<Connection> connecting = Async.future(() -> connect(listening, believing()));
            try (Connection accepted = listening.accept()) {
              Future<String> reader = Async.future(() -> line(accepted));
              Future<Boolean> writer = writing(accepted, "x\n".getBytes(UTF_8));
              try (Connection client = connecting.value()) {
                client.write("y\n".getBytes(UTF_8));
                assertThat(line(client)).isEqualTo("x");
                assertThat(reader.value()).isEqualTo("y");
                assertThat(writer.value()).isTrue();
              }
            }
          }
          return null;
        });
  }
}
