package yona.io.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import yona.io.medium.Operations;

/**
 * Paths by pattern.
 *
 * <p>{@code *} stands for any part of a name, {@code ?} for one character, {@code [a-z]} and {@code
 * [!a-z]} for one of a set, {@code **} as a whole name for any folders, none too, and {@code {a,b}}
 * for alternatives, which may hold all of these and slashes. As in a shell, a name that begins with
 * a dot is found only by a pattern that does, {@code **} does not follow symbolic links, and a
 * slash at the end asks for folders. A backslash takes the meaning from the character after it.
 */
public final class Glob {

  /** How many alternatives a pattern may stand for, so that a short one cannot take all memory. */
  private static final int ALTERNATIVES_LIMIT = 10_000;

  private Glob() {}

  /**
   * The paths that match a pattern. Suspends.
   *
   * @param pattern the pattern; paths are relative to the current folder if it is
   * @return the paths, sorted, each once
   * @throws IllegalArgumentException if a bracket or brace is not closed
   * @throws IOException if a folder that a pattern names cannot be read
   */
  public static List<Path> find(String pattern) throws IOException {
    Set<Path> found = new TreeSet<>();
    for (String alternative : alternatives(pattern)) {
      boolean absolute = alternative.startsWith("/");
      List<String> names = new ArrayList<>();
      for (String name : alternative.split("/", -1)) {
        if (!name.isEmpty()) {
          names.add(name);
        }
      }
      Path start = absolute ? Path.of("/") : Path.of("");
      Set<Path> matching = new TreeSet<>();
      PathOrder.<Boolean, IOException>inTurn(
          literal(start, names),
          PathOrder.Access.READ,
          () -> {
            walk(start, names, 0, matching);
            if (alternative.endsWith("/")) {
              keepFolders(matching);
            }
            return true;
          });
      found.addAll(matching);
    }
    found.remove(Path.of(""));
    return List.copyOf(found);
  }

  private static void keepFolders(Set<Path> paths) throws IOException {
    for (Path path : List.copyOf(paths)) {
      if (!Operations.inPlace(() -> Files.isDirectory(path))) {
        paths.remove(path);
      }
    }
  }

  /** The folder that a pattern names, at whose path it counts as an operation. */
  private static Path literal(Path start, List<String> names) {
    Path folder = start;
    for (int i = 0; i < names.size() - 1 && isLiteral(names.get(i)); i++) {
      folder = folder.resolve(PathText.path(unescaped(names.get(i))));
    }
    return folder;
  }

  private static void walk(Path at, List<String> names, int index, Set<Path> found)
      throws IOException {
    if (index == names.size()) {
      found.add(at);
      return;
    }
    String name = names.get(index);
    if (name.equals("**")) {
      walk(at, names, index + 1, found);
      for (Path entry : entries(at)) {
        if (!isHidden(entry)) {
          if (isRealDirectory(entry)) {
            walk(entry, names, index, found);
          } else if (index + 1 == names.size()) {
            found.add(entry);
          }
        }
      }
    } else if (isLiteral(name)) {
      Path next = at.resolve(PathText.path(unescaped(name)));
      if (exists(next)) {
        walk(next, names, index + 1, found);
      }
    } else {
      Pattern matcher = matcher(name);
      boolean hidden = name.startsWith(".");
      for (Path entry : entries(at)) {
        if ((hidden || !isHidden(entry)) && matcher.matcher(name(entry)).matches()) {
          walk(entry, names, index + 1, found);
        }
      }
    }
  }

  /** What is in a folder; nothing if it is none, or may not be looked into. */
  private static List<Path> entries(Path folder) throws IOException {
    Path real = folder.toString().isEmpty() ? Path.of(".") : folder;
    if (!Operations.inPlace(() -> Files.isDirectory(real))) {
      return List.of();
    }
    List<Path> entries = new ArrayList<>();
    try {
      for (Path entry : Operations.inPlace(() -> FileOperations.entries(real))) {
        entries.add(folder.resolve(entry.getFileName()));
      }
    } catch (java.nio.file.AccessDeniedException _) {
      return List.of();
    }
    return entries;
  }

  private static String name(Path path) {
    return PathText.of(path.getFileName());
  }

  private static boolean isHidden(Path path) {
    return name(path).startsWith(".");
  }

  private static boolean exists(Path path) throws IOException {
    return Operations.inPlace(() -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
  }

  private static boolean isRealDirectory(Path path) throws IOException {
    return Operations.inPlace(() -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
  }

  private static boolean isLiteral(String name) {
    for (int i = 0; i < name.length(); i++) {
      switch (name.charAt(i)) {
        case '*', '?', '[' -> {
          return false;
        }
        case '\\' -> i++;
        default -> {}
      }
    }
    return true;
  }

  private static String unescaped(String name) {
    return name.replaceAll("(?s)\\\\(.)", "$1");
  }

  // ---- patterns --------------------------------------------------------------------------------

  private static Pattern matcher(String name) {
    StringBuilder regex = new StringBuilder();
    int i = 0;
    while (i < name.length()) {
      int c = name.codePointAt(i);
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        case '[' -> {
          int end = closingBracket(name, i);
          regex.append(set(name.substring(i + 1, end)));
          i = end;
        }
        case '\\' -> {
          if (i + 1 < name.length()) {
            i++;
            c = name.codePointAt(i);
          }
          regex.append(Pattern.quote(Character.toString(c)));
        }
        default -> regex.append(Pattern.quote(Character.toString(c)));
      }
      i += Character.charCount(name.codePointAt(i));
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static int closingBracket(String name, int open) {
    int start = isWithout(name.substring(open + 1)) ? open + 3 : open + 2;
    int end = name.indexOf(']', start);
    if (end < 0) {
      throw new IllegalArgumentException("a [ is not closed: " + name);
    }
    return end;
  }

  /** Some shells write a caret there. */
  private static boolean isWithout(String members) {
    return members.startsWith("!") || members.startsWith("^");
  }

  private static String set(String members) {
    boolean without = isWithout(members);
    String rest = without ? members.substring(1) : members;
    StringBuilder regex = new StringBuilder(without ? "[^" : "[");
    int[] characters = rest.codePoints().toArray();
    for (int i = 0; i < characters.length; i++) {
      int c = characters[i];
      boolean range = c == '-' && i > 0 && i < characters.length - 1;
      if (range && characters[i - 1] > characters[i + 1]) {
        throw new IllegalArgumentException("a range runs backwards: [" + members + "]");
      }
      if (!range && !Character.isLetterOrDigit(c)) {
        regex.append('\\');
      }
      regex.appendCodePoint(c);
    }
    return regex.append(']').toString();
  }

  /** The patterns without braces that one with braces stands for. */
  private static List<String> alternatives(String pattern) {
    List<String> done = new ArrayList<>();
    List<String> open = new ArrayList<>(List.of(pattern));
    while (!open.isEmpty()) {
      String next = open.removeLast();
      int start = find(next, '{', 0);
      if (start < 0) {
        checkBrackets(next);
        done.add(next);
        continue;
      }
      expand(next, start, open);
      if (done.size() + open.size() > ALTERNATIVES_LIMIT) {
        throw new IllegalArgumentException("too many alternatives: " + pattern);
      }
    }
    return done;
  }

  private static void expand(String pattern, int start, List<String> results) {
    int depth = 0;
    int from = start + 1;
    List<String> parts = new ArrayList<>();
    for (int i = start; i < pattern.length(); i++) {
      switch (pattern.charAt(i)) {
        case '\\' -> i++;
        case '{' -> depth++;
        case '}' -> depth--;
        case ',' -> {
          if (depth == 1) {
            parts.add(pattern.substring(from, i));
            from = i + 1;
          }
        }
        default -> {}
      }
      if (depth == 0) {
        parts.add(pattern.substring(from, i));
        for (String part : parts) {
          results.add(pattern.substring(0, start) + part + pattern.substring(i + 1));
        }
        return;
      }
    }
    throw new IllegalArgumentException("a { is not closed: " + pattern);
  }

  private static int find(String pattern, char wanted, int from) {
    for (int i = from; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == wanted) {
        return i;
      }
      if (c == '\\') {
        i++;
      }
    }
    return -1;
  }

  /** Finds an open bracket also where the walk would not come to it. */
  private static void checkBrackets(String pattern) {
    for (String name : pattern.split("/", -1)) {
      if (!isLiteral(name)) {
        var _ = matcher(name);
      }
    }
  }
}
