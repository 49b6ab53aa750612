package yona.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What a server says of its own commands. */
final class DocumentedCommands {
  static final DocumentedCommands REDIS = new DocumentedCommands("redis-7.0.15");
  static final DocumentedCommands VALKEY = new DocumentedCommands("valkey-9.1.2");

  private final String server;

  /** By name in capitals, with the subcommand after a space: what {@code COMMAND DOCS} says. */
  private final Map<String, JsonNode> docs = new TreeMap<>();

  /** The same names: what {@code COMMAND} says. */
  private final Map<String, JsonNode> commands = new TreeMap<>();

  private DocumentedCommands(String server) {
    this.server = server;
    read("-command-docs.json")
        .properties()
        .forEach(
            command -> {
              JsonNode subcommands = command.getValue().path("subcommands");
              subcommands.properties().forEach(sub -> docs.put(name(sub.getKey()), sub.getValue()));
              // COMMAND is a command and has subcommands; the others that have are none.
              if (subcommands.isEmpty() || command.getKey().equals("command")) {
                docs.put(name(command.getKey()), command.getValue());
              }
            });
    for (JsonNode command : read("-command.json")) {
      commands.put(name(command.path("name").asString()), command);
      for (JsonNode sub : command.path("subcommands")) {
        commands.put(name(sub.path("name").asString()), sub);
      }
    }
  }

  private JsonNode read(String suffix) {
    try (InputStream in = DocumentedCommands.class.getResourceAsStream(server + suffix)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(String name) {
    return name.toUpperCase(Locale.ROOT).replace('|', ' ');
  }

  Set<String> names() {
    return docs.keySet();
  }

  /** How many words a command has, at least so many if negative. */
  int arity(String name) {
    return command(name).path("arity").asInt();
  }

  boolean has(String name, String flag) {
    return texts(command(name).path("flags")).contains(flag);
  }

  /** A policy of the tips, empty if there is none. */
  String tip(String name, String kind) {
    return texts(command(name).path("tips")).stream()
        .filter(tip -> tip.startsWith(kind + ":"))
        .map(tip -> tip.substring(kind.length() + 1))
        .collect(Collectors.joining());
  }

  private JsonNode command(String name) {
    JsonNode command = commands.get(name);
    assertThat(command).as("what %s says of %s", server, name).isNotNull();
    return command;
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new TreeSet<>();
    array.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  /** Where keys are, in the form of the table; what the server cannot say is left out. */
  Set<String> keys(String name) {
    Set<String> keys = new TreeSet<>();
    for (JsonNode specification : command(name).path("key_specifications")) {
      String begin = begin(specification.path("begin_search"));
      if (!begin.isEmpty()) {
        keys.add(
            extent(begin, specification.path("find_keys"))
                + (texts(specification.path("flags")).contains("not_key") ? " channel" : ""));
      }
    }
    return keys;
  }

  private static String begin(JsonNode begin) {
    JsonNode spec = begin.path("spec");
    return switch (begin.path("type").asString()) {
      case "index" -> String.valueOf(spec.path("index").asInt());
      case "keyword" ->
          "after " + spec.path("keyword").asString() + "@" + spec.path("startfrom").asInt();
      default -> "";
    };
  }

  private static String extent(String begin, JsonNode find) {
    JsonNode spec = find.path("spec");
    int step = spec.path("keystep").asInt();
    String suffix = step == 1 ? "" : " step " + step;
    if (find.path("type").asString().equals("keynum")) {
      return "counted at " + begin + suffix;
    }
    int last = spec.path("lastkey").asInt();
    if (spec.path("limit").asInt() == 2) {
      return begin + " half" + suffix;
    }
    return begin
        + (last < 0 ? " to " + last : last > 0 ? " to " + (Integer.parseInt(begin) + last) : "")
        + suffix;
  }

  /** The arguments in the form of the table, but with neither types nor parentheses. */
  String synopsis(String name) {
    return docs.get(name)
        .path("arguments")
        .valueStream()
        .map(DocumentedCommands::argument)
        .collect(Collectors.joining(" "));
  }

  private static String argument(JsonNode argument) {
    Set<String> flags = texts(argument.path("flags"));
    String token = argument.path("token").asString("");
    List<String> parts = new ArrayList<>();
    argument.path("arguments").forEach(part -> parts.add(argument(part)));
    String text =
        switch (argument.path("type").asString()) {
          case "pure-token" -> token.isEmpty() ? "\"\"" : token;
          case "oneof" -> String.join(" | ", parts);
          case "block" -> String.join(" ", parts);
          default -> argument.path("name").asString();
        };
    boolean each = flags.contains("multiple_token");
    if (flags.contains("multiple") && !each) {
      text += "...";
    }
    if (!token.isEmpty() && !argument.path("type").asString().equals("pure-token")) {
      text = token + " " + text;
    }
    return (flags.contains("optional") ? "[" + text + "]" : text) + (each ? "..." : "");
  }

  @Override
  public String toString() {
    return server;
  }
}
