package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import yona.data.Seq;
import yona.testrun.FuzzSearch;

/**
 * Searches for texts that module TOML cannot take: what crashes, hangs, or is read otherwise once
 * it was written. {@link LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class TomlFuzz {
  @FuzzTest
  void toml(byte[] content) throws Exception {
    List<Object> values = new ArrayList<>();
    String error =
        Outcomes.add(() -> yona.module.TOML.parse(Seq.bytes(content)), values, "toml_error");
    if (error.isEmpty()) {
      Object written = yona.module.TOML.generate(values.getFirst());
      Object again = yona.module.TOML.parse(written);
      assertThat(yona.module.TOML.generate(again)).isEqualTo(written);
    }
  }
}
