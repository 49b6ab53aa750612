package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;

/** Files of a folder are executed once each, in their order. */
@Tag("processes")
class MigrationsTest {

  @TempDir Path folder;

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static List<Integer> versions(List<Migration> migrations) {
    return migrations.stream().map(Migration::version).toList();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNewIsExecuted(Products product) throws Exception {
    file("V1__a.sql", "create table a (id integer);\ninsert into a values (1); -- ;\n");
    file("notes.txt", "");
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  assertThat(versions(Migrations.pending(database, folder))).containsExactly(1);
                  assertThat(versions(Migrations.apply(database, folder))).containsExactly(1);
                  assertThat(Migrations.apply(database, folder)).isEmpty();
                  file("V2__b.sql", "insert into a values (2)");
                  file("V10__c.sql", "");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("a gap: V3 is missing");
                  Files.move(folder.resolve("V10__c.sql"), folder.resolve("V3__c.sql"));
                  assertThat(versions(Migrations.pending(database, folder))).containsExactly(2, 3);
                  assertThat(versions(Migrations.apply(database, folder))).containsExactly(2, 3);
                  assertThat(Migrations.pending(database, folder)).isEmpty();
                  assertThat(database.query("select id from a")).hasSize(2);
                  file(
                      "V1__a.sql",
                      "create table a (id integer);\r\ninsert into a values (1); -- ;\n");
                  assertThat(Migrations.apply(database, folder)).isEmpty();
                  file("V1__a.sql", "create table a (id bigint)");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("V1__a.sql has changed since it was applied");
                  Files.delete(folder.resolve("V3__c.sql"));
                  file(
                      "V1__a.sql",
                      "create table a (id integer);\ninsert into a values (1); -- ;\n");
                  assertThatThrownBy(() -> Migrations.pending(database, folder))
                      .hasMessageContaining("V3__c.sql was applied to the database and is missing");
                  return true;
                }));
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "MYSQL"})
  void ofAFileThatFailsInTheMiddleIsToldHowMuchStays(Products product) throws Exception {
    String first = "create table a (id integer); insert into a values (1);";
    String wrong = "create table b (id integer, id integer);";
    String advice =
        "Undo that, execute \"delete from yona_migrations where version = -1\", and migrate again";
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  file("V1__a.sql", first + wrong);
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("V1__a.sql, statement 3 of 3, line 1: ")
                      .hasMessageContaining("2 of 3 statements stay, the first ones. " + advice);
                  assertThat(database.query("select id from a")).hasSize(1);
                  // The next runs say how things are, whatever the file has become.
                  file("V1__a.sql", first);
                  for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> Migrations.apply(database, folder))
                        .hasMessage(
                            "V1__a.sql was begun and is not finished: 2 of 3 statements stay. "
                                + advice);
                  }
                  assertThatThrownBy(() -> Migrations.pending(database, folder))
                      .hasMessageContaining("2 of 3 statements stay");
                  database.execute("drop table a");
                  database.execute("delete from yona_migrations where version = -1");
                  assertThat(Migrations.apply(database, folder)).hasSize(1);
                  assertThat(database.query("select version from yona_migrations")).hasSize(1);
                  return true;
                }));
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "MYSQL"})
  void whatIsUndoneWithTheTransactionDoesNotStay(Products product) throws Exception {
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  file("V1__a.sql", "create table a (id integer primary key)");
                  assertThat(Migrations.apply(database, folder)).hasSize(1);
                  file("V2__b.sql", "insert into a values (1); insert into a values (1)");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("V2__b.sql, statement 2 of 2, line 1: ")
                      .hasMessageContaining("; nothing of the file stays");
                  file(
                      "V2__b.sql",
                      "create table b (id integer); insert into a values (1);"
                          + " insert into a values (1)");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("1 of 3 statements stay");
                  assertThat(database.query("select id from a")).isEmpty();
                  assertThat(database.query("select id from b")).isEmpty();
                  return true;
                }));
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "MYSQL"})
  void aRunThatIsCutOffIsFoundByTheNext(Products product) throws Exception {
    file("V1__a.sql", "create table a (id integer); " + product.endless() + "; select 1");
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  Future<List<Migration>> running =
                      Async.future(() -> Migrations.apply(database, folder));
                  while (database
                      .query(
                          "select table_name from information_schema.tables"
                              + " where lower(table_name) = 'a'")
                      .isEmpty()) {
                    Thread.onSpinWait();
                  }
                  running.cancel();
                  assertThatThrownBy(running::value).isInstanceOf(CancellationException.class);
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining(
                          "V1__a.sql was begun and is not finished: statement 1 of 3 has begun. ");
                  return true;
                }));
  }

  @Test
  void aFileThatWasRenamedOrReplacedIsToldAsSuch() throws Exception {
    file("V1__a.sql", "create table a (id integer)");
    file("V2__b.sql", "");
    file("V3__c.sql", "");
    Running.program(
        () ->
            Products.H2.with(
                Options.DEFAULT,
                database -> {
                  assertThat(Migrations.apply(database, folder)).hasSize(3);
                  Files.move(folder.resolve("V1__a.sql"), folder.resolve("V1__other.sql"));
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessage(
                          "V1__a.sql was applied to the database and has been renamed to"
                              + " V1__other.sql: give it its name back");
                  file("V1__other.sql", "create table b (id integer)");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessage(
                          "V1__a.sql was applied to the database and is missing in the folder,"
                              + " which has V1__other.sql in its place: bring it back, and give"
                              + " what is new the next number");
                  Files.move(folder.resolve("V1__other.sql"), folder.resolve("V1__a.sql"));
                  file("V1__a.sql", "create table a (id integer)");
                  // The third has the same text and its own name.
                  file("V2__b.sql", "select 1");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("V2__b.sql has changed since it was applied");
                  return true;
                }));
  }

  @ParameterizedTest
  @EnumSource
  void aStatementThatFailsIsToldWithItsLine(Products product) throws Exception {
    file("V1__a.sql", "create table a (id integer);\n\n\ninsert into nowhere\nvalues (1);");
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .isInstanceOf(MigrationException.class)
                      .hasMessageContaining("V1__a.sql, statement 2 of 2, line 4: ")
                      .hasMessageEndingWith("; the statement: insert into nowhere ...");
                  if (product == Products.H2 || product == Products.MYSQL) {
                    database.execute("drop table a");
                    database.execute("delete from yona_migrations");
                  }
                  assertThat(versions(Migrations.pending(database, folder))).containsExactly(1);
                  assertThatThrownBy(() -> database.query("select * from a"))
                      .isInstanceOf(SqlException.class);
                  return true;
                }));
  }

  @ParameterizedTest
  @EnumSource
  void onlyOneMigratesAtATime(Products product) throws Exception {
    file("V1__a.sql", "create table a (id integer)");
    file("V2__b.sql", "create table b (id integer)");
    Running.program(
        () ->
            product.at(
                uri -> {
                  // Each has connections of its own, as one that is started several times does.
                  List<Future<List<Migration>>> all = new ArrayList<>();
                  for (int i = 0; i < 6; i++) {
                    all.add(
                        Async.future(
                            () -> {
                              try (Database database = Database.connect(uri)) {
                                return Migrations.apply(database, folder);
                              }
                            }));
                  }
                  assertThat(Future.awaitAll(all).stream().mapToInt(List::size).sum()).isEqualTo(2);
                  return true;
                }));
  }

  @ParameterizedTest
  @EnumSource(names = "H2")
  void filesThatAreNoneAreRefused(Products product) throws Exception {
    file("V1_a.sql", "");
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("expected names such as V1__users.sql");
                  Files.delete(folder.resolve("V1_a.sql"));
                  file("V1__a.sql", "");
                  file("V01__b.sql", "");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("two files have one number");
                  Files.delete(folder.resolve("V01__b.sql"));
                  file("V1__a.sql", "select 1;\nselect 'x");
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("V1__a.sql: a text or name in quotes")
                      .hasMessageContaining("line 2");
                  Files.write(folder.resolve("V1__a.sql"), new byte[] {(byte) 0xff});
                  assertThatThrownBy(() -> Migrations.apply(database, folder))
                      .hasMessageContaining("not text in UTF-8");
                  assertThatThrownBy(() -> Migrations.apply(database, folder.resolve("none")))
                      .isInstanceOf(MigrationException.class)
                      .hasMessage(
                          "there is no folder " + folder.resolve("none") + " (SQLSTATE 58030)");
                  assertThatThrownBy(() -> Migrations.apply(database, Path.of("none")))
                      .hasMessageContaining(
                          "there is no folder "
                              + Path.of("none").toAbsolutePath()
                              + " (relative paths begin at the current folder)");
                  assertThatThrownBy(() -> Migrations.apply(database, folder.resolve("V1__a.sql")))
                      .hasMessageContaining("there is no folder");
                  return true;
                }));
  }
}
