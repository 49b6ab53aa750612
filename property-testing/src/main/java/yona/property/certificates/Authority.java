package yona.property.certificates;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * An authority that certifies whatever a test wants, for as long as it wants. For the tests of
 * other modules too.
 */
public final class Authority {

  private static final Duration YEAR = Duration.ofDays(365);

  /**
   * The files of somebody with a certificate.
   *
   * @param certificate PEM file with the certificate
   * @param key PEM file with its key
   * @param pair the key
   */
  public record Identity(Path certificate, Path key, KeyPair pair) {}

  private final Path folder;
  private final String name;
  private final KeyPair pair;

  private int certified;

  /** The file with the certificate of this authority. */
  public final Path certificate;

  public Authority(Path folder, String name) throws Exception {
    this.folder = folder;
    this.name = name;
    this.pair = keys("EC");
    Instant now = Instant.now();
    this.certificate =
        write(name + ".pem", "CERTIFICATE", sign(name, pair, now.minus(YEAR), now.plus(YEAR)));
  }

  /** Keys of an algorithm. */
  public static KeyPair keys(String algorithm) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    switch (algorithm) {
      case "RSA" -> generator.initialize(2048);
      case "EC" -> generator.initialize(256);
      default -> {}
    }
    return generator.generateKeyPair();
  }

  public Identity certify(String... names) throws Exception {
    return certifyWith("EC", names);
  }

  public Identity certifyWith(String algorithm, String... names) throws Exception {
    Instant now = Instant.now();
    return certify(algorithm, now.minus(YEAR), now.plus(YEAR), names);
  }

  public Identity certify(String algorithm, Instant from, Instant to, String... names)
      throws Exception {
    KeyPair keys = keys(algorithm);
    String file = names[0].replace(':', '_') + "-" + name.hashCode() + "-" + certified++;
    Path chain = write(file + ".pem", "CERTIFICATE", sign("CN=" + names[0], keys, from, to, names));
    Path key = write(file + ".key", "PRIVATE KEY", keys.getPrivate().getEncoded());
    return new Identity(chain, key, keys);
  }

  /** Writes a PEM file. */
  public Path write(String file, String label, byte[] der) throws IOException {
    return Files.writeString(folder.resolve(file), pem(label, der));
  }

  public static String pem(String label, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der), label);
  }

  /** A certificate (RFC 5280, 4.1); of an authority if it is for no names. */
  private byte[] sign(String subject, KeyPair keys, Instant from, Instant to, String... names)
      throws GeneralSecurityException, IOException {
    byte[] algorithm = der(0x30, oid(0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2));
    byte[] extension;
    if (names.length == 0) {
      byte[] isAuthority = der(0x30, der(0x01, new byte[] {-1}));
      extension =
          der(0x30, oid(0x55, 0x1D, 0x13), der(0x01, new byte[] {-1}), der(0x04, isAuthority));
    } else {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (String each : names) {
        try {
          all.writeBytes(der(0x87, InetAddress.ofLiteral(each).getAddress()));
        } catch (IllegalArgumentException host) {
          all.writeBytes(der(0x82, each.getBytes(US_ASCII)));
        }
      }
      extension = der(0x30, oid(0x55, 0x1D, 0x11), der(0x04, der(0x30, all.toByteArray())));
    }
    byte[] signed =
        der(
            0x30,
            der(0xA0, der(0x02, new byte[] {2})),
            der(0x02, BigInteger.valueOf(System.nanoTime()).toByteArray()),
            algorithm,
            new X500Principal(name).getEncoded(),
            der(0x30, time(from), time(to)),
            new X500Principal(subject).getEncoded(),
            keys.getPublic().getEncoded(),
            der(0xA3, der(0x30, extension)));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(signed);
    byte[] bits = signature.sign();
    return der(0x30, signed, algorithm, der(0x03, new byte[1], bits));
  }

  private static byte[] time(Instant time) {
    return der(
        0x17,
        DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'")
            .withZone(ZoneOffset.UTC)
            .format(time)
            .getBytes(US_ASCII));
  }

  private static byte[] oid(int... bytes) {
    byte[] value = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      value[i] = (byte) bytes[i];
    }
    return der(0x06, value);
  }

  /** An element in DER. */
  public static byte[] der(int tag, byte[]... values) {
    int length = List.of(values).stream().mapToInt(each -> each.length).sum();
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    if (length < 0x80) {
      element.write(length);
    } else if (length < 0x100) {
      element.write(0x81);
      element.write(length);
    } else {
      element.write(0x82);
      element.write(length >> 8);
      element.write(length);
    }
    for (byte[] value : values) {
      element.writeBytes(value);
    }
    return element.toByteArray();
  }

  /** What PKCS #8 puts a key into: the key alone, in the form of its algorithm. */
  public static byte[] alone(PrivateKey key) {
    byte[] whole = key.getEncoded();
    int at = start(whole, 0);
    for (int skipped = 0; skipped < 2; skipped++) {
      at = start(whole, at) + length(whole, at);
    }
    int start = start(whole, at);
    return java.util.Arrays.copyOfRange(whole, start, start + length(whole, at));
  }

  private static int start(byte[] der, int at) {
    return at + 2 + (der[at + 1] < 0 ? der[at + 1] & 0x7F : 0);
  }

  private static int length(byte[] der, int at) {
    int length = der[at + 1];
    if (length < 0) {
      int count = length & 0x7F;
      length = 0;
      for (int i = 0; i < count; i++) {
        length = (length << 8) | (der[at + 2 + i] & 0xFF);
      }
    }
    return length;
  }
}
