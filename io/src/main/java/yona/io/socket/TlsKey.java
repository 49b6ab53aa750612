package yona.io.socket;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of this side and its key. It is shown whatever authorities the other side names:
 * what that does not believe it refuses, and says so.
 */
final class TlsKey extends X509ExtendedKeyManager {

  private static final String ONLY = "certificate";

  private final X509Certificate[] chain;
  private final PrivateKey key;

  private TlsKey(X509Certificate[] chain, PrivateKey key) {
    this.chain = chain;
    this.key = key;
  }

  /** Reads both. May block. */
  static TlsKey read(Path certificate, Path key) throws IOException {
    Pem file = Pem.read(certificate);
    X509Certificate[] chain = file.certificates().toArray(X509Certificate[]::new);
    PrivateKey secret = (certificate.equals(key) ? file : Pem.read(key)).key();
    if (!belong(chain[0], secret)) {
      throw new IOException(
          key + ": the private key is not that of the (first) certificate in " + certificate);
    }
    return new TlsKey(chain, secret);
  }

  /** Whether the certificate's public key verifies what the private key signs. */
  private static boolean belong(X509Certificate certificate, PrivateKey key) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "EdDSA";
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private @Nullable String choose(String... algorithms) {
    for (String algorithm : algorithms) {
      if (algorithm.equals(key.getAlgorithm())) {
        return ONLY;
      }
    }
    return null;
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] algorithms, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return choose(algorithms);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String algorithm, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return choose(algorithm);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] algorithms, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return choose(algorithms);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String algorithm, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return choose(algorithm);
  }

  @Override
  public String @Nullable [] getClientAliases(String algorithm, Principal @Nullable [] issuers) {
    return choose(algorithm) == null ? null : new String[] {ONLY};
  }

  @Override
  public String @Nullable [] getServerAliases(String algorithm, Principal @Nullable [] issuers) {
    return getClientAliases(algorithm, issuers);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain.clone();
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }
}
