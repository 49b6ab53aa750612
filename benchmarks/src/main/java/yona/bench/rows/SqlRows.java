package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.harness.Workspace;
import yona.bench.sql.Sqlite;

/** Databases that run within the program. */
final class SqlRows {
  /** Yona's library as one of a program without options. */
  static final Peer YONA_PLAIN = JvmPeer.plain("yona-sql-plain", Sqlite.class);

  private static final Peer YONA_SQL = JvmPeer.launched("yona-sql", Sqlite.class);

  private static final List<String> NATIVE = List.of("--enable-native-access=ALL-UNNAMED");

  private static final int ROWS = 100_000;

  private SqlRows() {}

  static List<Row> all() {
    return List.of(
        row("sqlite-inserts", "rows put into a table of SQLite one by one, in a transaction"),
        row("sqlite-batch", "rows put into a table of SQLite as a batch, in a transaction"),
        row("sqlite-reads", "rows of a table of SQLite, read one by one by their key"));
  }

  private static Row row(String name, String title) {
    var entrants =
        List.of(
            new Entrant("yona", Peers.YONA, name),
            new Entrant("yona.sql", YONA_SQL, name),
            new Entrant("yona.sql, no options", YONA_PLAIN, name).with(NATIVE),
            new Entrant("jdbc", Peers.JAVA, name).with(NATIVE),
            new Entrant("python", Peers.PYTHON, name));
    var targets = List.of(Target.within("python", 1.3), Target.aim("python", 1.0));
    var of = new Case("100,000 rows", ROWS, entrants, targets).with(SqlRows::file);
    return new Row(name, title, Kind.WARM, List.of(of), 5, 4000, 2000);
  }

  /** The file of a database, which the programs fill anew. */
  private static Path file(Workspace workspace) throws IOException {
    var folder = Files.createDirectories(workspace.target().resolve("sqlite"));
    return folder.resolve("sales.db");
  }
}
