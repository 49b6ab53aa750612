package yona.tool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.data.Record;
import yona.language.Session;
import yona.language.runtime.Function;
import yona.language.runtime.Module;
import yona.language.syntax.Keywords;
import yona.language.syntax.Tree;

/** What could be meant by a word at the prompt that is not finished. */
final class PromptCompletion {
  /** More than anybody reads. */
  private static final int MAXIMUM = 1_000;

  /**
   * A word that could be meant.
   *
   * @param word the whole word, with what is there already
   * @param summary what it is, in a sentence; maybe empty
   */
  record Candidate(String word, String summary) {}

  private final Session session;
  private final ModuleDocumentation modules;
  private final PromptDocumentation documentation;
  private final Supplier<List<String>> inFiles;

  /**
   * Completion in a session.
   *
   * @param inFiles the names of modules in files
   */
  PromptCompletion(
      Session session,
      ModuleDocumentation modules,
      PromptDocumentation documentation,
      Supplier<List<String>> inFiles) {
    this.session = session;
    this.modules = modules;
    this.documentation = documentation;
    this.inFiles = inFiles;
  }

  /** Where the word starts that ends at the cursor. */
  static int wordStart(String text, int cursor) {
    int start = cursor;
    while (start > 0 && isPart(text, start - 1)) {
      start--;
    }
    return start;
  }

  private static boolean isPart(String text, int at) {
    char c = text.charAt(at);
    if (c == ':') {
      return at == 0
          || text.charAt(at - 1) == ':'
          || (at + 1 < text.length() && text.charAt(at + 1) == ':');
    }
    if (c == '\\') {
      // A lambda's, unless it stands behind the name of a package.
      return at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
    }
    return Character.isLetterOrDigit(c) || c == '_' || c == '.';
  }

  /** What the word before the cursor could become, in the order of the alphabet. */
  List<Candidate> candidates(String text, int cursor) {
    String word = text.substring(wordStart(text, cursor), cursor);
    Map<String, String> found = new TreeMap<>(Comparator.naturalOrder());
    if (word.startsWith(":") && text.stripLeading().length() == text.length()) {
      PromptCommand.all().forEach(c -> found.put(c.word(), c.summary()));
    } else if (word.contains("::")) {
      functions(word.substring(0, word.indexOf("::")), found);
    } else if (word.contains(".")) {
      fields(word.substring(0, word.lastIndexOf('.') + 1), found);
    } else {
      names(found);
    }
    List<Candidate> candidates = new ArrayList<>();
    found.forEach(
        (name, summary) -> {
          if (name.startsWith(word) && candidates.size() < MAXIMUM) {
            candidates.add(new Candidate(name, summary));
          }
        });
    return candidates;
  }

  private void functions(String receiver, Map<String, String> found) {
    String prefix = receiver + "::";
    if (session.value(receiver) instanceof Module module) {
      module.exports().forEach(name -> found.put(prefix + name, ""));
      return;
    }
    ModuleDocumentation.Documented module = modules.module(documentation.fqn(receiver));
    if (module != null) {
      module.functions().forEach((name, entry) -> found.put(prefix + name, entry.summary()));
    }
  }

  private void fields(String prefix, Map<String, String> found) {
    if (valueOf(prefix) instanceof Record record) {
      String summary = "field of " + record.type().name().name();
      record.type().fields().forEach(field -> found.put(prefix + field, summary));
      return;
    }
    session
        .records()
        .forEach(
            (name, record) ->
                record.fields().forEach(f -> found.put(prefix + f.text(), "field of " + name)));
    for (String fqn : namedModules()) {
      ModuleDocumentation.Documented module = modules.module(fqn);
      if (module != null) {
        module.fields().forEach(field -> found.put(prefix + field, "field of " + fqn));
      }
    }
  }

  /** The value of a name and fields behind it, {@code a.b.}; null if that is none. */
  private @Nullable Object valueOf(String prefix) {
    Object value = null;
    for (String part : prefix.substring(0, prefix.length() - 1).split("\\.", -1)) {
      if (value == null) {
        value = session.value(part);
      } else if (value instanceof Record record && record.type().indexOf(part) >= 0) {
        value = record.get(record.type().indexOf(part) + 1);
      } else {
        return null;
      }
      if (value == null) {
        return null;
      }
    }
    return value;
  }

  /** A record type that was declared at the prompt: {@code record (x, y)}. */
  static String kind(Tree.RecordDeclaration record) {
    return record.fields().stream()
        .map(Tree.Name::text)
        .collect(Collectors.joining(", ", "record (", ")"));
  }

  /** The modules whose records the session knows. */
  private List<String> namedModules() {
    List<String> fqns = new ArrayList<>(inFiles.get());
    session.imports().values().forEach(clause -> fqns.add(clause.module().text()));
    return fqns.stream().distinct().toList();
  }

  private void names(Map<String, String> found) {
    Keywords.all().forEach(keyword -> found.put(keyword, "keyword"));
    List<String> fqns = new ArrayList<>(modules.standardModules());
    fqns.remove(ModuleDocumentation.BUILTINS);
    fqns.addAll(inFiles.get());
    fqns.forEach(fqn -> found.put(fqn, "module"));
    functionsOf(ModuleDocumentation.BUILTINS, found);
    session.imports().forEach((name, clause) -> found.put(name, importSummary(name, clause)));
    session.records().forEach((name, record) -> found.put(name, kind(record)));
    for (String name : session.names()) {
      Object value = session.value(name);
      if (value != null) {
        found.put(name, kind(value));
      }
    }
  }

  private void functionsOf(String fqn, Map<String, String> found) {
    ModuleDocumentation.Documented module = modules.module(fqn);
    if (module != null) {
      module.functions().forEach((name, entry) -> found.put(name, entry.summary()));
    }
  }

  private String importSummary(String name, Tree.ImportClause clause) {
    ModuleDocumentation.Entry entry = documentation.imported(name, clause);
    return entry == null ? "from " + clause.module().text() : entry.summary();
  }

  /** The kind of a value, and of a function what a call takes. */
  static String kind(Object value) {
    return switch (value) {
      case Function function ->
          "function of "
              + (function.arity() == 0
                  ? "no parameters"
                  : function.arity() == 1 ? "1 parameter" : function.arity() + " parameters")
              + (function.maySuspend()
                  ? "; a call may wait"
                  : function.applied() != 0
                      ? "; a call may wait if a function that it is given may"
                      : "; a call never waits");
      case Module module -> "module " + module.fqn();
      default -> Kind.of(value).symbol().name();
    };
  }
}
