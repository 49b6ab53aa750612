package yona.io.socket;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * How a {@link Server} encrypts its connections (TLS 1.3, or 1.2 if the client has no more), and
 * which clients it serves. Immutable.
 *
 * <p>The files are in PEM format: text with parts like {@code -----BEGIN CERTIFICATE-----}. They
 * are read when the server begins to listen, and again when they have changed: the next connection
 * has the new certificate. While new files cannot be used, the former ones stay in use.
 *
 * @param certificate file with the certificate of the server, and those between it and its
 *     authority, in this order
 * @param key file with the private key of the certificate: RSA, EC or Ed25519, not encrypted; may
 *     be the same file
 * @param clientAuthorities files with the certificates of authorities; if there are any, clients
 *     must have a certificate of one of them
 * @param protocols what is spoken over the encrypted connections (ALPN, RFC 7301), the preferred
 *     one first; a client that offers others and none of these is refused. Empty: that is not
 *     negotiated
 */
public record ServerTls(
    Path certificate, Path key, List<Path> clientAuthorities, List<String> protocols) {

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if a protocol's name is empty or longer than 255 characters
   */
  public ServerTls {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
    clientAuthorities = List.copyOf(clientAuthorities);
    protocols = TlsNames.protocols(protocols);
  }

  /**
   * Makes options for a server that negotiates no protocol.
   *
   * @param certificate PEM file with the certificate, and those between it and its authority
   * @param key PEM file with its key; may be the same file
   * @param clientAuthorities PEM files with the certificates of the clients' authorities
   */
  public ServerTls(Path certificate, Path key, List<Path> clientAuthorities) {
    this(certificate, key, clientAuthorities, List.of());
  }

  /**
   * Makes options for a server that serves everybody.
   *
   * @param certificate PEM file with the certificate, and those between it and its authority
   * @param key PEM file with its key; may be the same file
   */
  public ServerTls(Path certificate, Path key) {
    this(certificate, key, List.of(), List.of());
  }

  /**
   * The same for clients that have a certificate.
   *
   * @param files PEM files with the certificates of their authorities; none to serve everybody
   * @return new options
   */
  public ServerTls withClientAuthorities(Path... files) {
    return new ServerTls(certificate, key, List.of(files), protocols);
  }

  /**
   * The same with other protocols to choose from.
   *
   * @param names names of the IANA's registry, like {@code h2} and {@code http/1.1}, the preferred
   *     one first; none if that is not negotiated
   * @return new options
   * @throws IllegalArgumentException if a name is empty or longer than 255 characters
   */
  public ServerTls withProtocols(String... names) {
    return new ServerTls(certificate, key, clientAuthorities, List.of(names));
  }
}
