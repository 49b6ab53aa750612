package yona.language.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;
import yona.language.diagnostics.Suggestion;
import yona.language.syntax.Parser;

/** What the parts of resolution share about the source that they work on. */
final class SourceUnit {
  private record CountedLambda(Range at, @Nullable FunctionDefinition function, int parameters) {}

  final Source source;
  final Modules modules;

  /** Every function of the source, parts of expressions included. */
  final List<FunctionDefinition> functions = new ArrayList<>();

  private final List<CountedLambda> lambdas = new ArrayList<>();
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private final List<Diagnostic> deferred = new ArrayList<>();

  /** Parts of expressions with the functions around them, whose names they take. */
  private final Map<FunctionDefinition, FunctionDefinition> parts = new LinkedHashMap<>();

  /** How often a suggestion was looked for. */
  private int suggestions;

  private @Nullable FunctionDefinition function;
  private @Nullable String module;

  SourceUnit(Source source, Modules modules) {
    this.source = source;
    this.modules = modules;
  }

  /** What is wrong, and warnings. */
  List<Diagnostic> diagnostics() {
    return diagnostics;
  }

  /** What raises only when it is reached; {@code yona check} reports it. */
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
   * An error with "did you mean" where one of the candidates is near. Where there are very many
   * errors, each with very many candidates, the first ones only have that.
   */
  Diagnostic withSuggestion(Diagnostic diagnostic, String name, Iterable<String> candidates) {
    if (suggestions++ >= Parser.MAXIMUM_ERRORS) {
      return diagnostic;
    }
    String near = Suggestion.nearest(name, candidates);
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

  /** That there is no such module, and where its file was looked for. */
  String noModule(String fqn) {
    List<String> places = modules.places(fqn);
    boolean perhapsJava = fqn.indexOf('\\') > 0;
    return (perhapsJava ? "There is no module or Java class " : "There is no module ")
        + fqn
        + (places.isEmpty() ? "" : "; no file " + String.join(", ", places));
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
            function == null ? "$main" : function.name(),
            at,
            parameters);
    if (function != null) {
      parts.put(part, function);
    }
    return part;
  }

  FunctionDefinition lambda(Range at, List<Variable> parameters) {
    FunctionDefinition definition =
        define(FunctionDefinition.Role.LAMBDA, "$lambda", at, parameters);
    lambdas.add(new CountedLambda(at, definition, parameters.size()));
    return definition;
  }

  /** Counts a lambda that needs no function of its own. */
  void countLambda(Range at) {
    lambdas.add(new CountedLambda(at, null, 0));
  }

  /** Names the lambdas by where their text ends (language.md 4.6); an inner one ends first. */
  void nameLambdas() {
    // A comparator put together from java.util's parts is linked anew in every process: 5 classes.
    lambdas.sort(
        (a, b) ->
            a.at.end() != b.at.end()
                ? Integer.compare(a.at.end(), b.at.end())
                : Integer.compare(b.at.start(), a.at.start()));
    for (int k = 0; k < lambdas.size(); k++) {
      CountedLambda lambda = lambdas.get(k);
      if (lambda.function != null) {
        lambda.function.setName("$lambda" + k + "-" + lambda.parameters);
      }
    }
    parts.forEach((part, around) -> part.setName(around.name()));
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
}
