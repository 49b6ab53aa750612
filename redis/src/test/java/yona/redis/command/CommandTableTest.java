package yona.redis.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.redis.resp.BulkString;

/** The table says of each command what the servers say, and more. */
class CommandTableTest {
  static Stream<DocumentedCommands> servers() {
    return Stream.of(DocumentedCommands.REDIS, DocumentedCommands.VALKEY);
  }

  private static List<CommandSpec> all() {
    return CommandTable.names().stream().map(CommandTable::spec).toList();
  }

  /** Lines of a list: the name of a command, a colon and the reason. */
  private static Map<String, String> list(String name) throws IOException {
    Map<String, String> list = new TreeMap<>();
    try (InputStream in = CommandTableTest.class.getResourceAsStream(name)) {
      new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .forEach(
              line -> {
                String[] parts = line.split(": ", 2);
                assertThat(parts).as(line).hasSize(2);
                list.put(parts[0], parts[1]);
              });
    }
    return list;
  }

  @ParameterizedTest
  @MethodSource("servers")
  void everyCommandOfTheServersIsInTheTable(DocumentedCommands server) {
    assertThat(server.names()).isNotEmpty();
    assertThat(CommandTable.names()).containsAll(server.names());
  }

  @Test
  void everyCommandOfTheTableIsOneOfAServer() {
    Set<String> known = new TreeSet<>(DocumentedCommands.REDIS.names());
    known.addAll(DocumentedCommands.VALKEY.names());
    assertThat(CommandTable.names()).isEqualTo(known);
  }

  @Test
  void theArgumentsAreThoseOfTheServersLessTheListedOnes() throws IOException {
    Set<String> different = new TreeSet<>();
    for (CommandSpec spec : all()) {
      String name = spec.name();
      if (DocumentedCommands.VALKEY.names().contains(name)
          && !plain(spec.synopsis()).equals(DocumentedCommands.VALKEY.synopsis(name))) {
        different.add(name);
      }
      if (DocumentedCommands.REDIS.names().contains(name)
          && !has(
              nameless(plain(spec.synopsis())),
              nameless(DocumentedCommands.REDIS.synopsis(name)))) {
        different.add(name);
      }
    }
    assertThat(different).isEqualTo(list("other-arguments.txt").keySet());
  }

  /** Without what the servers do not say, or say in other words. */
  private static String plain(String synopsis) {
    return synopsis
        .replaceAll("[a-z0-9_-]+=(?=\\S)", "")
        .replaceAll(":(key|text|score|rank|integer|double|pattern)", "")
        .replaceAll("([a-z0-9-]+)\\*", "[$1...]")
        .replaceAll("[()#]", "")
        .replace('+', ' ');
  }

  /** Tokens and places of arguments only: names differ between servers. */
  private static List<String> nameless(String synopsis) {
    List<String> words = new ArrayList<>();
    for (String word : synopsis.replaceAll("[\\[\\]|]|\\.\\.\\.", " ").strip().split("\\s+", -1)) {
      words.add(word.matches("[a-z].*") ? "argument" : word);
    }
    return words;
  }

  /** Whether one has the words of the other in order. */
  private static boolean has(List<String> words, List<String> some) {
    int found = 0;
    for (String word : words) {
      if (found < some.size() && some.get(found).equals(word)) {
        found++;
      }
    }
    return found == some.size() || some.equals(List.of(""));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theKeysAreWhereTheServersSay(DocumentedCommands server) {
    for (String name : server.names()) {
      Set<String> keys =
          CommandTable.spec(name).keys().stream()
              .map(CommandTableTest::form)
              .collect(Collectors.toCollection(TreeSet::new));
      if (name.equals("SORT")) {
        // The servers know it, too, but cannot say it.
        assertThat(keys.remove("after STORE@2")).isTrue();
      }
      assertThat(keys).as(name).isEqualTo(server.keys(name));
    }
  }

  private static String form(KeyRange range) {
    return (range.extent() == KeyRange.Extent.COUNTED ? "counted at " : "")
        + (range.word() == null ? "" : "after " + range.word() + "@")
        + range.from()
        + switch (range.extent()) {
          case ONE, COUNTED -> "";
          case TO -> " to " + range.last();
          case HALF -> " half";
        }
        + (range.step() == 1 ? "" : " step " + range.step())
        + (range.channels() ? " channel" : "");
  }

  @ParameterizedTest
  @MethodSource("servers")
  void whatReadsWritesAndWaitsIsWhatTheServersSay(DocumentedCommands server) {
    for (String name : server.names()) {
      CommandSpec spec = CommandTable.spec(name);
      assertThat(spec.readOnly()).as(name).isEqualTo(server.has(name, "readonly"));
      assertThat(spec.write()).as(name).isEqualTo(server.has(name, "write"));
      if (server != DocumentedCommands.REDIS || !name.equals("WAIT")) {
        // Redis 7 says that WAIT does not wait.
        assertThat(spec.blocking() != null).as(name).isEqualTo(server.has(name, "blocking"));
      }
    }
  }

  @Test
  void whatAClusterIsToDoIsWhatTheNewestServerSays() {
    for (String name : DocumentedCommands.VALKEY.names()) {
      CommandSpec spec = CommandTable.spec(name);
      String request = DocumentedCommands.VALKEY.tip(name, "request_policy");
      assertThat(spec.requestPolicy().name()).as(name).isEqualTo(upperOr(request, "DEFAULT"));
      String response = DocumentedCommands.VALKEY.tip(name, "response_policy");
      assertThat(spec.responsePolicy().name()).as(name).isEqualTo(upperOr(response, "DEFAULT"));
    }
  }

  private static String upperOr(String tip, String otherwise) {
    return tip.isEmpty() ? otherwise : tip.toUpperCase(Locale.ROOT);
  }

  @Test
  void theListOfCommandsWithoutAMethodIsKnown() throws IOException {
    assertThat(
            all().stream()
                .filter(spec -> spec.noMethod() != null)
                .collect(Collectors.toMap(CommandSpec::name, CommandSpec::noMethod)))
        .isEqualTo(list("without-method.txt"));
  }

  @Test
  void everyCommandSaysWhatItDoesSinceWhenAndWhatItGives() {
    for (CommandSpec spec : all()) {
      assertThat(spec.summary()).as(spec.name()).endsWith(".");
      assertThat(spec.since()).as(spec.name()).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
      assertThat(spec.results()).as(spec.name()).isNotEmpty();
      assertThat(spec.results().getLast().options()).as(spec.name()).isEmpty();
    }
  }

  @Test
  void resultsDependOnOptionsThatThereAre() {
    for (CommandSpec spec : all()) {
      Set<String> keys =
          spec.options().stream().map(Argument::key).collect(Collectors.toUnmodifiableSet());
      for (CommandSpec.Result result : spec.results()) {
        assertThat(keys).as(spec.name()).containsAll(result.options());
      }
    }
  }

  @Test
  void anArgumentIsWrittenAsItIsRead() {
    for (CommandSpec spec : all()) {
      assertThat(Synopsis.read(spec.synopsis())).as(spec.name()).isEqualTo(spec.arguments());
    }
  }

  @Test
  void everyOptionHasANameOfItsOwn() {
    for (CommandSpec spec : all()) {
      List<String> keys = spec.options().stream().map(Argument::key).toList();
      assertThat(keys)
          .as(spec.name())
          .doesNotContain("")
          .allMatch(key -> key.matches("[a-z_0-9]+"));
      if (!spec.name().equals("XADD")) {
        // There the bound is approximate or exact in both ways to trim.
        assertThat(keys).as(spec.name()).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void namesOfFunctionsAndMethodsAreDistinct() {
    assertThat(all().stream().map(CommandSpec::functionName))
        .doesNotHaveDuplicates()
        .contains("get", "client_list", "client_no_evict", "eval_ro");
    assertThat(all().stream().map(CommandSpec::methodName))
        .doesNotHaveDuplicates()
        .contains("get", "clientList", "clientNoEvict", "evalRo");
  }

  @Test
  void aCommandIsFoundByItsWords() {
    assertThat(CommandTable.find("get", "k")).isSameAs(CommandTable.spec("GET"));
    assertThat(CommandTable.find("Client", BulkString.of("lisT"), "TYPE", "normal"))
        .isSameAs(CommandTable.spec("client list"));
    assertThat(CommandTable.find((Object) "mget".getBytes(UTF_8)))
        .isSameAs(CommandTable.spec("MGET"));
    assertThat(CommandTable.find("COMMAND")).isSameAs(CommandTable.spec("COMMAND"));
    assertThat(CommandTable.find("COMMAND", "COUNT")).isSameAs(CommandTable.spec("COMMAND COUNT"));
    assertThat(CommandTable.find("CLIENT")).isNull();
    assertThat(CommandTable.find("CLIENT", "NOTHING")).isNull();
    assertThat(CommandTable.find("JSON.GET", "k")).isNull();
    assertThat(CommandTable.find(17L)).isNull();
    assertThat(CommandTable.find()).isNull();
  }

  @Test
  void aNameThatIsNoneIsTold() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CommandTable.spec("client nothing"))
        .withMessage("there is no command client nothing");
  }
}
