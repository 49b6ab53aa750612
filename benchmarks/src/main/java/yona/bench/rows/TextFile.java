package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import yona.bench.harness.Workspace;

/**
 * The text that the rows {@code words} and {@code lines} read: made from a fixed seed, so that it
 * is the same on every machine, and of exactly the lines and bytes that are asked for.
 */
final class TextFile {
  /** The reference figures were taken with as many lines and bytes. */
  static final int LINES = 128_457;

  static final int BYTES = 6_488_666;

  private static final int VOCABULARY = 20_000;
  private static final String[] SYLLABLES = {
    "ba", "ke", "lo", "mi", "nu", "ra", "se", "ti", "vo", "zu", "an", "el", "in", "or", "us", "th"
  };

  private long seed = 42;

  private TextFile() {}

  /** The file of it. */
  static Path file(Workspace workspace) throws IOException {
    var file = workspace.target().resolve("text.txt");
    if (!Files.exists(file) || Files.size(file) != BYTES) {
      Files.createDirectories(file.getParent());
      Files.write(file, generate(LINES, BYTES));
    }
    return file;
  }

  /** ASCII lines of words; frequent words are much more frequent than rare ones. */
  private static byte[] generate(int lines, int bytes) {
    return new TextFile().write(lines, bytes);
  }

  private byte[] write(int lines, int bytes) {
    var words = new byte[VOCABULARY][];
    for (int i = 0; i < VOCABULARY; i++) {
      words[i] = word();
    }
    var text = new byte[bytes];
    long characters = (long) bytes - lines;
    int at = 0;
    int deviation = 0;
    for (int line = 0; line < lines; line++) {
      // The lengths vary in pairs of opposite sign, so that their sum comes out exactly.
      int average = (int) (characters * (line + 1) / lines) - (int) (characters * line / lines);
      int spread = Math.min(40, average - 1);
      int length = average;
      if (line < lines - lines % 2) {
        if (line % 2 == 0) {
          deviation = spread == 0 ? 0 : draw(2 * spread + 1) - spread;
          length += deviation;
        } else {
          length -= deviation;
        }
      }
      at = line(text, at, length, words);
      text[at++] = '\n';
    }
    if (at != bytes) {
      throw new IllegalStateException("wrote " + at + " bytes");
    }
    return text;
  }

  private int line(byte[] text, int from, int length, byte[][] words) {
    int at = from;
    int end = from + length;
    while (at < end) {
      // The cube prefers low ranks, roughly as natural language does.
      double x = draw(1_000_000) / 1e6;
      var word = words[(int) (x * x * x * VOCABULARY)];
      int fits = Math.min(word.length, end - at);
      System.arraycopy(word, 0, text, at, fits);
      at += fits;
      if (at < end) {
        // No line ends in a space.
        text[at] = (byte) (at == end - 1 ? 'e' : ' ');
        at++;
      }
    }
    return end;
  }

  private byte[] word() {
    var word = new byte[2 * (1 + draw(5))];
    for (int i = 0; i < word.length; i += 2) {
      var syllable = SYLLABLES[draw(SYLLABLES.length)];
      word[i] = (byte) syllable.charAt(0);
      word[i + 1] = (byte) syllable.charAt(1);
    }
    return Arrays.copyOf(word, word.length);
  }

  private int draw(int bound) {
    seed = seed * 16807 % 2147483647;
    return (int) (seed % bound);
  }
}
