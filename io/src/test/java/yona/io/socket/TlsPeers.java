package yona.io.socket;

import static yona.io.Running.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.Future;
import yona.io.connection.Connection;
import yona.property.certificates.Authority;

/** Servers and clients that encrypt, with the certificates that they need. */
final class TlsPeers {
  final Authority authority;

  /** One whom nobody believes. */
  final Authority stranger;

  /** What a server shows that its clients believe. */
  final Authority.Identity server;

  /**
   * Makes the certificates.
   *
   * @param folder where their files are written
   */
  TlsPeers(Path folder) throws Exception {
    authority = new Authority(folder, "CN=Test Authority");
    stranger = new Authority(folder, "CN=Stranger");
    server = authority.certify("localhost", "127.0.0.1", "server.example");
  }

  /** How a server encrypts that has a certificate. */
  static ServerTls serverTls(Authority.Identity identity) {
    return new ServerTls(identity.certificate(), identity.key());
  }

  ClientTls believing() {
    return ClientTls.DEFAULT.withAuthorities(authority.certificate);
  }

  ConnectionPair open() throws Exception {
    return open(serverTls(server), believing());
  }

  static Server listen(ServerTls tls) throws IOException {
    return listen(tls, error -> {});
  }

  static Server listen(ServerTls tls, Consumer<IOException> report) throws IOException {
    return Server.listen("127.0.0.1", 0, ServerOptions.DEFAULT.withTls(tls).withReport(report));
  }

  static Connection connect(Server to, ClientTls tls) throws IOException {
    return Client.connect("127.0.0.1", to.port(), ClientOptions.DEFAULT.withTls(tls));
  }

  static ConnectionPair open(ServerTls serverTls, ClientTls clientTls) throws Exception {
    Server server = listen(serverTls);
    Future<Connection> accepting = accepting(server);
    Connection client = connect(server, clientTls);
    return new ConnectionPair(server, client, accepting.value());
  }

  /** Accepts, and has the handshake done by a write of nothing. */
  static Future<Connection> accepting(Server server) {
    return Async.future(
        () -> {
          Connection accepted = server.accept();
          accepted.write(new byte[0]);
          return accepted;
        });
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
  record Refused(@Nullable Throwable client, @Nullable Throwable server, int port) {}

  static Refused refused(ServerTls serverTls, ClientTls clientTls) throws Exception {
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
}
