package yona.io.socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of certificates and keys as text (RFC 7468). Of keys those of PKCS #8 (RFC 5958), of RSA
 * alone (PKCS #1, RFC 8017) and of elliptic curves alone (SEC 1, RFC 5915) are understood.
 *
 * @param path the file
 * @param parts what is in it, in order
 */
record Pem(Path path, List<Part> parts) {

  /** More than all authorities of the world take. */
  private static final int LIMIT = 16 << 20;

  private static final Pattern PART =
      Pattern.compile("(?s)-----BEGIN ([^-\r\n]+)-----(.*?)-----END \\1-----");

  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";
  private static final String RSA_KEY = "RSA PRIVATE KEY";
  private static final String EC_KEY = "EC PRIVATE KEY";
  private static final String ENCRYPTED_KEY = "ENCRYPTED PRIVATE KEY";

  /** The algorithms of PKCS #8 for RSA and elliptic curves, as objects in DER. */
  private static final byte[] RSA = {
    0x30, 0x0D, 0x06, 0x09, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 1, 1, 1, 5, 0
  };

  private static final byte[] EC = {0x06, 0x07, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 2, 1};

  private static final byte[] VERSION = {0x02, 1, 0};

  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final int CURVE = 0xA0;

  /**
   * A part of the file.
   *
   * @param label what it says that it is
   * @param text in Base64
   */
  record Part(String label, String text) {}

  /** Reads a file. May block. */
  static Pem read(Path path) throws IOException {
    if (Files.size(path) > LIMIT) {
      throw new IOException(path + ": larger than the 16 MiB that a PEM file may have");
    }
    Matcher matcher = PART.matcher(Files.readString(path, ISO_8859_1));
    List<Part> parts = new ArrayList<>();
    while (matcher.find()) {
      parts.add(new Part(matcher.group(1), matcher.group(2)));
    }
    return new Pem(path, parts);
  }

  /** The certificates, at least one. */
  List<X509Certificate> certificates() throws IOException {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Part part : parts) {
      if (part.label().equals(CERTIFICATE)) {
        certificates.add(certificate(part));
      }
    }
    if (certificates.isEmpty()) {
      throw notThere("a certificate (-----BEGIN CERTIFICATE-----)");
    }
    return certificates;
  }

  private X509Certificate certificate(Part part) throws IOException {
    byte[] encoded = bytes(part);
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(encoded));
    } catch (CertificateException e) {
      throw new IOException(path + ": the certificate cannot be read", e);
    }
  }

  /** The first private key. */
  PrivateKey key() throws IOException {
    for (Part part : parts) {
      switch (part.label()) {
        case KEY -> {
          return key(bytes(part));
        }
        case RSA_KEY, EC_KEY -> {
          if (part.text().contains("ENCRYPTED")) {
            throw encrypted();
          }
          byte[] alone = bytes(part);
          byte[] algorithm = part.label().equals(RSA_KEY) ? RSA : sequence(EC, curve(alone));
          return key(sequence(VERSION, algorithm, element(OCTETS, alone)));
        }
        case ENCRYPTED_KEY -> throw encrypted();
        default -> {}
      }
    }
    throw notThere("a private key (-----BEGIN PRIVATE KEY-----)");
  }

  private PrivateKey key(byte[] pkcs8) throws IOException {
    PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(pkcs8);
    for (String algorithm : new String[] {"RSA", "EC", "EdDSA"}) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (GeneralSecurityException _) {
        // One of the others.
      }
    }
    throw new IOException(path + ": the private key is damaged, or not of RSA, EC or Ed25519");
  }

  private IOException encrypted() {
    return new IOException(
        path + ": the private key is encrypted; one without a password is expected");
  }

  private IOException notThere(String expected) {
    String found =
        parts.isEmpty()
            ? "no PEM text"
            : String.join(", ", parts.stream().map(Part::label).distinct().toList());
    return new IOException(path + ": expected " + expected + ", found " + found);
  }

  private byte[] bytes(Part part) throws IOException {
    try {
      return Base64.getMimeDecoder().decode(part.text());
    } catch (IllegalArgumentException e) {
      throw new IOException(path + ": " + part.label() + ": not in Base64", e);
    }
  }

  // ---- DER -------------------------------------------------------------------------------------

  /** The curve that a key of an elliptic curve alone names. */
  private byte[] curve(byte[] key) throws IOException {
    byte[] outer = value(key, 0, SEQUENCE);
    for (int at = 0; outer != null && at < outer.length; ) {
      byte[] curve = value(outer, at, CURVE);
      if (curve != null) {
        return curve;
      }
      int length = length(outer, at);
      if (length < 0) {
        break;
      }
      at = start(outer, at) + length;
    }
    throw new IOException(path + ": the EC private key does not say of which curve it is");
  }

  /** The value of the element at an index if that has this tag and is whole, else null. */
  private static byte @Nullable [] value(byte[] der, int at, int tag) {
    int length = length(der, at);
    if (length < 0 || (der[at] & 0xFF) != tag) {
      return null;
    }
    int start = start(der, at);
    return Arrays.copyOfRange(der, start, start + length);
  }

  private static int start(byte[] der, int at) {
    int first = der[at + 1] & 0xFF;
    return at + 2 + (first < 0x80 ? 0 : first - 0x80);
  }

  /** How long the value of the element at an index is; -1 if it is not whole. */
  private static int length(byte[] der, int at) {
    if (at + 2 > der.length) {
      return -1;
    }
    int length = der[at + 1] & 0xFF;
    if (length >= 0x80) {
      int count = length - 0x80;
      if (count == 0 || count > 3 || at + 2 + count > der.length) {
        return -1;
      }
      length = 0;
      for (int i = 0; i < count; i++) {
        length = (length << 8) | (der[at + 2 + i] & 0xFF);
      }
    }
    return length <= der.length - start(der, at) ? length : -1;
  }

  private static byte[] sequence(byte[]... elements) {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    for (byte[] element : elements) {
      value.writeBytes(element);
    }
    return element(SEQUENCE, value.toByteArray());
  }

  private static byte[] element(int tag, byte[] value) {
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    if (value.length < 0x80) {
      element.write(value.length);
    } else {
      byte[] length = BigInteger.valueOf(value.length).toByteArray();
      int start = length[0] == 0 ? 1 : 0;
      element.write(0x80 + length.length - start);
      element.write(length, start, length.length - start);
    }
    element.writeBytes(value);
    return element.toByteArray();
  }
}
