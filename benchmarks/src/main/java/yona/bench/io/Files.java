package yona.bench.io;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import yona.async.Async;
import yona.async.Scope;
import yona.bench.async.Timed;
import yona.io.file.File;

/**
 * The rows of files, in a fiber. Usage: {@code Files ROW first|warm SIZE WARM_MILLIS SAMPLE_MILLIS
 * FILE}.
 */
public final class Files {
  private Files() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    Async.<Boolean, Exception>blocking(
        () -> Scope.current().background(() -> measure(arguments)).value());
  }

  private static boolean measure(String[] arguments) throws Exception {
    var path = arguments[5];
    var buffer = ByteBuffer.allocateDirect(Integer.parseInt(arguments[2]));
    while (buffer.hasRemaining()) {
      buffer.put((byte) 'a');
    }
    Timed.main(
        row ->
            switch (row) {
              case "file-write" -> (_, _) -> write(path, buffer.clear());
              case "file-read" -> (size, _) -> read(path, ByteBuffer.allocateDirect(size));
              case "file-read-into" -> (_, _) -> read(path, buffer.clear());
              default -> throw new IllegalArgumentException("no such row: " + row);
            },
        arguments);
    return true;
  }

  private static long write(String path, ByteBuffer content) throws IOException {
    var file = new File(path);
    file.open(WRITE, CREATE, TRUNCATE_EXISTING);
    try (file) {
      return file.write(content).value();
    }
  }

  private static long read(String path, ByteBuffer into) throws IOException {
    var file = new File(path);
    file.open(READ);
    try (file) {
      return file.read(into).value();
    }
  }
}
