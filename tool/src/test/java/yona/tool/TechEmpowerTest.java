package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.sql.Database;
import yona.sql.Migrations;
import yona.sql.embedded.EmbeddedPostgres;
import yona.testrun.TestLimit;

/**
 * The programs in examples/web that take the tests of TechEmpower's framework benchmarks, in Yona
 * and in Java, answer by the rules of these: one process of each, on one database.
 */
@Tag("processes")
class TechEmpowerTest {
  private static final Path FOLDER = Yona.ROOT.resolve("examples/web");
  private static final Pattern WORLD =
      Pattern.compile("\\{\"id\": ?([0-9]+), ?\"randomNumber\": ?([0-9]+)}");

  /** The rows of the page, in the order of their messages, the one added to them included. */
  private static final List<String> FORTUNES =
      List.of(
          "11 &lt;script&gt;alert(&quot;This should not be displayed in a browser alert"
              + " box.&quot;);&lt;/script&gt;",
          "4 A bad random number generator: 1, 1, 1, 1, 1, 4.33e+67, 1, 1, 1",
          "5 A computer program does what you tell it to do, not what you want it to do.",
          "2 A computer scientist is someone who fixes things that aren&#39;t broken.",
          "8 A list is only as strong as its weakest link. — Donald Knuth",
          "0 Additional fortune added at request time.",
          "3 After enough decimal places, nobody gives a damn.",
          "7 Any program that runs right is obsolete.",
          "10 Computers make very fast, very accurate mistakes.",
          "6 Emacs is a nice operating system, but I prefer UNIX. — Tom Christaensen",
          "9 Feature: A bug with seniority.",
          "1 fortune: No such file or directory",
          "12 フレームワークのベンチマーク");

  /** How each program is started. */
  enum Program {
    YONA {
      @Override
      Yona command(String... arguments) {
        return Yona.command(words(List.of("run", "techempower.yona"), arguments));
      }
    },
    JAVA {
      @Override
      Yona command(String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Path dist = Yona.ROOT.resolve("tool/target/dist");
        String libraries = dist.resolve("lib/*") + File.pathSeparator + dist.resolve("libraries/*");
        return Yona.process(
            words(List.of(java, "-cp", libraries, "java/TechEmpower.java"), arguments));
      }
    };

    abstract Yona command(String... arguments);

    private static String[] words(List<String> first, String... rest) {
      List<String> words = new ArrayList<>(first);
      words.addAll(List.of(rest));
      return words.toArray(String[]::new);
    }

    Yona.Running start(String... arguments) {
      return command(arguments).in(FOLDER).start();
    }
  }

  @AutoClose private static EmbeddedPostgres postgres;
  @AutoClose private static Database database;
  private static final Map<Program, ExampleServer> SERVERS = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    database = Database.connect(postgres.uri());
    Migrations.apply(database, FOLDER.resolve("tables"));
    for (Program each : Program.values()) {
      SERVERS.put(each, ExampleServer.of(each.start("0", postgres.uri())));
    }
  }

  /** Each ends with Ctrl-C, and has nothing to complain of. */
  @AfterAll
  static void end() {
    SERVERS.values().forEach(server -> server.end(""));
  }

  /** The body of an answer that has what each has to have. */
  private static String checked(String type, WebAnswer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers()).containsEntry("server", "yona");
    ZonedDateTime date =
        ZonedDateTime.parse(answer.headers().get("date"), DateTimeFormatter.RFC_1123_DATE_TIME);
    assertThat(date).isBefore(ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(1));
    assertThat(answer.headers().get("content-type")).startsWith(type);
    assertThat(answer.headers())
        .containsEntry(
            "content-length",
            Integer.toString(answer.body().getBytes(StandardCharsets.UTF_8).length));
    return answer.body();
  }

  private static String get(int port, String path, String type) throws IOException {
    return checked(type, WebAnswer.get(port, path));
  }

  /** The rows of world in a body that has nothing else. */
  private static List<List<Long>> worlds(String body) {
    List<List<Long>> worlds =
        WORLD
            .matcher(body)
            .results()
            .map(each -> List.of(Long.valueOf(each.group(1)), Long.valueOf(each.group(2))))
            .toList();
    assertThat(WORLD.matcher(body).replaceAll("w")).matches("w|\\[w(, ?w)*]");
    assertThat(worlds)
        .allSatisfy(world -> assertThat(world).allMatch(each -> each >= 1 && each <= 10_000));
    return worlds;
  }

  /** Fails unless the database has the rows. */
  private static void assertStored(List<List<Long>> worlds) {
    for (List<Long> world : worlds) {
      assertThat(
              database
                  .queryOne("select randomnumber from world where id = ?", world.getFirst())
                  .orElseThrow()
                  .get(0))
          .isEqualTo(world.getLast());
    }
  }

  @ParameterizedTest
  @EnumSource
  void greetsInPlainTextAndInJson(Program program) throws Exception {
    int port = SERVERS.get(program).port();
    assertThat(get(port, "/plaintext", "text/plain")).isEqualTo("Hello, World!");
    assertThat(get(port, "/json", "application/json"))
        .matches("\\{\"message\": ?\"Hello, World!\"}");
  }

  @ParameterizedTest
  @EnumSource
  void answersRequestsThatAreSentAhead(Program program) throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), SERVERS.get(program).port())) {
      String one = "GET /plaintext HTTP/1.1\r\nHost: localhost\r\n";
      String all = (one + "\r\n").repeat(15) + one + "Connection: close\r\n\r\n";
      socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
      String answers =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answers.split("Hello, World!", -1)).hasSize(17);
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesARandomRowOfTheDatabase(Program program) throws Exception {
    List<List<Long>> found = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String body = get(SERVERS.get(program).port(), "/db", "application/json");
      assertThat(body).startsWith("{");
      found.addAll(worlds(body));
    }
    assertThat(found.stream().distinct().count()).isGreaterThan(1);
    assertStored(found);
  }

  @ParameterizedTest
  @EnumSource
  void givesAsManyRowsAsAreWantedFromOneTo500(Program program) throws Exception {
    Map<String, Integer> wanted = new LinkedHashMap<>();
    wanted.put("/queries", 1);
    wanted.put("/queries?queries=", 1);
    wanted.put("/queries?queries=foo", 1);
    wanted.put("/queries?queries=0", 1);
    wanted.put("/queries?queries=-3", 1);
    wanted.put("/queries?queries=20", 20);
    wanted.put("/queries?queries=501", 500);
    wanted.put("/updates?queries=foo", 1);
    wanted.put("/updates?queries=501", 500);
    for (var each : wanted.entrySet()) {
      String body = get(SERVERS.get(program).port(), each.getKey(), "application/json");
      assertThat(body).startsWith("[");
      assertThat(worlds(body)).as(each.getKey()).hasSize(each.getValue());
    }
  }

  /** While nobody may read the table, all queries of a request wait at the server together. */
  @ParameterizedTest
  @EnumSource
  void asksTheDatabaseForAllRowsAtOnce(Program program) throws Exception {
    Socket asked =
        database.transaction(
            tx -> {
              tx.execute("lock table world in access exclusive mode");
              Socket socket =
                  WebAnswer.send(SERVERS.get(program).port(), "GET", "/queries?queries=7", "");
              long end = System.nanoTime() + TestLimit.ofWait().toNanos();
              while (waiting() < 7) {
                assertThat(System.nanoTime()).as("%d wait", waiting()).isLessThan(end);
              }
              return socket;
            });
    assertThat(worlds(checked("application/json", WebAnswer.read(asked)))).hasSize(7);
  }

  private static long waiting() {
    return (long)
        database
            .queryOne("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
            .orElseThrow()
            .get(0);
  }

  @ParameterizedTest
  @EnumSource
  void writesAPageOfFortunes(Program program) throws Exception {
    String page = get(SERVERS.get(program).port(), "/fortunes", "text/html; charset=utf-8");
    String rows =
        FORTUNES.stream()
            .map(each -> each.split(" ", 2))
            .map(each -> "<tr><td>" + each[0] + "</td><td>" + each[1] + "</td></tr>")
            .reduce("", String::concat);
    assertThat(page.replaceFirst("\n", ""))
        .isEqualTo(
            "<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table>"
                + "<tr><th>id</th><th>message</th></tr>"
                + rows
                + "</table></body></html>");
  }

  @ParameterizedTest
  @EnumSource
  void changesRowsInTheDatabase(Program program) throws Exception {
    List<List<Long>> changed =
        worlds(get(SERVERS.get(program).port(), "/updates?queries=20", "application/json"));
    // A row that was drawn twice has one of its two numbers.
    Map<Long, List<List<Long>>> rows = new LinkedHashMap<>();
    changed.forEach(
        world -> rows.computeIfAbsent(world.getFirst(), _ -> new ArrayList<>()).add(world));
    assertStored(
        rows.values().stream().filter(each -> each.size() == 1).map(List::getFirst).toList());
  }

  /** Large updates at the same time change common rows, and none fails because of another. */
  @ParameterizedTest
  @EnumSource
  void updatesDoNotBlockEachOtherForGood(Program program) throws Exception {
    List<Socket> asked = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      asked.add(WebAnswer.send(SERVERS.get(program).port(), "GET", "/updates?queries=500", ""));
    }
    for (Socket each : asked) {
      assertThat(worlds(checked("application/json", WebAnswer.read(each)))).hasSize(500);
    }
  }

  @ParameterizedTest
  @EnumSource
  void startsADatabaseOfItsOwnWithoutAUri(Program program) throws Exception {
    ExampleServer server = ExampleServer.of(program.start("0"));
    assertThat(worlds(get(server.port(), "/db", "application/json"))).hasSize(1);
    server.end("");
  }
}
