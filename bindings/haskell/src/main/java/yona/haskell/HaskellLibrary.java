package yona.haskell;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A foreign library of Haskell, whose functions Java calls: those that the module {@code
 * Language.Java.Export} exports.
 *
 * <pre>{@code
 * HaskellLibrary library = HaskellLibrary.load(Path.of("libgreetings.so"));
 * UnaryOperator<String> greet = library.function("greet", UnaryOperator.class);
 * }</pre>
 *
 * <p>The first library begins the run-time system of Haskell, which stays until the process ends.
 * Safe for use by any number of threads.
 */
@SuppressWarnings("restricted") // what this library is for: programs allow it
public final class HaskellLibrary {
  /** Options that say how the run-time system works; others could end the process. */
  private static final Pattern OPTION =
      Pattern.compile(
          "-N[0-9]*|-maxN[0-9]+|-[AnHMmkKO][0-9.]+[kKmMgG]?|-G[0-9]+|-c[0-9]*|-F[0-9.]+"
              + "|-I[0-9.]+|-q[gbi][0-9]*|-qa|--nonmoving-gc|-xn|-C[0-9.]+|-V[0-9.]+");

  private static final String DESCRIBE = "yona_describe_";

  /** A name in the table of symbols, which ends with a zero, as the one before it does. */
  private static final Pattern EXPORTED = Pattern.compile("\0" + DESCRIBE + "(\\w+)(?=\0)");

  private static final String SYSTEM = "yona_join";
  private static final String FLUSH = "yona_flush";

  /** How long Haskell may take to write what it has printed. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static @Nullable List<String> begun;
  private static volatile @Nullable MethodHandle flush;

  private final Path file;
  private final SymbolLookup symbols;
  private final ConcurrentMap<String, ExportedFunction> functions = new ConcurrentHashMap<>();

  private HaskellLibrary(Path file, SymbolLookup symbols) {
    this.file = file;
    this.symbols = symbols;
  }

  /**
   * Loads a library.
   *
   * @param file the library, which GHC has made with {@code -shared -dynamic -threaded}
   * @param options options of the run-time system of Haskell, as {@code +RTS} has them; by default
   *     {@code -N}, a capability for each processor. Only the first library of a process can have
   *     some
   * @return the library
   * @throws IOException if there is no such file, it is no library or is cut off, or the system
   *     cannot load it
   * @throws IllegalArgumentException if it is no library with exported functions of Haskell, or
   *     there is no such option
   * @throws IllegalStateException if the run-time system has begun with other options, a program of
   *     Haskell has made this virtual machine, or that ends; or the library has been built with
   *     another version of {@code yona-java}
   */
  public static HaskellLibrary load(Path file, String... options) throws IOException {
    Objects.requireNonNull(file, "file");
    for (String option : Objects.requireNonNull(options, "options")) {
      if (!OPTION.matcher(Objects.requireNonNull(option, "option")).matches()) {
        throw new IllegalArgumentException(
            "no option for the run-time system of Haskell: " + option);
      }
    }
    Path absolute = file.toAbsolutePath();
    if (!Files.isRegularFile(absolute)) {
      throw new IOException("there is no library " + absolute);
    }
    ElfFile.requireWhole(absolute);
    SymbolLookup symbols;
    GuardPages guards = GuardPages.now();
    try {
      symbols = SymbolLookup.libraryLookup(absolute, Arena.global());
    } catch (IllegalArgumentException refused) {
      throw new IOException("the system cannot load " + absolute + ": " + refused.getMessage());
    } finally {
      guards.restore();
    }
    begin(absolute, symbols, List.of(options));
    return new HaskellLibrary(absolute, symbols);
  }

  private static synchronized void begin(Path file, SymbolLookup symbols, List<String> options)
      throws IOException {
    MemorySegment join =
        symbols
            .find(SYSTEM)
            .orElseThrow(
                () -> new IllegalArgumentException("no functions of Haskell are in " + file));
    if (begun != null) {
      if (!options.isEmpty() && !options.equals(begun)) {
        throw new IllegalStateException(
            "the run-time system of Haskell has begun with the options " + begun);
      }
      return;
    }
    List<String> command = new ArrayList<>(List.of("yona", "+RTS", "--install-signal-handlers=no"));
    command.addAll(options.isEmpty() ? List.of("-N") : options);
    command.add("-RTS");
    MemorySegment words = Arena.global().allocate(ADDRESS, command.size() + 1L);
    for (int i = 0; i < command.size(); i++) {
      words.setAtIndex(ADDRESS, i, Arena.global().allocateFrom(command.get(i)));
    }
    try {
      MemorySegment table =
          (MemorySegment)
              Linker.nativeLinker()
                  .downcallHandle(join, FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS))
                  .invokeExact(command.size(), words);
      if (table.address() == 0) {
        throw new IllegalArgumentException(file + " has been linked without -threaded");
      }
      Entry.join(table.address());
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
    begun = List.copyOf(options);
    flush =
        Linker.nativeLinker()
            .downcallHandle(symbols.find(FLUSH).orElseThrow(), FunctionDescriptor.ofVoid());
    Runtime.getRuntime().addShutdownHook(new Thread(HaskellLibrary::flush));
  }

  /**
   * Has Haskell write what it has printed, which can be in a buffer until then; a shutdown hook
   * does so, too. Blocks until that is written, for a second at most, as a thread of Haskell can
   * keep the others from it. Does nothing before the first library.
   */
  public static void flush() {
    MethodHandle known = flush;
    if (known == null) {
      return;
    }
    Thread flushing =
        Thread.ofPlatform()
            .daemon()
            .name("yona-haskell-flush")
            .start(
                () -> {
                  try {
                    known.invokeExact();
                  } catch (Throwable thrown) {
                    throw Thrown.unchecked(thrown);
                  }
                });
    try {
      var _ = flushing.join(PATIENCE);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A function by its name, as an object of a functional interface.
   *
   * <p>Numbers and truth values are passed as they are, and other values by their contents. What is
   * null is {@code Nothing}. A function that has been exported to wait suspends the caller; it is
   * interrupted when the caller is cancelled.
   *
   * @param <F> the interface
   * @param name the name in Haskell
   * @param type the interface, whose method has as many parameters as the function
   * @return the function; safe for use by any number of threads. Its method throws what the
   *     function raises: a {@link HaskellException}, or what Java has thrown below
   * @throws IllegalArgumentException if there is no such function, or its types are others than
   *     those of the method
   */
  public <F> F function(String name, Class<F> type) {
    return function(name).as(type);
  }

  /**
   * A function by its name.
   *
   * @param name the name in Haskell
   * @return the function
   * @throws IllegalArgumentException if there is no such function
   */
  public ExportedFunction function(String name) {
    Objects.requireNonNull(name, "name");
    return functions.computeIfAbsent(name, this::find);
  }

  /**
   * The names of the functions that it exports, which are looked for in its file.
   *
   * @return them, in ascending order
   * @throws IOException if the file cannot be read any more
   */
  public List<String> functions() throws IOException {
    String symbolTable = Files.readString(file, StandardCharsets.ISO_8859_1);
    return EXPORTED
        .matcher(symbolTable)
        .results()
        .map(found -> found.group(1))
        .filter(name -> symbols.find(DESCRIBE + name).isPresent())
        .distinct()
        .sorted()
        .toList();
  }

  private ExportedFunction find(String name) {
    MemorySegment describe = symbol(DESCRIBE, name);
    List<String> lines;
    try {
      MemorySegment text =
          (MemorySegment)
              Linker.nativeLinker()
                  .downcallHandle(describe, FunctionDescriptor.of(ADDRESS))
                  .invokeExact();
      lines = Arrays.asList(text.reinterpret(Long.MAX_VALUE).getString(0).split("\n"));
      NativeMemory.free(text.address());
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
    return ExportedFunction.of(name, lines, symbol("yona_export_", name));
  }

  private MemorySegment symbol(String prefix, String name) {
    return symbols
        .find(prefix + name)
        .orElseThrow(
            () -> new IllegalArgumentException("no function " + name + " is exported by " + file));
  }

  /** Shows the file. */
  @Override
  public String toString() {
    return "the library " + file;
  }
}
