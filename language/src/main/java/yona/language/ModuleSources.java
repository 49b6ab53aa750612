package yona.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/** Where the sources of a program's modules are. The compiler reads nothing else. */
@FunctionalInterface
public interface ModuleSources {
  /**
   * Reads the file of a module.
   *
   * @param path its path below a root, {@code shop/Cart.yona}
   * @return the source, or null if no root has such a file
   * @throws IOException if there is one that cannot be read
   */
  @Nullable Source find(String path) throws IOException;

  /**
   * The files that are looked for, for messages.
   *
   * @param path as for {@link #find}
   */
  default List<String> places(String path) {
    return List.of();
  }

  /** No files: a program has the standard library only. */
  static ModuleSources none() {
    return path -> null;
  }

  /**
   * The files below folders; of several the first that has the file.
   *
   * @param roots the folders
   */
  static ModuleSources below(List<Path> roots) {
    return new Below(List.copyOf(roots));
  }

  /** See {@link #below}. */
  record Below(List<Path> roots) implements ModuleSources {
    @Override
    public @Nullable Source find(String path) throws IOException {
      for (Path root : roots) {
        Path file = root.resolve(path);
        if (Files.isDirectory(file)) {
          throw new IOException("it is a folder");
        }
        if (Files.exists(file)) {
          long size = Files.size(file);
          return size > Source.MAXIMUM_BYTES
              ? Source.tooLarge(file.toString(), size)
              : Source.ofBytes(file.toString(), Files.readAllBytes(file));
        }
      }
      return null;
    }

    @Override
    public List<String> places(String path) {
      return roots.stream().map(root -> root.resolve(path).toString()).distinct().toList();
    }
  }
}
