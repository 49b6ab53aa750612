package yona.tool.library;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import yona.language.LibraryPart;

/** The files of all parts of the standard library. */
public final class PartFiles {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String CLASS = ".class";

  private PartFiles() {}

  /** The folders of the texts of the modules, one of each part that is in the distribution. */
  public static List<Path> folders() {
    return parts().map(PartFiles::folder).toList();
  }

  private static Path folder(LibraryPart part) {
    String name = part.artifact().substring("yona-".length());
    return ROOT.resolve(part.isOfBinding() ? "bindings/" + name : name).resolve("src/main/yona");
  }

  /** The parts that are in the distribution. */
  private static Stream<LibraryPart> parts() {
    return Arrays.stream(LibraryPart.values()).filter(part -> !part.isOfBinding());
  }

  /**
   * The texts of all modules, also of the parts that are in no distribution, as {@link #sources}.
   */
  public static Map<String, Path> ofAllParts() throws IOException {
    return sources(Arrays.stream(LibraryPart.values()).map(PartFiles::folder).toList());
  }

  /**
   * The texts of the modules in the distribution, each by its path below the folder of its part.
   */
  public static Map<String, Path> sources() throws IOException {
    return sources(folders());
  }

  /** The same of some folders. */
  static Map<String, Path> sources(List<Path> folders) throws IOException {
    Map<String, Path> sources = new TreeMap<>();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> file.toString().endsWith(".yona"))
            .forEach(file -> sources.put(folder.relativize(file).toString(), file));
      }
    }
    return sources;
  }

  /**
   * The class files of the parts in the distribution in and below a package.
   *
   * @param name the package as a path, {@code yona/module/}
   * @return their contents by internal names
   */
  public static Map<String, byte[]> classes(String name) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    for (LibraryPart part : parts().toList()) {
      try (ModuleReader reader =
              ModuleLayer.boot()
                  .configuration()
                  .findModule(part.javaModule())
                  .orElseThrow()
                  .reference()
                  .open();
          Stream<String> entries = reader.list()) {
        entries
            .filter(entry -> entry.startsWith(name) && entry.endsWith(CLASS))
            .forEach(
                entry ->
                    classes.put(
                        entry.substring(0, entry.length() - CLASS.length()), read(reader, entry)));
      }
    }
    return classes;
  }

  private static byte[] read(ModuleReader reader, String entry) {
    try (var content = reader.open(entry).orElseThrow()) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
