package yona.tool.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;
import yona.language.diagnostics.Suggestion;

/** Reads a {@code yona.toml} (TOML 1.0), and refuses what it does not know. */
final class ProjectFile {
  /** No project needs more. */
  private static final int MAXIMUM_BYTES = 1 << 20;

  /** Deeper nesting is nobody's, and the parser recurses. */
  private static final int MAXIMUM_BRACKETS = 1_000;

  private static final Map<String, Set<String>> TABLES =
      Map.of(
          "project", Set.of("languages", "name", "version", "main"),
          "modules", Set.of("roots"),
          "dependencies", Set.of(),
          "repositories", Set.of());

  private final Path folder;
  private final Source source;
  private final TomlParseResult toml;

  private ProjectFile(Path folder, Source source, TomlParseResult toml) {
    this.folder = folder;
    this.source = source;
    this.toml = toml;
  }

  static Project read(Path file) throws ProjectException {
    Source source = source(file);
    if (source.text().chars().filter(c -> c == '[' || c == '{').count() > MAXIMUM_BRACKETS) {
      throw ProjectException.of(file + " has more than " + MAXIMUM_BRACKETS + " brackets", null);
    }
    TomlParseResult toml = parsed(source);
    for (TomlParseError error : toml.errors()) {
      throw ProjectException.at(
          source, range(source, error.position()), Project.FILE + ": " + error.getMessage(), null);
    }
    Path folder = file.getParent();
    return new ProjectFile(folder == null ? Path.of("") : folder, source, toml).project();
  }

  private static TomlParseResult parsed(Source source) throws ProjectException {
    try {
      return Toml.parse(source.text());
    } catch (RuntimeException | AssertionError | StackOverflowError fault) {
      // Some texts break the parser rather than being refused by it.
      throw ProjectException.of(source.name() + " cannot be read as TOML", null);
    }
  }

  private static Source source(Path file) throws ProjectException {
    try {
      long size = Files.size(file);
      if (size > MAXIMUM_BYTES) {
        throw ProjectException.of(
            file + " has " + size + " bytes, and at most " + MAXIMUM_BYTES + " are read", null);
      }
      Source source = Source.ofBytes(file.toString(), Files.readAllBytes(file));
      if (!source.problems().isEmpty()) {
        throw ProjectException.at(
            source,
            source.problems().getFirst().range(),
            Project.FILE + ": " + source.problems().getFirst().message(),
            null);
      }
      return source;
    } catch (IOException e) {
      throw ProjectException.of(file + ": " + FileProblem.ofReading(e), null);
    }
  }

  private static Range range(Source source, @Nullable TomlPosition position) {
    if (position == null) {
      return new Range(0, 0);
    }
    int line = Math.clamp(position.line(), 1, source.lineCount());
    Range whole = source.lineRange(line);
    int start = Math.clamp(whole.start() + position.column() - 1L, whole.start(), whole.end());
    return new Range(start, Math.min(start + 1, whole.end()));
  }

  private Project project() throws ProjectException {
    for (String table : toml.keySet()) {
      known(List.of(table), table, TABLES.keySet());
      if (!(toml.get(List.of(table)) instanceof TomlTable values)) {
        throw wrong(List.of(table), table + " is a table: expected [" + table + "]");
      }
      Set<String> keys = TABLES.getOrDefault(table, Set.of());
      for (String key : keys.isEmpty() ? Set.<String>of() : values.keySet()) {
        known(List.of(table, key), key, keys);
      }
    }
    String name =
        text(
            "project",
            "name",
            text -> text.matches("[a-z][a-z0-9_]*"),
            "a name of small letters, digits and _");
    if (name == null) {
      Path last = folder.toAbsolutePath().normalize().getFileName();
      name = last == null ? "project" : last.toString();
    }
    String version = text("project", "version", text -> !text.isBlank(), "a version");
    String main = text("project", "main", text -> text.endsWith(".yona"), "the path of a program");
    return new Project(
        folder,
        name,
        version,
        main == null ? null : path(List.of("project", "main"), main),
        roots(),
        dependencies(),
        repositories(),
        languages());
  }

  private void known(List<String> path, String key, Set<String> known) throws ProjectException {
    if (!known.contains(key)) {
      String near = Suggestion.nearest(key, known);
      throw at(
          path,
          Project.FILE
              + ": "
              + String.join(".", path)
              + " is not known; there are "
              + String.join(", ", known.stream().sorted().toList()),
          near == null ? null : "did you mean " + near + "?");
    }
  }

  private List<Path> roots() throws ProjectException {
    Object value = toml.get(List.of("modules", "roots"));
    if (value == null) {
      Path usual = folder.resolve("src");
      return Files.isDirectory(usual) ? List.of(usual) : List.of(folder);
    }
    List<Path> roots = new ArrayList<>();
    if (!(value instanceof TomlArray array)) {
      throw wrong(List.of("modules", "roots"), "expected a list of folders, found " + found(value));
    }
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof String root)) {
        throw wrong(
            List.of("modules", "roots"),
            "expected the path of a folder, found " + found(array.get(i)));
      }
      Path path = path(List.of("modules", "roots"), root);
      if (!Files.isDirectory(path)) {
        throw wrong(List.of("modules", "roots"), "there is no folder " + root);
      }
      roots.add(path);
    }
    return roots;
  }

  private List<String> languages() throws ProjectException {
    List<String> place = List.of("project", "languages");
    Object value = toml.get(place);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof TomlArray array)) {
      throw wrong(place, "expected a list of languages, found " + found(value));
    }
    List<String> languages = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof String id) || !OtherLanguages.ids().contains(id)) {
        throw wrong(
            place,
            "expected one of "
                + String.join(", ", OtherLanguages.ids())
                + ", found "
                + found(array.get(i)));
      }
      if (!languages.contains(id)) {
        languages.add(id);
      }
    }
    return languages;
  }

  private List<Dependency> dependencies() throws ProjectException {
    List<Dependency> dependencies = new ArrayList<>();
    for (Map.Entry<String, String> entry : texts("dependencies").entrySet()) {
      Dependency dependency = Dependency.of(entry.getKey(), entry.getValue());
      if (dependency == null) {
        List<String> path = List.of("dependencies", entry.getKey());
        throw Dependency.of(entry.getKey(), "1") == null
            ? wrong(path, "expected \"group:artifact\" in front of =, found " + entry.getKey())
            : wrong(
                path, "expected one version, no range and no snapshot, found " + entry.getValue());
      }
      dependencies.add(dependency);
    }
    return dependencies;
  }

  private Map<String, String> repositories() throws ProjectException {
    Map<String, String> repositories = texts("repositories");
    for (Map.Entry<String, String> entry : repositories.entrySet()) {
      if (!entry.getValue().matches("(https|http|file)://\\S+")) {
        throw wrong(
            List.of("repositories", entry.getKey()),
            "expected the URL of a Maven repository, found " + entry.getValue());
      }
      if (!entry.getKey().matches("[A-Za-z0-9_.-]+")) {
        throw wrong(
            List.of("repositories", entry.getKey()),
            "expected a name of letters, digits, ., _ and -, found " + entry.getKey());
      }
    }
    return repositories;
  }

  /** A table all of whose values are strings. */
  private Map<String, String> texts(String table) throws ProjectException {
    Map<String, String> texts = new LinkedHashMap<>();
    if (toml.get(List.of(table)) instanceof TomlTable values) {
      for (String key : values.keySet()) {
        Object value = values.get(List.of(key));
        if (!(value instanceof String text)) {
          throw wrong(
              List.of(table, key),
              value instanceof TomlTable
                  ? "expected a string; a name with a point or colon needs quotes"
                  : "expected a string, found " + found(value));
        }
        texts.put(key, text);
      }
    }
    return texts;
  }

  private @Nullable String text(String table, String key, Predicate<String> fits, String expected)
      throws ProjectException {
    Object value = toml.get(List.of(table, key));
    if (value == null) {
      return null;
    }
    if (!(value instanceof String text) || !fits.test(text)) {
      throw wrong(List.of(table, key), "expected " + expected + ", found " + found(value));
    }
    return text;
  }

  private Path path(List<String> place, String text) throws ProjectException {
    try {
      return folder.resolve(text).normalize();
    } catch (InvalidPathException e) {
      throw wrong(place, "this is no path: " + e.getReason());
    }
  }

  private static String found(@Nullable Object value) {
    return switch (value) {
      case null -> "nothing";
      case String text -> Toml.tomlEscape("\"" + text + "\"").toString().replace("\\\"", "\"");
      case TomlTable table -> "a table of " + table.size();
      case TomlArray array -> "a list of " + array.size();
      default -> value.toString();
    };
  }

  private ProjectException wrong(List<String> path, String message) {
    return at(path, Project.FILE + ": " + String.join(".", path) + ": " + message, null);
  }

  private ProjectException at(List<String> path, String message, @Nullable String hint) {
    return ProjectException.at(source, range(source, toml.inputPositionOf(path)), message, hint);
  }
}
