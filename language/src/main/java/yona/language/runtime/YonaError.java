package yona.language.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;

/**
 * An error of the language on its way: a symbol, a message and a Yona stack trace (language.md
 * 10.1). The factories return the error; the caller throws it. Immutable but for the frames of
 * enclosing fibers, and other errors that go with it.
 */
public final class YonaError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final Symbol TYPE_ERROR = Symbol.of("typeerror");
  private static final Symbol BAD_ARGUMENT = Symbol.of("badarg");
  private static final Symbol INTERRUPTED = Symbol.of("interrupted");

  private final transient Symbol symbol;
  private final transient Seq message;
  private transient StackTrace trace;

  /** Whether a release raised it whose caller could not be given it. */
  private boolean ofRelease;

  private transient @Nullable String work;

  /** What is said of an argument, and which one it is, if the error is about one. */
  private transient @Nullable WrongArgument wrongArgument;

  /**
   * @param problem without advice
   */
  private record WrongArgument(Object argument, String problem) {}

  /** Raised by releases while this was on its way. Guarded by this. */
  private transient List<YonaError> releases = List.of();

  /** Raised by other members of the same group after this one. Guarded by this. */
  private transient List<YonaError> siblings = List.of();

  private YonaError(Symbol symbol, Seq message, StackTrace trace, @Nullable Throwable cause) {
    super(null, cause, false, false);
    this.symbol = symbol;
    this.message = message;
    this.trace = trace;
  }

  /** An error raised here. */
  public static YonaError of(Symbol symbol, String message) {
    return new YonaError(symbol, Seq.text(message), StackTrace.here(), null);
  }

  /** An error raised here. */
  public static YonaError of(Symbol symbol, Seq message) {
    return new YonaError(symbol, message, StackTrace.here(), null);
  }

  /** An error raised here. */
  public static YonaError of(String symbol, String message) {
    return of(Symbol.of(symbol), message);
  }

  /** An error raised here, with the Java exception behind it. */
  public static YonaError of(String symbol, String message, Throwable cause) {
    return new YonaError(Symbol.of(symbol), Seq.text(message), StackTrace.here(), cause);
  }

  /**
   * An error that another language has raised, which a function of Yona has called here.
   *
   * @param frames where it was raised there, innermost first
   * @param cause what was thrown there
   */
  public static YonaError foreign(
      Symbol symbol, String message, List<StackTrace.Frame> frames, Throwable cause) {
    return new YonaError(symbol, Seq.text(message), StackTrace.below(frames), cause);
  }

  /** An error where the Java exception was thrown. */
  static YonaError at(Throwable thrown, String symbol, String message) {
    return new YonaError(Symbol.of(symbol), Seq.text(message), StackTrace.of(thrown), thrown);
  }

  /**
   * {@code :typeerror}: "expected ..., found 5 (an Int)".
   *
   * @param expected what was expected, as the message names it: {@code "a Seq as second argument of
   *     Seq::map"}
   * @param found what was found
   */
  public static YonaError typeError(String expected, Object found) {
    return of(TYPE_ERROR, "expected " + expected + ", found " + Shown.withKind(found));
  }

  /**
   * An error about an argument of a function of the library.
   *
   * @param symbol {@code :typeerror}, or {@code :badarg}
   * @param problem the message without advice
   * @param advice what to do about it, or null
   * @param argument what was given
   */
  public static YonaError wrongArgument(
      Symbol symbol, String problem, @Nullable String advice, Object argument) {
    YonaError error = of(symbol, advice == null ? problem : problem + "; " + advice);
    error.wrongArgument = new WrongArgument(argument, problem);
    return error;
  }

  /** The argument that the error is about; null if it is about none, or has told all of it. */
  @Nullable Object wrongArgument() {
    return wrongArgument == null ? null : wrongArgument.argument;
  }

  /** The same error about an argument, with other advice, which stays. */
  YonaError advising(String advice) {
    String problem = Objects.requireNonNull(wrongArgument).problem;
    return new YonaError(symbol, Seq.text(problem + "; " + advice), trace, getCause());
  }

  /** {@code :badarg} with the whole message. */
  public static YonaError badArgument(String message) {
    return of(BAD_ARGUMENT, message);
  }

  /** {@code :badarg}: "expected ..., found 5". */
  public static YonaError badArgument(String expected, Object found) {
    return of(BAD_ARGUMENT, "expected " + expected + ", found " + Shown.value(found));
  }

  /** {@code :badcall} for a value that is no function. */
  static YonaError badCall(Object value, int given) {
    return of(
        "badcall",
        "expected a function to call with "
            + Shown.count(given, "argument")
            + ", found "
            + Shown.withKind(value));
  }

  /** {@code :badcall} for a value that is no function, and may be meant to be looked into. */
  static YonaError badCall(Object value, Object argument) {
    YonaError error = badCall(value, 1);
    if (!(argument instanceof Seq index) || index.length() != 1) {
      return error;
    }
    String lookup =
        value instanceof Seq
            ? "; an element is looked up by Seq::lookup index seq"
            : value instanceof Dict ? "; a value is looked up by Dict::lookup key dict" : "";
    return of("badcall", error.getMessage() + lookup);
  }

  /** {@code :badcall} for too many arguments. */
  static YonaError badCall(String name, int arity, int given, Object result) {
    return of(
        "badcall",
        name
            + " expects "
            + Shown.count(arity, "argument")
            + " and was given "
            + given
            + ", and its result is no function that could take the rest: "
            + Shown.withKind(result)
            + (arity == 0 ? "; " + name + " alone calls it" : "")
            + (isPrint(name) ? "; several values make one text: \"{a} {b}\"" : "")
            + (Kind.of(result) == Kind.RESOURCE ? "; it is opened by: with ... as name" : ""));
  }

  private static boolean isPrint(String name) {
    return name.equals("print") || name.equals("println");
  }

  /** {@code :nofunction} for a member that is not exported. */
  static YonaError noFunction(Module module, String name) {
    String suggestion = Shown.similar(name, module.exports());
    return of(
        "nofunction",
        "module "
            + module.fqn()
            + " exports no function "
            + name
            + (suggestion == null ? "" : "; did you mean " + suggestion + "?"));
  }

  /** The symbol that classifies the error. */
  public Symbol symbol() {
    return symbol;
  }

  /** The message as a Yona string. */
  public Seq message() {
    return message;
  }

  /** The message. */
  @Override
  public String getMessage() {
    return Text.plain(message);
  }

  /** The Yona stack trace. */
  public StackTrace trace() {
    return trace;
  }

  /**
   * The triple that {@code catch} sees; few programs look at the stack trace. What it has no place
   * for is {@linkplain #reportReleases reported}.
   */
  public Tuple triple() {
    reportReleases();
    return Tuple.ofLate(symbol, message, trace::value);
  }

  /** Marks the error of a release that cannot be raised, so that reports say what failed. */
  YonaError ofRelease() {
    ofRelease = true;
    return this;
  }

  /** Whether a release raised it, and whoever left the resource could not be given it. */
  public boolean isOfRelease() {
    return ofRelease;
  }

  /**
   * Names the work in which nobody could be given this error, so that reports say it.
   *
   * @param work like {@code GET /path}
   * @return this
   */
  public YonaError during(String work) {
    this.work = work;
    return this;
  }

  /** The work in which it was raised; null if that is not said. */
  public @Nullable String work() {
    return work;
  }

  /** Adds the error that a release has raised while this one was on its way. */
  synchronized void followedBy(YonaError release) {
    releases = with(releases, release.ofRelease());
  }

  /** What releases have raised while this error was on its way, the first one first. */
  public synchronized List<YonaError> releases() {
    return releases;
  }

  /** Adds the error of another member of the group that this one has ended. */
  synchronized void accompaniedBy(YonaError sibling) {
    siblings = with(siblings, sibling);
  }

  /** What other members of the same group raised after this one had ended the group. */
  public synchronized List<YonaError> siblings() {
    return siblings;
  }

  private static List<YonaError> with(List<YonaError> errors, YonaError next) {
    List<YonaError> all = new ArrayList<>(errors);
    all.add(next);
    return List.copyOf(all);
  }

  /** Reports what releases have raised meanwhile, as this error goes no further. */
  public void reportReleases() {
    List<YonaError> untold;
    synchronized (this) {
      untold = releases;
      releases = List.of();
    }
    if (!untold.isEmpty()) {
      Scope scope = Fiber.current().scope();
      untold.forEach(scope::report);
    }
  }

  /** Adds where this fiber stands now: the error of another fiber is raised on in this one. */
  public void joined() {
    enclose(StackTrace.here());
  }

  /** Adds where the fiber was started whose error this is. */
  void enclose(StackTrace started) {
    trace = trace.enclosedBy(started);
  }

  /**
   * The error of a triple, to be raised again with its stack trace.
   *
   * @throws yona.async.CancellationException if it is the cancellation of the calling fiber:
   *     whoever raises that again has not failed
   * @throws YonaError {@code :typeerror} if it is no triple of symbol, string and stack trace
   */
  public static YonaError fromTriple(Object value) {
    if (value instanceof Tuple triple
        && triple.length() == 3
        && triple.get(0) instanceof Symbol symbol
        && triple.get(1) instanceof Seq message
        && message.isText()
        && triple.get(2) instanceof Seq trace) {
      if (symbol.equals(INTERRUPTED)) {
        Fiber.current().checkCancelled();
      }
      return new YonaError(symbol, message.asText(), StackTrace.of(trace), null);
    }
    throw typeError("the triple of a caught error after raise", value);
  }

  /**
   * The error of {@code raise symbol message}.
   *
   * @throws YonaError {@code :typeerror} if they are no symbol and no string
   */
  public static YonaError raised(Object symbol, Object message) {
    if (!(symbol instanceof Symbol name)) {
      throw typeError("a symbol after raise", symbol);
    }
    if (!(message instanceof Seq text) || !text.isText()) {
      throw typeError("a string as the message of raise", message);
    }
    return of(name, text.asText());
  }

  @Override
  public String toString() {
    return Text.source(symbol) + " " + getMessage();
  }
}
