package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.embedding.Engine;
import yona.testrun.PageProgram;

/** The guide tells the truth: its programs give what stands below them. */
@Tag("processes")
class GuideTest {
  private static final Path GUIDE = Jvm.root().resolve("docs/graal.md");
  private static final Engine ENGINE = Engine.create();
  private static final Pattern PROGRAM =
      Pattern.compile("```yona languages\n(.*?)# => (.*?)\n```\n", Pattern.DOTALL);

  @TempDir Path folder;

  /** A program and its value. */
  record Block(String text, String value) {
    @Override
    public String toString() {
      return text.lines().findFirst().orElse("");
    }
  }

  static List<Block> programs() throws IOException {
    String guide = Files.readString(GUIDE);
    List<Block> blocks =
        PROGRAM
            .matcher(guide)
            .results()
            .map(found -> new Block(found.group(1), found.group(2)))
            .toList();
    assertThat(blocks).hasSize(guide.split("```yona languages\n", -1).length - 1);
    return blocks;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramGivesWhatItSays(Block block) throws Exception {
    assertThat(ENGINE.evaluate(block.text).source()).isEqualTo(block.value);
  }

  @Test
  void aHostPrintsWhatStandsBelow() throws Exception {
    List<PageProgram> programs = PageProgram.of(GUIDE);
    assertThat(programs).hasSize(1);
    Path file = Files.writeString(folder.resolve("Example.java"), programs.getFirst().source());
    assertThat(Jvm.onClassPath(folder, file.toString())).isEqualTo(programs.getFirst().output());
  }
}
