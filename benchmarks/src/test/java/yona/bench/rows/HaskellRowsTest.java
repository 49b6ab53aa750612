package yona.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.harness.Peer;
import yona.bench.harness.Tools;

/** The rows of handlers in Haskell. */
@Tag("processes")
final class HaskellRowsTest {
  private static final Peer[] SERVERS = {
    HaskellRows.OF_JAVA, HaskellRows.OF_LIBRARY, HaskellRows.OF_JNI
  };

  /** What the handlers are compiled with, beside GHC. */
  private static boolean hasPackages() throws Exception {
    return Tools.onPath("ghc-pkg")
        && new ProcessBuilder("sh", "-c", "ghc-pkg latest aeson && ghc-pkg latest vector")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "haskell-to-java",
        "haskell-megabyte",
        "haskell-sleeps",
        "java-to-haskell",
        "haskell-added",
        "haskell-start"
      })
  void callsGiveTheSame(String name) throws Exception {
    assumeTrue(hasPackages(), "no GHC with aeson and vector");
    var row = SmallRows.with(Rows.of(name).getFirst(), 64, HaskellCallRows.CALLS);
    var report = SmallRows.run(row, HaskellCallRows.CALLS);
    SmallRows.assertSameWork(report);
    assertThat(report.printed()).doesNotContain("not run");
  }

  /** Without its load generator each entrant is named with what it lacks. */
  @ParameterizedTest
  @ValueSource(strings = {"haskell-plaintext", "haskell-json", "haskell-db"})
  void handlersGiveTheSame(String name) throws Exception {
    assumeTrue(hasPackages(), "no GHC with aeson and vector");
    var row = SmallRows.with(Rows.of(name).getFirst(), 8, SERVERS);
    var report = SmallRows.run(row, SERVERS);
    if (Tools.onPath("wrk")) {
      SmallRows.assertSameWork(report);
      assertThat(report.printed()).contains("/s, server's processor time");
    } else {
      assertThat(report.printed()).contains("not run: ", "wrk");
    }
  }
}
