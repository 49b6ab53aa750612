package yona.library.json;

/**
 * How much a JSON text may ask for. The length of a number is bounded for everybody: a longer one
 * takes more time than its text deserves.
 *
 * @param depth how many objects and arrays may be open at a time
 * @param size how many bytes of UTF-8 the text may have
 */
public record JsonLimits(long depth, long size) {
  /** Also the most that a generated text may have, which would be refused by default. */
  static final long USUAL_SIZE = 512L << 20;

  static final JsonLimits USUAL = new JsonLimits(1000, USUAL_SIZE);

  /** The most characters that a number may have. */
  static final int DIGITS = 1_000_000;
}
