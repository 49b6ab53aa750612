package yona.bench.rows;

import java.util.List;
import java.util.stream.Stream;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;

/** All rows, and those that a word of the command line names. */
public final class Rows {
  private Rows() {}

  /** The Speed table. */
  public static List<Row> all() {
    return Stream.of(
            LanguageRows.all(),
            SuiteRows.all(),
            ScriptRows.all(),
            ProjectRows.all(),
            AsyncRows.all(),
            ScalaRows.all(),
            ClojureRows.all(),
            GraalRows.all(),
            HaskellRows.all(),
            HaskellCallRows.all(),
            PaperRows.all(),
            RedisRows.all(),
            SqlRows.all(),
            WebRows.all())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * The rows of a word: of a table, or the one of that name.
   *
   * @throws IllegalArgumentException if there is neither
   */
  public static List<Row> of(String word) {
    return switch (word) {
      case "all" -> all();
      case "async" -> AsyncRows.all();
      case "scala" -> ScalaRows.all();
      case "clojure" -> ClojureRows.all();
      case "graal" -> GraalRows.all();
      case "haskell" -> Peer.joined(HaskellRows.all(), HaskellCallRows.all());
      case "redis" -> RedisRows.all();
      case "scripts" -> named(ScriptRows.NAMES);
      case "sql" -> SqlRows.all();
      case "web" -> WebRows.all();
      case "suite" -> named(SuiteRows.NAMES);
      case "paper" -> named(PaperRows.NAMES);
      default -> named(List.of(word));
    };
  }

  /** What {@code --as-published} adds to the rows of the paper. */
  public static List<Row> asPublished() {
    return named(List.of(PaperRows.AS_PUBLISHED));
  }

  /** The peers that the CPU suite has a table of ratios to. */
  public static List<Peer> peersOfSuite() {
    return List.of(Peers.JAVA, Peers.ERLANG, Peers.NODE, Peers.PYTHON);
  }

  private static List<Row> named(List<String> names) {
    var all = all();
    return names.stream()
        .map(
            name ->
                all.stream()
                    .filter(row -> row.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                        () -> new IllegalArgumentException("there is no row named " + name)))
        .toList();
  }
}
