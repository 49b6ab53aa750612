package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import yona.data.Seq;
import yona.testrun.FuzzSearch;

/**
 * Searches for texts that module XML cannot take: what crashes, hangs, or is read otherwise once it
 * was written. {@link LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class XmlFuzz {
  @FuzzTest
  void xml(byte[] content) throws Exception {
    List<Object> elements = new ArrayList<>();
    String error =
        Outcomes.add(() -> yona.module.XML.parse(Seq.bytes(content)), elements, "xml_error");
    if (error.isEmpty()) {
      Object written = yona.module.XML.generate(elements.getFirst());
      assertThat(yona.module.XML.parse(written)).isEqualTo(elements.getFirst());
    }
  }
}
