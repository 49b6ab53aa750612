package yona.library.json;

import yona.library.text.TextOutput;

/**
 * How much a JSON text may ask for. The length of a number is bounded for everybody: the time for a
 * number grows faster than its text, and a text may hold many.
 *
 * @param depth how many objects and arrays may be open at a time
 * @param size how many bytes of UTF-8 the text may have
 */
public record JsonLimits(long depth, long size) {
  static final JsonLimits USUAL = new JsonLimits(1000, TextOutput.MOST);

  /** The most characters that a number may have. */
  static final int DIGITS = 10_000;
}
