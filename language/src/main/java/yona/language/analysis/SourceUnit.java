package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.RecordFields;
import yona.language.diagnostics.Source;
import yona.language.diagnostics.Suggestion;
import yona.language.runtime.StackTrace;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/** What the parts of resolution share about the source that they work on. */
final class SourceUnit {
  /** As many names of a module as a reader looks through. */
  private static final int MOST_OFFERED = 20;

  final Source source;
  final Modules modules;

  /** The fields of records that the source declares and uses. */
  final RecordFields fields = new RecordFields();

  /** Every function of the source, parts of expressions included. */
  final List<FunctionDefinition> functions = new ArrayList<>();

  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private final List<Diagnostic> deferred = new ArrayList<>();

  /** Where there is no module or function that was warned of; some places are analysed twice. */
  private final Set<Range> missing = new HashSet<>();

  /** Lambdas that are all of what a function of a module gives, which they are named after. */
  private final Map<Range, String> results = new HashMap<>();

  /** The last place that was asked for: of a long line nothing is counted twice. */
  private int lastOffset;

  private int lastColumn = 1;

  /** How often a suggestion was looked for. */
  private int suggestions;

  /**
   * A step whose value is dropped.
   *
   * @param tried whether it may be meant to raise
   */
  record Dropped(Core step, boolean tried) {}

  private final List<Dropped> dropped = new ArrayList<>();
  private final List<ShadowingSteps.Step> aliasesAmongSteps = new ArrayList<>();

  /** Whether what is analysed may be meant to raise. */
  private boolean tried;

  /** The clause around for every error. */
  private @Nullable Range hiding;

  private @Nullable FunctionDefinition function;
  private @Nullable String module;

  /** The names of the source and what uses them; null where nobody is told of that. */
  final @Nullable UnusedNames unused;

  SourceUnit(Source source, Modules modules) {
    this.source = source;
    this.modules = modules;
    this.unused = modules.checking() ? new UnusedNames(this) : null;
  }

  /** Notes a name that is of no use unless something mentions it. */
  void named(UnusedNames.Kind kind, Variable variable) {
    if (unused != null) {
      unused.add(kind, variable);
    }
  }

  /** The last character before a place that is no white space, or a space. */
  char before(Range at) {
    String text = source.text();
    int before = at.start() - 1;
    while (before >= 0 && Character.isWhitespace(text.charAt(before))) {
      before--;
    }
    return before < 0 ? ' ' : text.charAt(before);
  }

  /** The first character behind a place that is no white space, or a space. */
  char after(Range at) {
    String text = source.text();
    int after = at.end();
    while (after < text.length() && Character.isWhitespace(text.charAt(after))) {
      after++;
    }
    return after == text.length() ? ' ' : text.charAt(after);
  }

  /** Notes an alias among steps. */
  void named(Core.NameAlias alias, Range steps) {
    if (modules.checking()) {
      aliasesAmongSteps.add(new ShadowingSteps.Step(alias.variable(), alias.value().at(), steps));
    }
  }

  /** The aliases among steps; none where nobody is told of them. */
  List<ShadowingSteps.Step> aliasesAmongSteps() {
    return aliasesAmongSteps;
  }

  /** Notes an import, as {@link #named}. */
  void imported(Tree.Name name, Object as) {
    imported(name.text(), name.range(), as);
  }

  /**
   * Notes an import, as {@link #named}.
   *
   * @param as the binding, or the record type
   */
  void imported(String name, Range at, Object as) {
    if (unused != null) {
      unused.add(UnusedNames.Kind.IMPORT, name, at, as);
    }
  }

  /** Analyses the body of a function whose name may be of no use. */
  void insideNamed(Variable variable, Runnable body) {
    if (unused == null) {
      body.run();
    } else {
      unused.inside(variable, body);
    }
  }

  /** What is wrong, and warnings. */
  List<Diagnostic> diagnostics() {
    return diagnostics;
  }

  /** What only {@code yona check} reports: that which raises when it is reached. */
  List<Diagnostic> deferred() {
    return deferred;
  }

  void report(Diagnostic diagnostic) {
    diagnostics.add(diagnostic);
  }

  void error(Code code, Range at, String message) {
    diagnostics.add(Diagnostic.error(code, source, at, message));
  }

  void defer(Diagnostic diagnostic) {
    deferred.add(diagnostic);
  }

  /**
   * A module that there is not, or a function that one does not have: the program runs, and whoever
   * runs it is told, even where a clause takes every error.
   */
  void missing(Diagnostic diagnostic) {
    if (!missing.add(diagnostic.range())) {
      return;
    }
    Diagnostic told =
        hiding == null
            ? diagnostic
            : diagnostic.withNote(hiding, "this clause takes every error, and hides this one");
    defer(told);
    report(told.asWarning());
  }

  /**
   * Analyses what may be meant to raise.
   *
   * @param all the clause for every error around it, or null
   */
  <T> T tried(@Nullable Range all, Supplier<T> body) {
    Range hidingBefore = hiding;
    boolean triedBefore = tried;
    hiding = all == null ? hiding : all;
    tried = true;
    try {
      return body.get();
    } finally {
      hiding = hidingBefore;
      tried = triedBefore;
    }
  }

  /** A step whose value is dropped. */
  void drop(Core step) {
    dropped.add(new Dropped(step, tried));
  }

  /** The steps whose values are dropped. */
  List<Dropped> dropped() {
    return dropped;
  }

  /**
   * An error with "did you mean" where one of the candidates is near. Where there are very many
   * errors, each with very many candidates, the first ones only have that.
   */
  Diagnostic withSuggestion(Diagnostic diagnostic, String name, Iterable<String> candidates) {
    if (suggestions++ >= Parser.MAXIMUM_ERRORS) {
      return diagnostic;
    }
    String near = Suggestion.nearestOrLonger(name, candidates);
    return near == null ? diagnostic : diagnostic.withHint("Did you mean " + near + "?");
  }

  /** "Did you mean" for the name of functions of standard modules; null if there are none. */
  @Nullable String exportedByStandardModules(String name) {
    List<String> found = new ArrayList<>();
    for (String fqn : modules.standardNames()) {
      ModuleInterface standard = modules.find(fqn, false).module();
      if (standard != null && standard.functions().containsKey(name)) {
        found.add(fqn + "::" + name);
      }
    }
    if (found.isEmpty()) {
      return null;
    }
    String last = found.removeLast();
    return "Did you mean "
        + (found.isEmpty() ? last : String.join(", ", found) + " or " + last)
        + "?";
  }

  /** That there is no such module, where its file was looked for, and what may help. */
  Diagnostic noModule(Tree.QualifiedName name) {
    String fqn = name.text();
    Modules.Absence absence = modules.absence(fqn);
    boolean perhapsJava = fqn.indexOf('\\') > 0;
    String message =
        absence == null
            ? (perhapsJava ? "There is no module or Java class " : "There is no module ") + fqn
            : absence.message();
    List<String> places = modules.places(fqn);
    String files = places.isEmpty() ? "" : "; no file " + String.join(", ", places);
    Diagnostic error =
        Diagnostic.error(Code.MODULE_NOT_FOUND, source, name.range(), message + files);
    return absence == null
        ? withSuggestion(error, fqn, modules.knownNames())
        : error.withHint(absence.remedy());
  }

  FunctionDefinition define(
      FunctionDefinition.Role role, String name, Range at, List<Variable> parameters) {
    FunctionDefinition definition = new FunctionDefinition(role, name, at, parameters);
    definition.setModule(module);
    functions.add(definition);
    return definition;
  }

  /** A function for a part of the expression that is being analysed. */
  FunctionDefinition part(Range at, List<Variable> parameters) {
    FunctionDefinition part =
        define(
            FunctionDefinition.Role.PART,
            function == null ? FunctionDefinition.MAIN : function.name(),
            at,
            parameters);
    if (function != null) {
      part.setModule(function.module());
    }
    return part;
  }

  /** A lambda that stands somewhere in an expression. */
  FunctionDefinition lambda(Range at, List<Variable> parameters) {
    String name = results.get(at);
    return lambda(name == null ? StackTrace.LAMBDA + place(at.start()) : name, at, parameters);
  }

  /** A lambda that is bound to a name: in traces and printed it bears that. */
  FunctionDefinition lambda(String name, Range at, List<Variable> parameters) {
    FunctionDefinition definition = define(FunctionDefinition.Role.LAMBDA, name, at, parameters);
    definition.setModule(null);
    return definition;
  }

  /** Says that a lambda is all of what a function of a module without parameters gives. */
  void nameResult(Range lambda, String function) {
    results.put(lambda, function);
  }

  private String place(int offset) {
    int line = source.line(offset);
    boolean further = offset >= lastOffset && line == source.line(lastOffset);
    lastColumn =
        further
            ? lastColumn + source.text().codePointCount(lastOffset, offset)
            : source.column(offset);
    lastOffset = offset;
    return line + ":" + lastColumn;
  }

  /** Analyses the body of a function; parts in it take the function's name. */
  void inside(FunctionDefinition definition, Runnable body) {
    FunctionDefinition before = function;
    function = definition;
    try {
      body.run();
    } finally {
      function = before;
    }
  }

  /** Analyses the functions of a module. */
  <T> T insideModule(String fqn, Supplier<T> body) {
    String before = module;
    module = fqn;
    try {
      return body.get();
    } finally {
      module = before;
    }
  }

  @Nullable String module() {
    return module;
  }

  /**
   * What a module has, where nothing in it looks like what was asked for; null if it has nothing.
   */
  private static @Nullable String offered(Iterable<String> names) {
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (String name : names) {
      if (count++ == MOST_OFFERED) {
        return text + " and more";
      }
      text.append(text.isEmpty() ? "It has " : ", ").append(name);
    }
    return text.isEmpty() ? null : text.toString();
  }

  /**
   * An error of the program that is raised when it is reached, and reported by {@code yona check}.
   */
  Core raiseLater(
      Range at, String symbol, Code code, String message, String name, Iterable<String> near) {
    return raiseLater(
        symbol, withSuggestion(Diagnostic.error(code, source, at, message), name, near));
  }

  /**
   * A mention of a function that its module does not have: raised when it is reached, and warned of
   * at once.
   *
   * @param hint what is probably meant; null for the nearest of the module's names, or else all
   */
  Core raiseNotExported(
      Range at, String message, String name, Iterable<String> exported, @Nullable String hint) {
    Diagnostic error = Diagnostic.error(Code.NOT_EXPORTED, source, at, message);
    Diagnostic told = hint == null ? withSuggestion(error, name, exported) : error.withHint(hint);
    Diagnostic diagnostic = told.hint() == null ? told.withHint(offered(exported)) : told;
    return raiseMissing("nofunction", diagnostic);
  }

  /**
   * A mention of what there is not: raised when it is reached, and warned of at once.
   *
   * @param diagnostic the error
   */
  Core raiseMissing(String symbol, Diagnostic diagnostic) {
    missing(diagnostic);
    return raising(symbol, diagnostic);
  }

  /**
   * An error of the program that is raised when it is reached, and reported by {@code yona check}.
   */
  Core raiseLater(String symbol, Diagnostic diagnostic) {
    defer(diagnostic);
    return raising(symbol, diagnostic);
  }

  private static Core raising(String symbol, Diagnostic diagnostic) {
    String hint = diagnostic.hint();
    return new Core.RaiseAlways(
        diagnostic.range(),
        Symbol.of(symbol),
        hint == null ? diagnostic.message() : diagnostic.message() + ". " + hint);
  }
}
