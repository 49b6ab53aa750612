package yona.bench.rows;

import java.util.ArrayList;
import java.util.List;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.harness.Workspace;

/**
 * Scripts that process logs, tables and files: whole processes, beside those of other languages.
 */
final class ScriptRows {
  static final List<String> NAMES =
      List.of(
          "startup",
          "access-log",
          "json-lines",
          "word-frequencies",
          "error-lines",
          "small-files",
          "sales",
          "zipped-log");

  private static final String PANDAS = "3.1.1";
  private static final String DUCKDB = "2.0.1";

  static final Peer AWK =
      new Peer("awk", List.of("awk"), List.of("mawk")) {
        @Override
        public List<String> process(Workspace workspace, String program) {
          var script = sources(workspace).resolve(fileName(program) + ".awk");
          return List.of("awk", "-f", script.toString());
        }
      };

  static final Peer JQ =
      new Peer("jq", List.of("jq"), List.of("jq")) {
        @Override
        public List<String> process(Workspace workspace, String program) {
          var script = sources(workspace).resolve(fileName(program) + ".jq");
          return List.of("jq", "-n", "-R", "-r", "-f", script.toString());
        }
      };

  private static final Peer PANDAS_PEER =
      new Peers.Python("pandas", "python", "bench.py", "pandas==" + PANDAS);
  private static final Peer DUCKDB_PEER =
      new Peers.Python("duckdb", "python", "bench.py", "duckdb==" + DUCKDB);

  private ScriptRows() {}

  /** All but {@code startup}, which is among the rows of the language. */
  static List<Row> all() {
    return List.of(
        accessLog(),
        jsonLines(),
        wordFrequencies(),
        errorLines(),
        smallFiles(),
        sales(),
        zippedLog());
  }

  private static Row accessLog() {
    var entrants = Entrant.same("access-log", Peers.YONA, Peers.PYTHON, Peers.NODE);
    return row(
        "access-log",
        "lines of an access log by a regular expression with five groups, counted and sorted",
        List.of(
            new Case("200,000 lines", 200_000, entrants, aheadOfPython(1.5))
                .with(ScriptFiles.accessLog(200_000)),
            new Case("2,000,000 lines", 2_000_000, entrants, aheadOfPython(1.0))
                .with(ScriptFiles.accessLog(2_000_000))));
  }

  private static Row jsonLines() {
    var entrants = Entrant.same("json-lines", Peers.YONA, Peers.PYTHON, Peers.NODE, JQ);
    return row(
        "json-lines",
        "lines of JSON to CSV, bad lines told on standard error",
        List.of(
            new Case("100,000 lines", 100_000, entrants, aheadOfPython(1.3))
                .with(ScriptFiles.orders(100_000)),
            new Case("1,000,000 lines", 1_000_000, entrants, aheadOfPython(1.0))
                .with(ScriptFiles.orders(1_000_000))));
  }

  private static Row wordFrequencies() {
    return row(
        "word-frequencies",
        "the ten most frequent words of a text",
        List.of(
            new Case(
                    "6.5 MB",
                    TextFile.BYTES,
                    Entrant.same("word-frequencies", Peers.YONA, Peers.PYTHON, Peers.NODE, AWK),
                    List.of(Target.ahead("python")))
                .with(TextFile::file)));
  }

  private static Row errorLines() {
    long bytes = 1_000_000_000;
    return row(
        "error-lines",
        "the lines of a log that are errors, counted",
        List.of(
            new Case(
                    "1 GB",
                    bytes,
                    Entrant.same(
                        "error-lines", Peers.YONA, Peers.JAVA, Peers.PYTHON, Peers.NODE, AWK),
                    List.of(Target.ahead("python"), Target.within("java", 2.0)))
                .with(ScriptFiles.programLog(bytes))));
  }

  private static Row smallFiles() {
    var entrants = new ArrayList<>(Entrant.same("small-files", Peers.YONA, Peers.PYTHON));
    entrants.add(new Entrant("python-threads", Peers.PYTHON, "small-files-threads"));
    entrants.add(new Entrant("node", Peers.NODE, "small-files"));
    return row(
        "small-files",
        "small files read and hashed",
        List.of(
            new Case(
                    "10,000 files",
                    10_000,
                    entrants,
                    List.of(Target.ahead("python"), Target.ahead("python-threads")))
                .with(ScriptFiles.smallFiles(10_000))));
  }

  private static Row sales() {
    var entrants =
        List.of(
            new Entrant("yona", Peers.YONA, "sales"),
            new Entrant("python", Peers.PYTHON, "sales"),
            new Entrant("python-rows", Peers.PYTHON, "sales-rows"),
            new Entrant("pandas", PANDAS_PEER, "sales-pandas"),
            new Entrant("duckdb", DUCKDB_PEER, "sales-duckdb"));
    return row(
        "sales",
        "a table of CSV grouped by a column of another",
        List.of(
            new Case("1,000,000 rows", 1_000_000, entrants, List.of(Target.ahead("python")))
                .with(ScriptFiles.sales(1_000_000))));
  }

  private static Row zippedLog() {
    return row(
        "zipped-log",
        "a log that is compressed by gzip, counted by status",
        List.of(
            new Case(
                    "2,000,000 lines",
                    2_000_000,
                    Entrant.same("zipped-log", Peers.YONA, Peers.PYTHON, Peers.NODE),
                    List.of(Target.ahead("python")))
                .with(ScriptFiles.zippedAccessLog(2_000_000))));
  }

  /** Ahead in wall time, and within a factor in processor time. */
  private static List<Target> aheadOfPython(double processor) {
    return List.of(Target.ahead("python"), Target.processorWithin("python", processor));
  }

  private static Row row(String name, String title, List<Case> cases) {
    return new Row(name, title, Kind.PROCESS, cases, 7, 0, 0);
  }
}
