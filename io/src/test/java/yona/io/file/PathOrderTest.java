package yona.io.file;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Group;
import yona.async.Promise;
import yona.async.Scope;
import yona.io.Fifo;
import yona.io.Running;
import yona.io.file.PathOrder.Access;
import yona.property.Choices;
import yona.property.Property;

/** Operations on one path take effect in the order in which they were called. */
class PathOrderTest {

  @TempDir Path folder;

  @AfterEach
  void nothingIsLeftOfAnyPath() {
    assertThat(PathOrder.count()).isZero();
  }

  /** An operation that has its place when this returns. */
  private static <T> Future<T> called(Scope scope, Calling<T> operation) {
    Promise<Boolean> reached = new Promise<>();
    Future<T> result =
        scope.future(
            () -> {
              // The operation takes its place before it lets the next member start.
              List<T> results = new ArrayList<>();
              try (Group<RuntimeException> group = new Group<>()) {
                group.inTurn(2, new Members<>(operation, results, reached));
              }
              return results.getFirst();
            });
    var _ = reached.await();
    return result;
  }

  private interface Calling<T> {
    T call() throws IOException;
  }

  /** The operation, and who tells that it has come to where it may wait. */
  private static final class Members<T> implements Group.Members<RuntimeException> {
    private final Calling<T> operation;
    private final List<T> results;
    private final Promise<Boolean> reached;
    private int next;

    Members(Calling<T> operation, List<T> results, Promise<Boolean> reached) {
      this.operation = operation;
      this.results = results;
      this.reached = reached;
    }

    @Override
    public boolean hasNext() {
      return next < 2;
    }

    @Override
    public void next() {
      if (next++ == 1) {
        reached.complete(true);
        return;
      }
      try {
        results.add(operation.call());
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  /** Has the turn until the promise is completed. */
  private static Future<Boolean> holding(
      Scope scope, Path path, Access access, Promise<Boolean> until) {
    return called(scope, () -> PathOrder.<Boolean, IOException>inTurn(path, access, until::value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void writesComeInTheOrderOfTheirCallsWhateverTheyAreCalledBy() throws Exception {
    Path path = folder.resolve("file");
    Files.createDirectory(folder.resolve("no"));
    Running.program(
        () -> {
          try (Scope scope = Scope.open();
              OpenFile open = OpenFile.open(path, Set.of(CREATE, WRITE, APPEND))) {
            Promise<Boolean> gate = new Promise<>();
            List<Future<?>> all = new ArrayList<>();
            all.add(holding(scope, path, Access.WRITE, gate));
            String expected = "";
            for (int i = 0; i < 30; i++) {
              byte[] line = bytes(i + "\n");
              expected += i + "\n";
              Path same =
                  switch (i % 3) {
                    case 0 -> folder.resolve("no/../file");
                    case 1 -> Path.of("").toAbsolutePath().relativize(path.toAbsolutePath());
                    default -> path;
                  };
              all.add(
                  called(
                      scope,
                      () -> {
                        if (line.length % 2 == 0) {
                          FileContents.append(same, line);
                        } else {
                          open.write(line, 0, line.length);
                        }
                        return true;
                      }));
              if (i == 12) {
                String here = expected;
                all.add(
                    called(
                        scope,
                        () -> {
                          assertThat(FileContents.read(path)).asString().isEqualTo(here);
                          return true;
                        }));
              }
            }
            gate.complete(true);
            all.forEach(Future::value);
            assertThat(path).hasContent(expected);
          }
          return null;
        });
  }

  @Test
  void readsAreBesideReadsAndAWriteWaitsForThem() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "old");
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Promise<Boolean> gate = new Promise<>();
            Future<Boolean> reading = holding(scope, path, Access.READ, gate);
            assertThat(FileContents.read(path)).asString().isEqualTo("old");
            Future<Boolean> writing =
                called(
                    scope,
                    () -> {
                      FileContents.write(path, bytes("new"));
                      return true;
                    });
            Future<byte[]> behind = called(scope, () -> FileContents.read(path));
            assertThat(path).hasContent("old");
            assertThat(writing.poll()).isNull();
            assertThat(behind.poll()).isNull();
            gate.complete(true);
            assertThat(behind.value()).asString().isEqualTo("new");
            assertThat(reading.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void anOpenFileKeepsNothingFromOthersBetweenCalls() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "one\ntwo\n");
    Running.program(
        () -> {
          try (OpenFile open = OpenFile.open(path, Set.of(READ, WRITE))) {
            assertThat(open.readLine()).asString().isEqualTo("one");
            FileContents.append(path, bytes("three\n"));
            FileOperations.move(path, folder.resolve("other"));
            assertThat(open.readAll()).asString().startsWith("two\n");
          }
          return null;
        });
  }

  @Test
  void readsOfOneOpenFileStayInOrderBehindAWrite() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    Running.program(
        () -> {
          for (int round = 0; round < 200; round++) {
            try (Scope scope = Scope.open();
                OpenFile open = OpenFile.open(path, Set.of(READ))) {
              Promise<Boolean> gate = new Promise<>();
              var _ = holding(scope, path, Access.WRITE, gate);
              List<Future<byte[]>> lines = new ArrayList<>();
              for (int i = 0; i < 10; i++) {
                lines.add(called(scope, open::readLine));
              }
              gate.complete(true);
              for (int i = 0; i < 10; i++) {
                assertThat(lines.get(i).value()).asString().isEqualTo("" + i);
              }
            }
          }
          return null;
        });
  }

  @Test
  void whoIsCancelledBeforeItsTurnLeavesTheQueue() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "old");
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Promise<Boolean> gate = new Promise<>();
            Future<Boolean> reading = holding(scope, path, Access.READ, gate);
            Future<Boolean> writing =
                called(
                    scope,
                    () -> {
                      FileContents.write(path, bytes("new"));
                      return true;
                    });
            Future<byte[]> behind = called(scope, () -> FileContents.read(path));
            writing.cancel();
            // It was only the write that this waited for.
            assertThat(behind.value()).asString().isEqualTo("old");
            assertThatThrownBy(writing::value).isInstanceOf(CancellationException.class);
            gate.complete(true);
            assertThat(reading.value()).isTrue();
          }
          return null;
        });
    assertThat(path).hasContent("old");
  }

  @Test
  void whoIsCancelledInItsTurnKeepsItUntilTheSystemIsDone() throws Exception {
    Path path = folder.resolve("file");
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Promise<Boolean> gate = new Promise<>();
            Promise<Boolean> begun = new Promise<>();
            Future<Boolean> writing =
                scope.future(
                    () ->
                        PathOrder.<Boolean, IOException>inTurn(
                            path,
                            Access.WRITE,
                            () ->
                                Async.uninterruptible(
                                    () -> {
                                      begun.complete(true);
                                      return gate.value();
                                    })));
            var _ = begun.await();
            writing.cancel();
            Future<Boolean> behind = called(scope, () -> FileOperations.exists(path));
            assertThat(behind.poll()).isNull();
            gate.complete(true);
            assertThat(behind.value()).isFalse();
          }
          return null;
        });
  }

  @Test
  void aFifoHoldsNobodyUp() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            byte[] large = new byte[3 << 20];
            Future<byte[]> reading = called(scope, () -> FileContents.read(fifo));
            assertThat(FileOperations.attributes(fifo).type()).isEqualTo(FileOperations.Type.OTHER);
            Future<Boolean> writing =
                called(
                    scope,
                    () -> {
                      FileContents.write(fifo, large);
                      return true;
                    });
            assertThat(reading.value()).hasSize(large.length);
            assertThat(writing.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void thousandsOfFibersOnOnePathComeInOrder() throws Exception {
    Path path = folder.resolve("file");
    int count = 5_000;
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Promise<Boolean> gate = new Promise<>();
            List<Future<?>> all = new ArrayList<>();
            all.add(holding(scope, path, Access.WRITE, gate));
            for (int i = 0; i < count; i++) {
              byte[] line = bytes(i + "\n");
              all.add(
                  called(
                      scope,
                      () -> {
                        FileContents.append(path, line);
                        return true;
                      }));
            }
            gate.complete(true);
            all.forEach(Future::value);
          }
          return null;
        });
    assertThat(Files.readAllLines(path))
        .isEqualTo(IntStream.range(0, count).mapToObj(i -> "" + i).toList());
  }

  // ---- against a model -------------------------------------------------------------------------

  /** One operation, as the model sees it. */
  private static final class Call {
    final int number;
    final List<Path> reads = new ArrayList<>();
    final List<Path> writes = new ArrayList<>();
    volatile boolean begun;
    volatile boolean over;

    Call(int number) {
      this.number = number;
    }

    boolean conflictsWith(Call other) {
      return writes.stream().anyMatch(each -> other.reads.contains(each))
          || writes.stream().anyMatch(each -> other.writes.contains(each))
          || reads.stream().anyMatch(each -> other.writes.contains(each));
    }

    @Override
    public String toString() {
      return number + ": reads " + reads + ", writes " + writes;
    }
  }

  /** Any operations of many fibers on few paths, some cancelled: each after those before it. */
  @Test
  void noOperationOvertakesOneThatItConflictsWith() {
    Property.check(
        300,
        choices -> {
          try {
            Running.program(
                () -> {
                  run(choices);
                  return null;
                });
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          assertThat(PathOrder.count()).isZero();
        });
  }

  private void run(Choices choices) {
    int count = 2 + choices.below(40);
    List<Call> calls = new CopyOnWriteArrayList<>();
    List<Future<Boolean>> results = new ArrayList<>();
    ConcurrentLinkedQueue<String> overtaken = new ConcurrentLinkedQueue<>();
    try (Scope scope = Scope.open()) {
      for (int i = 0; i < count; i++) {
        Call call = new Call(i);
        Path from = folder.resolve("" + choices.below(3));
        Path to = folder.resolve("" + choices.below(3));
        int kind = choices.below(4);
        (kind % 2 == 0 ? call.reads : call.writes).add(from);
        if (kind >= 2) {
          call.writes.add(to);
        }
        int steps = choices.below(4);
        calls.add(call);
        results.add(
            called(
                scope,
                () -> {
                  Access access = kind % 2 == 0 ? Access.READ : Access.WRITE;
                  return kind < 2
                      ? PathOrder.<Boolean, IOException>inTurn(
                          from, access, () -> check(call, calls, steps, overtaken))
                      : PathOrder.<Boolean, IOException>inTurn(
                          from, access, to, () -> check(call, calls, steps, overtaken));
                }));
        if (choices.below(8) == 0) {
          results.get(choices.below(results.size())).cancel();
        }
      }
      results.forEach(Future::await);
    }
    assertThat(overtaken).isEmpty();
  }

  private static boolean check(
      Call call, List<Call> calls, int steps, ConcurrentLinkedQueue<String> overtaken) {
    call.begun = true;
    try {
      for (Call other : calls) {
        boolean wrong = other.number < call.number ? other.begun && !other.over : other.begun;
        if (wrong && other.number != call.number && other.conflictsWith(call)) {
          overtaken.add(call + " came beside " + other);
        }
      }
      for (int i = 0; i < steps; i++) {
        Async.yield();
      }
      return true;
    } finally {
      // Before the turn ends.
      call.over = true;
    }
  }
}
