package yona.redis.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import yona.redis.command.Command;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.DoubleValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SetValue;
import yona.redis.resp.SimpleString;
import yona.redis.resp.VerbatimString;

/**
 * The command tables in the resources are what a server says. With {@code
 * -Dyona.command.tables=SERVER} they are written instead, for the program of a server.
 */
@Tag("processes")
class DocumentedCommandsTest {
  private static final Path RESOURCES = Path.of("src/test/resources/yona/redis/command");

  /** What the elements of a reply of COMMAND are. */
  private static final List<String> NAMES =
      List.of(
          "name",
          "arity",
          "flags",
          "first_key",
          "last_key",
          "key_step",
          "acl_categories",
          "tips",
          "key_specifications",
          "subcommands");

  /** Sets, which a server gives in an order of its own or of its version. */
  private static final List<String> SORTED = List.of("flags", "acl_categories", "doc_flags");

  private static final JsonMapper JSON = new JsonMapper();

  /** What a server says, by the names of the commands. */
  private record Tables(String server, Map<String, JsonNode> commands, Map<String, JsonNode> docs) {

    static Tables of(Options options) throws IOException {
      try (EmbeddedRedis server = EmbeddedRedis.start(options);
          RespSocket connection = RespSocket.connect(server.port())) {
        MapValue hello = (MapValue) connection.ask("HELLO", 3);
        Map<String, String> names = new TreeMap<>();
        for (MapValue.Entry entry : hello.entries()) {
          names.put(json(entry.key()).asString(), json(entry.value()).asString(""));
        }
        Map<String, JsonNode> commands = new TreeMap<>();
        for (RespValue each : ((ArrayValue) connection.ask("COMMAND")).elements()) {
          ObjectNode command = command(each);
          commands.put(command.path("name").asString(), command);
        }
        Map<String, JsonNode> docs = new TreeMap<>();
        for (MapValue.Entry entry : ((MapValue) connection.ask("COMMAND", "DOCS")).entries()) {
          docs.put(json(entry.key()).asString(), json(entry.value()));
        }
        return new Tables(names.get("server") + "-" + names.get("version"), commands, docs);
      }
    }

    void write() throws IOException {
      Files.writeString(
          RESOURCES.resolve(server + "-command.json"),
          "[\n"
              + String.join(",\n", commands.values().stream().map(JsonNode::toString).toList())
              + "\n]\n");
      List<String> lines = new ArrayList<>();
      docs.forEach((name, each) -> lines.add('"' + name + "\":" + each));
      Files.writeString(
          RESOURCES.resolve(server + "-command-docs.json"),
          "{\n" + String.join(",\n", lines) + "\n}\n");
    }
  }

  private static ObjectNode command(RespValue value) {
    ObjectNode command = JSON.createObjectNode();
    List<RespValue> elements = ((ArrayValue) value).elements();
    for (int i = 0; i < NAMES.size(); i++) {
      String name = NAMES.get(i);
      if (name.equals("subcommands")) {
        List<ObjectNode> subcommands =
            elements(elements.get(i)).stream()
                .map(DocumentedCommandsTest::command)
                .sorted(Comparator.comparing(each -> each.path("name").asString()))
                .toList();
        if (!subcommands.isEmpty()) {
          command.set(name, JSON.createArrayNode().addAll(subcommands));
        }
      } else {
        command.set(name, inOrder(name, json(elements.get(i))));
      }
    }
    return command;
  }

  /** Redis 7.0 gives subcommands as a set. */
  private static List<RespValue> elements(RespValue value) {
    return value instanceof SetValue set ? set.members() : ((ArrayValue) value).elements();
  }

  private static JsonNode json(RespValue value) {
    return switch (value) {
      case SimpleString string -> JSON.getNodeFactory().stringNode(string.text());
      case BulkString string -> JSON.getNodeFactory().stringNode(string.text());
      case VerbatimString string -> JSON.getNodeFactory().stringNode(string.content().text());
      case IntegerValue number -> JSON.getNodeFactory().numberNode(number.value());
      case DoubleValue number -> JSON.getNodeFactory().numberNode(number.value());
      case NullValue _ -> JSON.getNodeFactory().nullNode();
      case ArrayValue array -> array(array.elements());
      case SetValue set -> array(set.members());
      case MapValue map -> object(map);
      default -> throw new AssertionError("no such value is expected: " + value);
    };
  }

  private static ArrayNode array(List<RespValue> elements) {
    return JSON.createArrayNode()
        .addAll(elements.stream().map(DocumentedCommandsTest::json).toList());
  }

  private static ObjectNode object(MapValue map) {
    ObjectNode object = JSON.createObjectNode();
    for (MapValue.Entry entry : map.entries()) {
      String name = json(entry.key()).asString();
      object.set(name, inOrder(name, json(entry.value())));
    }
    return object;
  }

  private static JsonNode inOrder(String name, JsonNode value) {
    if (value instanceof ArrayNode array && SORTED.contains(name)) {
      return JSON.createArrayNode()
          .addAll(
              array.valueStream().sorted(Comparator.comparing(each -> each.asString())).toList());
    }
    if (value instanceof ObjectNode object && name.equals("subcommands")) {
      ObjectNode sorted = JSON.createObjectNode();
      new TreeMap<>(
              object.properties().stream()
                  .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)))
          .forEach(sorted::set);
      return sorted;
    }
    return value;
  }

  private static JsonNode resource(String name) throws IOException {
    try (InputStream input = Command.class.getResourceAsStream(name)) {
      return JSON.readTree(Objects.requireNonNull(input, name));
    }
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void theTablesOfAServerAreWhatItSays(Product product) throws Exception {
    String program = System.getProperty("yona.command.tables");
    if (program != null) {
      Tables.of(Options.DEFAULT.withServer(Path.of(program))).write();
      return;
    }
    Tables tables = Tables.of(product.options());
    assertThat(tables.server)
        .isEqualTo(product == Product.REDIS_7 ? "redis-7.0.15" : "valkey-9.1.2");
    Map<String, JsonNode> commands = new TreeMap<>();
    for (JsonNode command : resource(tables.server + "-command.json")) {
      commands.put(command.path("name").asString(), command);
    }
    assertThat(texts(tables.commands)).isEqualTo(texts(commands));
    Map<String, JsonNode> docs = new TreeMap<>();
    resource(tables.server + "-command-docs.json")
        .properties()
        .forEach(each -> docs.put(each.getKey(), each.getValue()));
    assertThat(texts(tables.docs)).isEqualTo(texts(docs));
  }

  /** Nodes are equal only if their numbers have the same width. */
  private static Map<String, String> texts(Map<String, JsonNode> nodes) {
    return nodes.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().toString()));
  }
}
