package yona.testrun;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
 * What is found is printed and kept in the folder {@code target/fuzz} of the module. Moved to the
 * resources of the class, in {@code ProgramFuzzInputs}, it is replayed by a test of regressions,
 * and every later search starts from it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FuzzSearch.Arguments.class)
public @interface FuzzSearch {
  /** A folder of the repository from whose files it starts too: from nothing it gets nowhere. */
  String from() default "";

  /** Tells Jazzer how to search, as its command line would. */
  final class Arguments implements BeforeAllCallback {
    /** The longest input, in bytes: where the time for one grows with its square it stays short. */
    private static final int LONGEST_INPUT = 1_000;

    /** After so many seconds an input is taken to hang. */
    private static final int INPUT_LIMIT = 10;

    /** For JUnit. */
    public Arguments() {}

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
      if (System.getenv("JAZZER_FUZZ") == null) {
        return;
      }
      Class<?> entry = context.getRequiredTestClass();
      String name = entry.getSimpleName();
      Path found = Files.createDirectories(Path.of("target", "fuzz", name).toAbsolutePath());
      Path kept =
          Path.of("src/test/resources", entry.getPackageName().replace('.', '/'), name + "Inputs");
      String from = entry.getAnnotation(FuzzSearch.class).from();
      List<String> arguments =
          List.of(
              "fuzz",
              "-seed=" + (Long.getLong("yona.seed", 1) & Integer.MAX_VALUE),
              "-max_total_time=" + Integer.getInteger("yona.fuzz.seconds", 20),
              "-timeout=" + INPUT_LIMIT,
              "-max_len=" + LONGEST_INPUT,
              "-artifact_prefix=" + found + "-",
              "-verbosity=0",
              "-print_final_stats=1",
              found.toString(),
              kept.toAbsolutePath().toString(),
              (from.isEmpty() ? kept : Path.of("..", from)).toAbsolutePath().toString());
      System.setProperty("jazzer.internal.command_line", "true");
      for (int i = 0; i < arguments.size(); i++) {
        System.setProperty("jazzer.internal.arg." + i, arguments.get(i));
      }
    }
  }
}
