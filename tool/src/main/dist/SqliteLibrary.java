import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Takes the library of SQLite for this computer out of the driver's jar, once. The driver would copy it into
 * the folder for temporary files in each process, after it has asked another process which system this is.
 *
 * <p>Usage: {@code java -cp DRIVER SqliteLibrary.java FOLDER}; a driver without a library for this computer
 * leaves no folder.
 */
final class SqliteLibrary {
  private SqliteLibrary() {}

  public static void main(String... arguments) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream library = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
      if (library != null) {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        Files.copy(library, folder.resolve(name));
      }
    }
  }
}
