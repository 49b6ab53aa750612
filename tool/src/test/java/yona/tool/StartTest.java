package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What makes programs start quickly: they find everything that they load in the ahead-of-time
 * cache, and open no jar. Said by the JVM itself, since times say nothing on a busy machine.
 */
@Tag("processes")
class StartTest {
  private static final String CACHED = "source: shared objects file";
  private static final String QUERY =
      "with sql\\Db::connect :embedded as db sql\\Db::query db \"select 1 as n\" [] end\n";

  @TempDir Path folder;

  @Test
  void anExpressionLoadsNothingButItselfFromOutsideTheCache() throws IOException {
    List<String> log = log("class+load", "-e", "1");
    assertThat(log).filteredOn(line -> line.contains(CACHED)).isNotEmpty();
    assertThat(notCached(log)).containsExactly("yona.program.P1");
  }

  @Test
  void aProgramWithModulesAndFilesLoadsNothingButItselfFromOutsideTheCache() throws IOException {
    List<String> log = log("class+load", "run", "--dir", "examples", "zip_files.yona");
    assertThat(log).filteredOn(line -> line.contains(CACHED)).isNotEmpty();
    assertThat(notCached(log))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(name).startsWith("yona.program."));
  }

  /**
   * Redis is for those who use it: what it would take to load it is theirs. The summaries of its
   * modules are in the cache, where suggestions find them, and the JVM loads all that is there.
   */
  @Test
  void aProgramWithoutRedisLoadsNothingOfIt() throws IOException {
    assertThat(log("class+load", "run", "--dir", "examples", "word_count.yona"))
        .filteredOn(line -> !line.startsWith("yona.module.redis.$Summaries "))
        .noneSatisfy(
            line -> assertThat(line).containsPattern("yona\\.((library|module)\\.)?redis"));
  }

  /** So it is with databases, whose drivers are large. */
  @Test
  void aProgramWithoutSqlLoadsNothingOfIt() throws IOException {
    assertThat(log("class+load", "run", "--dir", "examples", "word_count.yona"))
        .filteredOn(line -> !line.startsWith("yona.module.sql.$Summaries "))
        .noneSatisfy(
            line ->
                assertThat(line)
                    .containsPattern(
                        "yona\\.((library|module)\\.)?sql|java\\.sql\\.|com\\.zaxxer|org\\.(h2|sqlite|postgresql)"));
  }

  /** The server is for those who ask for it. */
  @Test
  void aClientAloneLoadsNothingOfTheEmbeddedServer() throws IOException {
    String program =
        "try redis\\Client::connect \"redis://127.0.0.1:1\" catch (:ioerror, _, _) -> 1 end";
    assertThat(log("class+init", "-e", program))
        .anySatisfy(line -> assertThat(line).contains("'yona/redis/Redis'"))
        .noneSatisfy(line -> assertThat(line).contains("'yona/redis/embedded"));
  }

  @Test
  void anExpressionThatAsksADatabaseFindsItsClassesInTheCacheOfServices() throws IOException {
    assertThatServicesAreCached(log("class+load", "-e", QUERY));
  }

  @Test
  void aProgramThatAsksADatabaseFindsItsClassesInTheCacheOfServices() throws IOException {
    Path program = Files.writeString(folder.resolve("query.yona"), QUERY);
    assertThatServicesAreCached(log("class+load", "run", program.toString()));
  }

  @Test
  void aProjectWhoseModuleAsksADatabaseFindsItsClassesInTheCacheOfServices() throws IOException {
    Files.writeString(folder.resolve("yona.toml"), "[project]\nmain = \"src/main.yona\"\n");
    Path sources = Files.createDirectory(folder.resolve("src"));
    Files.writeString(sources.resolve("main.yona"), "Rows::all ()\n");
    Files.writeString(
        sources.resolve("Rows.yona"),
        "module Rows exports all as\n    all () = " + QUERY.strip() + "\nend\n");
    assertThatServicesAreCached(log("class+load", "run", "--dir", folder.toString()));
  }

  /** The driver would ask another process which system this is, and copy the library. */
  @Test
  void theLibraryOfSqliteIsWhereTheDriverFindsIt() throws IOException {
    String uri = "sqlite:" + folder.resolve("numbers.db");
    assertThat(log("class+init", "-e", QUERY.strip().replace(":embedded", "\"" + uri + "\"")))
        .anySatisfy(line -> assertThat(line).contains("'org/sqlite/core/NativeDB'"))
        .noneSatisfy(line -> assertThat(line).contains("'org/sqlite/util/OSInfo'"));
  }

  private static void assertThatServicesAreCached(List<String> log) {
    String services = "^(yona\\.(sql|library)\\.|org\\.h2\\.engine\\.|com\\.zaxxer\\.).*";
    assertThat(log).filteredOn(line -> line.contains("org.h2.engine.")).isNotEmpty();
    assertThat(notCached(log)).noneSatisfy(name -> assertThat(name).matches(services));
  }

  @Test
  void anExpressionOpensNoJar() throws IOException {
    assertThat(log("class+init", "-e", "1"))
        .anySatisfy(line -> assertThat(line).contains("'yona/tool/Main'"))
        .noneSatisfy(line -> assertThat(line).contains("'java/util/zip/ZipFile$Source'"));
  }

  /** The end of any program has one, if what it printed is not yet written. */
  @Test
  void aTimeoutFindsItsClassesInTheCache() throws IOException {
    List<String> log = log("class+load", "-e", "timeout (:seconds, 60) 1");
    assertThat(log).anySatisfy(line -> assertThat(line).contains("yona.async.Timeout source: "));
    assertThat(notCached(log)).noneSatisfy(name -> assertThat(name).startsWith("yona.async."));
  }

  /**
   * The classes that came from elsewhere; but for those of the JDK's own files, such as its events,
   * which no cache takes.
   */
  private static List<String> notCached(List<String> log) {
    return log.stream()
        .filter(line -> line.contains(" source: ") && !line.contains(CACHED))
        .filter(line -> !line.contains(" source: jrt:"))
        .map(line -> line.substring(0, line.indexOf(" source: ")))
        .toList();
  }

  /** What the JVM of a command that succeeds logs under a tag. */
  private List<String> log(String tag, String... arguments) throws IOException {
    Path file = folder.resolve("log");
    String option = "-Xlog:" + tag + "=info:file=" + file + ":none";
    assertThat(Yona.command(arguments).with("YONA_JAVA_OPTIONS", option).run().output())
        .isNotEmpty();
    return Files.readAllLines(file);
  }
}
