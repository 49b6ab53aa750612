package yona.language;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import yona.language.analysis.ModuleInterface;
import yona.language.diagnostics.Source;

/**
 * A folder that keeps compiled modules between runs, so that a change recompiles only what depends
 * on it. A module is found by the path of its file, and is good if the file's text is still the
 * same and each module that it mentions still looks the same from outside. Whatever is wrong with
 * the folder costs time and nothing else. Thread-safe, and safe for use by several processes.
 */
public final class CompiledModules {
  private static final CompiledModules NONE = new CompiledModules(null, "");

  /** A larger file is none of ours. */
  private static final long MAXIMUM_BYTES = 256L << 20;

  /** Modules that nothing has used for so long are deleted. */
  private static final Duration UNUSED = Duration.ofDays(30);

  /** How exactly it is known when a module was used: noting it each time would cost more. */
  private static final Duration PRECISION = Duration.ofDays(1);

  private static final String EXTENSION = ".module";
  private static final String CLEANED = "cleaned";

  private final @Nullable Path folder;
  private final String compiler;
  private @Nullable MessageDigest algorithm;
  private boolean prepared;

  private CompiledModules(@Nullable Path folder, String compiler) {
    this.folder = folder;
    this.compiler = compiler;
  }

  /** Keeps nothing. */
  public static CompiledModules none() {
    return NONE;
  }

  /**
   * The modules in a folder.
   *
   * @param folder made when the first module is kept, for its owner alone: who can write there can
   *     have his code run
   * @param compiler identifies the compiler, the standard library and the JVM: another one's
   *     modules are compiled again
   */
  public static CompiledModules in(Path folder, String compiler) {
    return new CompiledModules(folder, compiler);
  }

  /** Whether anything is kept. */
  boolean keeps() {
    return folder != null;
  }

  /** A text that differs, for all practical purposes, for modules that look different. */
  String digest(ModuleInterface module) {
    return digest(ModuleSummary.writeExports(module));
  }

  /**
   * The compiled form of a module file.
   *
   * @param source the file as it is now
   * @return null if it is not there, or of another text
   */
  @Nullable CompiledModule find(Source source) {
    if (folder == null) {
      return null;
    }
    Path file = file(folder, source);
    try {
      if (Files.size(file) > MAXIMUM_BYTES) {
        return null;
      }
      CompiledModule found = CompiledModule.read(Files.readAllBytes(file), compiler, source.text());
      if (found != null) {
        noteUse(file);
      }
      return found;
    } catch (IOException | InvalidPathException unreadable) {
      return null;
    }
  }

  /** Keeps the compiled form of a module file. */
  void keep(Source source, CompiledModule module) {
    if (folder == null) {
      return;
    }
    try {
      prepare(folder);
      Path file = file(folder, source);
      // Whoever reads meanwhile sees the old file or the new one.
      Path part = Files.createTempFile(folder, "", ".part");
      try {
        Files.write(part, module.write(compiler, source.text()));
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException | ArithmeticException | InvalidPathException notKept) {
      // It will be compiled again.
    }
  }

  /** A name for the file's path; the text that the compiler put into traces is part of it. */
  private Path file(Path folder, Source source) {
    String path = Path.of(source.name()).toAbsolutePath().normalize() + "\n" + source.name();
    return folder.resolve(digest(path) + EXTENSION);
  }

  /** SHA-256 (FIPS 180-4); to find the algorithm takes longer than a short text. */
  private synchronized String digest(String text) {
    try {
      if (algorithm == null) {
        algorithm = MessageDigest.getInstance("SHA-256");
      }
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
    return HexFormat.of().formatHex(algorithm.digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static void noteUse(Path file) throws IOException {
    Instant now = Instant.now();
    if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(PRECISION))) {
      Files.setLastModifiedTime(file, FileTime.from(now));
    }
  }

  private synchronized void prepare(Path folder) throws IOException {
    if (prepared) {
      return;
    }
    prepared = true;
    if (!Files.isDirectory(folder)) {
      makeFolder(folder);
    }
    clean(folder);
  }

  private static void makeFolder(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectory(folder);
    }
  }

  /** Deletes what nobody has used for long, at most once in a while. */
  private static void clean(Path folder) throws IOException {
    Path note = folder.resolve(CLEANED);
    Instant now = Instant.now();
    if (usedAfter(note, now.minus(PRECISION))) {
      return;
    }
    Files.write(note, now.toString().getBytes(StandardCharsets.UTF_8));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!usedAfter(file, now.minus(UNUSED))) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static boolean usedAfter(Path file, Instant time) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().isAfter(time);
    } catch (NoSuchFileException gone) {
      return false;
    }
  }
}
