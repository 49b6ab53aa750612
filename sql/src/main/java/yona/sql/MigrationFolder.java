package yona.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the files of migrations. */
final class MigrationFolder {

  /** A file is read as a whole. */
  private static final long LARGEST_BYTES = 16L * 1024 * 1024;

  private static final int MOST_FILES = 100_000;

  private static final Pattern NAME = Pattern.compile("V(\\d{1,8})__(\\w{1,100})\\.sql");

  /** A migration with its statements. */
  record Script(Migration migration, List<StatementSplitter.Part> statements) {}

  private MigrationFolder() {}

  /** The migrations of a folder, by their numbers: from 1 without gaps. */
  static List<Script> read(Path folder, Dialect dialect) {
    SortedMap<Integer, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.limit(MOST_FILES + 1L).toList()) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".sql")) {
          continue;
        }
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
          throw new MigrationException(
              "expected names such as V1__users.sql in " + folder + ", found " + name);
        }
        Path same = files.put(Integer.valueOf(matcher.group(1)), file);
        if (same != null) {
          throw new MigrationException(
              "two files have one number: " + same.getFileName() + " and " + name);
        }
        if (files.size() > MOST_FILES) {
          throw new MigrationException("there are more than " + MOST_FILES + " files");
        }
      }
    } catch (NoSuchFileException | NotDirectoryException missing) {
      throw new MigrationException(
          "there is no folder "
              + folder.toAbsolutePath().normalize()
              + (folder.isAbsolute() ? "" : " (relative paths begin at the current folder)"),
          missing);
    } catch (IOException error) {
      throw unreadable(folder, error);
    }
    int expected = 1;
    for (int version : files.keySet()) {
      if (version != expected++) {
        throw new MigrationException(
            "the migrations have a gap: V" + (expected - 1) + " is missing in " + folder);
      }
    }
    return files.values().stream().map(file -> script(file, dialect)).toList();
  }

  private static Script script(Path file, Dialect dialect) {
    Matcher matcher = NAME.matcher(file.getFileName().toString());
    if (!matcher.matches()) {
      throw new AssertionError(file);
    }
    String text;
    try {
      if (Files.size(file) > LARGEST_BYTES) {
        throw new MigrationException(file + " is larger than " + LARGEST_BYTES + " bytes");
      }
      text = Files.readString(file);
    } catch (CharacterCodingException _) {
      throw new MigrationException(file + " is not text in UTF-8");
    } catch (IOException error) {
      throw unreadable(file, error);
    }
    try {
      return new Script(
          new Migration(Integer.parseInt(matcher.group(1)), matcher.group(2), checksum(text)),
          StatementSplitter.split(text, dialect));
    } catch (IllegalArgumentException error) {
      throw new MigrationException(file.getFileName() + ": " + error.getMessage());
    }
  }

  private static MigrationException unreadable(Path file, IOException error) {
    String reason =
        switch (error) {
          case NoSuchFileException _ -> "it is gone";
          case AccessDeniedException _ -> "permission denied";
          default -> String.valueOf(error.getMessage());
        };
    return new MigrationException("cannot read " + file.toAbsolutePath() + ": " + reason, error);
  }

  /** Not of the bytes, since a version control system may change the ends of lines. */
  private static String checksum(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.replace("\r\n", "\n").getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException(error);
    }
  }
}
