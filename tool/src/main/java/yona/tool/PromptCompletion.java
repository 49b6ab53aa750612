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
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.interop.JavaPackages;
import yona.language.runtime.Function;
import yona.language.runtime.Module;
import yona.language.runtime.Shown;
import yona.language.syntax.Keywords;
import yona.language.syntax.Parser;
import yona.language.syntax.TokenKind;
import yona.language.syntax.Tokens;
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
  private final DocumentationLookup modules;
  private final PromptDocumentation documentation;
  private final Supplier<List<String>> inFiles;
  private final JavaClasses java;
  private final JavaPackages packages;

  /**
   * Completion in a session.
   *
   * @param inFiles the names of modules in files
   * @param java the Java classes that inputs see
   */
  PromptCompletion(
      Session session,
      DocumentationLookup modules,
      PromptDocumentation documentation,
      Supplier<List<String>> inFiles,
      JavaClasses java) {
    this.java = java;
    this.packages = new JavaPackages(java);
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
      javaNames(word, found);
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
    DocumentationLookup.Documented module = modules.module(documentation.fqn(receiver));
    if (module != null) {
      module.functions().forEach((name, entry) -> found.put(prefix + name, entry.signature()));
    } else {
      methods(receiver)
          .forEach((name, parameters) -> found.put(prefix + name, String.join(", ", parameters)));
    }
  }

  /** The methods of a Java class, or of a Java object that a name is bound to. */
  private Map<String, List<String>> methods(String receiver) {
    Object value = session.value(receiver);
    if (value != null && Kind.of(value) == Kind.NATIVE && !(value instanceof Class)) {
      return java.of(value.getClass()).parameters(false);
    }
    Class<?> type =
        value instanceof Class<?> itself
            ? itself
            : java.find(documentation.fqn(receiver).replace('\\', '.'));
    return type == null || type.isPrimitive() ? Map.of() : java.of(type).parameters(true);
  }

  /** Packages, and what is in the one that the word names. */
  private void javaNames(String word, Map<String, String> found) {
    int last = word.lastIndexOf('\\');
    String prefix = word.substring(0, last + 1);
    String within = last < 0 ? "" : word.substring(0, last).replace('\\', '.');
    packages.packages(within).forEach(each -> found.put(prefix + each + '\\', "Java package"));
    if (last >= 0) {
      packages
          .classes(within, word.substring(last + 1))
          .forEach(each -> found.put(prefix + each.getSimpleName(), kind(each)));
    }
  }

  private static String kind(Class<?> type) {
    return type.isAnnotation()
        ? "Java annotation"
        : type.isInterface()
            ? "Java interface"
            : type.isEnum() ? "Java enum" : type.isRecord() ? "Java record" : "Java class";
  }

  /**
   * How the function is called behind which the cursor stands: its name, its parameters, and what
   * it does.
   *
   * @return a line, for Java one for each method of the name; null if no white space stands before
   *     the cursor, no call of a known function before that
   */
  @Nullable String call(String text, int cursor) {
    String before = text.substring(0, cursor);
    if (before.isBlank() || !Character.isWhitespace(before.charAt(cursor - 1))) {
      return null;
    }
    String callee = callee(Source.of("", before));
    return callee == null ? null : signature(callee);
  }

  /** The name that the last call of a text calls, as it is written; null if there is none. */
  private static @Nullable String callee(Source source) {
    Tokens tokens = Parser.parseInput(source).tokens();
    int first = -1;
    for (int i = tokens.count() - 2; i >= 0 && (isAtom(tokens.kind(i)) || tokens.match(i) >= 0); ) {
      boolean closes = tokens.match(i) >= 0;
      if (closes && tokens.match(i) > i) {
        break;
      }
      first = closes ? tokens.match(i) : i;
      if (tokens.onNewLine(first)) {
        break;
      }
      i = first - 1;
    }
    if (first < 0 || (first > 0 && tokens.kind(first - 1) == TokenKind.BACKSLASH)) {
      return null;
    }
    int last =
        tokens.kind(first + 1) == TokenKind.DOUBLE_COLON && first + 2 < tokens.count() - 1
            ? first + 2
            : first;
    return switch (tokens.kind(first)) {
      case LOWER_NAME, UPPER_NAME, MODULE_NAME ->
          source.text().substring(tokens.start(first), tokens.end(last));
      default -> null;
    };
  }

  private static boolean isAtom(TokenKind kind) {
    return switch (kind) {
      case LOWER_NAME,
          UPPER_NAME,
          MODULE_NAME,
          DOUBLE_COLON,
          DOT,
          INT,
          FLOAT,
          BYTE,
          BIG,
          CHARACTER,
          SYMBOL,
          STRING,
          TRUE,
          FALSE ->
          true;
      default -> false;
    };
  }

  private @Nullable String signature(String callee) {
    DocumentationLookup.Entry entry = documentation.entry(callee);
    if (entry != null) {
      return entry.parameters().isEmpty() ? null : entry.heading() + ": " + entry.summary();
    }
    int colons = callee.indexOf("::");
    if (colons >= 0) {
      List<String> methods =
          methods(callee.substring(0, colons))
              .getOrDefault(callee.substring(colons + 2), List.of());
      return methods.isEmpty()
          ? null
          : methods.stream().map(each -> callee + each).collect(Collectors.joining("\n"));
    }
    List<String> parameters = session.parameters(callee);
    if (parameters != null) {
      return callee + " " + String.join(" ", parameters);
    }
    return session.value(callee) instanceof Function function
        ? callee + ": " + kind(function)
        : null;
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
      DocumentationLookup.Documented module = modules.module(fqn);
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
    fqns.remove(DocumentationLookup.BUILTINS);
    fqns.addAll(inFiles.get());
    fqns.forEach(fqn -> found.put(fqn, "module"));
    functionsOf(DocumentationLookup.BUILTINS, found);
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
    DocumentationLookup.Documented module = modules.module(fqn);
    if (module != null) {
      module.functions().forEach((name, entry) -> found.put(name, entry.signature()));
    }
  }

  private String importSummary(String name, Tree.ImportClause clause) {
    DocumentationLookup.Entry entry = documentation.imported(name, clause);
    return entry == null ? "from " + clause.module().text() : entry.signature();
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
      default -> Shown.kindName(value);
    };
  }
}
