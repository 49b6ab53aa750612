package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import yona.async.Program;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;

/** What Yona does wrong is no error of a program. */
final class FaultTest {
  private static final StackTraceElement JDK =
      new StackTraceElement(
          "app", "java.base", "25", "java.util.Objects", "requireNonNull", "Objects.java", 1);
  private static final StackTraceElement OF_AN_OBJECT =
      new StackTraceElement(
          "app", "java.base", "25", "java.util.ArrayList", "hashCode", "ArrayList.java", 1);
  private static final StackTraceElement COMPILED =
      new StackTraceElement("yona.program.P1", "f", "fault.yona", 1);
  private static final StackTraceElement DATA =
      new StackTraceElement("app", "yona.data", null, "yona.data.Seq", "head", "Seq.java", 1);
  private static final StackTraceElement LIBRARY =
      new StackTraceElement(
          "app", "yona.library", null, "yona.library.TimeFunctions", "add", "T.java", 1);
  private static final StackTraceElement FOREIGN =
      new StackTraceElement("shop.Price", "compareTo", "Price.java", 1);

  @Test
  void noCatchOfTheProgramSeesAFaultOfCompiledCode() {
    for (String around :
        List.of(
            "try %s catch _ -> :caught end",
            "(try %s catch _ -> :caught end, identity 1)",
            "Task::all_settled [\\-> %s]",
            "try race [\\-> %s] catch _ -> :caught end")) {
      CompiledProgram broken = broken(around.formatted("str (\\x -> x + 1)"));
      Throwable thrown = catchThrowable(() -> new Program(_ -> {}).run(broken::run));
      assertThat(Fault.is(thrown)).as(around).isTrue();
      assertThat(Fault.cause(thrown)).as(around).isInstanceOf(LinkageError.class);
    }
  }

  @Test
  void whatHappensInYonaIsAFault() {
    assertThat(isFault(new NullPointerException(), COMPILED)).isTrue();
    assertThat(isFault(new NullPointerException(), JDK, DATA, COMPILED)).isTrue();
    assertThat(isFault(new VerifyError(), COMPILED)).isTrue();
    assertThat(isFault(new ClassCastException(), LIBRARY, COMPILED)).isTrue();
    assertThat(isFault(new ClassCastException())).as("hot code").isTrue();
  }

  @Test
  void whatHappensInJavaIsAnErrorOfTheProgram() {
    assertThat(isFault(new IllegalStateException(), FOREIGN, DATA, COMPILED)).isFalse();
    assertThat(isFault(new ConcurrentModificationException(), OF_AN_OBJECT, DATA)).isFalse();
    assertThat(isFault(new IllegalArgumentException(), JDK, LIBRARY, COMPILED)).isFalse();
    assertThat(isFault(new UncheckedIOException(new IOException()), COMPILED)).isFalse();
    assertThat(isFault(new StackOverflowError(), COMPILED)).isFalse();
    assertThat(isFault(new IOException(), COMPILED)).isFalse();
  }

  @Test
  void theReportHoldsWhatIsToBeSent() throws IOException {
    Source program = Source.of("fault.yona", "1 + 1");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      Internal.error(new IllegalStateException("broken"), List.of(program));
    } finally {
      System.setErr(before);
    }
    String line = said.toString(StandardCharsets.UTF_8);
    assertThat(line)
        .startsWith(
            "yona: internal error: java.lang.IllegalStateException: broken; this is a fault of"
                + " Yona, not of the program: please report it with the file ")
        .endsWith(", which holds the program too\n");
    Path file = Path.of(line.replaceFirst(".* file ", "").replaceFirst(", which.*\n", ""));
    assertThat(Files.readString(file))
        .startsWith(Version.text())
        .contains("IllegalStateException: broken", "at yona.tool", "---- fault.yona", "1 + 1");
    Files.delete(file);
  }

  private static boolean isFault(Throwable thrown, StackTraceElement... frames) {
    thrown.setStackTrace(frames);
    try {
      return !Errors.caught(thrown).symbol().name().equals("java") && Fault.is(thrown);
    } catch (Fault fault) {
      assertThat(Fault.cause(fault)).isSameAs(thrown);
      return Fault.is(fault);
    }
  }

  /** The program without the classes of its functions' values. */
  private static CompiledProgram broken(String text) {
    StandardLibrary library = new StandardLibrary(ClassLoader.getSystemClassLoader());
    Source source = Source.of("fault.yona", text);
    CompiledProgram whole =
        new Compiler(library, ModuleSources.below(List.of())).compile(source).program();
    assertThat(whole).as(text).isNotNull();
    Map<String, byte[]> classes = new HashMap<>(whole.classes());
    classes.replaceAll((name, bytes) -> name.contains("$") ? new byte[] {1, 2, 3} : bytes);
    return new CompiledProgram(
        whole.sources(),
        whole.className(),
        classes,
        ClassLoader.getSystemClassLoader(),
        JavaClasses.none());
  }
}
