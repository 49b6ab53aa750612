package yona.tool.project;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.io.file.FileContents;
import yona.io.file.FileOperations;

/**
 * The jars of the Java libraries that a project or a command line asks for. What they were resolved
 * to is in a lock file, and the jars are in a folder of Yona's by their hashes, so that only the
 * first run needs the network; a jar with another content than the lock file says is refused.
 */
public final class Libraries {
  private final @Nullable Path lock;
  private final @Nullable Path cache;
  private final Map<String, String> repositories;

  private Libraries(@Nullable Path lock, @Nullable Path cache, Map<String, String> repositories) {
    this.lock = lock;
    this.cache = cache;
    this.repositories = repositories;
  }

  /**
   * The libraries of a project, whose lock file is beside its {@code yona.toml}.
   *
   * @param cache the folder for jars; null to take them from the local Maven repository each time
   */
  public static Libraries of(Project project, @Nullable Path cache) {
    return new Libraries(project.folder().resolve(LockFile.NAME), cache, project.repositories());
  }

  /**
   * The languages of a project, whose lock file is beside its {@code yona.toml}, too.
   *
   * @param cache the folder for jars; null to take them from the local Maven repository each time
   */
  public static Libraries ofLanguages(Project project, @Nullable Path cache) {
    return new Libraries(
        project.folder().resolve(LockFile.OF_LANGUAGES), cache, project.repositories());
  }

  /**
   * Libraries that a command line asks for, whose lock file is in the cache.
   *
   * @param asked all libraries
   * @param project the project in which the command was given, or null
   * @param cache the folder for jars and lock file; null for none
   */
  public static Libraries of(
      List<Dependency> asked, @Nullable Project project, @Nullable Path cache) {
    StringBuilder name = new StringBuilder();
    asked.forEach(dependency -> name.append(dependency).append('\n'));
    Path lock =
        cache == null ? null : cache.resolve("locks").resolve(hash(name.toString()) + ".lock");
    return new Libraries(lock, cache, project == null ? Map.of() : project.repositories());
  }

  /**
   * The class path of libraries. May wait for the network the first time.
   *
   * @param asked the libraries
   * @return jars whose content is what the lock file says
   * @throws ProjectException if one cannot be found, or has another content
   */
  public List<Path> classPath(List<Dependency> asked) throws ProjectException {
    LockFile locked = lock == null ? null : LockFile.read(lock);
    if (locked != null && cache != null && locked.asked().equals(asked)) {
      List<Path> jars = cached(locked, cache);
      if (jars != null) {
        return jars;
      }
    }
    List<LockFile.Jar> resolved = new ArrayList<>();
    List<Path> jars = new ArrayList<>();
    Map<String, Path> found =
        locked != null && locked.asked().equals(asked)
            ? Resolver.fetch(locked.jars(), repositories)
            : Resolver.resolve(asked, repositories);
    for (Map.Entry<String, Path> entry : found.entrySet()) {
      String coordinates = entry.getKey();
      String hash = hash(entry.getValue());
      String expected = locked == null ? null : locked.hash(coordinates);
      if (expected != null && !expected.equals(hash)) {
        throw ProjectException.of(
            coordinates
                + " is refused: its SHA-256 is\n  "
                + hash
                + ", and "
                + lock
                + " says\n  "
                + expected,
            "somebody has changed the jar, or published it anew; if it is good, delete its line"
                + " from "
                + lock);
      }
      resolved.add(new LockFile.Jar(coordinates, hash));
      jars.add(cache == null ? entry.getValue() : keep(entry.getValue(), coordinates, hash, cache));
    }
    LockFile made = new LockFile(asked, resolved);
    if (lock != null && !made.equals(locked)) {
      made.write(lock);
    }
    return jars;
  }

  /** The jars of a lock file, if all are in the cache as they should be; else null. */
  private static @Nullable List<Path> cached(LockFile locked, Path cache) throws ProjectException {
    List<Path> jars = new ArrayList<>();
    for (LockFile.Jar jar : locked.jars()) {
      Path file = place(jar.coordinates(), jar.hash(), cache);
      if (!Files.isRegularFile(file) || !hash(file).equals(jar.hash())) {
        return null;
      }
      jars.add(file);
    }
    return jars;
  }

  private static Path place(String coordinates, String hash, Path cache) {
    String[] parts = coordinates.split(":", -1);
    return cache.resolve(hash).resolve(parts[1] + "-" + parts[parts.length - 1] + ".jar");
  }

  private static Path keep(Path jar, String coordinates, String hash, Path cache)
      throws ProjectException {
    Path place = place(coordinates, hash, cache);
    try {
      Files.createDirectories(place.getParent());
      FileContents.<RuntimeException>replace(place, part -> FileOperations.copy(jar, part));
    } catch (IOException e) {
      throw ProjectException.of(place + ": " + FileProblem.ofWriting(e), null);
    }
    return place;
  }

  private static String hash(Path jar) throws ProjectException {
    MessageDigest digest = sha256();
    try (InputStream content = new DigestInputStream(Files.newInputStream(jar), digest)) {
      content.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw ProjectException.of(jar + ": " + FileProblem.ofReading(e), null);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String hash(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
