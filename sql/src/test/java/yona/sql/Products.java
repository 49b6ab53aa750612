package yona.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import yona.async.SuspendingFunction;
import yona.sql.embedded.EmbeddedPostgres;
import yona.testrun.database.MariaDbServer;

/** The databases that tests of the face run over; the server is started once in a JVM. */
enum Products {
  H2,
  SQLITE,
  POSTGRESQL,
  /** By MariaDB's server. */
  MYSQL;

  private static @Nullable EmbeddedPostgres shared;

  /** A server of all tests in this JVM, which ends with it. */
  static synchronized EmbeddedPostgres server() throws IOException {
    EmbeddedPostgres server = shared;
    if (server == null) {
      server = EmbeddedPostgres.start();
      shared = server;
    }
    return server;
  }

  /** Runs a body with an empty database. */
  void with(Options options, SuspendingFunction<Database, ?, Exception> body) throws Exception {
    if (this == H2) {
      connect(":embedded", options, body);
    } else {
      at(uri -> connect(uri, options, body));
    }
  }

  private static boolean connect(
      String uri, Options options, SuspendingFunction<Database, ?, Exception> body)
      throws Exception {
    try (Database database = Database.connect(uri, options)) {
      var _ = body.apply(database);
    }
    return true;
  }

  /** Runs a body with the address of an empty database, to which any number may connect. */
  void at(SuspendingFunction<String, ?, Exception> body) throws Exception {
    switch (this) {
      case H2 -> inFolder("h2:", body);
      case SQLITE -> inFolder("sqlite:", body);
      case POSTGRESQL -> {
        try (Database database = Database.connect(server().uri())) {
          database.execute("drop schema public cascade");
          database.execute("create schema public");
        }
        var _ = body.apply(server().uri());
      }
      case MYSQL -> {
        Assumptions.assumeTrue(MariaDbServer.isThere(), "there is no MariaDB for this computer");
        String uri = MariaDbServer.shared().uri();
        try (Database database = Database.connect(uri)) {
          database.execute("drop database yona");
          database.execute("create database yona character set utf8mb4");
        }
        var _ = body.apply(uri);
      }
    }
  }

  private static void inFolder(String scheme, SuspendingFunction<String, ?, Exception> body)
      throws Exception {
    Path folder = Files.createTempDirectory("yona-sql");
    try {
      var _ = body.apply(scheme + folder.resolve("a.db"));
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        for (Path each : deepestFirst) {
          Files.delete(each);
        }
      }
    }
  }

  /** A statement that takes longer than any test waits, and can be cancelled. */
  String endless() {
    return switch (this) {
      case POSTGRESQL -> "select pg_sleep(100000)";
      case MYSQL -> "select sleep(100000)";
      case SQLITE ->
          "with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r";
      case H2 ->
          "select count(*) from system_range(1, 10000000) a, system_range(1, 10000000) b"
              + " where a.x + b.x = 3";
    };
  }
}
