package yona.library.statistics;

import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Failure;
import yona.library.reducer.Reducing;

/** The Java half of module Statistics: digests. */
public final class DigestFunctions {
  private DigestFunctions() {}

  public static Object empty() {
    return Digest.EMPTY;
  }

  public static Object add(Object number, Object digest, String where) {
    return made(digest, where).plus(number, where);
  }

  public static Object merge(Object a, Object b, String where) {
    return made(a, where).plus(made(b, where));
  }

  private static Digest made(Object value, String where) {
    if (value instanceof Digest digest) {
      return digest;
    }
    throw Failure.type(where, "a digest", value, "Statistics::digest makes one of a collection");
  }

  public static Object toDigest(String where) {
    return Tuple.of(
        Digest.EMPTY,
        Function.of("step", (digest, number) -> made(digest, where).plus(number, where)),
        Function.of("identity", digest -> digest));
  }

  public static Object digest(@Applied Object collection, String where) {
    return Reducing.reduce(toDigest(where), collection, where);
  }
}
