package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Path;
import yona.bench.harness.Fixture;
import yona.sql.Database;
import yona.sql.Migrations;
import yona.sql.embedded.EmbeddedPostgres;

/**
 * The PostgreSQL server that the rows of web servers ask: one for all of them, on a loopback port,
 * with the tables of TechEmpower's framework benchmarks. It does not wait for the disk.
 */
record PostgresServer(EmbeddedPostgres server, String version) implements Fixture {
  static PostgresServer start() throws IOException {
    var server = EmbeddedPostgres.start();
    try (var database = Database.connect(server.uri())) {
      var root = Path.of(System.getProperty("yona.root", ".."));
      Migrations.apply(database, root.resolve("examples/web/tables"));
      var row = database.queryOne("show server_version").orElseThrow();
      return new PostgresServer(server, String.valueOf(row.get(0)));
    } catch (RuntimeException error) {
      server.close();
      throw error;
    }
  }

  @Override
  public String title() {
    return "database: PostgreSQL " + version + " on 127.0.0.1, which does not wait for the disk";
  }

  /** Its URI, with a password. */
  @Override
  public String address() {
    return server.uri();
  }

  /** Its rows are changed at random, and no program depends on what they are. */
  @Override
  public void reset() {}

  @Override
  public void close() {
    server.close();
  }
}
