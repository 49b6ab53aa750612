package yona.io.socket;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Why TLS failed, in words for people. */
final class TlsErrors {

  private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");

  /** What the JDK's messages may begin with. */
  private static final Pattern PREFIX = Pattern.compile("^\\(\\w+\\) ");

  /**
   * Alerts of the other side (RFC 8446, 6.2) that have a reason that people can do something to.
   */
  private static final Map<String, String> ALERTS =
      Map.ofEntries(
          Map.entry("certificate_required", "it wants a certificate of this side"),
          Map.entry("bad_certificate", "it does not accept the certificate of this side"),
          Map.entry("unsupported_certificate", "it does not accept such certificates"),
          Map.entry("certificate_unknown", "it does not accept the certificate of this side"),
          Map.entry("certificate_expired", "the certificate of this side has expired"),
          Map.entry("certificate_revoked", "the certificate of this side is revoked"),
          Map.entry("unknown_ca", "it does not know the authority of the certificate of this side"),
          Map.entry("access_denied", "it does not admit the certificate of this side"),
          Map.entry("handshake_failure", "no encryption that both sides accept"),
          Map.entry("protocol_version", "no version of TLS that both sides accept"),
          Map.entry("insufficient_security", "it accepts stronger encryption only"),
          Map.entry("no_application_protocol", "no protocol that both sides speak"),
          Map.entry("unrecognized_name", "it does not serve the name that it was asked for"));

  /** An error that this library has found, with the reason as its message. */
  static final class Found extends SSLException {

    private static final long serialVersionUID = 1;

    Found(String reason) {
      super(reason);
    }
  }

  private TlsErrors() {}

  /** The reason. */
  static String reason(SSLException e) {
    if (e instanceof Found) {
      return String.valueOf(e.getMessage());
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof TlsTrust.Refusal refusal) {
        return String.valueOf(refusal.getMessage());
      }
    }
    String message = PREFIX.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    Matcher alert = ALERT.matcher(message);
    if (alert.find()) {
      String name = alert.group(1).toLowerCase(Locale.ROOT);
      String words = ALERTS.get(name);
      return "the other side ended TLS: " + (words == null ? name : words + " (" + name + ")");
    }
    if (message.contains("Unsupported or unrecognized SSL message")
        || message.contains("plaintext connection?")) {
      return "the other side does not speak TLS";
    }
    if (message.contains("Empty client certificate chain")
        || message.contains("Empty server certificate chain")) {
      return "the other side has no certificate, and one is required";
    }
    return "TLS failed: " + message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }
}
