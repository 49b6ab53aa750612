package yona.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.async.Group;
import yona.async.TimeoutException;
import yona.io.Running;
import yona.io.file.FolderWatch.Change;
import yona.io.file.FolderWatch.Event;

/** What changes in folders. */
class FolderWatchTest {

  @TempDir Path folder;

  private Path makeFolder(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  private static long notifications() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors
          .filter(
              each -> {
                try {
                  return Files.readSymbolicLink(each).toString().contains("inotify");
                } catch (IOException _) {
                  // Closed meanwhile, like the one of the listing.
                  return false;
                }
              })
          .count();
    }
  }

  /** What a watch tells until a file is made that has a name. */
  private static List<Change> until(FolderWatch watch, Path made) {
    List<Change> all = new ArrayList<>();
    while (all.stream().noneMatch(each -> each.path().equals(made))) {
      all.addAll(Objects.requireNonNull(watch.next()));
    }
    return all;
  }

  @Test
  void changesComeInTheirOrder() throws Exception {
    Running.program(
        () -> {
          try (FolderWatch watch = FolderWatch.open(folder)) {
            Path file = Files.createFile(folder.resolve("file"));
            Files.delete(file);
            Path last = Files.createFile(folder.resolve("last"));
            assertThat(until(watch, last))
                .containsExactly(
                    new Change(Event.CREATED, file),
                    new Change(Event.DELETED, file),
                    new Change(Event.CREATED, last));
            Files.writeString(file, "");
            Files.writeString(last, "text");
            assertThat(until(watch, last)).endsWith(new Change(Event.MODIFIED, last));
          }
          return null;
        });
  }

  @Test
  void eachWatchIsToldOfItsOwnFolder() throws Exception {
    int count = 300;
    Running.program(
        () -> {
          List<FolderWatch> watches = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            watches.add(FolderWatch.open(makeFolder("folder" + i)));
          }
          assertThat(notifications()).isEqualTo(1);
          for (int i = 0; i < count; i++) {
            Files.createFile(folder.resolve("folder" + i).resolve("file" + i));
          }
          for (int i = 0; i < count; i++) {
            Path made = folder.resolve("folder" + i).resolve("file" + i);
            assertThat(watches.get(i).next()).containsExactly(new Change(Event.CREATED, made));
            watches.get(i).close();
          }
          assertThat(notifications()).isZero();
          return null;
        });
  }

  @Test
  void watchesOfOneFolderAreToldEachForItself() throws Exception {
    Running.program(
        () -> {
          FolderWatch first = FolderWatch.open(folder);
          Path one = Files.createFile(folder.resolve("one"));
          // By another name for the folder: its changes have the path that it was watched by.
          Path other = folder.resolve("..").resolve(Objects.requireNonNull(folder.getFileName()));
          FolderWatch second = FolderWatch.open(other);
          Path two = Files.createFile(folder.resolve("two"));
          assertThat(until(first, two))
              .containsExactly(new Change(Event.CREATED, one), new Change(Event.CREATED, two));
          assertThat(until(second, other.resolve("two")))
              .containsExactly(new Change(Event.CREATED, other.resolve("two")));
          first.close();
          assertThat(first.next()).isNull();
          Path three = Files.createFile(folder.resolve("three"));
          assertThat(until(second, other.resolve("three"))).hasSize(1);
          assertThat(three).exists();
          second.close();
          second.close();
          assertThat(notifications()).isZero();
          return null;
        });
  }

  @Test
  void aFolderThatIsDeletedEndsItsWatches() throws Exception {
    Running.program(
        () -> {
          Path gone = makeFolder("gone");
          Path stays = makeFolder("stays");
          FolderWatch first = FolderWatch.open(gone);
          FolderWatch second = FolderWatch.open(gone);
          FolderWatch other = FolderWatch.open(stays);
          Path file = Files.createFile(gone.resolve("file"));
          FileOperations.removeAll(gone);
          for (FolderWatch each : List.of(first, second)) {
            List<Change> all = new ArrayList<>();
            for (List<Change> next = each.next(); next != null; next = each.next()) {
              all.addAll(next);
            }
            assertThat(all)
                .containsExactly(new Change(Event.CREATED, file), new Change(Event.DELETED, file));
            assertThat(each.next()).isNull();
          }
          // One that has the same name is another folder.
          makeFolder("gone");
          FolderWatch again = FolderWatch.open(gone);
          Files.createFile(file);
          assertThat(again.next()).containsExactly(new Change(Event.CREATED, file));
          Path made = Files.createFile(stays.resolve("made"));
          assertThat(other.next()).containsExactly(new Change(Event.CREATED, made));
          for (FolderWatch each : List.of(first, second, other, again)) {
            each.close();
          }
          assertThat(notifications()).isZero();
          return null;
        });
  }

  /** All that a watch tells until its end. */
  private static List<Change> untilTheEnd(FolderWatch watch) {
    List<Change> all = new ArrayList<>();
    for (List<Change> next = watch.next(); next != null; next = watch.next()) {
      all.addAll(next);
    }
    return all;
  }

  /** The system keeps such a folder, and says nothing of it, as long as the file is open. */
  @Test
  void aFolderThatIsDeletedWhileAFileOfItIsOpenEndsItsWatches() throws Exception {
    Running.program(
        () -> {
          Path gone = makeFolder("gone");
          Path file = Files.createFile(gone.resolve("file"));
          Path link = Files.createSymbolicLink(folder.resolve("link"), gone);
          FolderWatch first = FolderWatch.open(gone);
          FolderWatch second = FolderWatch.open(link);
          try (InputStream held = Files.newInputStream(file)) {
            FileOperations.removeAll(gone);
            assertThat(untilTheEnd(first)).containsExactly(new Change(Event.DELETED, file));
            assertThat(untilTheEnd(second))
                .containsExactly(new Change(Event.DELETED, link.resolve("file")));
            while (notifications() > 0) {
              Async.yield();
            }
            assertThat(held.read()).isEqualTo(-1);
          }
          first.close();
          second.close();
          return null;
        });
  }

  @Test
  void aFolderThatIsMovedEndsItsWatches() throws Exception {
    Running.program(
        () -> {
          Path old = makeFolder("old");
          FolderWatch watch = FolderWatch.open(old);
          Path file = Files.createFile(old.resolve("file"));
          Path moved = Files.move(old, folder.resolve("moved"));
          makeFolder("old");
          Files.createFile(moved.resolve("other"));
          assertThat(untilTheEnd(watch)).startsWith(new Change(Event.CREATED, file));
          watch.close();
          assertThat(notifications()).isZero();
          return null;
        });
  }

  @Test
  void aFolderAndThatAboveItAreWatchedInAnyOrder() throws Exception {
    for (boolean upperFirst : List.of(true, false)) {
      Path upper = makeFolder("upper" + upperFirst);
      Path lower = Files.createDirectory(upper.resolve("lower"));
      Path kept = Files.createFile(lower.resolve("kept"));
      Running.program(
          () -> {
            FolderWatch first = FolderWatch.open(upperFirst ? upper : lower);
            FolderWatch second = FolderWatch.open(upperFirst ? lower : upper);
            FolderWatch above = upperFirst ? first : second;
            FolderWatch below = upperFirst ? second : first;
            Path made = Files.createFile(upper.resolve("made"));
            assertThat(above.next()).containsExactly(new Change(Event.CREATED, made));
            Files.createDirectory(upper.resolve("sibling"));
            try (FolderWatch sibling = FolderWatch.open(upper.resolve("sibling"));
                InputStream held = Files.newInputStream(kept)) {
              Files.delete(made);
              Path last = Files.createFile(upper.resolve("last"));
              assertThat(until(above, last))
                  .containsExactly(
                      new Change(Event.CREATED, upper.resolve("sibling")),
                      new Change(Event.DELETED, made),
                      new Change(Event.CREATED, last));
              FileOperations.removeAll(lower);
              assertThat(untilTheEnd(below)).containsExactly(new Change(Event.DELETED, kept));
              assertThat(above.next()).containsExactly(new Change(Event.DELETED, lower));
              Path inner = Files.createFile(upper.resolve("sibling").resolve("inner"));
              assertThat(sibling.next()).containsExactly(new Change(Event.CREATED, inner));
              assertThat(held.read()).isEqualTo(-1);
            }
            above.close();
            below.close();
            assertThat(notifications()).isZero();
            return null;
          });
    }
  }

  @Test
  void theLastFolderThatIsDeletedEndsTheNotifications() throws Exception {
    Running.program(
        () -> {
          Path gone = makeFolder("gone");
          FolderWatch watch = FolderWatch.open(gone);
          FileOperations.remove(gone);
          assertThat(watch.next()).isNull();
          while (notifications() > 0) {
            Async.yield();
          }
          watch.close();
          return null;
        });
  }

  @Test
  void aWatchThatNobodyAsksIsBoundedAndHoldsUpNoOther() throws Exception {
    Running.program(
        () -> {
          Path busy = makeFolder("busy");
          Path calm = makeFolder("calm");
          try (FolderWatch full = FolderWatch.open(busy);
              FolderWatch other = FolderWatch.open(calm)) {
            int count = FolderWatch.LIMIT + 1_000;
            for (int i = 0; i < count; i++) {
              Files.createFile(busy.resolve("file" + i));
            }
            Path made = Files.createFile(calm.resolve("made"));
            assertThat(until(other, made)).contains(new Change(Event.CREATED, made));
            List<Change> changes = Objects.requireNonNull(full.next());
            assertThat(changes).first().isEqualTo(new Change(Event.OVERFLOW, busy));
            assertThat(changes).hasSizeLessThan(FolderWatch.LIMIT);
          }
          return null;
        });
  }

  @Test
  void changesOfOneFileThatNobodyHasAskedForAreOne() throws Exception {
    Running.program(
        () -> {
          Path log = Files.createFile(folder.resolve("log"));
          try (FolderWatch watch = FolderWatch.open(folder);
              OpenFile file = OpenFile.open(log, Set.of(java.nio.file.StandardOpenOption.APPEND))) {
            for (int i = 0; i < 100; i++) {
              file.write(new byte[] {'x'}, 0, 1);
            }
            Path last = Files.createFile(folder.resolve("last"));
            assertThat(new HashSet<>(until(watch, last)))
                .containsExactlyInAnyOrder(
                    new Change(Event.MODIFIED, log), new Change(Event.CREATED, last));
          }
          return null;
        });
  }

  @Test
  void closingWakesWhoWaits() throws Exception {
    Running.program(
        () -> {
          FolderWatch watch = FolderWatch.open(folder);
          try (var group = Group.<IOException>inOrder()) {
            Future<Boolean> waiting = group.fork(() -> watch.next() == null);
            assertThatThrownBy(() -> waiting.value(Duration.ofMillis(2)))
                .isInstanceOf(TimeoutException.class);
            watch.close();
            assertThat(waiting.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void whatIsNoFolderIsNotWatched() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Running.program(
        () -> {
          assertThatThrownBy(() -> FolderWatch.open(file)).hasMessage(file + ": not a folder");
          Path missing = folder.resolve("missing");
          assertThatThrownBy(() -> FolderWatch.open(missing))
              .isInstanceOf(NoSuchFileException.class)
              .hasMessage(missing + ": no such file");
          assertThat(notifications()).isZero();
          return null;
        });
  }

  @Test
  void manyFibersOpenAndCloseWatchesTogether() throws Exception {
    Running.program(
        () -> {
          List<Integer> numbers = java.util.stream.IntStream.range(0, 200).boxed().toList();
          try (var group = Group.<IOException>inOrder()) {
            group.map(
                numbers.iterator(),
                50,
                number -> {
                  Path own = makeFolder("own" + number);
                  try (FolderWatch watch = FolderWatch.open(own)) {
                    Path made = Files.createFile(own.resolve("made"));
                    assertThat(watch.next()).containsExactly(new Change(Event.CREATED, made));
                  }
                  return true;
                });
          }
          assertThat(notifications()).isZero();
          return null;
        });
  }
}
