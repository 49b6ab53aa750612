package yona.testrun;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A class with one entry, whose inputs Jazzer searches for what it cannot take. {@code ./check}
 * does so for some seconds; longer, from the root of the repository, here for {@code ProgramFuzz}:
 *
 * <pre>
 * mvn -Dquick -Dfuzz.skip=false -Dtest=ProgramFuzz -Dyona.fuzz.seconds=1800 \
 *   -Dsurefire.failIfNoSpecifiedTests=false test -pl language -am
 * </pre>
 *
 * Jazzer prints each find and keeps it in the folder {@code target/fuzz} of the module. Move it to
 * the resources of the class, in {@code ProgramFuzzInputs}: a test of regressions replays it, and
 * every later search starts from it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FuzzSearch.Arguments.class)
public @interface FuzzSearch {
  /** A folder of the repository whose files the search starts from as well. */
  String from() default "";

  /** Tells Jazzer how to search, as its command line would. */
  final class Arguments implements BeforeAllCallback, AfterAllCallback {
    /** The longest input, in bytes: where the time for one grows with its square it stays short. */
    private static final int LONGEST_INPUT = 1_000;

    /** How many inputs a search starts from, per second: all would leave a short one no time. */
    private static final int SEEDS_PER_SECOND = 20;

    /** After so many seconds an input is taken to hang. */
    private static final int INPUT_LIMIT = 10;

    /** For JUnit. */
    public Arguments() {}

    private static boolean isSearch() {
      return System.getenv("JAZZER_FUZZ") != null;
    }

    /** Where Jazzer keeps the inputs that reach code which no other has reached. */
    private static Path found(ExtensionContext context) {
      String name = context.getRequiredTestClass().getSimpleName();
      return Path.of("target", "fuzz", name).toAbsolutePath();
    }

    /** In an order that does not depend on the file system. */
    private static List<Path> files(Path folder) throws IOException {
      try (Stream<Path> files = Files.walk(folder)) {
        return files.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
      }
    }

    /** How much other processes slow this one down: alone, a JVM that starts has a processor. */
    private static double slowness() {
      double uptime = ManagementFactory.getRuntimeMXBean().getUptime() * 1e6;
      var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      return Math.clamp(uptime / system.getProcessCpuTime(), 1, 10);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
      if (!isSearch()) {
        return;
      }
      Class<?> entry = context.getRequiredTestClass();
      String name = entry.getSimpleName();
      Path found = Files.createDirectories(found(context));
      Path kept =
          Path.of("src/test/resources", entry.getPackageName().replace('.', '/'), name + "Inputs");
      String from = entry.getAnnotation(FuzzSearch.class).from();
      long seed = Long.getLong("yona.seed", 1);
      int seconds = Integer.getInteger("yona.fuzz.seconds", 20);
      List<Path> seeds = files(kept);
      if (!from.isEmpty()) {
        seeds.addAll(files(Path.of("..", from)));
      }
      Collections.shuffle(seeds, new Random(seed));
      Path seedList = Path.of(found + "-seeds");
      Files.writeString(
          seedList,
          seeds.stream()
              .limit((long) seconds * SEEDS_PER_SECOND)
              .map(file -> file.toAbsolutePath().toString())
              .collect(Collectors.joining(",")));
      List<String> arguments =
          List.of(
              "fuzz",
              "-seed=" + (seed & Integer.MAX_VALUE),
              "-max_total_time=" + Math.round(seconds * slowness()),
              "-timeout=" + INPUT_LIMIT,
              "-max_len=" + LONGEST_INPUT,
              "-artifact_prefix=" + found + "-",
              "-verbosity=0",
              "-print_final_stats=1",
              "-seed_inputs=@" + seedList,
              found.toString());
      System.setProperty("jazzer.internal.command_line", "true");
      for (int i = 0; i < arguments.size(); i++) {
        System.setProperty("jazzer.internal.arg." + i, arguments.get(i));
      }
    }

    /** Fails if Jazzer has not searched: even a second adds inputs. */
    @Override
    public void afterAll(ExtensionContext context) throws IOException {
      if (!isSearch()) {
        return;
      }
      try (Stream<Path> inputs = Files.list(found(context))) {
        if (inputs.findAny().isEmpty()) {
          throw new AssertionError("Jazzer has not searched: it has found no input");
        }
      }
    }
  }
}
