package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import yona.data.Seq;
import yona.data.Text;
import yona.testrun.FuzzSearch;

/**
 * Searches for texts that module YAML cannot take: what crashes, hangs, or is read otherwise once
 * it was written. {@link LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class YamlFuzz {
  @FuzzTest
  void yaml(byte[] content) throws Exception {
    List<Object> values = new ArrayList<>();
    String error =
        Outcomes.add(() -> yona.module.YAML.parse_all(Seq.bytes(content)), values, "yaml_error");
    if (error.isEmpty()) {
      Object written = yona.module.YAML.generate_all(values.getFirst());
      assertThat(Text.source(yona.module.YAML.parse_all(written)))
          .isEqualTo(Text.source(values.getFirst()));
    }
  }
}
