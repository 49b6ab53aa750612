package yona.redis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.embedded.Running.program;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.SocketFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.property.certificates.Authority;

/** A real server that a program starts for itself. */
@Tag("processes")
class EmbeddedRedisTest {

  @TempDir Path folder;

  private String system = "";

  /** Servers make their folders in one that a test can look into. */
  @BeforeEach
  void useOwnTemporaryFolder() throws Exception {
    // Not in there, since it stays until the end of this JVM.
    EmbeddedRedis.program();
    system = System.getProperty("java.io.tmpdir");
    System.setProperty("java.io.tmpdir", Files.createDirectory(folder.resolve("tmp")).toString());
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    System.setProperty("java.io.tmpdir", system);
    try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aServerAnswersOnceItHasStarted() throws Exception {
    program(
        () -> {
          try (EmbeddedRedis server = EmbeddedRedis.start();
              Talk talk = Talk.with(server)) {
            assertThat(talk.ask("PING")).isEqualTo("+PONG");
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
            assertThat(server).hasToString("redis-server at 127.0.0.1:" + server.port());
            assertThat(server.isAlive()).isTrue();
            assertThat(talk.ask("INFO server"))
                .contains("redis_version:7.0.15", "process_id:" + server.pid() + "\r");
            assertThat(server.log()).last().asString().contains("Ready to accept connections");
            assertThatThrownBy(server::tlsUri)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("takes no encrypted connections");
          }
          return null;
        });
  }

  @Test
  void aThreadThatIsNoFiberMayStartOneToo() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.start();
        Talk talk = Talk.with(server)) {
      assertThat(talk.ask("PING")).isEqualTo("+PONG");
    }
  }

  @Test
  void itKeepsNothingAndListensOnTheLoopbackInterfaceOnly() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.start();
        Talk talk = Talk.with(server)) {
      assertThat(talk.ask("CONFIG GET save")).isEqualTo("save ");
      assertThat(talk.ask("CONFIG GET appendonly")).isEqualTo("appendonly no");
      assertThat(talk.ask("CONFIG GET protected-mode")).isEqualTo("protected-mode yes");
      assertThat(talk.ask("CONFIG GET bind")).isEqualTo("bind 127.0.0.1");
      List<InetAddress> others =
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .filter(address -> !address.isLoopbackAddress())
              .toList();
      for (InetAddress other : others) {
        assertThatThrownBy(() -> new Socket(other, server.port()))
            .isInstanceOf(ConnectException.class);
      }
    }
  }

  @Test
  void severalRunAtATime() throws Exception {
    program(
        () -> {
          List<Future<EmbeddedRedis>> starts = new ArrayList<>();
          for (int i = 0; i < 6; i++) {
            starts.add(Async.future(() -> EmbeddedRedis.start()));
          }
          List<EmbeddedRedis> servers = Future.awaitAll(starts);
          assertThat(servers).extracting(EmbeddedRedis::port).doesNotHaveDuplicates();
          for (EmbeddedRedis server : servers) {
            try (Talk talk = Talk.with(server)) {
              assertThat(talk.ask("SET name " + server.port())).isEqualTo("+OK");
            }
          }
          for (EmbeddedRedis server : servers) {
            try (server;
                Talk talk = Talk.with(server)) {
              assertThat(talk.ask("GET name")).isEqualTo(Integer.toString(server.port()));
            }
          }
          return null;
        });
  }

  @Test
  void itIsGoneWhenItIsClosed() throws Exception {
    EmbeddedRedis server = EmbeddedRedis.start();
    assertThat(server.folder()).isDirectory();
    try (Talk talk = Talk.with(server)) {
      assertThat(talk.ask("SET a 1")).isEqualTo("+OK");
      // Somebody wants a file, which goes too.
      assertThat(talk.ask("SAVE")).isEqualTo("+OK");
      assertThat(server.folder().resolve("dump.rdb")).exists();
      server.close();
      assertThatThrownBy(() -> talk.ask("PING")).isInstanceOf(IOException.class);
    }
    assertThat(ProcessHandle.of(server.pid())).isEmpty();
    assertThat(server.folder()).doesNotExist();
    assertThat(server.isAlive()).isFalse();
    assertThat(server.toString()).endsWith(", ended");
    server.close();
    server.cancel();
  }

  @Test
  void aScopeClosesItOnItsWayOut() throws Exception {
    EmbeddedRedis left =
        program(
            () -> {
              try (Scope scope = Scope.open()) {
                EmbeddedRedis server = EmbeddedRedis.start();
                var _ = scope.link(server);
                assertThat(server.isAlive()).isTrue();
                return server;
              }
            });
    assertThat(left.isAlive()).isFalse();
  }

  /** Wherever the cancellation comes: before the start, while it goes on, or after it. */
  @Test
  void aStartThatIsCancelledLeavesNothing() throws Exception {
    program(
        () -> {
          int cancelled = 0;
          for (long nanos = 0; nanos < 20_000_000 && cancelled < 40; nanos += 500_000) {
            long time = nanos;
            try (EmbeddedRedis server =
                Async.<EmbeddedRedis, IOException>timeoutNanos(time, EmbeddedRedis::start)) {
              assertThat(server.isAlive()).isTrue();
            } catch (TimeoutException _) {
              cancelled++;
            }
            assertThat(servers()).isEmpty();
            nothingIsLeft();
            System.setProperty("java.io.tmpdir", folder.resolve("tmp").toString());
          }
          assertThat(cancelled).isPositive();
          return null;
        });
  }

  @Test
  void aCancelledProgramStartsNone() throws Exception {
    assertThatThrownBy(
            () ->
                program(
                    () -> {
                      Scope.current().cancel();
                      return EmbeddedRedis.start();
                    }))
        .isInstanceOf(CancellationException.class);
  }

  /** The servers that this JVM has started. */
  private static List<ProcessHandle> servers() {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("redis-server"))
        .toList();
  }

  @Test
  void transactionsStartNoneAndCloseNone() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.start()) {
      assertThatThrownBy(() -> STM.atomically(EmbeddedRedis::start))
          .isInstanceOf(TransactionException.class);
      assertThatThrownBy(
              () ->
                  STM.atomically(
                      () -> {
                        server.cancel();
                        return null;
                      }))
          .isInstanceOf(TransactionException.class);
      assertThat(server.isAlive()).isTrue();
    }
  }

  @Test
  void oneThatEndsByItselfIsKnownToAndLeavesNothing() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.start();
        Talk talk = Talk.with(server)) {
      assertThatThrownBy(() -> talk.ask("SHUTDOWN NOW")).isInstanceOf(IOException.class);
      ProcessHandle.of(server.pid()).ifPresent(each -> each.onExit().join());
      while (server.isAlive()) {
        Thread.onSpinWait();
      }
      assertThat(server.folder()).doesNotExist();
      assertThat(server.log()).anyMatch(line -> line.contains("ready to exit"));
    }
  }

  /** A shell that is killed, for want of memory say, cannot take its server along. */
  @Test
  void aServerWhoseShellWasKilledIsGoneWhenItIsClosed() throws Exception {
    EmbeddedRedis server = EmbeddedRedis.start();
    ProcessHandle shell = ProcessHandle.of(server.pid()).orElseThrow().parent().orElseThrow();
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
    assertThat(shell.info().command().orElseThrow()).doesNotContain("redis");
    shell.destroyForcibly();
    while (shell.isAlive()) {
      Thread.onSpinWait();
    }
    server.close();
    Talk.awaitNobody(server.port(), process);
    while (Files.exists(server.folder())) {
      Thread.onSpinWait();
    }
    assertThat(server.isAlive()).isFalse();
  }

  @Test
  void aPortMayBeChosen() throws Exception {
    int port;
    try (EmbeddedRedis server = EmbeddedRedis.start()) {
      port = server.port();
      assertThat(server.options()).isEqualTo(Options.DEFAULT.withPort(port));
      assertThatThrownBy(() -> EmbeddedRedis.start(Options.DEFAULT.withPort(port)))
          .isInstanceOf(BindException.class)
          .hasMessage(
              "redis-server at 127.0.0.1:%1$d did not start: 127.0.0.1:%1$d is in use", port);
    }
    // Free at once when it is closed.
    try (EmbeddedRedis again = EmbeddedRedis.start(Options.DEFAULT.withPort(port))) {
      assertThat(again.port()).isEqualTo(port);
    }
  }

  /** Between the choice of a free port and the start anybody may take it. */
  @Test
  void anotherPortIsTakenIfSomebodyElseIsFaster() throws Exception {
    Path server =
        ownServer(
            """
            #!/bin/sh
            [ -e '%1$s' ] || {
              sed -n 's/^port //p' "$1" > '%1$s'
              echo "# listening socket 127.0.0.1:$(cat '%1$s'): bind: Address already in use"
              exit 1
            }
            exec '%2$s' "$1"
            """
                .formatted(folder.resolve("first"), EmbeddedRedis.program()));
    try (EmbeddedRedis started = EmbeddedRedis.start(Options.DEFAULT.withServer(server))) {
      String first = Files.readString(folder.resolve("first")).strip();
      assertThat(Integer.parseInt(first)).isPositive().isNotEqualTo(started.port());
    }
  }

  @Test
  void theConfigurationIsTheServers() throws Exception {
    Options options =
        Options.DEFAULT.withConfiguration(
            "requirepass \"geheim und \\\"gut\\\"\"", "", "  maxmemory 3mb", "# ein Wort: größer");
    try (EmbeddedRedis server = EmbeddedRedis.start(options);
        Talk talk = Talk.with(server)) {
      assertThat(talk.ask("PING")).startsWith("-NOAUTH");
      assertThat(talk.ask("AUTH \"geheim und \\\"gut\\\"\"")).isEqualTo("+OK");
      assertThat(talk.ask("CONFIG GET maxmemory")).isEqualTo("maxmemory 3145728");
      assertThat(ProcessHandle.current().descendants().map(each -> each.info().commandLine()))
          .allSatisfy(line -> assertThat(line.orElse("")).doesNotContain("geheim"));
      assertThat(server.folder().resolve("redis.conf")).content().contains("geheim");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.folder())))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void persistenceMayBeAskedFor() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Options options = Options.DEFAULT.withConfiguration("appendonly yes", "dir " + data);
    try (EmbeddedRedis server = EmbeddedRedis.start(options);
        Talk talk = Talk.with(server)) {
      assertThat(talk.ask("SET name value")).isEqualTo("+OK");
    }
    try (EmbeddedRedis server = EmbeddedRedis.start(options);
        Talk talk = Talk.with(server)) {
      assertThat(talk.ask("GET name")).isEqualTo("value");
    }
  }

  @Test
  void aUnixSocketGoesWithTheServer() throws Exception {
    Path socket = folder.resolve("a \"socket\" of ours");
    Options options = Options.DEFAULT.withUnixSocket(socket);
    try (EmbeddedRedis _ = EmbeddedRedis.start(options);
        Talk talk = Talk.with(socket)) {
      assertThat(talk.ask("PING")).isEqualTo("+PONG");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
          .isEqualTo("rwx------");
      assertThatThrownBy(() -> EmbeddedRedis.start(options))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessage(socket + ": the server would take its place as a Unix socket");
      assertThat(socket).exists();
    }
    assertThat(socket).doesNotExist();
  }

  @Test
  void encryptedConnectionsHaveAPortOfTheirOwn() throws Exception {
    Authority authority = new Authority(folder, "CN=ours");
    Authority.Identity identity = authority.certify("127.0.0.1");
    Options.Tls tls = new Options.Tls(identity.certificate(), identity.key());
    try (EmbeddedRedis server = EmbeddedRedis.start(Options.DEFAULT.withTls(tls));
        Talk plain = Talk.with(server)) {
      int port = server.options().tls().port();
      assertThat(port).isPositive().isNotEqualTo(server.port());
      assertThat(server.tlsUri()).isEqualTo("rediss://127.0.0.1:" + port);
      assertThat(plain.ask("PING")).isEqualTo("+PONG");
      try (Talk talk = Talk.with(port, sockets(authority, null))) {
        assertThat(talk.ask("PING")).isEqualTo("+PONG");
      }
    }
  }

  @Test
  void clientsMayNeedACertificate() throws Exception {
    Authority authority = new Authority(folder, "CN=ours");
    Authority.Identity identity = authority.certify("127.0.0.1");
    Options.Tls tls =
        new Options.Tls(identity.certificate(), identity.key())
            .withClientAuthorities(authority.certificate);
    try (EmbeddedRedis server = EmbeddedRedis.start(Options.DEFAULT.withTls(tls))) {
      int port = server.options().tls().port();
      try (Talk talk = Talk.with(port, sockets(authority, authority.certify("client")))) {
        assertThat(talk.ask("PING")).isEqualTo("+PONG");
      }
      try (Talk talk = Talk.with(port, sockets(authority, null))) {
        assertThatThrownBy(() -> talk.ask("PING")).isInstanceOf(IOException.class);
      }
    }
  }

  /** Sockets that trust an authority, of somebody with a certificate or without. */
  private static SocketFactory sockets(Authority authority, Authority.@Nullable Identity identity)
      throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", certificate(authority.certificate));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyManager[] own = null;
    if (identity != null) {
      KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
      keys.load(null, null);
      keys.setKeyEntry(
          "own",
          identity.pair().getPrivate(),
          new char[0],
          new Certificate[] {certificate(identity.certificate())});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, new char[0]);
      own = factory.getKeyManagers();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own, trust.getTrustManagers(), null);
    return context.getSocketFactory();
  }

  private static Certificate certificate(Path file) throws Exception {
    try (InputStream input = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(input);
    }
  }

  @Test
  void aServerThatDoesNotStartSaysWhy() throws Exception {
    assertThatThrownBy(
            () -> EmbeddedRedis.start(Options.DEFAULT.withConfiguration("maxmemory much")))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("(?s)redis-server at 127.0.0.1:\\d+ did not start: it ended with .*")
        .hasMessageContaining("; the last that it said:\n  ")
        .hasMessageContaining(">>> 'maxmemory much'\n  argument must be a memory value");
    assertThatThrownBy(() -> start("#!/bin/sh\necho Oh no; exit 7\n"))
        .hasMessageMatching(
            "own-server at 127.0.0.1:\\d+ did not start: it ended with status 7; the last that it"
                + " said:\n  Oh no");
    assertThatThrownBy(() -> start("\177ELF for another system"))
        .hasMessageContaining(" did not start: the system ")
        .hasMessageContaining("execute it");
    assertThatThrownBy(
            () -> EmbeddedRedis.start(Options.DEFAULT.withServer(Path.of("/no/such/server"))))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage("/no/such/server: there is no such server");
    Path plain = Files.writeString(folder.resolve("plain"), "text");
    assertThatThrownBy(() -> EmbeddedRedis.start(Options.DEFAULT.withServer(plain)))
        .hasMessageContaining("the system may not execute it");
    System.setProperty("java.io.tmpdir", "/no/such/folder");
    assertThatThrownBy(EmbeddedRedis::start)
        .hasMessageContaining(" did not start: its folder could not be made; the last that it said")
        .hasMessageContaining("/no/such/folder");
  }

  @Test
  void aStartTakesNoLongerThanItMay() throws Exception {
    Path server = ownServer("#!/bin/sh\necho I think\nexec sleep 1000\n");
    assertThatThrownBy(
            () ->
                EmbeddedRedis.start(
                    Options.DEFAULT.withServer(server).withTime(Duration.ofMillis(300))))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            "own-server at 127.0.0.1:\\d+ did not start within 300 ms; the last that it said:\n"
                + "  I think");
    assertThat(ProcessHandle.current().descendants().map(each -> each.info().commandLine()))
        .allSatisfy(line -> assertThat(line.orElse("")).doesNotContain("sleep"));
  }

  private Path ownServer(String text) throws IOException {
    Path program = Files.writeString(folder.resolve("own-server"), text);
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private void start(String program) throws IOException {
    EmbeddedRedis.start(Options.DEFAULT.withServer(ownServer(program))).close();
  }

  /** The same program under another name is another kind of server. */
  @Test
  void anotherServerMayBeNamed() throws Exception {
    Path sentinel = folder.resolve("redis-sentinel");
    Files.copy(EmbeddedRedis.program(), sentinel, StandardCopyOption.COPY_ATTRIBUTES);
    try (EmbeddedRedis server = EmbeddedRedis.start(Options.DEFAULT.withServer(sentinel));
        Talk talk = Talk.with(server)) {
      assertThat(server.toString()).startsWith("redis-sentinel at ");
      assertThat(talk.ask("INFO server")).contains("redis_mode:sentinel");
    }
  }

  /** Files of the system that nobody has used for long are removed on many machines. */
  @Test
  void theServerIsExtractedAgainIfSomebodyRemovedIt() throws Exception {
    Path before = EmbeddedRedis.program();
    assertThat(EmbeddedRedis.program()).isEqualTo(before);
    Files.delete(before);
    System.setProperty("java.io.tmpdir", system);
    assertThat(EmbeddedRedis.program()).isNotEqualTo(before).isExecutable();
    while (Files.exists(before.getParent())) {
      Thread.onSpinWait();
    }
  }
}
