package yona.bench.rows;

import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import yona.bench.harness.Input;

/**
 * The documents of the row {@code json}: of each shape one of a megabyte and one of ten, drawn from
 * a fixed seed. Floats are in the range in which every language writes the same digits.
 */
final class JsonDocuments {
  static final List<String> SHAPES = List.of("records", "strings", "numbers", "nested", "tables");
  static final List<Integer> MEGABYTES = List.of(1, 10);

  private static final List<String> WORDS =
      List.of("amber", "brook", "cedar", "Überfahrt", "delta", "ember", "東京", "fjord", "grove");

  private final Random random = new Random(42);
  private final StringBuilder text = new StringBuilder();

  private JsonDocuments() {}

  /** A document in a file. */
  static Input input(String shape, int megabytes) {
    return workspace -> {
      var folder = workspace.target().resolve("json");
      var file = folder.resolve(shape + "-" + megabytes + ".json");
      if (!Files.exists(file)) {
        Files.createDirectories(folder);
        Files.writeString(file, document(shape, megabytes));
      }
      return file;
    };
  }

  private static String document(String shape, int megabytes) {
    var made = new JsonDocuments();
    int length = megabytes * 1_000_000;
    made.text.append('[');
    for (int i = 0; made.text.length() < length; i++) {
      made.text.append(i == 0 ? "" : ",");
      switch (shape) {
        case "records" -> made.record(i);
        case "strings" -> made.string(1 + made.random.nextInt(16));
        case "numbers" -> made.number();
        case "nested" -> made.nested(12);
        case "tables" -> made.table(1000);
        default -> throw new IllegalArgumentException("no such shape: " + shape);
      }
    }
    return made.text.append("]\n").toString();
  }

  private void record(int id) {
    text.append("{\"id\":").append(id).append(",\"name\":");
    string(2);
    text.append(",\"email\":\"").append(id).append("@example.org\",\"active\":");
    text.append(random.nextBoolean()).append(",\"score\":");
    number();
    text.append(",\"manager\":null,\"tags\":[");
    for (int n = random.nextInt(4); n >= 0; n--) {
      string(1);
      text.append(n == 0 ? "" : ",");
    }
    text.append("]}");
  }

  private void string(int words) {
    text.append('"');
    for (int n = words; n > 0; n--) {
      text.append(WORDS.get(random.nextInt(WORDS.size())));
      text.append(random.nextInt(20) == 0 ? "\\n" : n == 1 ? "" : " ");
    }
    text.append('"');
  }

  private void number() {
    if (random.nextBoolean()) {
      text.append(random.nextLong(-1_000_000_000, 1_000_000_000_000L));
    } else {
      text.append(String.format(Locale.ROOT, "%.3f", random.nextDouble(1, 100_000)));
      if (text.charAt(text.length() - 1) == '0') {
        text.setCharAt(text.length() - 1, '1');
      }
    }
  }

  private void nested(int depth) {
    text.append("{\"value\":").append(random.nextInt(1000)).append(",\"children\":[");
    if (depth > 0) {
      for (int n = random.nextInt(3); n >= 0; n--) {
        nested(depth - 1 - random.nextInt(3));
        text.append(n == 0 ? "" : ",");
      }
    }
    text.append("]}");
  }

  /** An object whose names are its own. */
  private void table(int entries) {
    text.append('{');
    for (int i = 0; i < entries; i++) {
      text.append(i == 0 ? "\"" : ",\"").append(Long.toString(random.nextLong() >>> 16, 36));
      text.append(i).append("\":").append(random.nextInt(10_000));
    }
    text.append('}');
  }
}
