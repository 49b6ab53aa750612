import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many lines of a log are errors, and how many characters these have: one whole process. */
final class ErrorLines {
  private ErrorLines() {}

  public static void main(String[] arguments) throws IOException {
    long count = 0;
    long length = 0;
    try (var lines = Files.newBufferedReader(Path.of(arguments[0]))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(" ERROR ")) {
          count++;
          length += line.length();
        }
      }
    }
    System.out.println(count + " errors, " + length + " characters");
  }
}
