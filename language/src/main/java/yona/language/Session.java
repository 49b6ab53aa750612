package yona.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.analysis.Resolution;
import yona.language.core.RecordShape;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Function;
import yona.language.syntax.Input;
import yona.language.syntax.TokenKind;
import yona.language.syntax.Tokens;
import yona.language.syntax.Tree;

/**
 * Programs typed one after the other, each of which sees what those before it have bound, declared
 * and imported: a prompt. Every input is compiled as a function of the earlier values that it
 * mentions.
 *
 * <p>The names of earlier inputs are like those of a module's functions: a pattern that holds such
 * a name binds it anew, and does not compare with it (language.md, D22.3). Modules in files are
 * compiled anew by an input that mentions them, if they have changed.
 *
 * <p>Thread-safe; two inputs that are evaluated at the same time bind in the order in which they
 * end.
 */
public final class Session {
  private final Compiler compiler;
  private final JavaClasses java;

  /** Values by name; guarded by this. */
  private final Map<String, Object> values = new TreeMap<>();

  /** The names that still have the functions that an input wrote down; guarded by this. */
  private final Map<String, Definition> definitions = new HashMap<>();

  /** The record types that inputs have declared, by name; guarded by this. */
  private final Map<String, Tree.RecordDeclaration> records = new TreeMap<>();

  /** What each import binds, by the names; guarded by this. */
  private final Map<String, Tree.ImportClause> imports = new LinkedHashMap<>();

  /**
   * A session in which nothing is bound.
   *
   * @param library the standard modules
   * @param files where other modules are
   * @param kept where their compiled forms are kept
   * @param policy what inputs may have
   */
  public Session(
      StandardLibrary library, ModuleSources files, Supplier<CompiledModules> kept, Policy policy) {
    this.compiler = new Compiler(library, files, kept, policy);
    this.java = policy.java();
  }

  /**
   * A name that an input of nothing but such definitions bound to a lambda, so that it can be made
   * anew without any effect.
   *
   * @param input what bound it
   * @param index which of the input's names it is
   * @param value the function
   * @param arguments the earlier values that the input was given
   * @param earlier those of them that were definitions, by name
   */
  private record Definition(
      Compiled input,
      int index,
      Object value,
      List<Object> arguments,
      Map<String, Definition> earlier) {}

  /** An input that is ready to be evaluated, or what is wrong with it. */
  public final class Compiled {
    private final Input input;
    private final @Nullable CompiledProgram program;
    private final List<Diagnostic> diagnostics;
    private final List<String> given;
    private final List<Tree.Name> bound;
    private final boolean called;

    /** The imports and the record types of earlier inputs. */
    private final Around around;

    /** Values that stand for those of the session, or beside them. */
    private final Map<String, Object> instead;

    private Compiled(
        Input input,
        @Nullable CompiledProgram program,
        List<Diagnostic> diagnostics,
        List<String> given,
        List<Tree.Name> bound,
        boolean called,
        Around around,
        Map<String, Object> instead) {
      this.around = around;
      this.instead = instead;
      this.input = input;
      this.program = program;
      this.diagnostics = diagnostics;
      this.given = given;
      this.bound = bound;
      this.called = called;
    }

    /** Errors and warnings by position. */
    public List<Diagnostic> diagnostics() {
      return diagnostics;
    }

    /** Whether it cannot be evaluated. */
    public boolean hasErrors() {
      return program == null;
    }

    /** The names that it binds. */
    public List<String> names() {
      return bound.stream().map(Tree.Name::text).toList();
    }

    /** Whether it has a value of its own: its last step is an expression. */
    public boolean hasValue() {
      Tree.Do steps = input.steps();
      return steps != null
          && !steps.steps().isEmpty()
          && steps.steps().getLast() instanceof Tree.Expression;
    }

    /**
     * Evaluates the input, and binds its names and declares its record types if it ends without an
     * error. May wait; an error of the input is thrown as {@link yona.language.runtime.YonaError}.
     *
     * @return the value of its last step, {@code ()} if that is none; a function without parameters
     *     has been called, as with programs, unless it is wanted as it is
     */
    public Object evaluate() {
      if (program == null) {
        throw new IllegalStateException("the input has errors");
      }
      Tree.Import clauses = input.imports();
      if (clauses != null) {
        addImports(clauses);
      }
      Object[] arguments;
      Map<String, Definition> earlier = new HashMap<>();
      synchronized (Session.this) {
        arguments =
            given.stream()
                .map(name -> instead.containsKey(name) ? instead.get(name) : values.get(name))
                .toArray();
        for (String name : given) {
          if (definitions.containsKey(name)) {
            earlier.put(name, definitions.get(name));
          }
        }
      }
      Seq outcome = outcome(program, arguments);
      Object value = outcome.get(0);
      if (called && value instanceof Function unapplied && unapplied.arity() == 0) {
        value = unapplied.apply();
      }
      synchronized (Session.this) {
        for (Tree.RecordDeclaration record : input.records()) {
          declare(record);
        }
        boolean lambdas = instead.isEmpty() && definesFunctions();
        for (int i = 0; i < bound.size(); i++) {
          String name = bound.get(i).text();
          Object made = outcome.get(i + 1L);
          bind(name, made);
          if (lambdas) {
            definitions.put(name, new Definition(this, i, made, List.of(arguments), earlier));
          }
        }
      }
      return value;
    }

    /** Whether it does nothing but to bind names to lambdas. */
    private boolean definesFunctions() {
      Tree.Do steps = input.steps();
      return steps != null
          && steps.steps().stream()
              .allMatch(
                  step ->
                      step instanceof Tree.Alias alias
                          && alias.pattern() instanceof Tree.NamePattern
                          && alias.value() instanceof Tree.Lambda);
    }
  }

  private static Seq outcome(CompiledProgram program, Object[] arguments) {
    Function function = (Function) program.evaluate();
    return (Seq) (arguments.length == 0 ? function.apply() : function.applyAll(arguments));
  }

  /** Compiles an input. Never fails: whatever is wrong with it is a diagnostic. */
  public Compiled compile(Input input) {
    return compile(input, true);
  }

  /**
   * Compiles an input whose value is wanted as it is: where it is the name of a function without
   * parameters, that function.
   */
  public Compiled compileUncalled(Input input) {
    return compile(input, false);
  }

  /**
   * Compiles an input whose calls, with those in the functions that earlier inputs defined, are
   * made by a tracer. Calls in modules are not, nor those of Java.
   *
   * @param tracer makes the calls when the input is evaluated
   */
  public Compiled trace(Input input, CallTracer tracer) {
    Tree.Do steps = input.steps();
    if (steps == null) {
      return compile(input);
    }
    Around around = around();
    List<String> given = given(input);
    TracedCalls calls = tracedCalls(input, around, tracer);
    Map<String, Object> instead = new HashMap<>();
    Map<Compiled, Seq> made = new HashMap<>();
    for (String name : given) {
      Definition definition;
      synchronized (this) {
        definition = definitions.get(name);
      }
      if (definition != null) {
        instead.put(name, traced(definition, tracer, made));
      }
    }
    Tree.Do rewritten = calls.steps(steps);
    instead.putAll(calls.functions());
    given.addAll(calls.functions().keySet());
    return compile(input, rewritten, around, given, true, instead);
  }

  /** A definition's function, made anew; as it is if that cannot be. */
  private Object traced(Definition definition, CallTracer tracer, Map<Compiled, Seq> made) {
    Compiled input = definition.input;
    Seq known = made.get(input);
    if (known == null) {
      TracedCalls calls = tracedCalls(input.input, input.around, tracer);
      Tree.Do rewritten = calls.steps(Objects.requireNonNull(input.input.steps()));
      List<String> given = new ArrayList<>(input.given);
      given.addAll(calls.functions().keySet());
      Compiled compiled =
          compile(input.input, rewritten, input.around, given, input.called, calls.functions());
      if (compiled.program == null) {
        return definition.value;
      }
      List<Object> arguments = new ArrayList<>(definition.arguments);
      for (int i = 0; i < arguments.size(); i++) {
        Definition earlier = definition.earlier.get(input.given.get(i));
        if (earlier != null) {
          arguments.set(i, traced(earlier, tracer, made));
        }
      }
      arguments.addAll(calls.functions().values());
      known = outcome(compiled.program, arguments.toArray());
      made.put(input, known);
    }
    return known.get(definition.index + 1L);
  }

  private TracedCalls tracedCalls(Input input, Around around, CallTracer tracer) {
    Map<String, String> aliases = new HashMap<>();
    Set<String> javaNames = new HashSet<>();
    for (Tree.Import each : around.imports) {
      for (Tree.ImportClause clause : each.clauses()) {
        String module = clause.module().text();
        switch (clause) {
          case Tree.ModuleImport i -> {
            Tree.Name name = i.alias() == null ? i.module().name() : i.alias();
            aliases.put(name.text(), module);
          }
          case Tree.NameImport i -> {
            if (isJava(module)) {
              for (Tree.Imported name : i.imported()) {
                javaNames.add((name.alias() == null ? name.name() : name.alias()).text());
              }
            }
          }
        }
      }
    }
    return new TracedCalls(
        input.source(),
        tracer,
        name -> isJava(aliases.getOrDefault(name.text(), name.text())),
        javaNames);
  }

  private boolean isJava(String module) {
    return java.find(module.replace('\\', '.')) != null;
  }

  private Compiled compile(Input input, boolean called) {
    Tree.Do steps = input.steps();
    Tree.Do evaluated =
        steps == null ? new Tree.Do(input.parsed().program().range(), List.of()) : steps;
    Around around = around();
    Tree.Import imported = input.imports();
    if (imported != null) {
      around.imports.add(imported);
    }
    List<String> given = imported == null ? given(input) : List.of();
    return compile(input, evaluated, around, given, called, Map.of());
  }

  /** What earlier inputs have imported, and the record types that they have declared. */
  private record Around(List<Tree.Import> imports, List<RecordShape> types) {}

  private synchronized Around around() {
    List<Tree.Import> around = new ArrayList<>();
    for (Tree.ImportClause clause : imports.values().stream().distinct().toList()) {
      around.add(imported(clause));
    }
    List<RecordShape> types = new ArrayList<>();
    for (Tree.RecordDeclaration record : records.values()) {
      types.add(new RecordShape(record.name().text(), fields(record)));
    }
    return new Around(around, types);
  }

  private static List<String> fields(Tree.RecordDeclaration record) {
    return record.fields().stream().map(Tree.Name::text).toList();
  }

  /** Lets later inputs know a record type, and no other one of its name. */
  private synchronized void declare(Tree.RecordDeclaration record) {
    String name = record.name().text();
    records.put(name, record);
    if (imports.get(name) instanceof Tree.NameImport) {
      imports.remove(name);
    }
  }

  /** The earlier values that an input may mention. */
  private synchronized List<String> given(Input input) {
    List<String> given = new ArrayList<>();
    for (String name : mentioned(input.parsed().tokens(), input.source())) {
      if (values.containsKey(name)) {
        given.add(name);
      }
    }
    return given;
  }

  private Compiled compile(
      Input input,
      Tree.Do evaluated,
      Around around,
      List<String> given,
      boolean called,
      Map<String, Object> instead) {
    List<Tree.Name> bound = Resolution.bound(evaluated);
    Resolution.Typed typed =
        new Resolution.Typed(
            evaluated, bound, input.records(), around.imports, around.types, given, called);
    Compiler.Compilation compilation =
        compiler.compile(
            input.parsed(),
            (modules, className) -> Resolution.input(input.source(), typed, modules, className));
    return new Compiled(
        input,
        compilation.program(),
        compilation.diagnostics(),
        given,
        bound,
        called,
        around,
        instead);
  }

  /** Binds a name to a value for later inputs. */
  public synchronized void bind(String name, Object value) {
    values.put(name, value);
    definitions.remove(name);
  }

  /** The value of a name, or null if it has none. */
  public synchronized @Nullable Object value(String name) {
    return values.get(name);
  }

  /**
   * The parameters of a name's function as an input has written them down; null if it was bound in
   * another way.
   */
  public @Nullable List<String> parameters(String name) {
    Definition definition;
    synchronized (this) {
      definition = definitions.get(name);
    }
    Tree.Do steps = definition == null ? null : definition.input.input.steps();
    if (steps == null) {
      return null;
    }
    Source source = definition.input.input.source();
    Tree.Name bound = definition.input.bound.get(definition.index);
    return steps.steps().stream()
        .filter(
            step ->
                step instanceof Tree.Alias alias && alias.pattern().range().equals(bound.range()))
        .map(step -> ((Tree.Alias) step).value())
        .filter(Tree.Lambda.class::isInstance)
        .map(
            value ->
                ((Tree.Lambda) value)
                    .parameters().stream().map(each -> source.text(each.range())).toList())
        .findFirst()
        .orElse(null);
  }

  /** The names that have values, in ascending order. */
  public synchronized List<String> names() {
    return List.copyOf(values.keySet());
  }

  /** The record types that inputs have declared, by name. */
  public synchronized Map<String, Tree.RecordDeclaration> records() {
    return new TreeMap<>(records);
  }

  /** The names that imports brought, with the clause of each. */
  public synchronized Map<String, Tree.ImportClause> imports() {
    return new LinkedHashMap<>(imports);
  }

  private synchronized void addImports(Tree.Import added) {
    for (Tree.ImportClause clause : added.clauses()) {
      switch (clause) {
        case Tree.ModuleImport i -> {
          Tree.Name name = i.alias() == null ? i.module().name() : i.alias();
          imports.put(name.text(), clause);
          values.remove(name.text());
          definitions.remove(name.text());
        }
        case Tree.NameImport i -> {
          for (Tree.Imported name : i.imported()) {
            Tree.Name here = name.alias() == null ? name.name() : name.alias();
            records.remove(here.text());
            imports.put(here.text(), new Tree.NameImport(i.range(), List.of(name), i.module()));
            values.remove(here.text());
            definitions.remove(here.text());
          }
        }
      }
    }
  }

  /** An import of another input: in this one it stands nowhere. */
  private static Tree.Import imported(Tree.ImportClause clause) {
    Range nowhere = new Range(0, 0);
    Tree.QualifiedName module =
        new Tree.QualifiedName(
            nowhere,
            clause.module().packages().stream().map(part -> moved(part, nowhere)).toList(),
            moved(clause.module().name(), nowhere));
    Tree.ImportClause moved =
        switch (clause) {
          case Tree.ModuleImport i ->
              new Tree.ModuleImport(
                  nowhere, module, i.alias() == null ? null : moved(i.alias(), nowhere));
          case Tree.NameImport i ->
              new Tree.NameImport(
                  nowhere,
                  i.imported().stream()
                      .map(
                          name ->
                              new Tree.Imported(
                                  nowhere,
                                  moved(name.name(), nowhere),
                                  name.alias() == null ? null : moved(name.alias(), nowhere)))
                      .toList(),
                  module);
        };
    return new Tree.Import(nowhere, List.of(moved), new Tree.Missing(nowhere));
  }

  private static Tree.Name moved(Tree.Name name, Range to) {
    return new Tree.Name(to, name.text());
  }

  /** The lower names in a text: what it could mention, and perhaps some more. */
  private static List<String> mentioned(Tokens tokens, Source source) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.kind(i) == TokenKind.LOWER_NAME || tokens.kind(i) == TokenKind.DAEMON) {
        names.add(source.text(tokens.range(i)));
      }
    }
    return names.stream().distinct().toList();
  }
}
