package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import yona.async.task.Task;

/**
 * Every operation that waits, cancelled before it, during it and after it, by a timeout, by the
 * scope around it and by a sibling's failure; afterwards the fiber and the object are usable, and
 * nobody stands at the object any more.
 *
 * <p>The list of the operations is made from the sources: every public method of a public type
 * whose Javadoc says that it suspends, or may, has to have a row in {@link SuspendingOperations},
 * or a reason there why it cannot have one. What makes a task of another does not suspend itself,
 * but what it has made does: those are found by their type.
 */
class CancellationMatrixTest {

  /** What documents that it suspends. */
  @Test
  void everyPublicOperationThatSuspendsHasARow() throws Exception {
    Set<String> rows = new TreeSet<>(SuspendingOperations.WITHOUT_ROW.keySet());
    names().forEach(row -> rows.add(row.replaceFirst(",.*", "")));
    Set<String> documented = documentedToSuspend();
    assertThat(documented).contains("Source.await", "Async.select", "SendableChannel.send");
    assertThat(rows).containsAll(documented);
  }

  @Test
  void everyWayToMakeATaskOfAnotherHasARow() throws Exception {
    Set<String> rows = names();
    List<String> ways =
        Stream.of(Task.class.getMethods())
            .filter(method -> method.getReturnType() == Task.class)
            .filter(method -> !Modifier.isStatic(method.getModifiers()))
            .map(method -> "Task." + method.getName())
            .toList();
    assertThat(ways).contains("Task.schedule", "Task.retry");
    for (String way : ways) {
      assertThat(rows).as(way).anyMatch(row -> row.startsWith(way + ","));
    }
  }

  /** Rows are made in a program, to which their timers belong. */
  private static Set<String> names() throws Exception {
    return Running.program(() -> SuspendingOperations.all().keySet());
  }

  private static final Pattern DOCUMENTED =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*([^;{=]*?)(\\w+)\\s*\\(",
          Pattern.DOTALL);

  private static final Pattern SUSPENDS =
      Pattern.compile("(?i)(?<!\\bnever )\\bsuspends\\b|\\bmay suspend\\b");

  private static Set<String> documentedToSuspend() throws IOException {
    Set<String> found = new TreeSet<>();
    Path sources = Path.of("src/main/java/yona/async");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        String text = Files.readString(file);
        boolean isInterface = Pattern.compile("(?m)^public .*interface ").matcher(text).find();
        if (!isInterface && !Pattern.compile("(?m)^public ").matcher(text).find()) {
          continue;
        }
        Matcher matcher = DOCUMENTED.matcher(text);
        while (matcher.find()) {
          boolean isPublic = isInterface || matcher.group(2).contains("public ");
          if (isPublic
              && SUSPENDS.matcher(matcher.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " ")).find()) {
            found.add(name + "." + matcher.group(3));
          }
        }
      }
    }
    return found;
  }

  @TestFactory
  List<DynamicTest> matrix() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    Running.program(SuspendingOperations::all)
        .forEach(
            (name, row) -> {
              tests.add(test(name, "before", CancellationMatrixTest::before));
              tests.add(test(name, "by timeout", CancellationMatrixTest::byTimeout));
              tests.add(test(name, "by the scope around it", CancellationMatrixTest::byScope));
              tests.add(test(name, "by a sibling's failure", CancellationMatrixTest::bySibling));
              tests.add(
                  test(
                      name,
                      "by a sibling's failure, in place",
                      CancellationMatrixTest::bySiblingInPlace));
              if (row.canEnd()) {
                tests.add(test(name, "after", CancellationMatrixTest::after));
              }
            });
    return tests;
  }

  private interface Case {
    void run(SuspendingOperation operation) throws Exception;
  }

  private static DynamicTest test(String name, String kind, Case body) {
    return DynamicTest.dynamicTest(
        name + ", " + kind,
        () -> {
          Running.program(
              () -> {
                SuspendingOperation operation = SuspendingOperations.all().get(name);
                body.run(operation);
                assertThat(Fiber.current().isCancelled()).isFalse();
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                Async.yield();
                operation.check();
                return null;
              });
        });
  }

  private static void before(SuspendingOperation operation) {
    try (Scope scope = Scope.open()) {
      scope.cancel();
      assertThatThrownBy(operation::run)
          .satisfies(e -> assertThat(Errors.isCancellation(e)).isTrue());
    }
  }

  private static void byTimeout(SuspendingOperation operation) {
    assertThatThrownBy(
            () ->
                Async.timeoutNanos(
                    2_000_000,
                    () -> {
                      operation.run();
                      return null;
                    }))
        .isInstanceOf(TimeoutException.class);
  }

  private static void byScope(SuspendingOperation operation) {
    Promise<Scope> around = new Promise<>();
    try (Scope outer = Scope.open()) {
      outer.background(
          () -> {
            around.value().cancel();
            return null;
          });
      assertThatThrownBy(
              () -> {
                try (Scope inner = Scope.open()) {
                  around.complete(inner);
                  operation.run();
                }
              })
          .satisfies(e -> assertThat(Errors.isCancellation(e)).isTrue());
    }
  }

  private static void bySibling(SuspendingOperation operation) {
    assertThatThrownBy(
            () -> {
              try (var group = new Group<Exception>()) {
                group.fork(
                    () -> {
                      Async.yield();
                      operation.run();
                      return null;
                    });
                group.inPlace(
                    () -> {
                      Async.yield();
                      throw new IllegalStateException("sibling");
                    });
              }
            })
        .hasMessage("sibling");
  }

  private static void bySiblingInPlace(SuspendingOperation operation) {
    assertThatThrownBy(
            () -> {
              try (var group = new Group<Exception>()) {
                group.fork(
                    () -> {
                      Async.yield();
                      Async.yield();
                      throw new IllegalStateException("sibling");
                    });
                group.inPlace(
                    () -> {
                      operation.run();
                      return null;
                    });
              }
            })
        .hasMessage("sibling");
  }

  private static void after(SuspendingOperation operation) throws Exception {
    try (Scope scope = Scope.open()) {
      operation.go();
      operation.run();
      scope.cancel();
    }
  }
}
