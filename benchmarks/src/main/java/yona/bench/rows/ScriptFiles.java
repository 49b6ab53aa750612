package yona.bench.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import yona.bench.harness.Input;

/** What the scripts read: logs and tables, drawn from a fixed seed. */
final class ScriptFiles {
  private static final int PATHS = 2000;
  private static final int CUSTOMERS = 50_000;
  private static final String[] WORDS = {
    "api", "shop", "item", "cart", "user", "img", "static", "search", "basket", "order"
  };
  private static final String[] METHODS = {"GET", "GET", "GET", "GET", "POST", "PUT", "DELETE"};
  private static final String[] STATUSES = {
    "200", "200", "200", "200", "200", "200", "304", "404", "500"
  };
  private static final String[] LEVELS = {"DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR"};
  private static final String[] COUNTRIES = {
    "AT", "BR", "CH", "CZ", "DE", "DK", "ES", "FR", "IN", "IT", "JP", "PL", "PT", "SE", "UK", "US"
  };

  private final Random random = new Random(42);
  private final StringBuilder line = new StringBuilder();

  private ScriptFiles() {}

  /** Lines to a file. */
  @FunctionalInterface
  private interface Lines {
    void write(BufferedWriter file) throws IOException;
  }

  /** The log of a web server, of which one line in a thousand is something else. */
  static Input accessLog(int lines) {
    return workspace ->
        file(workspace.target().resolve("access-" + lines + ".log"), accessLines(lines));
  }

  /** The same, by gzip. */
  static Input zippedAccessLog(int lines) {
    return workspace -> {
      var file = workspace.target().resolve("access-" + lines + ".log.gz");
      if (!Files.exists(file)) {
        var part = part(file);
        try (var log = Files.newInputStream(accessLog(lines).file(workspace));
            var zipped = new GZIPOutputStream(Files.newOutputStream(part))) {
          log.transferTo(zipped);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return file;
    };
  }

  private static Lines accessLines(int lines) {
    var made = new ScriptFiles();
    var paths = new String[PATHS];
    for (int i = 0; i < PATHS; i++) {
      var path = new StringBuilder();
      for (int words = 1 + made.random.nextInt(3); words > 0; words--) {
        path.append('/').append(made.oneOf(WORDS));
      }
      paths[i] = path.append('/').append(i).toString();
    }
    return file -> {
      for (int i = 0; i < lines; i++) {
        if (made.random.nextInt(1000) == 0) {
          file.append("restarted with ").append(String.valueOf(i)).append(" accesses\n");
        } else {
          made.access(paths);
          made.end(file);
        }
      }
    };
  }

  private void access(String[] paths) {
    // The cube prefers some paths, as people do.
    double x = random.nextDouble();
    line.append(1 + random.nextInt(223));
    for (int i = 0; i < 3; i++) {
      line.append('.').append(random.nextInt(256));
    }
    line.append(" - - [");
    two(1 + random.nextInt(30)).append("/Nov/2026:");
    two(random.nextInt(24)).append(':');
    two(random.nextInt(60)).append(':');
    two(random.nextInt(60)).append(" +0000] \"").append(oneOf(METHODS)).append(' ');
    line.append(paths[(int) (x * x * x * PATHS)]).append(" HTTP/1.1\" ");
    line.append(oneOf(STATUSES)).append(' ');
    line.append((int) (-8000 * Math.log(1 - random.nextDouble())));
    line.append(" \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n");
  }

  /** Orders in lines of JSON, of which one in a thousand is cut off. */
  static Input orders(int lines) {
    return workspace ->
        file(
            workspace.target().resolve("orders-" + lines + ".jsonl"),
            file -> {
              var made = new ScriptFiles();
              for (int i = 1; i <= lines; i++) {
                made.order(i);
                if (made.random.nextInt(1000) == 0) {
                  made.line.setLength(made.line.length() / 2);
                }
                made.line.append('\n');
                made.end(file);
              }
            });
  }

  private void order(int id) {
    line.append("{\"id\": ").append(id).append(", \"user\": \"").append(oneOf(WORDS));
    line.append(random.nextInt(10_000)).append("\", \"item\": \"").append(oneOf(WORDS));
    line.append(random.nextInt(4) == 0 ? ", " : " ").append(oneOf(WORDS));
    line.append("\", \"price\": ").append(random.nextInt(10_000)).append('.');
    line.append(1 + random.nextInt(9)).append(", \"count\": ").append(1 + random.nextInt(20));
    line.append('}');
  }

  /** A log of at least so many bytes; a sixth of the lines are errors. */
  static Input programLog(long bytes) {
    return workspace ->
        file(
            workspace.target().resolve("program-" + bytes + ".log"),
            file -> {
              var made = new ScriptFiles();
              for (long length = 0; length < bytes; ) {
                made.event();
                length += made.line.length();
                made.end(file);
              }
            });
  }

  private void event() {
    line.append("2026-11-");
    two(1 + random.nextInt(30)).append('T');
    two(random.nextInt(24)).append(':');
    two(random.nextInt(60)).append(':');
    two(random.nextInt(60)).append('Z').append(' ').append(oneOf(LEVELS)).append(' ');
    for (int words = 4 + random.nextInt(16); words > 0; words--) {
      line.append(oneOf(WORDS)).append(' ');
    }
    line.append("took ").append(random.nextInt(1000)).append(" ms\n");
  }

  /** A folder of small files, each of up to 8 KB. */
  static Input smallFiles(int count) {
    return workspace ->
        folder(
            workspace.target().resolve("files-" + count),
            folder -> {
              var random = new Random(42);
              for (int i = 0; i < count; i++) {
                var bytes = new byte[1 + random.nextInt(8192)];
                random.nextBytes(bytes);
                Files.write(folder.resolve(i + ".bin"), bytes);
              }
            });
  }

  /** A folder with a table of orders and one of customers. */
  static Input sales(int orders) {
    return workspace ->
        folder(
            workspace.target().resolve("sales-" + orders),
            folder -> {
              var made = new ScriptFiles();
              file(folder.resolve("customers.csv"), made::customers);
              file(folder.resolve("orders.csv"), file -> made.sold(orders, file));
            });
  }

  private void customers(BufferedWriter file) throws IOException {
    file.append("id,name,country\n");
    for (int i = 0; i < CUSTOMERS; i++) {
      line.append(i).append(",\"").append(oneOf(WORDS)).append(", ").append(oneOf(WORDS));
      line.append("\",").append(oneOf(COUNTRIES)).append('\n');
      end(file);
    }
  }

  private void sold(int orders, BufferedWriter file) throws IOException {
    file.append("id,customer,product,count,cents\n");
    for (int i = 0; i < orders; i++) {
      // Some customers are in no table.
      line.append(i).append(',').append(random.nextInt(CUSTOMERS + 100)).append(',');
      line.append(oneOf(WORDS)).append('-').append(random.nextInt(1000)).append(',');
      line.append(1 + random.nextInt(20)).append(',').append(1 + random.nextInt(100_000));
      line.append('\n');
      end(file);
    }
  }

  private StringBuilder two(int number) {
    return line.append(number < 10 ? "0" : "").append(number);
  }

  private String oneOf(String[] words) {
    return words[random.nextInt(words.length)];
  }

  private void end(BufferedWriter file) throws IOException {
    file.append(line);
    line.setLength(0);
  }

  private static Path file(Path file, Lines lines) throws IOException {
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      var part = part(file);
      try (var writer = Files.newBufferedWriter(part, US_ASCII)) {
        lines.write(writer);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }

  /** Makes a folder. */
  @FunctionalInterface
  private interface Contents {
    void write(Path folder) throws IOException;
  }

  private static Path folder(Path folder, Contents contents) throws IOException {
    if (!Files.exists(folder)) {
      var part = part(folder);
      Files.createDirectories(part);
      contents.write(part);
      Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
    }
    return folder;
  }

  /** The name that a file or folder has until it is complete. */
  private static Path part(Path path) {
    return path.resolveSibling(path.getFileName() + ".part");
  }
}
