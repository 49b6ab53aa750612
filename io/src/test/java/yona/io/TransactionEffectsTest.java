package yona.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.stm.TransactionException;
import yona.io.console.Console;
import yona.io.file.FileOperations;
import yona.io.file.OpenFile;

/** Transactions can be undone, files and texts on a screen cannot: they are refused. */
class TransactionEffectsTest {

  @TempDir Path folder;

  private interface Operation {
    void run() throws Exception;
  }

  private static void refused(String what, Operation operation) {
    TVar<Integer> variable = STM.tvar(0);
    assertThatThrownBy(
            () ->
                STM.atomically(
                    () -> {
                      variable.write(1);
                      operation.run();
                      return null;
                    }))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith(what + " inside a transaction");
    assertThat(variable.read()).isZero();
  }

  @Test
  void operationsOnFilesAreRefused() throws Exception {
    Path file = folder.resolve("file");
    Files.writeString(file, "first\nsecond\n");
    Path other = folder.resolve("other");
    Running.program(
        () -> {
          OpenFile open =
              OpenFile.open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
          // The rest is in the buffer: reading it needs no wait.
          assertThat(open.readLine()).asString().isEqualTo("first");
          Map<String, Operation> operations = new LinkedHashMap<>();
          operations.put("readLine", open::readLine);
          operations.put("readAll", open::readAll);
          operations.put("write", () -> open.write(new byte[] {'x'}, 0, 1));
          operations.put("close", open::close);
          operations.put("open", () -> OpenFile.open(file, Set.of(StandardOpenOption.READ)));
          operations.put("exists", () -> FileOperations.exists(file));
          operations.put("touch", () -> FileOperations.touch(other));
          operations.put("remove", () -> FileOperations.remove(file));
          operations.put("list", () -> FileOperations.list(folder));
          operations.forEach((_, operation) -> refused("an operation on a file", operation));
          assertThat(open.isOpen()).isTrue();
          assertThat(open.readLine()).asString().isEqualTo("second");
          open.close();
          return null;
        });
    assertThat(file).hasContent("first\nsecond");
    assertThat(other).doesNotExist();
  }

  @Test
  void textsForTheConsoleAreRefused() {
    refused("a text for the console", () -> Console.print(new byte[] {'x'}));
    refused("a text for the console", () -> Console.printError(new byte[] {'x'}));
    refused("an operation on a file", () -> Console.in().readLine());
  }

  @Test
  void diagnosticsAreNot() throws IOException {
    assertThat(
            STM.<Integer, IOException>atomically(
                () -> {
                  Console.printDiagnostic(new byte[] {});
                  return 1;
                }))
        .isEqualTo(1);
  }
}
