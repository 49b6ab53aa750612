package yona.library.encoding;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.runtime.Applied;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.StreamFolds;

/** The Java half of module Crypto: what the JDK's security providers compute. */
public final class CryptoFunctions {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Several seconds of computing for each 32 bytes, in which nothing can be cancelled. */
  private static final long MOST_ITERATIONS = 10_000_000;

  private static final long MOST_DERIVED_BYTES = 1024;
  private static final long MOST_RANDOM_BYTES = 64 << 20;

  private static final Map<Object, String> ALGORITHMS =
      Map.of(
          Symbol.of("sha256"), "SHA-256",
          Symbol.of("sha512"), "SHA-512",
          Symbol.of("sha1"), "SHA-1",
          Symbol.of("md5"), "MD5");

  private static final Map<String, MessageDigest> UNUSED = new ConcurrentHashMap<>();

  private CryptoFunctions() {}

  /** An algorithm that every JDK has. */
  @FunctionalInterface
  private interface Algorithm {
    byte[] apply() throws GeneralSecurityException;
  }

  private static Object computed(Algorithm algorithm) {
    try {
      return Seq.bytes(algorithm.apply());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A digest that is not used yet: a copy, since the JDK looks for its provider and whether it is
   * allowed each time. A digest of 1000 bytes takes 0.9 instead of 1.5 microseconds so.
   */
  private static MessageDigest digest(String algorithm) throws GeneralSecurityException {
    MessageDigest unused = UNUSED.get(algorithm);
    if (unused == null) {
      unused = MessageDigest.getInstance(algorithm);
      UNUSED.put(algorithm, unused);
    }
    try {
      return (MessageDigest) unused.clone();
    } catch (CloneNotSupportedException e) {
      return MessageDigest.getInstance(algorithm);
    }
  }

  private static Object digest(String algorithm, Object data, String where) {
    byte[] bytes = Arguments.data(data, where);
    return computed(() -> digest(algorithm).digest(bytes));
  }

  public static Object sha256(Object data, String where) {
    return digest("SHA-256", data, where);
  }

  public static Object sha512(Object data, String where) {
    return digest("SHA-512", data, where);
  }

  public static Object sha1(Object data, String where) {
    return digest("SHA-1", data, where);
  }

  public static Object md5(Object data, String where) {
    return digest("MD5", data, where);
  }

  /** The digest of what comes in chunks; the walk may suspend. */
  public static Object digestStream(Object algorithm, @Applied Object stream, String where) {
    String name = ALGORITHMS.get(algorithm);
    if (name == null) {
      throw Failure.badarg(
          where,
          "the algorithm is :sha256, :sha512, :sha1 or :md5, found "
              + Failure.described(algorithm));
    }
    return computed(
        () -> {
          MessageDigest digest = digest(name);
          StreamFolds.walk(
              stream,
              where,
              chunk -> {
                digest.update(Arguments.data(chunk, where));
                return true;
              });
          return digest.digest();
        });
  }

  private static Object hmac(String algorithm, Object key, Object data, String where) {
    byte[] given = Arguments.bytes(key, where).toByteArray();
    byte[] bytes = Arguments.data(data, where);
    // The JDK refuses an empty key. HMAC fills keys up with zeros, so that one is the same.
    byte[] filled = given.length == 0 ? new byte[1] : given;
    return computed(
        () -> {
          Mac mac = Mac.getInstance(algorithm);
          mac.init(new SecretKeySpec(filled, algorithm));
          return mac.doFinal(bytes);
        });
  }

  public static Object hmacSha256(Object key, Object data, String where) {
    return hmac("HmacSHA256", key, data, where);
  }

  public static Object hmacSha512(Object key, Object data, String where) {
    return hmac("HmacSHA512", key, data, where);
  }

  public static Object pbkdf2(
      Object salt, Object iterations, Object length, Object password, String where) {
    byte[] salted = Arguments.bytes(salt, where).toByteArray();
    int rounds = within(iterations, 1, MOST_ITERATIONS, "iterations", where);
    int bytes = within(length, 1, MOST_DERIVED_BYTES, "bytes", where);
    String secret = Arguments.text(password, where);
    if (salted.length == 0) {
      throw Failure.empty(where, "the salt");
    }
    return computed(() -> Pbkdf2.derive(salted, rounds, bytes, secret));
  }

  private static int within(Object value, long least, long most, String what, String where) {
    long n = Arguments.integer(value, where);
    if (n < least || n > most) {
      throw Failure.badarg(
          where, "expected " + least + " to " + most + " " + what + ", found " + n);
    }
    return (int) n;
  }

  public static Object equal(Object a, Object b, String where) {
    return MessageDigest.isEqual(Arguments.data(a, where), Arguments.data(b, where));
  }

  public static Object randomBytes(Object n, String where) {
    byte[] bytes = new byte[within(n, 0, MOST_RANDOM_BYTES, "bytes", where)];
    RANDOM.nextBytes(bytes);
    return Seq.bytes(bytes);
  }

  public static Object uuid() {
    return Seq.text(UUID.randomUUID().toString());
  }
}
