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
    assertThat(yona.module.Path.parent(text(path))).isEqualTo(text(parent));
    assertThat(yona.module.Path.name(text(path))).isEqualTo(text(name));
    assertThat(yona.module.Path.stem(text(path))).isEqualTo(text(stem));
    assertThat(yona.module.Path.extension(text(path))).isEqualTo(text(extension));
  }

  @Test
  void joiningThePartsGivesThePath() {
    for (String path : new String[] {"a", "a/b", "/a/b", "/", "../x"}) {
      assertThat(yona.module.Path.join(yona.module.Path.parts(text(path)))).isEqualTo(text(path));
    }
    assertThat(yona.module.Path.join(texts("a", "/b", "c"))).isEqualTo(text("/b/c"));
    assertThat(yona.module.Path.join(Seq.EMPTY)).isEqualTo(Seq.EMPTY);
    assertThat(yona.module.Path.with_extension(text(""), text("a/b.c"))).isEqualTo(text("a/b"));
    assertThat(yona.module.Path.with_extension(text("md"), text("a/b"))).isEqualTo(text("a/b.md"));
    assertThat(yona.module.Path.relative_to(text("/a/b"), text("/a/c"))).isEqualTo(text("../c"));
    raises("badarg", () -> yona.module.Path.name(text("a\0b")));
    raises("badarg", () -> yona.module.Path.relative_to(text("../a"), text("b")));
  }
}
