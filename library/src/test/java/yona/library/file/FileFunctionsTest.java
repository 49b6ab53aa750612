package yona.library.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;
import static yona.library.Calls.text;
import static yona.library.Calls.texts;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Scope;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.runtime.YonaError;
import yona.library.argument.Opts;
import yona.library.system.ConsoleFunctions;

/** Module File on real files. */
@ExtendWith(FileFunctionsTest.InScope.class)
final class FileFunctionsTest {
  @TempDir Path folder;

  /** Holds what a test leaves open: in the thread that JUnit runs it in. */
  static final class InScope implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
        Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
        throws Throwable {
      try (Scope _ = Scope.open()) {
        test.proceed();
      }
    }
  }

  private Seq path(String name) {
    return text(folder.resolve(name).toString());
  }

  private static Set modes(String... names) {
    return Set.of(java.util.Arrays.stream(names).map(Symbol::of).toArray());
  }

  private Object open(String name, String... modes) {
    return FileFunctions.open(path(name), modes(modes));
  }

  @Test
  void readsLinesWithAndWithoutEnds() throws Exception {
    Files.writeString(folder.resolve("a"), "one\r\ntwo\n\nthree é\rx");
    Object file = open("a", "read");
    Object first = FileFunctions.readLine(file);
    assertThat(first).isEqualTo(Tuple.of(Opts.OK, text("one"), file));
    assertThat(FileFunctions.position(file)).isEqualTo(5L);
    assertThat(FileFunctions.readLines(file)).isEqualTo(texts("two", "", "three é\rx"));
    assertThat(FileFunctions.readLine(file)).isEqualTo(ConsoleFunctions.EOF);
    assertThat(Text.source(file)).isEqualTo("<file " + folder.resolve("a") + ">");
    FileFunctions.close(file);
    FileFunctions.close(file);
    raises("closed", () -> FileFunctions.readLines(file));
    raises("closed", () -> FileFunctions.position(file));
  }

  @Test
  void textMustBeUtf8AndBytesNeedNot() throws Exception {
    Files.write(folder.resolve("b"), new byte[] {'a', '\n', (byte) 0xff, '\n'});
    raises("badarg", () -> FileFunctions.readLines(open("b", "read")));
    raises("badarg", () -> FileFunctions.read(open("b", "read")));
    raises("badarg", () -> FilePaths.readText(path("b")));
    assertThat(FileFunctions.readLines(open("b", "read", "binary")))
        .isEqualTo(seq(seq((byte) 'a'), seq((byte) 0xff)));
  }

  @Test
  void positionsMoveWithReadsAndWrites() {
    Object file = open("c", "read", "write", "create");
    FileFunctions.write(FileFunctions.write(file, text("tea é")), seq((byte) '!'));
    assertThat(FileFunctions.sizeOf(file)).isEqualTo(7L);
    assertThat(FileFunctions.read(FileFunctions.seek(file, 4L))).isEqualTo(text("é!"));
    FileFunctions.writeAt(file, 0L, text("T"));
    assertThat(FileFunctions.readAt(file, 0L, 3L))
        .isEqualTo(seq((byte) 'T', (byte) 'e', (byte) 'a'));
    assertThat(FileFunctions.readAt(file, 9L, 3L)).isEqualTo(Seq.EMPTY);
    FileFunctions.seek(file, 4L);
    assertThat(FileFunctions.readSome(file, 1L)).isEqualTo(text("é"));
    FileFunctions.truncate(file, 3L);
    assertThat(FileFunctions.readSome(FileFunctions.seek(file, 0L), 2L)).isEqualTo(text("Te"));
    assertThat(FileFunctions.readSome(file, 9L)).isEqualTo(text("a"));
    assertThat(FileFunctions.readSome(file, 9L)).isEqualTo(ConsoleFunctions.EOF);
    raises("badarg", () -> FileFunctions.seek(file, -1L));
    FileFunctions.delete(file);
    FileFunctions.delete(file);
    assertThat(FilePaths.exists(path("c"))).isEqualTo(false);
    FileFunctions.close(file);
  }

  @Test
  void modesAreChecked() {
    raises("badarg", () -> open("d", "reed"));
    raises("badarg", () -> open("d", "read", "append"));
    raises("badarg", () -> open("d", "append", "truncate_existing"));
    raises("badarg", () -> open("d", "read", "create"));
    raises("typeerror", () -> FileFunctions.open(path("d"), Symbol.of("read")));
    raises("ioerror", () -> open("d", "read"));
    Object file = open("d", "write", "create_new");
    raises("ioerror", () -> FileFunctions.read(file));
    raises("ioerror", () -> open("d", "write", "create_new"));
    FileFunctions.close(file);
  }

  @Test
  void messagesNameTheFileAndTheCause() {
    YonaError missing =
        org.junit.jupiter.api.Assertions.assertThrows(
            YonaError.class, () -> FilePaths.readText(path("none.txt")));
    assertThat(missing.getMessage()).isEqualTo(folder.resolve("none.txt") + ": no such file");
    raises("ioerror", () -> FilePaths.readText(text(folder.toString())));
    raises("badarg", () -> FilePaths.readText(text("a\0b")));
    assertThat(FilePaths.exists(text("a\0b"))).isEqualTo(false);
  }

  @Test
  void filesThatNoWithHoldsAreClosedWithTheScope() throws Exception {
    Files.writeString(folder.resolve("e"), "x");
    Object file = Async.<Object, RuntimeException>blocking(() -> open("e", "read"));
    raises("closed", () -> FileFunctions.read(file));
  }

  @Test
  void aFileThatNoScopeCanHoldIsClosed() throws Exception {
    // A thread of nobody's.
    CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(() -> open("g", "write", "create", "delete_on_close"))
                    .isInstanceOf(IllegalStateException.class))
        .join();
    assertThat(Files.exists(folder.resolve("g"))).isFalse();
  }

  @Test
  void wholeFilesAreWrittenAndAppended() {
    FilePaths.writeText(path("f"), text("long text"));
    FilePaths.writeText(path("f"), text("a"));
    FilePaths.appendText(path("f"), text("é"));
    FilePaths.appendBytes(path("f"), seq((byte) '!'));
    assertThat(FilePaths.readText(path("f"))).isEqualTo(text("aé!"));
    assertThat(FilePaths.size(path("f"))).isEqualTo(4L);
    raises("typeerror", () -> FilePaths.writeText(path("f"), seq(1L)));
    raises("ioerror", () -> FilePaths.writeText(path("no/f"), text("a")));
    raises("badarg", () -> FilePaths.setPermissions(path("f"), text("all")));
    raises("badarg", () -> FilePaths.glob(text("[")));
  }
}
