package yona.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import yona.bench.harness.Case;
import yona.bench.harness.Input;
import yona.bench.harness.Peer;
import yona.bench.harness.Tools;

/** The scripts, on short inputs, with the peers that are installed. */
@Tag("processes")
final class ScriptRowsTest {
  private static final Map<String, Input> INPUTS =
      Map.of(
          "access-log", ScriptFiles.accessLog(3000),
          "json-lines", ScriptFiles.orders(3000),
          "word-frequencies", TextFile::file,
          "error-lines", ScriptFiles.programLog(100_000),
          "small-files", ScriptFiles.smallFiles(100),
          "sales", ScriptFiles.sales(3000),
          "zipped-log", ScriptFiles.zippedAccessLog(3000));

  static final List<String> NAMES = List.copyOf(INPUTS.keySet());

  private static final Set<Peer> INSTALLED =
      Map.of(
              Peers.PYTHON,
              "python3",
              Peers.NODE,
              "node",
              ScriptRows.AWK,
              "awk",
              ScriptRows.JQ,
              "jq")
          .entrySet()
          .stream()
          .filter(peer -> Tools.onPath(peer.getValue()))
          .map(Map.Entry::getKey)
          .collect(Collectors.toUnmodifiableSet());

  @ParameterizedTest
  @FieldSource("NAMES")
  void everybodyDoesTheSameWork(String name) throws Exception {
    var peers =
        Stream.concat(Stream.of(Peers.YONA, Peers.JAVA), INSTALLED.stream()).toArray(Peer[]::new);
    var row = SmallRows.with(Rows.of(name).getFirst(), 1, peers);
    var small = new Case("small", 1, row.cases().getFirst().entrants(), List.of());
    var report = SmallRows.run(SmallRows.with(row, small.with(INPUTS.get(name))), peers);
    SmallRows.assertSameWork(report);
  }

  @Test
  void everyScriptHasAShortInput() {
    assertThat(Rows.of("scripts"))
        .extracting(row -> row.name())
        .filteredOn(name -> !name.equals("startup"))
        .containsExactlyInAnyOrderElementsOf(NAMES);
  }
}
