package yona.tool.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A conformance program with what its comments expect of it, as conformance/README.md defines them.
 *
 * @param name its path below the folder of all programs, without the extension
 * @param source its bytes, each as the character of its number
 * @param result the printed result, null for none
 * @param out the lines of standard output
 * @param err the lines of standard error; {@link #ANYTHING} stands for one or more lines, and in a
 *     line for any text
 * @param error what it ends with, or null
 * @param exit the status that it ends itself with, or null
 * @param errors the errors of a program that does not compile: {@code CODE at line:column}
 * @param warnings the compiler's warnings, alike
 * @param fibers how many fibers it may start
 * @param stdin what standard input holds
 * @param files its files by path
 * @param fifos the paths of its FIFOs
 */
public record ConformanceProgram(
    String name,
    String source,
    @Nullable String result,
    List<String> out,
    List<String> err,
    @Nullable Raised error,
    @Nullable Integer exit,
    List<String> errors,
    List<String> warnings,
    Fibers fibers,
    String stdin,
    Map<String, String> files,
    List<String> fifos) {

  static final String ANYTHING = "...";

  static final String EXTENSION = ".yona";

  /** Where the examples of the reference are; they do not say whether they wait. */
  static final String SPEC = "spec/";

  /**
   * An error that ends a program.
   *
   * @param symbol the symbol's name, without its colon
   * @param message the message, or null for any
   * @param position {@code line:column}, or null for any
   */
  public record Raised(String symbol, @Nullable String message, @Nullable String position) {}

  /** How many fibers a program may start, both bounds included. */
  public record Fibers(long least, long most) {
    static final Fibers NONE = new Fibers(0, 0);
    static final Fibers ANY = new Fibers(0, Long.MAX_VALUE);

    static Fibers parse(String text) {
      return text.startsWith("<=")
          ? new Fibers(0, Long.parseLong(text.substring(2).strip()))
          : new Fibers(Long.parseLong(text), Long.parseLong(text));
    }
  }

  /**
   * A program of which nothing is expected here, with the standard input that its comments give.
   *
   * @param name its name
   * @param text its text
   * @param files its files by path
   */
  public static ConformanceProgram of(String name, String text, Map<String, String> files) {
    byte[] source = text.getBytes(StandardCharsets.UTF_8);
    return new ConformanceProgram(
        name,
        new String(source, StandardCharsets.ISO_8859_1),
        null,
        List.of(),
        List.of(),
        null,
        null,
        List.of(),
        List.of(),
        Fibers.ANY,
        parse(name, source).stdin(),
        files,
        List.of());
  }

  /** The programs below a folder, ordered by name. */
  static List<ConformanceProgram> all(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths
          .filter(path -> path.toString().endsWith(EXTENSION))
          .map(path -> read(folder, path))
          .sorted((a, b) -> a.name.compareTo(b.name))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ConformanceProgram read(Path folder, Path path) {
    String relative = folder.relativize(path).toString().replace('\\', '/');
    String name = relative.substring(0, relative.length() - EXTENSION.length());
    try {
      return parse(name, Files.readAllBytes(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the expectations out of a program's comments. */
  static ConformanceProgram parse(String name, byte[] source) {
    Comments comments = new Comments(name);
    // Bytes that are no UTF-8 stand in programs that are refused for them, never in expectations.
    new String(source, StandardCharsets.UTF_8).lines().forEach(comments::line);
    return comments.program(source);
  }

  /** Gathers the comments of one program. */
  private static final class Comments {
    private final String name;
    private final List<String> result = new ArrayList<>();
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> stdin = new ArrayList<>();
    private final Map<String, List<String>> files = new LinkedHashMap<>();
    private final List<String> fifos = new ArrayList<>();
    private @Nullable String symbol;
    private @Nullable String message;
    private @Nullable String position;
    private @Nullable Integer exit;
    private boolean suspends;
    private @Nullable Fibers fibers;
    private @Nullable List<String> module;

    Comments(String name) {
      this.name = name;
    }

    void line(String line) {
      if (line.startsWith("#|")) {
        if (module == null) {
          throw new IllegalStateException(name + ": lines of a module without its path");
        }
        module.add(line.length() > 3 ? line.substring(3) : "");
        return;
      }
      if (!line.startsWith("# ")) {
        return;
      }
      String text = line.substring(2);
      if (!add(text, "=>", result)
          && !add(text, "out:", out)
          && !add(text, "err:", err)
          && !add(text, "syntax:", errors)
          && !add(text, "warning:", warnings)
          && !add(text, "stdin:", stdin)) {
        other(text);
      }
    }

    private void other(String text) {
      if (text.startsWith("error: :")) {
        symbol = text.substring("error: :".length()).strip();
      } else if (text.startsWith("message: ")) {
        message = text.substring("message: ".length());
      } else if (text.startsWith("at: ")) {
        position = text.substring("at: ".length()).strip();
      } else if (text.startsWith("exit: ")) {
        exit = Integer.valueOf(text.substring("exit: ".length()).strip());
      } else if (text.equals("suspends")) {
        suspends = true;
      } else if (text.startsWith("fibers: ")) {
        fibers = Fibers.parse(text.substring("fibers: ".length()).strip());
      } else if (text.startsWith("fifo ")) {
        fifos.add(text.substring("fifo ".length()).strip());
      } else if (text.startsWith("module ") && text.endsWith(":")) {
        String path = text.substring("module ".length(), text.length() - 1);
        module = files.computeIfAbsent(path, _ -> new ArrayList<>());
      } else if (text.startsWith("file ") && text.indexOf(':') > 0) {
        String path = text.substring("file ".length(), text.indexOf(':'));
        add(
            text.substring("file ".length()),
            path + ":",
            files.computeIfAbsent(path, _ -> new ArrayList<>()));
      }
    }

    /** Adds what follows a word and one space. */
    private static boolean add(String text, String word, List<String> lines) {
      if (!text.startsWith(word)) {
        return false;
      }
      String rest = text.substring(word.length());
      lines.add(rest.startsWith(" ") ? rest.substring(1) : rest);
      return true;
    }

    ConformanceProgram program(byte[] source) {
      Map<String, String> texts = new LinkedHashMap<>();
      files.forEach((path, lines) -> texts.put(path, String.join("\n", lines)));
      if (symbol == null && (message != null || position != null)) {
        throw new IllegalStateException(name + ": a message or a place of no error");
      }
      boolean any = suspends || name.startsWith(SPEC);
      Fibers allowed = fibers != null ? fibers : any ? Fibers.ANY : Fibers.NONE;
      return new ConformanceProgram(
          name,
          new String(source, StandardCharsets.ISO_8859_1),
          result.isEmpty() ? null : String.join("\n", result),
          List.copyOf(out),
          List.copyOf(err),
          symbol == null ? null : new Raised(symbol, message, position),
          exit,
          List.copyOf(errors),
          List.copyOf(warnings),
          allowed,
          String.join("\n", stdin),
          texts,
          List.copyOf(fifos));
    }
  }
}
