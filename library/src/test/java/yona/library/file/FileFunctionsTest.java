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
    return yona.module.File.open(path(name), modes(modes));
  }

  @Test
  void readsLinesWithAndWithoutEnds() throws Exception {
    Files.writeString(folder.resolve("a"), "one\r\ntwo\n\nthree é\rx");
    Object file = open("a", "read");
    Object first = yona.module.File.read_line(file);
    assertThat(first).isEqualTo(Tuple.of(Opts.OK, text("one"), file));
    assertThat(yona.module.File.position(file)).isEqualTo(5L);
    assertThat(yona.module.File.read_lines(file)).isEqualTo(texts("two", "", "three é\rx"));
    assertThat(yona.module.File.read_line(file)).isEqualTo(ConsoleFunctions.EOF);
    assertThat(Text.source(file)).isEqualTo("<file " + folder.resolve("a") + ">");
    yona.module.File.close(file);
    yona.module.File.close(file);
    raises("closed", () -> yona.module.File.read_lines(file));
    raises("closed", () -> yona.module.File.position(file));
  }

  @Test
  void textMustBeUtf8AndBytesNeedNot() throws Exception {
    Files.write(folder.resolve("b"), new byte[] {'a', '\n', (byte) 0xff, '\n'});
    raises("badarg", () -> yona.module.File.read_lines(open("b", "read")));
    raises("badarg", () -> yona.module.File.read(open("b", "read")));
    raises("badarg", () -> yona.module.File.read_text(path("b")));
    assertThat(yona.module.File.read_lines(open("b", "read", "binary")))
        .isEqualTo(seq(seq((byte) 'a'), seq((byte) 0xff)));
  }

  @Test
  void positionsMoveWithReadsAndWrites() {
    Object file = open("c", "read", "write", "create");
    yona.module.File.write(yona.module.File.write(file, text("tea é")), seq((byte) '!'));
    assertThat(yona.module.File.size_of(file)).isEqualTo(7L);
    assertThat(yona.module.File.read(yona.module.File.seek(file, 4L))).isEqualTo(text("é!"));
    yona.module.File.write_at(file, 0L, text("T"));
    assertThat(yona.module.File.read_at(file, 0L, 3L))
        .isEqualTo(seq((byte) 'T', (byte) 'e', (byte) 'a'));
    assertThat(yona.module.File.read_at(file, 9L, 3L)).isEqualTo(Seq.EMPTY);
    yona.module.File.seek(file, 4L);
    assertThat(yona.module.File.read_some(file, 1L)).isEqualTo(text("é"));
    yona.module.File.truncate(file, 3L);
    assertThat(yona.module.File.read_some(yona.module.File.seek(file, 0L), 2L))
        .isEqualTo(text("Te"));
    assertThat(yona.module.File.read_some(file, 9L)).isEqualTo(text("a"));
    assertThat(yona.module.File.read_some(file, 9L)).isEqualTo(ConsoleFunctions.EOF);
    raises("badarg", () -> yona.module.File.seek(file, -1L));
    yona.module.File.delete(file);
    yona.module.File.delete(file);
    assertThat(yona.module.File.exists(path("c"))).isEqualTo(false);
    yona.module.File.close(file);
  }

  @Test
  void modesAreChecked() {
    raises("badarg", () -> open("d", "reed"));
    raises("badarg", () -> open("d", "read", "append"));
    raises("badarg", () -> open("d", "append", "truncate_existing"));
    raises("badarg", () -> open("d", "read", "create"));
    raises("typeerror", () -> yona.module.File.open(path("d"), Symbol.of("read")));
    raises("ioerror", () -> open("d", "read"));
    Object file = open("d", "write", "create_new");
    raises("ioerror", () -> yona.module.File.read(file));
    raises("ioerror", () -> open("d", "write", "create_new"));
    yona.module.File.close(file);
  }

  @Test
  void messagesNameTheFileAndTheCause() {
    YonaError missing =
        org.junit.jupiter.api.Assertions.assertThrows(
            YonaError.class, () -> yona.module.File.read_text(path("none.txt")));
    assertThat(missing.getMessage()).isEqualTo(folder.resolve("none.txt") + ": no such file");
    raises("ioerror", () -> yona.module.File.read_text(text(folder.toString())));
    raises("badarg", () -> yona.module.File.read_text(text("a\0b")));
    assertThat(yona.module.File.exists(text("a\0b"))).isEqualTo(false);
  }

  @Test
  void filesThatNoWithHoldsAreClosedWithTheScope() throws Exception {
    Files.writeString(folder.resolve("e"), "x");
    Object file = Async.<Object, RuntimeException>blocking(() -> open("e", "read"));
    raises("closed", () -> yona.module.File.read(file));
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
    yona.module.File.write_text(path("f"), text("long text"));
    yona.module.File.write_text(path("f"), text("a"));
    yona.module.File.append_text(path("f"), text("é"));
    yona.module.File.append_bytes(path("f"), seq((byte) '!'));
    assertThat(yona.module.File.read_text(path("f"))).isEqualTo(text("aé!"));
    assertThat(yona.module.File.size(path("f"))).isEqualTo(4L);
    raises("typeerror", () -> yona.module.File.write_text(path("f"), seq(1L)));
    raises("ioerror", () -> yona.module.File.write_text(path("no/f"), text("a")));
    raises("badarg", () -> yona.module.File.set_permissions(path("f"), text("all")));
    raises("badarg", () -> yona.module.File.glob(text("[")));
  }
}
