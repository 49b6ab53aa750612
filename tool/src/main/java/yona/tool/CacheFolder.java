package yona.tool;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.language.CompiledModules;
import yona.language.LibraryPart;

/**
 * The folder of this user where Yona keeps what it can make again: {@code YONA_CACHE}, else where
 * the system has such folders. {@code YONA_CACHE=no} keeps nothing.
 */
final class CacheFolder {
  /** What the compiler's output depends on besides the program. */
  private static final List<String> COMPILER =
      Stream.concat(
              Stream.of("yona.data", "yona.language"),
              Stream.of(LibraryPart.values()).map(LibraryPart::javaModule))
          .toList();

  private CacheFolder() {}

  /** The folder; null if nothing is to be kept, or nowhere. It need not be there. */
  static @Nullable Path find() {
    String chosen = System.getenv("YONA_CACHE");
    if (chosen != null && !chosen.isEmpty()) {
      return chosen.equals("no") ? null : path(chosen);
    }
    String caches = System.getenv("XDG_CACHE_HOME");
    if (caches != null && caches.startsWith("/")) {
      return path(caches + "/yona");
    }
    String home = System.getProperty("user.home", "");
    if (!Path.of(home).isAbsolute()) {
      return null;
    }
    boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
    return path(home + (mac ? "/Library/Caches/yona" : "/.cache/yona"));
  }

  private static @Nullable Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException impossible) {
      return null;
    }
  }

  /** Where the jars of Java libraries are kept; null for nowhere. */
  static @Nullable Path jars() {
    Path folder = find();
    return folder == null ? null : folder.resolve("jars");
  }

  /** Where compiled modules are kept between runs. */
  static CompiledModules modules() {
    Path folder = find();
    String compiler = compiler();
    return folder == null || compiler == null
        ? CompiledModules.none()
        : CompiledModules.in(folder.resolve("modules"), compiler);
  }

  /** Identifies the compiler; null while it runs from folders of classes, which may change. */
  private static @Nullable String compiler() {
    StringBuilder text = new StringBuilder(Version.text());
    for (String name : COMPILER) {
      URI location =
          ModuleLayer.boot()
              .configuration()
              .findModule(name)
              .flatMap(module -> module.reference().location())
              .orElse(null);
      if (location == null) {
        return null;
      }
      try {
        BasicFileAttributes jar =
            Files.readAttributes(Path.of(location), BasicFileAttributes.class);
        if (!jar.isRegularFile()) {
          return null;
        }
        text.append('\n').append(name).append(' ').append(jar.size());
        text.append(' ').append(jar.lastModifiedTime().to(TimeUnit.NANOSECONDS));
      } catch (IOException unreadable) {
        return null;
      }
    }
    return text.toString();
  }
}
