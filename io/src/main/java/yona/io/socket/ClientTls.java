package yona.io.socket;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link Client} encrypts a connection (TLS 1.3, or 1.2 if the server has no more), and whom
 * it believes. Immutable.
 *
 * <p>The files are in PEM format: text with parts like {@code -----BEGIN CERTIFICATE-----}. They
 * are read when the first connection is made with them, and again when they have changed.
 *
 * @param authorities files with the certificates of authorities that are believed; empty for those
 *     that the JDK believes
 * @param certificate file with the certificate that proves to the server who this is, and those
 *     between it and its authority, in this order; null for none
 * @param key file with the private key of the certificate: RSA, EC or Ed25519, not encrypted; null
 *     if there is no certificate
 * @param serverName what the server is asked for (SNI) and its certificate has to be for; null for
 *     the host that is connected to
 * @param verify whether the server's certificate has to be valid, of an authority that is believed,
 *     and for that name. Without that, anybody on the way may read and change what is sent.
 * @param protocols what can be spoken over the encrypted connection (ALPN, RFC 7301), the preferred
 *     one first; {@link yona.io.connection.Connection#applicationProtocol} says what the server has
 *     chosen. Empty: that is not negotiated
 */
public record ClientTls(
    List<Path> authorities,
    @Nullable Path certificate,
    @Nullable Path key,
    @Nullable String serverName,
    boolean verify,
    List<String> protocols) {

  /** Believes the authorities that the JDK believes, and has no certificate. */
  public static final ClientTls DEFAULT =
      new ClientTls(List.of(), null, null, null, true, List.of());

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if there is a certificate and no key, or the reverse; or if
   *     the server name is no name of a host, or a protocol's name is empty or too long
   */
  public ClientTls {
    authorities = List.copyOf(authorities);
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          certificate == null ? "a key without a certificate" : "a certificate without a key");
    }
    if (serverName != null) {
      TlsNames.check(serverName);
    }
    protocols = TlsNames.protocols(protocols);
  }

  /**
   * Makes options for a client that negotiates no protocol.
   *
   * @param authorities PEM files with the certificates of authorities that are believed
   * @param certificate PEM file with the certificate of this side, or null
   * @param key PEM file with its key, or null
   * @param serverName whom the certificate has to be for; null for the host that is connected to
   * @param verify whether the server has to prove who it is
   */
  public ClientTls(
      List<Path> authorities,
      @Nullable Path certificate,
      @Nullable Path key,
      @Nullable String serverName,
      boolean verify) {
    this(authorities, certificate, key, serverName, verify, List.of());
  }

  /**
   * The same with other authorities, instead of those that were believed.
   *
   * @param files PEM files with their certificates
   * @return new options
   */
  public ClientTls withAuthorities(Path... files) {
    return new ClientTls(List.of(files), certificate, key, serverName, verify, protocols);
  }

  /**
   * The same with another certificate of this side.
   *
   * @param chain PEM file with the certificate, and those between it and its authority
   * @param privateKey PEM file with its key; may be the same file
   * @return new options
   */
  public ClientTls withCertificate(Path chain, Path privateKey) {
    Objects.requireNonNull(chain, "chain");
    Objects.requireNonNull(privateKey, "privateKey");
    return new ClientTls(authorities, chain, privateKey, serverName, verify, protocols);
  }

  /**
   * The same with another name of the server.
   *
   * @param name a name or an address; null for the host that is connected to
   * @return new options
   */
  public ClientTls withServerName(@Nullable String name) {
    return new ClientTls(authorities, certificate, key, name, verify, protocols);
  }

  /**
   * The same with another choice on verification.
   *
   * @param verified whether the server has to prove who it is
   * @return new options
   */
  public ClientTls withVerify(boolean verified) {
    return new ClientTls(authorities, certificate, key, serverName, verified, protocols);
  }

  /**
   * The same with other protocols to offer.
   *
   * @param names names of the IANA's registry, like {@code h2} and {@code http/1.1}, the preferred
   *     one first; none if that is not negotiated
   * @return new options
   * @throws IllegalArgumentException if a name is empty or longer than 255 characters
   */
  public ClientTls withProtocols(String... names) {
    return new ClientTls(authorities, certificate, key, serverName, verify, List.of(names));
  }
}
