package yona.language.embedding;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.language.CompiledModules;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.Policy;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.interop.JavaErrors;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Limits;
import yona.language.runtime.ProgramStop;
import yona.language.runtime.YonaError;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * Compiles scripts and says what they may touch and use. Thread-safe; a program needs one for each
 * set of rights.
 *
 * <pre>{@code
 * Engine engine = Engine.create();
 * Script total = engine.compile("total.yona", "net * 119 / 100", "net");
 * long gross = total.run(Map.of("net", 200)).as(long.class);   // 238
 * }</pre>
 *
 * <p>A script that was written by somebody else is run by an engine of {@link #untrusted}: without
 * grants it reaches nothing but its inputs, and it keeps to limits.
 */
public final class Engine {
  private final Compiler compiler;
  private final Set<Grant> grants;
  private final Limits limits;
  private final List<String> arguments;
  private final Invocation.@Nullable Output output;
  private final Consumer<Throwable> dropped;

  private Engine(Builder builder) {
    Policy policy = new Policy(builder.java, builder.granted());
    this.compiler =
        new Compiler(
            new StandardLibrary(builder.library), builder.modules, CompiledModules::none, policy);
    this.grants = policy.grants();
    this.limits = builder.limits();
    this.arguments = builder.arguments;
    this.output = builder.output;
    this.dropped = builder.dropped;
  }

  /** An engine whose scripts may do what the program around them may. */
  public static Engine create() {
    return builder().build();
  }

  /**
   * An engine whose scripts may do what the program around them may, unless the builder is told
   * otherwise: they have all grants, see the classes of the JDK, and have no limits.
   */
  public static Builder builder() {
    return new Builder(true);
  }

  /**
   * An engine for scripts that are not trusted, unless the builder is told otherwise: they have no
   * grants and see no Java classes; they have 10 seconds, 10,000 fibers, a million bytes of output
   * and Bigs of 100,000 bits, and are stopped when four fifths of the heap are in use.
   */
  public static Builder untrusted() {
    return new Builder(false);
  }

  /**
   * Compiles a script.
   *
   * @param name what errors call its text: the name of a file, say
   * @param text one expression, as in a file that is run; perhaps a module
   * @param inputs names that the text may use, and that each run gives values
   * @return the script
   * @throws CompilationException if it is no program, or names what it is not granted
   * @throws StoppedException if it takes more time, or meets less memory, than the engine allows
   * @throws IllegalArgumentException if an input is no name of a value
   */
  public Script compile(String name, String text, String... inputs) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(text, "text");
    List<String> names = List.of(inputs);
    names.forEach(Engine::requireName);
    if (Set.copyOf(names).size() < names.size()) {
      throw new IllegalArgumentException("an input stands twice in " + Arrays.toString(inputs));
    }
    Source source = Source.of(name, text);
    Compiler.Compilation compilation = limited(() -> compiler.compile(source, names));
    CompiledProgram program = compilation.program();
    if (program == null) {
      throw new CompilationException(compilation.diagnostics());
    }
    return new Script(this, program, names, compilation.diagnostics());
  }

  /** What comes of a text keeps to the limits too. */
  private <T> T limited(Supplier<T> task) {
    if (limits.time() == null && limits.heap() == 0) {
      return task.get();
    }
    try {
      return Invocation.supervised(this, arguments, output, grants, limits)
          .run(status -> {}, task::get);
    } catch (ProgramStop stop) {
      throw new StoppedException(stop.reason());
    } catch (OutOfMemoryError error) {
      if (limits.heap() == 0) {
        throw error;
      }
      throw new StoppedException(ProgramStop.Reason.MEMORY);
    }
  }

  private static void requireName(String name) {
    boolean named =
        Parser.parse(Source.of("input", name)).program() instanceof Tree.NameExpression tree
            && tree.text().equals(name)
            && Character.isLowerCase(name.codePointAt(0));
    if (!named) {
      throw new IllegalArgumentException(
          "an input needs a name as values have them (small letters first), not " + name);
    }
  }

  /**
   * Compiles and runs a text once.
   *
   * @param text one expression
   * @return its value
   * @throws CompilationException as {@link #compile}
   * @throws YonaException as {@link Script#run}
   * @throws InterruptedException as {@link Script#run}
   */
  public Value evaluate(String text) throws InterruptedException {
    return compile("script", text).run(Map.of());
  }

  /**
   * A Java object as a value. Numbers, texts, Booleans and characters become Yona's own, {@code
   * null} becomes {@code ()}, lists and arrays Seqs, sets Sets, maps Dicts (in their order if they
   * are sequenced), with all that is in them; every other object stays itself, and scripts see of
   * it what the Java classes of their engine show.
   *
   * @param object what it is made of, a {@link Value} too
   */
  public Value value(@Nullable Object object) {
    return new Value(Inputs.value(object), this);
  }

  /**
   * A function that scripts can be given as an input, or in one.
   *
   * @param name its name in messages and stack traces
   * @param arity how many arguments it takes
   * @param body what it does
   */
  public Value function(String name, int arity, HostFunction body) {
    Objects.requireNonNull(body, "body");
    return new Value(
        Function.of(
            name,
            arity,
            arguments -> {
              try {
                return Inputs.value(
                    body.call(
                        Arrays.stream(arguments).map(each -> new Value(each, this)).toList()));
              } catch (ProgramException passing) {
                throw passing.error();
              } catch (Throwable thrown) {
                throw JavaErrors.raised(thrown);
              }
            }),
        this);
  }

  Set<Grant> grants() {
    return grants;
  }

  Limits limits() {
    return limits;
  }

  List<String> arguments() {
    return arguments;
  }

  Invocation.@Nullable Output output() {
    return output;
  }

  Consumer<Throwable> dropped() {
    return dropped;
  }

  /** What an engine lets its scripts have. Not thread-safe. */
  public static final class Builder {
    private final Set<Grant> grants;
    private JavaClasses java;
    private ClassLoader library = Engine.class.getClassLoader();
    private ModuleSources modules = ModuleSources.none();
    private List<String> arguments = List.of();
    private Invocation.@Nullable Output output;
    private Consumer<Throwable> dropped;
    private @Nullable Duration time;
    private Duration grace = Limits.NONE.grace();
    private int fibers;
    private long outputBytes;
    private long bigBits;
    private double heap;

    private Builder(boolean trusted) {
      this.grants = trusted ? EnumSet.allOf(Grant.class) : EnumSet.noneOf(Grant.class);
      this.java = trusted ? JavaClasses.platform() : JavaClasses.none();
      if (trusted) {
        this.dropped = Builder::log;
      } else {
        // Their number is the script's to choose.
        this.dropped = error -> {};
        this.time = Duration.ofSeconds(10);
        this.fibers = 10_000;
        this.outputBytes = 1_000_000;
        this.bigBits = 100_000;
        this.heap = 0.8;
      }
    }

    private static void log(Throwable error) {
      String what =
          error instanceof YonaError raised && raised.isOfRelease()
              ? "error in the release of a resource of a script"
              : "error in the background of a script";
      System.getLogger("yona.language.embedding").log(System.Logger.Level.WARNING, what, error);
    }

    /**
     * Grants what is named, beside what is granted already.
     *
     * @param granted what scripts may touch
     * @return this
     */
    public Builder grant(Grant... granted) {
      grants.addAll(Arrays.asList(granted));
      return this;
    }

    /**
     * Takes grants away.
     *
     * @param denied what scripts may not touch
     * @return this
     */
    public Builder deny(Grant... denied) {
      Arrays.asList(denied).forEach(grants::remove);
      return this;
    }

    /**
     * Says which Java classes scripts see, and so which methods of the objects that they are given.
     * Whoever shows a class that reaches files, processes or reflection grants those.
     *
     * @param classes {@link JavaClasses#none}, {@link JavaClasses#platform}, or a choice
     * @return this
     */
    public Builder java(JavaClasses classes) {
      java = Objects.requireNonNull(classes, "classes");
      return this;
    }

    /**
     * Says where modules are that scripts import.
     *
     * @param files their files
     * @return this
     */
    public Builder modules(ModuleSources files) {
      modules = Objects.requireNonNull(files, "files");
      return this;
    }

    /**
     * Gives modules that scripts import as texts.
     *
     * @param texts by qualified name, {@code shop\Cart}
     * @return this
     */
    public Builder modules(Map<String, String> texts) {
      Map<String, String> files = new LinkedHashMap<>();
      texts.forEach((name, text) -> files.put(name.replace('\\', '/') + ".yona", text));
      return modules(
          path -> {
            String text = files.get(path);
            return text == null ? null : Source.of(path, text);
          });
    }

    /**
     * Says what {@code System::args} gives.
     *
     * @param given the arguments
     * @return this
     */
    public Builder arguments(String... given) {
      arguments = List.of(given);
      return this;
    }

    /**
     * Takes what scripts write to standard output and standard error, for which they then need no
     * grant. Without it they write to the streams of the process, if they are granted that.
     *
     * @param taker called by any number of fibers at a time
     * @return this
     */
    public Builder output(Invocation.Output taker) {
      output = Objects.requireNonNull(taker, "taker");
      return this;
    }

    /**
     * Takes the errors that nobody can be given: of background parts, and of releases that fail
     * while another error is on its way that the script catches. (If nobody does, they are the
     * {@linkplain Throwable#getSuppressed suppressed} ones of the {@link ProgramException}.) If
     * nobody takes them, those of trusted scripts are logged ({@code yona.language.embedding}),
     * others dropped.
     *
     * @param taker called by any number of fibers at a time
     * @return this
     */
    public Builder backgroundErrors(Consumer<? super Throwable> taker) {
      dropped = Objects.requireNonNull(taker, "taker")::accept;
      return this;
    }

    /**
     * Bounds the time of each run, in which loops without waits are stopped too, and of each
     * compilation.
     *
     * @param most from its start to its end
     * @return this
     */
    public Builder time(Duration most) {
      time = Objects.requireNonNull(most, "most");
      return this;
    }

    /**
     * Bounds what comes after a stop.
     *
     * @param most how long the releases of {@code with} have in a run that is stopped, 2 seconds if
     *     nobody says; then they are broken off
     * @return this
     */
    public Builder grace(Duration most) {
      grace = Objects.requireNonNull(most, "most");
      return this;
    }

    /**
     * Bounds the fibers of each run: a comprehension whose parts wait uses up to a thousand.
     *
     * @param most how many at a time; 0 for any number
     * @return this
     */
    public Builder fibers(int most) {
      fibers = most;
      return this;
    }

    /**
     * Bounds the output of each run, if the engine takes it.
     *
     * @param most bytes; 0 for any number
     * @return this
     */
    public Builder outputBytes(long most) {
      outputBytes = most;
      return this;
    }

    /**
     * Bounds Bigs; a result that needs more raises {@code :overflow}.
     *
     * @param most bits of one Big; 0 for any number
     * @return this
     */
    public Builder bigBits(long most) {
      bigBits = most;
      return this;
    }

    /**
     * Bounds the Java heap, which all scripts and the host share. When collections leave more of it
     * in use than this, the runs with this bound that are computing at that moment are stopped; if
     * none is, also the next time, those that wait. A run that meets an {@code OutOfMemoryError},
     * or is about to make an array that there is no room for, is stopped too. So it is the process
     * that is kept alive: a run is not charged for what it holds, and may be stopped for what
     * another one or the host holds.
     *
     * <p>While such runs are under way a thread looks every 10 milliseconds; it asks for a full
     * collection when the heap seems too full, at most a fifth of the time. A tenth of the heap (at
     * most 16 MB and 4 MB for each processor) is kept in reserve meanwhile, which the JVM gives up
     * before an allocation fails: then these runs are stopped at their next step, so that small
     * allocations of the host do not fail.
     *
     * @param most a share of the greatest size of the heap ({@code -Xmx}), more than the host needs
     *     by itself; 0 for no bound
     * @return this
     */
    public Builder heap(double most) {
      heap = most;
      return this;
    }

    /**
     * Says where the standard library is, if the class loader of this class does not reach all of
     * it.
     *
     * @param loader reaches it; in a module layer where each module has a loader of its own, that
     *     of a module which reads all parts of the library that scripts may use
     * @return this
     */
    public Builder library(ClassLoader loader) {
      library = Objects.requireNonNull(loader, "loader");
      return this;
    }

    /**
     * The engine.
     *
     * @return a new one
     * @throws IllegalArgumentException if a limit is negative, or the heap's more than 1
     * @throws IllegalStateException if there is no standard library
     */
    public Engine build() {
      Engine engine = new Engine(this);
      if (!new StandardLibrary(library).isThere()) {
        throw new IllegalStateException(
            "Yona's standard library (yona-library) is not on the class path or module path");
      }
      return engine;
    }

    private Set<Grant> granted() {
      Set<Grant> all = EnumSet.noneOf(Grant.class);
      all.addAll(grants);
      if (output != null) {
        all.add(Grant.OUTPUT);
      }
      return all;
    }

    private Limits limits() {
      return new Limits(time, grace, fibers, outputBytes, bigBits, heap);
    }
  }
}
