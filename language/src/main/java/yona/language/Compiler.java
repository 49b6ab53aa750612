package yona.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.language.analysis.FunctionFacts;
import yona.language.analysis.GrantsNeeded;
import yona.language.analysis.Grouping;
import yona.language.analysis.Limits;
import yona.language.analysis.Modules;
import yona.language.analysis.Resolution;
import yona.language.analysis.Resolved;
import yona.language.analysis.Warnings;
import yona.language.bytecode.Bytecode;
import yona.language.bytecode.Splitting;
import yona.language.core.CompilationUnit;
import yona.language.core.Replacements;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.RecordFields;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.optimize.CallGraph;
import yona.language.optimize.CallPatternSpecialization;
import yona.language.optimize.Inference;
import yona.language.optimize.OptimizedUnit;
import yona.language.optimize.Recursion;
import yona.language.syntax.LargeStack;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;

/**
 * Compiles Yona programs to JVM classes: text, tree ({@link Parser}), core form ({@link Resolution}
 * and what follows in {@code analyse}), what is faster ({@code optimize}), class files ({@link
 * Bytecode}). Thread-safe; each compilation stands for itself. All phases pass {@link Checkpoint}s,
 * so whoever compiles in a run with a limit on time is stopped.
 */
public final class Compiler {
  /** Sources beyond this many characters are compiled on a large stack from the start. */
  private static final int LARGE_SOURCE = 100_000;

  /** Address space for deeply nested programs; only what is used is committed. */
  private static final long STACK_BYTES = 2L << 30;

  /** Programs need classes of different names, for stack traces and profilers. */
  private static final AtomicLong PROGRAMS = new AtomicLong();

  private final StandardLibrary library;
  private final ModuleSources files;
  private final Supplier<CompiledModules> kept;
  private final Policy policy;
  private final boolean checking;

  /**
   * A compiler that compiles each module of the program anew; programs see the Java classes of the
   * JDK.
   *
   * @param library the standard modules
   * @param files where the program's own modules are
   */
  public Compiler(StandardLibrary library, ModuleSources files) {
    this(library, files, CompiledModules::none);
  }

  /**
   * A compiler.
   *
   * @param library the standard modules
   * @param files where the program's own modules are
   * @param kept where their compiled forms are kept; asked when a program has modules of its own
   */
  public Compiler(StandardLibrary library, ModuleSources files, Supplier<CompiledModules> kept) {
    this(library, files, kept, JavaClasses.platform());
  }

  /**
   * A compiler.
   *
   * @param library the standard modules
   * @param files where the program's own modules are
   * @param kept where their compiled forms are kept; asked when a program has modules of its own
   * @param java the Java classes that programs see
   */
  public Compiler(
      StandardLibrary library,
      ModuleSources files,
      Supplier<CompiledModules> kept,
      JavaClasses java) {
    this(library, files, kept, Policy.trusting(java));
  }

  /**
   * A compiler.
   *
   * @param library the standard modules
   * @param files where the program's own modules are
   * @param kept where their compiled forms are kept; asked when a program has modules of its own;
   *     what is kept was compiled under the same policy
   * @param policy what programs may have
   */
  public Compiler(
      StandardLibrary library, ModuleSources files, Supplier<CompiledModules> kept, Policy policy) {
    this(library, files, kept, policy, false);
  }

  private Compiler(
      StandardLibrary library,
      ModuleSources files,
      Supplier<CompiledModules> kept,
      Policy policy,
      boolean checking) {
    this.library = library;
    this.files = files;
    this.kept = kept;
    this.policy = policy;
    this.checking = checking;
  }

  /**
   * What a compilation gives.
   *
   * @param program the program; null if there are errors, and of {@link Compiler#check}
   * @param diagnostics errors and warnings by position, those of imported modules after them
   * @param deferred what {@code yona check} reports besides: what raises an error only when the
   *     program reaches it, and, of {@link Compiler#check}, names that nothing uses
   * @param fields the fields of records that the program and its modules declare and use; of
   *     modules that were compiled before nothing is known, and of a program with errors neither
   */
  public record Compilation(
      @Nullable CompiledProgram program,
      List<Diagnostic> diagnostics,
      List<Diagnostic> deferred,
      RecordFields fields) {
    /** All that there is to say: an error that a warning announces stands for that. */
    public List<Diagnostic> checked() {
      List<Diagnostic> all = new ArrayList<>(diagnostics);
      all.removeIf(one -> deferred.stream().anyMatch(one::isAnnouncing));
      all.addAll(deferred);
      return all;
    }

    /** Whether the program cannot run. */
    public boolean hasErrors() {
      return diagnostics.stream().anyMatch(Diagnostic::isError);
    }
  }

  /**
   * Compiles a program. Never fails: whatever is wrong with the source is a diagnostic.
   *
   * @param source its text
   */
  public Compilation compile(Source source) {
    return compile(Parser.parse(source));
  }

  /**
   * Compiles a program that has been parsed. Never fails, as {@link #compile(Source)}.
   *
   * @param parsed the parsed text
   */
  public Compilation compile(ParseResult parsed) {
    return compile(
        parsed,
        (modules, className) ->
            Resolution.program(parsed.source(), parsed.program(), modules, className));
  }

  /**
   * Says what is wrong with a program, also of names that nothing uses, and what raises an error
   * only when the program reaches it. Analyses each of its modules anew, and makes no classes.
   * Never fails, as {@link #compile(Source)}.
   *
   * @param parsed the parsed text
   * @return what there is to say, without a program
   */
  public Compilation check(ParseResult parsed) {
    return new Compiler(library, files, CompiledModules::none, policy, true).compile(parsed);
  }

  /**
   * Compiles a program with inputs: its value is a function of them, without parameters if there
   * are none, which gives the value of its expression. Never fails, as {@link #compile(Source)}.
   *
   * @param source its text
   * @param inputs the names that stand for values in it
   */
  public Compilation compile(Source source, List<String> inputs) {
    ParseResult parsed = Parser.parse(source);
    return compile(
        parsed,
        (modules, className) ->
            Resolution.program(source, parsed.program(), inputs, modules, className));
  }

  /** What resolves the names of a program. */
  @FunctionalInterface
  interface Resolver {
    /** Resolves them; {@code className} is the internal name of the class to be made. */
    Resolved resolve(Modules modules, String className);
  }

  /**
   * Compiles what has been parsed already.
   *
   * @param parsed the parsed text
   * @param resolver resolves its names
   */
  Compilation compile(ParseResult parsed, Resolver resolver) {
    if (parsed.source().text().length() > LARGE_SOURCE) {
      return onLargeStack(() -> compileHere(parsed, resolver));
    }
    try {
      return compileHere(parsed, resolver);
    } catch (StackOverflowError deep) {
      return onLargeStack(() -> compileHere(parsed, resolver));
    }
  }

  private Compilation compileHere(ParseResult parsed, Resolver resolver) {
    if (parsed.hasErrors()) {
      return failed(parsed.diagnostics(), List.of());
    }
    CompilationModules modules = new CompilationModules(library, files, kept, policy, checking);
    String className = "yona/program/P" + PROGRAMS.incrementAndGet();
    Resolved resolved = resolver.resolve(modules, className);
    CompilationUnit core = analyse(resolved);
    List<Diagnostic> diagnostics = new ArrayList<>(parsed.diagnostics());
    diagnostics.addAll(resolved.diagnostics());
    diagnostics.sort(Diagnostic.BY_POSITION);
    diagnostics.addAll(modules.warnings());
    List<Diagnostic> deferred = new ArrayList<>(resolved.deferred());
    deferred.addAll(modules.deferred());
    if (core == null) {
      return failed(diagnostics, deferred);
    }
    RecordFields fields = new RecordFields();
    fields.add(resolved.fields());
    fields.add(modules.fields());
    if (parsed.module() == null) {
      fields = fields.ofProgram();
    }
    if (checking) {
      return new Compilation(null, diagnostics, deferred, fields);
    }
    OptimizedUnit optimized = optimize(core);
    Map<String, byte[]> classes = new HashMap<>(modules.classes());
    classes.putAll(Bytecode.generate(optimized));
    List<Source> sources = new ArrayList<>(List.of(parsed.source()));
    sources.addAll(modules.sources());
    CompiledProgram program =
        new CompiledProgram(sources, className, classes, library.loader(), policy.java());
    return new Compilation(program, diagnostics, deferred, fields);
  }

  /** The phases of analysis, for programs and modules; null if there are errors. */
  static @Nullable CompilationUnit analyse(Resolved resolved) {
    if (!resolved.hasErrors()) {
      FunctionFacts facts = FunctionFacts.find(resolved);
      GrantsNeeded.check(resolved);
      Warnings.report(resolved, facts);
      Grouping.run(resolved, facts);
      Limits.checkCaptures(resolved);
    }
    return resolved.core();
  }

  /** The phases of the optimizer, for programs and modules. */
  static OptimizedUnit optimize(CompilationUnit core) {
    Replacements replacements = new Replacements();
    CallGraph graph = CallPatternSpecialization.run(core, replacements);
    Recursion recursion = Recursion.run(graph, replacements);
    // Before the types: what is split has expressions of its own, which have types too.
    Splitting.run(graph.functions(), replacements);
    Inference inference = Inference.run(core, recursion, replacements);
    return new OptimizedUnit(core, replacements, recursion, inference);
  }

  /** Runs on a thread with a large stack: the phases recurse as deep as the program is nested. */
  static <T extends @Nullable Object> T onLargeStack(Supplier<T> task) {
    return LargeStack.run("yona-compiler", STACK_BYTES, task);
  }

  private static Compilation failed(List<Diagnostic> diagnostics, List<Diagnostic> deferred) {
    return new Compilation(null, diagnostics, deferred, new RecordFields());
  }
}
