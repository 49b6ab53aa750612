package yona.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.io.Running;

/** What is below a folder. */
class FolderWalkTest {

  @TempDir Path folder;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectories(folder.resolve("b/inner"));
    Files.createFile(folder.resolve("b/inner/deep"));
    Files.createFile(folder.resolve("b/second"));
    Files.createFile(folder.resolve("a"));
    Files.createSymbolicLink(folder.resolve("c"), Path.of("b"));
  }

  private static List<Path> rest(FolderWalk walk) throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path each = walk.next(); each != null; each = walk.next()) {
      all.add(each);
    }
    return all;
  }

  private List<Path> paths(String... names) {
    return Arrays.stream(names).map(folder::resolve).toList();
  }

  @Test
  void eachFolderComesBeforeWhatIsInIt() throws Exception {
    Running.program(
        () -> {
          FolderWalk walk = FolderWalk.of(folder);
          assertThat(rest(walk))
              .isEqualTo(paths("a", "b", "b/inner", "b/inner/deep", "b/second", "c"));
          assertThat(walk.next()).isNull();
          assertThatThrownBy(() -> FolderWalk.of(folder.resolve("missing")))
              .isInstanceOf(NoSuchFileException.class);
          assertThatThrownBy(() -> FolderWalk.of(folder.resolve("a")))
              .hasMessage(folder.resolve("a") + ": not a folder");
          return null;
        });
  }

  @Test
  void whatIsRemovedMeanwhileIsMissing() throws Exception {
    Running.program(
        () -> {
          FolderWalk walk = FolderWalk.of(folder);
          assertThat(walk.next()).isEqualTo(folder.resolve("a"));
          assertThat(walk.next()).isEqualTo(folder.resolve("b"));
          assertThat(walk.next()).isEqualTo(folder.resolve("b/inner"));
          FileOperations.removeAll(folder.resolve("b"));
          // The names of the folders above are known already.
          assertThat(rest(walk)).isEqualTo(paths("b/second", "c"));
          FolderWalk whole = FolderWalk.of(folder);
          FileOperations.removeAll(folder);
          assertThat(rest(whole)).isEqualTo(paths("a", "c"));
          return null;
        });
  }

  @Test
  void aFolderThatAFileReplacesHasNothingBelow() throws Exception {
    Running.program(
        () -> {
          FolderWalk walk = FolderWalk.of(folder);
          walk.next();
          walk.next();
          FileOperations.removeAll(folder.resolve("b"));
          Files.createFile(folder.resolve("b"));
          assertThat(rest(walk)).isEqualTo(paths("c"));
          return null;
        });
  }
}
