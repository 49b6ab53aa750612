import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a text file into its lines and prints how many there are: one whole process. */
final class Lines {
  private Lines() {}

  public static void main(String[] arguments) throws IOException {
    try (var lines = Files.lines(Path.of(arguments[0]))) {
      System.out.println(lines.toList().size());
    }
  }
}
