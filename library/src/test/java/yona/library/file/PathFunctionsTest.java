package yona.library.file;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.raises;
import static yona.library.Calls.text;
import static yona.library.Calls.texts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.data.Seq;

/** Module Path. */
final class PathFunctionsTest {
  @ParameterizedTest
  @CsvSource({
    "a/b.tar.gz, a, b.tar.gz, b.tar, gz",
    ".profile, '', .profile, .profile, ''",
    "a., '', a., a., ''",
    "/, '', '', '', ''",
    "/x.y, /, x.y, x, y",
    "'', '', '', '', ''",
    "a/.., a, .., .., ''"
  })
  void partsOfAPath(String path, String parent, String name, String stem, String extension) {
    assertThat(PathFunctions.parent(text(path))).isEqualTo(text(parent));
    assertThat(PathFunctions.name(text(path))).isEqualTo(text(name));
    assertThat(PathFunctions.stem(text(path))).isEqualTo(text(stem));
    assertThat(PathFunctions.extension(text(path))).isEqualTo(text(extension));
  }

  @Test
  void joiningThePartsGivesThePath() {
    for (String path : new String[] {"a", "a/b", "/a/b", "/", "../x"}) {
      assertThat(PathFunctions.join(PathFunctions.parts(text(path)))).isEqualTo(text(path));
    }
    assertThat(PathFunctions.join(texts("a", "/b", "c"))).isEqualTo(text("/b/c"));
    assertThat(PathFunctions.join(Seq.EMPTY)).isEqualTo(Seq.EMPTY);
    assertThat(PathFunctions.withExtension(text(""), text("a/b.c"))).isEqualTo(text("a/b"));
    assertThat(PathFunctions.withExtension(text("md"), text("a/b"))).isEqualTo(text("a/b.md"));
    assertThat(PathFunctions.relativeTo(text("/a/b"), text("/a/c"))).isEqualTo(text("../c"));
    raises("badarg", () -> PathFunctions.name(text("a\0b")));
    raises("badarg", () -> PathFunctions.relativeTo(text("../a"), text("b")));
  }
}
