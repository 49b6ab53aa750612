package yona.tool;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;
import yona.tool.documentation.ModuleDocumentation;

/**
 * What the documentation comments of modules say: of standard modules, whose texts are part of the
 * distribution, and of modules in files as they are now.
 */
final class DocumentationLookup {
  /** The module whose functions are visible everywhere. */
  static final String BUILTINS = "Builtins";

  private final StandardLibrary library;
  private final ModuleSources files;

  /** What was read last of each module; guarded by this. */
  private final Map<String, Documented> known = new HashMap<>();

  DocumentationLookup(StandardLibrary library, ModuleSources files) {
    this.library = library;
    this.files = files;
  }

  /**
   * Something with documentation.
   *
   * @param heading how it is written: {@code Seq::take n xs}
   * @param parameters those of a function: {@code n xs}; else empty
   * @param text its documentation, maybe empty
   */
  record Entry(String heading, String parameters, String text) {
    /** The parameters, if there are any, and the first sentence. */
    String signature() {
      return parameters.isEmpty() ? summary() : parameters + ": " + summary();
    }

    /** The first sentence, on one line. */
    String summary() {
      String paragraph = text.split("\n\\s*\n", 2)[0].strip().replaceAll("\\s+", " ");
      int end = paragraph.indexOf(". ");
      return end < 0 ? paragraph : paragraph.substring(0, end + 1);
    }
  }

  /**
   * A module.
   *
   * @param own what is said of the module itself
   * @param functions what it exports, in the order of the text
   * @param records its record types
   * @param fields the fields of all its record types
   */
  record Documented(
      Entry own, Map<String, Entry> functions, Map<String, Entry> records, List<String> fields) {}

  /** The names of the standard modules. */
  List<String> standardModules() {
    return library.names();
  }

  /** The module of this name; null if there is none, or it cannot be read as one. */
  @Nullable Documented module(String fqn) {
    synchronized (this) {
      Documented standard = known.get(fqn);
      if (standard != null) {
        return standard;
      }
    }
    Source source = library.source(fqn);
    if (source != null) {
      Documented found = read(fqn, source, ModuleDocumentation::inPrograms);
      if (found != null) {
        synchronized (this) {
          known.put(fqn, found);
        }
      }
      return found;
    }
    try {
      Source file = files.find(fqn.replace('\\', '/') + ".yona");
      return file == null ? null : read(fqn, file, name -> name);
    } catch (IOException | java.nio.file.InvalidPathException unreadable) {
      return null;
    }
  }

  private static @Nullable Documented read(
      String fqn, Source source, UnaryOperator<String> inPrograms) {
    Tree.Expression tree = Parser.parse(source).program();
    while (tree instanceof Tree.Import imports) {
      tree = imports.body();
    }
    // A file that holds a module of another name is no module of this one.
    if (!(tree instanceof Tree.Module module) || !module.name().text().equals(fqn)) {
      return null;
    }
    List<String> exports = module.exports().stream().map(Tree.Name::text).toList();
    Map<String, Entry> functions = new LinkedHashMap<>();
    for (Tree.FunctionClause clause : module.functions()) {
      String name = inPrograms.apply(clause.name().text());
      if (exports.contains(clause.name().text()) && !functions.containsKey(name)) {
        String parameters =
            clause.parameters().stream()
                .map(parameter -> source.text(parameter.range()))
                .collect(Collectors.joining(" "));
        String heading = (fqn.equals(BUILTINS) ? "" : fqn + "::") + name;
        functions.put(
            name,
            new Entry(
                (heading + " " + parameters).strip(), parameters, text(clause.documentation())));
      }
    }
    Map<String, Entry> records = new LinkedHashMap<>();
    for (Tree.RecordDeclaration record : module.records()) {
      records.put(record.name().text(), entry(record));
    }
    List<String> fields =
        module.records().stream()
            .flatMap(record -> record.fields().stream())
            .map(Tree.Name::text)
            .distinct()
            .toList();
    return new Documented(
        new Entry("module " + fqn, "", text(module.documentation())), functions, records, fields);
  }

  /** What is said of a record type. */
  static Entry entry(Tree.RecordDeclaration record) {
    String fields = record.fields().stream().map(Tree.Name::text).collect(Collectors.joining(", "));
    return new Entry(record.name().text() + "(" + fields + ")", "", text(record.documentation()));
  }

  private static String text(@Nullable String documentation) {
    return documentation == null ? "" : documentation;
  }
}
