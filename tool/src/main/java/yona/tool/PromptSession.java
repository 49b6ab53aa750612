package yona.tool;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Scope;
import yona.data.Text;
import yona.data.Unit;
import yona.language.ModuleFiles;
import yona.language.Policy;
import yona.language.Session;
import yona.language.StandardLibrary;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;
import yona.language.runtime.Module;
import yona.language.runtime.YonaError;
import yona.language.syntax.Input;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * What a prompt does with what is typed, whoever types it: evaluates inputs, carries out commands,
 * and says what came of it. Belongs to the session's main fiber, but for {@link #interrupt} and
 * {@link #completion}.
 */
final class PromptSession {
  /** The name of the last value. */
  static final String LAST = "it";

  /** A longer input belongs in a file. */
  static final int MAXIMUM_INPUT = 1_000_000;

  /** How much of a value is shown on a terminal. */
  private static final int MAXIMUM_SHOWN = 10_000;

  /** The texts of how many inputs are kept for the excerpts of errors. */
  private static final int KEPT_INPUTS = 1_000;

  /** How many files are looked at in search of modules. */
  private static final int MAXIMUM_FILES = 5_000;

  private static final int MAXIMUM_DEPTH = 8;

  /** A function of a module as other languages write it: {@code Seq.map}. */
  private static final Pattern MODULE_WITH_POINT = Pattern.compile("^([\\w\\\\]*[A-Z]\\w*)\\.");

  /** Where a session writes. */
  interface Output {
    /** Writes an answer. */
    void print(String text);

    /** Writes what went wrong. */
    void complain(String text);

    /** Tells of what is wrong with Yona itself. */
    default void fault(Throwable fault) {
      Internal.error(fault);
    }

    /** Whether both are read by people, on a terminal. */
    boolean isTerminal();

    /** Whether both have colours. */
    boolean inColour();
  }

  private final Output output;
  private final List<Path> roots;
  private final ModuleFiles found;
  private final Session session;
  private final PromptDocumentation documentation;
  private final PromptCompletion completion;
  private final Evaluations evaluations;

  /** The modules that were loaded from files, by the paths where they would be looked for. */
  private final Map<String, Source> loaded = new ConcurrentHashMap<>();

  private final Map<String, Source> inputs =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Source> eldest) {
          return size() > KEPT_INPUTS;
        }
      };

  private int count;
  private boolean failed;

  /** Whether the last input did not compile. */
  private boolean refused;

  private volatile boolean tracing;

  /** Takes notes of what is being evaluated; null if nobody wants them. */
  private @Nullable CallTrace tracer;

  private @Nullable YonaError lastError;
  private @Nullable String lastFile;

  /** A session in which nothing is bound; made by its main fiber. */
  PromptSession(Output output, List<Path> projectRoots, JavaClasses java) {
    this(output, new Roots(null, null, projectRoots).folders(), Policy.trusting(java));
  }

  /**
   * A session in which nothing is bound; made by its main fiber.
   *
   * @param roots where modules in files are looked for
   * @param policy what inputs may have; commands may have everything
   */
  PromptSession(Output output, List<Path> roots, Policy policy) {
    this.output = output;
    this.roots = roots;
    this.found = ModuleFiles.below(roots);
    StandardLibrary library = new StandardLibrary(PromptSession.class.getClassLoader());
    ModuleFiles files = new LoadedFirst();
    this.session = new Session(library, files, CacheFolder::modules, policy);
    DocumentationLookup modules = new DocumentationLookup(library, files);
    this.documentation = new PromptDocumentation(session, modules, this::modulesInFiles);
    this.completion =
        new PromptCompletion(session, modules, documentation, this::modulesInFiles, policy.java());
    this.evaluations =
        new Evaluations(
            () ->
                output.complain(
                    "yona: still computing: a single operation cannot be interrupted; Ctrl-C again"
                        + " leaves it behind\n"));
  }

  /** Loaded modules first, as they were read; others where programs find them. */
  private final class LoadedFirst implements ModuleFiles {
    @Override
    public @Nullable Source find(String path) throws IOException {
      Source source = loaded.get(path);
      return source == null ? found.find(path) : source;
    }

    @Override
    public List<String> places(String path) {
      return found.places(path);
    }
  }

  /** What Tab offers. Thread-safe. */
  PromptCompletion completion() {
    return completion;
  }

  /** Whether an input or command went wrong. */
  boolean hasFailed() {
    return failed;
  }

  /** Whether something that was left behind still computes. */
  boolean leavesComputation() {
    return evaluations.leavesComputation();
  }

  /** Whether a text goes on in the next line. */
  static boolean isIncomplete(Source text) {
    return !isCommand(text.text())
        && text.text().length() <= MAXIMUM_INPUT
        && Input.read(text).isIncomplete();
  }

  private static boolean isCommand(String text) {
    String stripped = text.strip();
    return stripped.startsWith(":")
        && stripped.indexOf('\n') < 0
        && PromptCommand.all().stream().anyMatch(c -> isNamed(c, stripped));
  }

  private static boolean isNamed(PromptCommand command, String text) {
    return text.equals(command.word())
        || text.startsWith(command.word() + " ")
        || text.startsWith(command.word() + "\t");
  }

  /**
   * Interrupts what is being evaluated. May come from any thread.
   *
   * @return false if nothing is
   */
  boolean interrupt() {
    if (tracing) {
      output.complain(FiberDump.text());
    }
    return evaluations.interrupt();
  }

  /**
   * Evaluates an input or carries out a command. Suspends.
   *
   * @param bytes its text, as UTF-8
   * @return false if it ends the session
   */
  boolean accept(byte[] bytes) {
    Source source = Source.ofBytes("<input " + (count + 1) + ">", bytes);
    try {
      if (bytes.length > MAXIMUM_INPUT) {
        fail("an input has at most " + MAXIMUM_INPUT + " bytes; put it into a file, and :load it");
      } else {
        return answer(source);
      }
    } catch (RuntimeException | Error fault) {
      if (endsTheSession(fault)) {
        throw fault;
      }
      failed = true;
      report(fault, false);
    }
    return true;
  }

  /** Does what an input says, or what it is meant as; false if that ends the session. */
  private boolean answer(Source source) {
    String text = source.text().strip();
    if (isCommand(text)) {
      return command(text);
    }
    String meant = OtherPrompts.meant(text, this::isBound);
    if (meant != null) {
      return meant.startsWith(":") ? command(meant) : answer(source(meant));
    }
    String advice = OtherPrompts.advice(text, this::isBound);
    if (advice != null) {
      fail(advice);
      return true;
    }
    show(source);
    String note = OtherPrompts.note(text);
    if (note != null) {
      output.complain("yona: " + note + "\n");
    }
    return true;
  }

  private boolean isBound(String name) {
    return session.value(name) != null || session.imports().containsKey(name);
  }

  private void fail(String message) {
    failed = true;
    output.complain("yona: " + message + "\n");
  }

  // Evaluation

  /** Evaluates an input and shows its value. */
  private void show(Source source) {
    Object value = evaluate(source, true);
    if (value != null) {
      print(value);
    }
  }

  /** The value of an input; null if it has none, or went wrong, which has been said. */
  private @Nullable Object evaluate(Source source, boolean called) {
    return evaluate(
        source, input -> called ? session.compile(input) : session.compileUncalled(input));
  }

  private @Nullable Object evaluate(Source source, Function<Input, Session.Compiled> compiler) {
    refused = false;
    Input input = Input.read(source);
    if (input.isEmpty()) {
      return null;
    }
    count++;
    synchronized (inputs) {
      inputs.put(source.name(), source);
    }
    Session.Compiled compiled = compiler.apply(input);
    if (!compiled.diagnostics().isEmpty()) {
      output.complain(DiagnosticPrinter.print(compiled.diagnostics(), output.inColour()));
    }
    if (compiled.hasErrors()) {
      failed = true;
      refused = true;
      return null;
    }
    Object value = run(evaluation(compiled));
    if (value == null || !compiled.hasValue()) {
      return null;
    }
    if (value != Unit.UNIT) {
      session.bind(LAST, value);
    }
    return value;
  }

  /** The evaluation, with notes of its calls and waits if these are wanted. */
  private Evaluations.Body evaluation(Session.Compiled compiled) {
    CallTrace notes = tracer;
    return notes == null ? compiled::evaluate : () -> notes.noting(compiled::evaluate);
  }

  private @Nullable Object run(Evaluations.Body body) {
    try {
      return traced(body);
    } catch (Evaluations.Abandoned left) {
      fail("left behind: it goes on computing, until it waits or the session ends");
    } catch (RuntimeException | Error thrown) {
      if (endsTheSession(thrown)) {
        throw thrown;
      }
      failed = true;
      if (thrown instanceof CancellationException) {
        fail("interrupted");
      } else if (thrown instanceof YonaError error && error.symbol().name().equals("interrupted")) {
        fail("interrupted");
      } else {
        report(thrown, tracing);
      }
    }
    return null;
  }

  /** Evaluates, and shows the notes if there are any, whatever comes of it. */
  private Object traced(Evaluations.Body body) throws Evaluations.Abandoned {
    try {
      return evaluations.run(body);
    } finally {
      CallTrace notes = tracer;
      if (notes != null) {
        output.print(notes.text());
      }
    }
  }

  /** Whether it is the end that the input asked for, or that a signal brings. */
  private static boolean endsTheSession(Throwable thrown) {
    return (thrown instanceof ControlTransfer && !Fault.is(thrown))
        || Scope.current().isCancelled();
  }

  private void report(Throwable thrown, boolean whole) {
    YonaError error = asError(thrown);
    if (error == null) {
      output.fault(thrown);
      return;
    }
    lastError = error;
    Sources sources = new Sources(inputs());
    output.complain(
        whole
            ? ErrorReport.whole("error", error, sources, output.inColour())
            : ErrorReport.of("error", error, sources, output.inColour()));
  }

  /** Tells of an error of a background part or of a release. May come from any fiber. */
  void reportDropped(Throwable thrown) {
    YonaError error = asError(thrown);
    if (error == null) {
      output.fault(thrown);
    } else {
      output.complain(ErrorReport.ofDropped(error, new Sources(inputs()), output.inColour()));
    }
  }

  private static @Nullable YonaError asError(Throwable thrown) {
    return Fault.is(thrown) ? null : Errors.caught(thrown);
  }

  private List<Source> inputs() {
    synchronized (inputs) {
      return List.copyOf(inputs.values());
    }
  }

  private void print(Object value) {
    if (value == Unit.UNIT) {
      return;
    }
    String text = escaped(Text.source(value));
    String note = "";
    if (output.isTerminal() && text.length() > MAXIMUM_SHOWN) {
      int end = text.offsetByCodePoints(0, text.codePointCount(0, MAXIMUM_SHOWN) - 1);
      note = "\n... " + (text.length() - end) + " more characters; `println it` writes all of it";
      text = text.substring(0, end);
    }
    boolean coloured = output.inColour() && note.isEmpty();
    output.print((coloured ? Highlighting.of(text) : text) + note + "\n");
  }

  /** Strings are escaped already; other values may bring texts, a file its name for one. */
  private static String escaped(String text) {
    if (text.chars().noneMatch(PromptSession::isControl)) {
      return text;
    }
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isControl(c)) {
        safe.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static boolean isControl(int c) {
    return Character.isISOControl(c) && c != '\n';
  }

  // Commands

  private boolean command(String text) {
    int space = 0;
    while (space < text.length() && !Character.isWhitespace(text.charAt(space))) {
      space++;
    }
    String word = text.substring(0, space);
    String rest = text.substring(space).strip();
    switch (word) {
      case ":help" -> output.print(PromptCommand.help());
      case ":doc" -> document(rest);
      case ":type" -> type(rest);
      case ":time" -> time(rest);
      case ":trace" -> trace(rest);
      case ":fibers" -> output.print(FiberDump.text());
      case ":load" -> load(rest);
      case ":reload" -> reload();
      case ":names" -> names();
      case ":quit" -> {
        return false;
      }
      default -> throw new IllegalArgumentException(word);
    }
    return true;
  }

  private Source source(String text) {
    return Source.of("<input " + (count + 1) + ">", text);
  }

  private void document(String written) {
    if (written.isEmpty()) {
      fail(":doc needs a name, as in :doc Seq::map");
      return;
    }
    String name = MODULE_WITH_POINT.matcher(written).replaceFirst("$1::");
    DocumentationLookup.Entry entry = documentation.entry(name);
    Object value = session.value(name);
    if (entry != null) {
      show(entry);
    } else if (value != null) {
      output.print(name + ": " + PromptCompletion.kind(value) + "\n");
    } else {
      documentEverywhere(name);
    }
  }

  /** Shows what functions of this name there are in modules. */
  private void documentEverywhere(String name) {
    List<DocumentationLookup.Entry> found = documentation.everywhere(name);
    if (found.size() == 1) {
      show(found.getFirst());
    } else if (found.isEmpty()) {
      String near = documentation.near(name);
      fail(
          "nothing is known of "
              + Reports.shown(name)
              + (near == null ? "" : "; did you mean " + near + "?"));
    } else {
      StringBuilder text = new StringBuilder();
      found.forEach(
          each -> text.append(each.heading()).append("\n    ").append(each.summary()).append('\n'));
      output.print(text.toString());
    }
  }

  private void show(DocumentationLookup.Entry entry) {
    boolean colour = output.inColour();
    output.print(
        (colour ? "\u001b[1m" + entry.heading() + "\u001b[0m" : entry.heading())
            + "\n"
            + (entry.text().isEmpty() ? "no documentation\n" : "\n" + entry.text() + "\n"));
  }

  private void type(String text) {
    if (text.isEmpty()) {
      fail(":type needs an expression");
      return;
    }
    Object value = evaluate(source(text), false);
    if (value != null) {
      output.print(PromptCompletion.kind(value) + "\n");
    }
  }

  private void time(String text) {
    if (text.isEmpty()) {
      fail(":time needs an expression");
      return;
    }
    long fibers = Fiber.startedCount();
    long bytes = allocated();
    long start = System.nanoTime();
    Object value = evaluate(source(text), true);
    long nanos = System.nanoTime() - start;
    if (refused) {
      return;
    }
    // The evaluation itself is one.
    long started = Math.max(0, Fiber.startedCount() - fibers - 1);
    long taken = Math.max(0, allocated() - bytes);
    if (value != null) {
      print(value);
    }
    output.print(
        String.format(
            Locale.ROOT,
            "%.3f ms, %d %s started, %.1f kB allocated%n",
            nanos / 1e6,
            started,
            started == 1 ? "fiber" : "fibers",
            taken / 1e3));
  }

  private static long allocated() {
    return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
        ? threads.getTotalThreadAllocatedBytes()
        : 0;
  }

  private void trace(String text) {
    if (text.isEmpty()) {
      YonaError error = lastError;
      if (error == null) {
        output.print("there was no error\n");
      } else {
        output.print(ErrorReport.whole("error", error, new Sources(inputs()), output.inColour()));
      }
      return;
    }
    CallTrace notes = new CallTrace();
    tracing = true;
    tracer = notes;
    try {
      long fibers = Fiber.startedCount();
      Object value = evaluate(source(text), input -> session.trace(input, notes));
      long started = Math.max(0, Fiber.startedCount() - fibers - 1);
      if (refused) {
        return;
      }
      if (value != null) {
        print(value);
      }
      output.print(started + (started == 1 ? " fiber" : " fibers") + " started\n");
    } finally {
      tracer = null;
      tracing = false;
    }
  }

  private void names() {
    Map<String, String> all = new TreeMap<>();
    session.imports().forEach((name, clause) -> all.put(name, "from " + clause.module().text()));
    session.records().forEach((name, record) -> all.put(name, PromptCompletion.kind(record)));
    for (String name : session.names()) {
      Object value = session.value(name);
      if (value != null) {
        all.put(name, PromptCompletion.kind(value));
      }
    }
    StringBuilder text = new StringBuilder();
    all.forEach((name, kind) -> text.append(name).append(": ").append(kind).append('\n'));
    output.print(text.isEmpty() ? "no names are bound\n" : text.toString());
  }

  // Files

  /** Evaluates the program in a file, or makes the module in it available. Suspends. */
  void load(String name) {
    if (name.isEmpty()) {
      fail(":load needs a file");
      return;
    }
    Source source = read(name);
    if (source == null) {
      return;
    }
    lastFile = name;
    Tree.Expression tree = Parser.parse(source).program();
    while (tree instanceof Tree.Import imports) {
      tree = imports.body();
    }
    if (!(tree instanceof Tree.Module module)) {
      show(source);
      return;
    }
    String fqn = module.name().text();
    String path = fqn.replace('\\', '/') + ".yona";
    loaded.put(path, source);
    Object value = evaluate(Source.of("<load>", fqn), true);
    if (value instanceof Module made) {
      output.print(
          "module " + fqn + ": " + String.join(", ", new TreeSet<>(made.exports())) + "\n");
    }
  }

  private void reload() {
    if (lastFile == null) {
      fail("nothing was loaded");
    } else {
      load(lastFile);
    }
  }

  private @Nullable Source read(String name) {
    try {
      return SourceFile.read(name);
    } catch (SourceFile.UnreadableException problem) {
      fail(Reports.shown(name) + ": " + problem.why());
      return null;
    }
  }

  /** The names that modules in files have if they are named after their places. */
  private List<String> modulesInFiles() {
    List<String> names = new ArrayList<>();
    loaded.keySet().forEach(path -> names.add(moduleName(path)));
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root, MAXIMUM_DEPTH)) {
        files
            .limit(MAXIMUM_FILES)
            .map(file -> root.relativize(file).toString())
            .filter(path -> path.matches("([a-z]\\w*/)*[A-Z]\\w*\\.yona"))
            .forEach(path -> names.add(moduleName(path)));
      } catch (IOException | java.io.UncheckedIOException unreadable) {
        // What cannot be seen cannot be offered.
      }
    }
    return names.stream().distinct().toList();
  }

  private static String moduleName(String path) {
    return path.substring(0, path.length() - ".yona".length()).replace('/', '\\');
  }
}
