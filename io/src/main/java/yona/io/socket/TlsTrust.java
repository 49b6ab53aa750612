package yona.io.socket;

import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Verifies the certificates of the other side as the JDK does, and says why one is refused. */
final class TlsTrust extends X509ExtendedTrustManager {

  /** A certificate is refused; the message says why in words for people. */
  static final class Refusal extends CertificateException {

    private static final long serialVersionUID = 1;

    Refusal(String message, CertificateException cause) {
      super(message, cause);
    }
  }

  /** What {@link X509Certificate#getSubjectAlternativeNames} calls names and addresses. */
  private static final int NAME = 2;

  private static final int ADDRESS = 7;

  /** So many names of a certificate are told. */
  private static final int NAMES_TOLD = 5;

  private final X509ExtendedTrustManager jdk;

  TlsTrust(X509ExtendedTrustManager jdk) {
    this.jdk = jdk;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    try {
      jdk.checkServerTrusted(chain, type, engine);
    } catch (CertificateException e) {
      throw refusal(chain, engine.getPeerHost(), e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    try {
      jdk.checkClientTrusted(chain, type, engine);
    } catch (CertificateException e) {
      throw refusal(chain, null, e);
    }
  }

  // ---- in words --------------------------------------------------------------------------------

  private static Refusal refusal(
      X509Certificate[] chain, @Nullable String host, CertificateException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateExpiredException
          || cause instanceof CertificateNotYetValidException) {
        return new Refusal(untimely(chain), e);
      }
      if (cause instanceof CertPathBuilderException
          || (cause instanceof CertPathValidatorException path
              && path.getReason() == PKIXReason.NO_TRUST_ANCHOR)) {
        return new Refusal(unknown(chain), e);
      }
    }
    // The comparison of names, which comes last, has no reason behind it.
    if (e.getCause() == null && host != null && e.getClass() == CertificateException.class) {
      return new Refusal("its certificate is for " + names(chain[0]) + ", not for " + host, e);
    }
    return new Refusal("its certificate is not valid: " + e.getMessage(), e);
  }

  private static String untimely(X509Certificate[] chain) {
    String whose = "its certificate";
    for (X509Certificate certificate : chain) {
      try {
        certificate.checkValidity();
      } catch (CertificateExpiredException e) {
        return whose + " expired on " + day(certificate.getNotAfter().toInstant());
      } catch (CertificateNotYetValidException e) {
        return whose + " is not valid before " + day(certificate.getNotBefore().toInstant());
      }
      whose = "the certificate of its authority " + certificate.getIssuerX500Principal().getName();
    }
    return whose + " has expired";
  }

  private static LocalDate day(Instant time) {
    return time.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static String unknown(X509Certificate[] chain) {
    X509Certificate last = chain[chain.length - 1];
    if (chain.length == 1 && last.getIssuerX500Principal().equals(last.getSubjectX500Principal())) {
      return "its certificate is signed by itself, and not one of those that are believed";
    }
    return "its certificate is not of an authority that is believed, but of "
        + last.getIssuerX500Principal().getName();
  }

  private static String names(X509Certificate certificate) {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> each : alternatives) {
          if (each.get(0).equals(NAME) || each.get(0).equals(ADDRESS)) {
            names.add(String.valueOf(each.get(1)));
          }
        }
      }
    } catch (CertificateParsingException _) {
      // Then it has no names that count.
    }
    if (names.isEmpty()) {
      return certificate.getSubjectX500Principal().getName();
    }
    return names.size() <= NAMES_TOLD
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, NAMES_TOLD)) + ", ...";
  }

  // ---- what is not asked of this: engines call the others ---------------------------------------

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    jdk.checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    jdk.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    jdk.checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    jdk.checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return jdk.getAcceptedIssuers();
  }

  // ---- no verification -------------------------------------------------------------------------

  /** Believes everybody. */
  static final class Everybody extends X509ExtendedTrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
