package yona.bench.rows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import yona.bench.harness.Workspace;

/**
 * The text that the rows {@code k-nucleotide} and {@code regex} read: what {@code fasta} of the
 * Computer Language Benchmarks Game writes, made with its own generator of random numbers, so that
 * it is the same on every machine.
 */
final class Nucleotides {
  /** There are ten times as many. */
  static final int COUNT = 50_000;

  private static final int LINE = 60;

  private static final String ALU =
      "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGGGAGGCCGAGGCGGGCGGATCACCTGAGG"
          + "TCAGGAGTTCGAGACCAGCCTGGCCAACATGGTGAAACCCCGTCTCTACTAAAAATACAAAAATTAGCCGGG"
          + "CGTGGTGGCGCGCGCCTGTAATCCCAGCTACTCGGGAGGCTGAGGCAGGAGAATCGCTTGAACCCGGGAGGC"
          + "GGAGGTTGCAGTGAGCCGAGATCGCGCCACTGCACTCCAGCCTGGGCGACAGAGCGAGACTCCGTCTCAAAA"
          + "A";

  private static final String AMBIGUOUS = "acgtBDHKMNRSVWY";

  private static final double[] AMBIGUOUS_SHARES = {
    0.27, 0.12, 0.12, 0.27, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02
  };

  private static final String HUMAN = "acgt";

  private static final double[] HUMAN_SHARES = {
    0.3029549426680, 0.1979883004921, 0.1975473066391, 0.3015094502008
  };

  private final StringBuilder text = new StringBuilder();
  private int seed = 42;

  private Nucleotides() {}

  /** The file of them. */
  static Path file(Workspace workspace) throws IOException {
    var file = workspace.target().resolve("nucleotides.txt");
    if (!Files.exists(file)) {
      Files.write(file, generate(COUNT));
    }
    return file;
  }

  /** Three sequences, of {@code 2 * n}, {@code 3 * n} and {@code 5 * n} nucleotides. */
  private static byte[] generate(int n) {
    var made = new Nucleotides();
    made.text.append(">ONE Homo sapiens alu\n");
    made.repeated(2 * n);
    made.text.append(">TWO IUB ambiguity codes\n");
    made.random(3 * n, AMBIGUOUS, AMBIGUOUS_SHARES);
    made.text.append(">THREE Homo sapiens frequency\n");
    made.random(5 * n, HUMAN, HUMAN_SHARES);
    return made.text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private void repeated(int length) {
    for (int i = 0; i < length; i++) {
      put(ALU.charAt(i % ALU.length()), i, length);
    }
  }

  private void random(int length, String letters, double[] shares) {
    for (int i = 0; i < length; i++) {
      double drawn = draw();
      int letter = 0;
      while (letter < letters.length() - 1 && drawn >= shares[letter]) {
        drawn -= shares[letter++];
      }
      put(letters.charAt(letter), i, length);
    }
  }

  private void put(char letter, int i, int length) {
    text.append(letter);
    if (i % LINE == LINE - 1 || i == length - 1) {
      text.append('\n');
    }
  }

  /** At least 0 and below 1. */
  private double draw() {
    seed = (seed * 3877 + 29573) % 139968;
    return seed / 139968.0;
  }
}
