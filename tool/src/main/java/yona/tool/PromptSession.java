package yona.tool;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Scope;
import yona.data.Text;
import yona.data.Unit;
import yona.language.Policy;
import yona.language.Session;
import yona.language.StandardLibrary;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;
import yona.language.runtime.YonaError;
import yona.language.syntax.Input;

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
  private final Session session;
  private final PromptDocumentation documentation;
  private final PromptCompletion completion;
  private final Evaluations evaluations;
  private final PromptCommands commands;

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
    this(output, roots, policy, PromptSession.class.getClassLoader());
  }

  /**
   * A session in which nothing is bound; made by its main fiber.
   *
   * @param roots where modules in files are looked for
   * @param policy what inputs may have; commands may have everything
   * @param standard finds the standard modules
   */
  PromptSession(Output output, List<Path> roots, Policy policy, ClassLoader standard) {
    this.output = output;
    StandardLibrary library = new StandardLibrary(standard);
    LoadedModules files = new LoadedModules(roots);
    this.session = new Session(library, files, CacheFolder::modules, policy);
    DocumentationLookup modules = new DocumentationLookup(library, files);
    this.documentation = new PromptDocumentation(session, modules, files::names);
    this.commands = new PromptCommands(this, output, session, documentation, files);
    this.completion =
        new PromptCompletion(session, modules, documentation, files::names, policy.java());
    this.evaluations =
        new Evaluations(
            () ->
                output.complain(
                    "yona: still computing: a single operation cannot be interrupted; Ctrl-C again"
                        + " leaves it behind\n"));
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
      return commands.carryOut(text);
    }
    String meant = OtherPrompts.meant(text, this::isBound);
    if (meant != null) {
      return meant.startsWith(":") ? commands.carryOut(meant) : answer(source(meant));
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

  /** The text of a next input. */
  Source source(String text) {
    return Source.of("<input " + (count + 1) + ">", text);
  }

  /** The last error that was reported, or null. */
  @Nullable YonaError lastError() {
    return lastError;
  }

  /** The texts of the inputs, for reports. Thread-safe. */
  Sources sources() {
    return new Sources(inputs(), List.of());
  }

  /** Whether the last input did not compile. */
  boolean hasRefused() {
    return refused;
  }

  /** Whatever is evaluated is noted from now on; not at all if null. */
  void trace(@Nullable CallTrace notes) {
    tracing = notes != null;
    tracer = notes;
  }

  /** Evaluates the program in a file, or makes the module in it available. Suspends. */
  void load(String file) {
    commands.load(file);
  }

  private boolean isBound(String name) {
    return session.value(name) != null || session.imports().containsKey(name);
  }

  void fail(String message) {
    failed = true;
    output.complain("yona: " + message + "\n");
  }

  // Evaluation

  /** Evaluates an input and shows its value. */
  void show(Source source) {
    Object value = evaluate(source, true);
    if (value != null) {
      print(value);
    }
  }

  /** The value of an input; null if it has none, or went wrong, which has been said. */
  @Nullable Object evaluate(Source source, boolean called) {
    return evaluate(
        source, input -> called ? session.compile(input) : session.compileUncalled(input));
  }

  @Nullable Object evaluate(Source source, Function<Input, Session.Compiled> compiler) {
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
    Sources sources = sources();
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
      output.complain(ErrorReport.ofDropped(error, sources(), output.inColour()));
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

  void print(Object value) {
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
}
