package yona.bench.inside;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import yona.async.ErrorReporter;
import yona.async.Fiber;
import yona.async.Program;
import yona.data.Seq;
import yona.data.Text;
import yona.data.Unit;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.runtime.Function;
import yona.language.runtime.Module;

/**
 * Compiles a Yona program and times calls of it. Its value is a module that exports {@code prepare
 * size file}, {@code run input} and {@code check result}; the protocol is described in
 * benchmarks/README.md. Usage: {@code Inside PROGRAM first|warm|turns SIZE WARM_MILLIS
 * SAMPLE_MILLIS FILE}, or {@code Inside rehearse FILE...} for the training run of the ahead-of-time
 * cache.
 */
public final class Inside {
  private final Supplier<Object> run;
  private Object result = Unit.UNIT;

  private Inside(Supplier<Object> run) {
    this.run = run;
  }

  /** Measures, on the main fiber of a program as the {@code yona} command runs it. */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    if (arguments[0].equals("rehearse")) {
      rehearse(Arrays.copyOfRange(arguments, 1, arguments.length));
      return;
    }
    var path = Path.of(arguments[0]);
    if (Files.isDirectory(path)) {
      var program = (CompiledProgram) new Inside(compilation(path)).report(arguments);
      System.out.println("check " + program.classes().size());
      return;
    }
    var source = Source.ofBytes(path.toString(), Files.readAllBytes(path));
    new Program(ErrorReporter.STANDARD_ERROR)
        .run(
            () -> {
              measure(source, arguments);
              return Unit.UNIT;
            });
  }

  /** The training run of the {@code yona} command, which is none of the tool's public face. */
  private static void rehearse(String[] files) throws ReflectiveOperationException {
    Class.forName("yona.tool.Rehearsal")
        .getMethod("main", String[].class)
        .invoke(null, (Object) files);
  }

  private static void measure(Source source, String[] arguments) {
    var library = new StandardLibrary(Compiler.class.getClassLoader());
    var compilation = new Compiler(library, ModuleSources.none()).compile(source);
    var program = compilation.program();
    if (program == null) {
      compilation.diagnostics().forEach(diagnostic -> System.err.println("error: " + diagnostic));
      System.exit(1);
      return;
    }
    var module = (Module) program.evaluate();
    var size = Long.valueOf(arguments[2]);
    var input = module.member("prepare").apply(size, Seq.text(arguments[5]));
    Function run = module.member("run");
    var inside = new Inside(() -> run.apply(input));
    var result = inside.report(arguments);
    System.out.println("check " + Text.plain(module.member("check").apply(result)));
  }

  /** Compiles the program {@code main.yona} of a folder with all its modules. */
  private static Supplier<Object> compilation(Path folder) throws IOException {
    var path = folder.resolve("main.yona");
    var source = Source.ofBytes(path.toString(), Files.readAllBytes(path));
    var compiler =
        new Compiler(
            new StandardLibrary(Compiler.class.getClassLoader()),
            ModuleSources.below(List.of(folder)));
    return () -> {
      var compilation = compiler.compile(source);
      if (compilation.program() == null) {
        throw new IllegalStateException(compilation.diagnostics().toString());
      }
      return compilation.program();
    };
  }

  /** Measures, and tells the times. */
  private Object report(String[] arguments) {
    var times = new ArrayList<Long>();
    if (arguments[1].equals("first")) {
      times.add(call());
    } else if (arguments[1].equals("turns")) {
      return turns(arguments);
    } else {
      warm(Long.parseLong(arguments[3]) * 1_000_000);
      sample(Long.parseLong(arguments[4]) * 1_000_000, times);
    }
    var last = result;
    System.out.println("ns " + joined(times));
    if (!arguments[1].equals("first")) {
      count();
    }
    return last;
  }

  /** Measures whenever there is a line on the standard input, and tells the median each time. */
  private Object turns(String[] arguments) {
    warm(Long.parseLong(arguments[3]) * 1_000_000);
    var last = result;
    System.out.println("ready");
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    input
        .lines()
        .forEach(
            line -> {
              var times = new ArrayList<Long>();
              sample(Long.parseLong(arguments[4]) * 1_000_000, times);
              times.sort(null);
              System.out.println(times.get(times.size() / 2));
            });
    count();
    return last;
  }

  private long call() {
    long start = System.nanoTime();
    Object value = run.get();
    long nanos = System.nanoTime() - start;
    result = value;
    return nanos;
  }

  private void warm(long nanos) {
    long end = System.nanoTime() + nanos;
    do {
      call();
    } while (System.nanoTime() < end);
  }

  private void sample(long nanos, List<Long> times) {
    long end = System.nanoTime() + nanos;
    while (times.size() < 3 || (System.nanoTime() < end && times.size() < 1000)) {
      times.add(call());
    }
  }

  /** What one more call allocates, on all threads, and the fibers that it starts. */
  private void count() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getTotalThreadAllocatedBytes();
    long fibers = Fiber.startedCount();
    long before = threads.getTotalThreadAllocatedBytes();
    call();
    long bytes = threads.getTotalThreadAllocatedBytes() - before;
    System.out.println("allocated " + bytes);
    System.out.println("fibers " + (Fiber.startedCount() - fibers));
  }

  private static String joined(List<Long> times) {
    return times.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
