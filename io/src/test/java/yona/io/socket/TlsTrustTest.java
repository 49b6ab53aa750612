package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static yona.io.Running.program;
import static yona.io.socket.ConnectionPair.line;
import static yona.io.socket.TlsPeers.accepting;
import static yona.io.socket.TlsPeers.connect;
import static yona.io.socket.TlsPeers.listen;
import static yona.io.socket.TlsPeers.refused;
import static yona.io.socket.TlsPeers.serverTls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Future;
import yona.io.connection.Connection;
import yona.io.socket.TlsPeers.Refused;
import yona.property.certificates.Authority;

/** Whom TLS believes, and the files that say who somebody is. */
class TlsTrustTest {

  @TempDir private static Path folder;

  private static TlsPeers peers;

  @BeforeAll
  static void certify() throws Exception {
    peers = new TlsPeers(folder);
  }

  // ---- renewed files ---------------------------------------------------------------------------

  @Test
  void aRenewedCertificateIsShownToTheNextClient() throws Exception {
    var files = Renewable.of(peers.authority.certify("former.example"));
    program(
        () -> {
          try (Server server = listen(files.tls(), error -> fail(error.getMessage()))) {
            assertThat(greeted(server, "former.example")).isTrue();
            files.replace(peers.authority.certify("renewed.example"));
            assertThat(greeted(server, "renewed.example")).isTrue();
          }
          return true;
        });
  }

  @Test
  void theFormerCertificateStaysInUseWhileTheNewFilesDoNotBelongTogether() throws Exception {
    var files = Renewable.of(peers.authority.certify("former.example"));
    var renewed = peers.authority.certify("renewed.example");
    List<String> told = new ArrayList<>();
    program(
        () -> {
          try (Server server = listen(files.tls(), error -> told.add(error.getMessage()))) {
            files.replaceCertificate(renewed);
            assertThat(greeted(server, "former.example")).isTrue();
            assertThat(greeted(server, "former.example")).isTrue();
            assertThat(told)
                .singleElement(STRING)
                .startsWith("the former certificate stays in use: " + files.key())
                .contains("is not that of");
            Files.delete(files.key());
            assertThat(greeted(server, "former.example")).isTrue();
            assertThat(told).hasSize(2);
            files.replace(renewed);
            assertThat(greeted(server, "renewed.example")).isTrue();
            assertThat(told).hasSize(2);
          }
          return true;
        });
  }

  /** Connects to a server that has to be of that name, and is sent a line. */
  private static boolean greeted(Server server, String name) throws Exception {
    Future<Connection> accepting = accepting(server);
    try (Connection client = connect(server, peers.believing().withServerName(name));
        Connection accepted = accepting.value()) {
      accepted.write("hello\n".getBytes(UTF_8));
      return line(client).equals("hello");
    }
  }

  /** Files of a certificate, in the place of which others come. Each has another time. */
  private record Renewable(Path certificate, Path key) {
    private static final AtomicInteger CHANGES = new AtomicInteger();

    static Renewable of(Authority.Identity first) throws IOException {
      int number = CHANGES.incrementAndGet();
      var files =
          new Renewable(folder.resolve(number + ".cert.pem"), folder.resolve(number + ".key.pem"));
      files.replace(first);
      return files;
    }

    ServerTls tls() {
      return new ServerTls(certificate, key);
    }

    void replace(Authority.Identity with) throws IOException {
      replaceCertificate(with);
      put(with.key(), key);
    }

    void replaceCertificate(Authority.Identity with) throws IOException {
      put(with.certificate(), certificate);
    }

    private static void put(Path from, Path to) throws IOException {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
      var _ = Files.setLastModifiedTime(to, FileTime.fromMillis(1000L * CHANGES.incrementAndGet()));
    }
  }

  // ---- who is believed -------------------------------------------------------------------------

  private static void assertSays(@Nullable Throwable error, int port, String reason) {
    assertThat(error)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessage("127.0.0.1:" + port + ": " + reason);
  }

  @Test
  void aServerHasToBeTheOneThatWasAskedFor() throws Exception {
    var other = peers.authority.certify("a.example", "b.example", "10.0.0.1");
    Refused byAddress = refused(serverTls(other), peers.believing());
    assertSays(
        byAddress.client(),
        byAddress.port(),
        "its certificate is for a.example, b.example, 10.0.0.1, not for 127.0.0.1");
    Refused byName = refused(serverTls(other), peers.believing().withServerName("c.example"));
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
            TlsPeers.open(serverTls(other), peers.believing().withServerName(name)).close();
          }
          return null;
        });
  }

  @Test
  void certificatesAreValidForSomeTime() throws Exception {
    Instant now = Instant.now();
    Instant before = now.minus(Duration.ofDays(30));
    Instant after = now.plus(Duration.ofDays(30));
    var expired =
        peers.authority.certify("EC", before.minus(Duration.ofDays(1)), before, "127.0.0.1");
    var early = peers.authority.certify("EC", after, after.plus(Duration.ofDays(1)), "127.0.0.1");
    Refused late = refused(serverTls(expired), peers.believing());
    assertSays(late.client(), late.port(), "its certificate expired on " + day(before));
    Refused soon = refused(serverTls(early), peers.believing());
    assertSays(soon.client(), soon.port(), "its certificate is not valid before " + day(after));
  }

  private static LocalDate day(Instant time) {
    return time.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  @Test
  void authoritiesHaveToBeKnown() throws Exception {
    Refused unknown =
        refused(
            serverTls(peers.server), ClientTls.DEFAULT.withAuthorities(peers.stranger.certificate));
    assertSays(
        unknown.client(),
        unknown.port(),
        "its certificate is not of an authority that is believed, but of CN=Test Authority");
    // Nor does the JDK know it.
    Refused byDefault = refused(serverTls(peers.server), ClientTls.DEFAULT);
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
        peers.stranger.certify(
            "EC", now.minus(Duration.ofDays(2)), now.minus(Duration.ofDays(1)), "x");
    program(
        () -> {
          TlsPeers.open(serverTls(nobody), ClientTls.DEFAULT.withVerify(false)).close();
          return null;
        });
  }

  @Test
  void clientsMayHaveToProveWhoTheyAre() throws Exception {
    ServerTls demanding =
        serverTls(peers.server).withClientAuthorities(peers.authority.certificate);
    var known = peers.authority.certify("client");
    var strange = peers.stranger.certify("client");
    program(
        () -> {
          try (ConnectionPair pair =
              TlsPeers.open(
                  demanding, peers.believing().withCertificate(known.certificate(), known.key()))) {
            pair.accepted().write("x\n".getBytes(UTF_8));
            assertThat(line(pair.client())).isEqualTo("x");
          }
          return null;
        });
    Refused without = refused(demanding, peers.believing());
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
        refused(demanding, peers.believing().withCertificate(strange.certificate(), strange.key()));
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
  void allKindsOfKeysAndOfTheirFilesServe() throws Exception {
    List<ServerTls> all = new ArrayList<>();
    for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
      var identity = peers.authority.certifyWith(algorithm, "127.0.0.1");
      all.add(serverTls(identity));
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
                identity.certificate(), peers.authority.write(algorithm + ".alone", label, alone)));
      }
    }
    Path both = folder.resolve("both.pem");
    Files.writeString(
        both,
        "text before\n"
            + Files.readString(peers.server.key())
            + Files.readString(peers.server.certificate()));
    all.add(new ServerTls(both, both));
    program(
        () -> {
          for (ServerTls each : all) {
            try (ConnectionPair pair = TlsPeers.open(each, peers.believing())) {
              pair.accepted().write("x\n".getBytes(UTF_8));
              assertThat(line(pair.client())).isEqualTo("x");
            }
          }
          return null;
        });
  }

  @Test
  void filesThatDoNotServeAreNamed() throws Exception {
    var other = peers.authority.certify("other");
    Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
    Path damaged =
        peers.authority.write(
            "damaged.pem", "CERTIFICATE", new byte[] {0x30, 0x03, 0x02, 0x01, 0x01});
    Path notText =
        Files.writeString(
            folder.resolve("text.pem"),
            "-----BEGIN CERTIFICATE-----\n!a=\n-----END CERTIFICATE-----\n");
    Path encrypted = peers.authority.write("encrypted.key", "ENCRYPTED PRIVATE KEY", new byte[10]);
    Path old =
        Files.writeString(
            folder.resolve("old.key"),
            """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED

            AAAA
            -----END RSA PRIVATE KEY-----
            """);
    Path broken = peers.authority.write("broken.key", "PRIVATE KEY", new byte[10]);
    Path brokenEc =
        peers.authority.write("broken-ec.key", "EC PRIVATE KEY", new byte[] {0x30, 0x03, 2});
    Path missing = folder.resolve("missing.pem");
    program(
        () -> {
          assertRefused(missing, peers.server.key(), missing + ": no such file");
          assertRefused(
              empty,
              peers.server.key(),
              empty + ": expected a certificate (-----BEGIN CERTIFICATE-----), found no PEM text");
          assertRefused(
              peers.server.key(),
              peers.server.key(),
              peers.server.key()
                  + ": expected a certificate (-----BEGIN CERTIFICATE-----), found PRIVATE KEY");
          assertRefused(
              peers.server.certificate(),
              peers.server.certificate(),
              peers.server.certificate()
                  + ": expected a private key (-----BEGIN PRIVATE KEY-----), found CERTIFICATE");
          assertRefused(damaged, peers.server.key(), damaged + ": the certificate cannot be read");
          assertRefused(notText, peers.server.key(), notText + ": CERTIFICATE: not in Base64");
          for (Path secret : List.of(encrypted, old)) {
            assertRefused(
                peers.server.certificate(),
                secret,
                secret + ": the private key is encrypted; one without a password is expected");
          }
          assertRefused(
              peers.server.certificate(),
              broken,
              broken + ": the private key is damaged, or not of RSA, EC or Ed25519");
          assertRefused(
              peers.server.certificate(),
              brokenEc,
              brokenEc + ": the EC private key does not say of which curve it is");
          assertRefused(
              peers.server.certificate(),
              other.key(),
              other.key()
                  + ": the private key is not that of the (first) certificate in "
                  + peers.server.certificate());
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
    Path file = Files.copy(peers.stranger.certificate, folder.resolve("changing.pem"));
    ClientTls tls = ClientTls.DEFAULT.withAuthorities(file);
    Refused before = refused(serverTls(peers.server), tls);
    assertThat(before.client()).isInstanceOf(SSLHandshakeException.class);
    Files.copy(
        peers.authority.certificate, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    var _ =
        Files.setLastModifiedTime(
            file, java.nio.file.attribute.FileTime.from(Instant.now().plusSeconds(10)));
    program(
        () -> {
          TlsPeers.open(serverTls(peers.server), tls).close();
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
}
