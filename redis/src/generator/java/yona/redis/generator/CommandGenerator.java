package yona.redis.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import yona.redis.command.Argument;
import yona.redis.command.CommandSpec;
import yona.redis.command.CommandTable;

/**
 * Writes the Java methods of the commands from the table: an interface for each group, a class for
 * the options of each command, enumerations. Files that would not change are left alone.
 */
public final class CommandGenerator {
  private static final Map<String, String> INTERFACES = new LinkedHashMap<>();

  static {
    INTERFACES.put("string", "StringCommands");
    INTERFACES.put("hash", "HashCommands");
    INTERFACES.put("list", "ListCommands");
    INTERFACES.put("set", "SetCommands");
    INTERFACES.put("sorted-set", "SortedSetCommands");
    INTERFACES.put("stream", "StreamCommands");
    INTERFACES.put("geo", "GeoCommands");
    INTERFACES.put("bitmap", "BitmapCommands");
    INTERFACES.put("hyperloglog", "HyperLogLogCommands");
    INTERFACES.put("generic", "KeyCommands");
    INTERFACES.put("scripting", "ScriptingCommands");
    INTERFACES.put("pubsub", "PubSubCommands");
    INTERFACES.put("connection", "ConnectionCommands");
    INTERFACES.put("server", "ServerCommands");
    INTERFACES.put("cluster", "ClusterCommands");
  }

  private final Map<String, String> files = new TreeMap<>();

  /** What options a class has that was written. */
  private final Map<String, List<Argument>> classes = new TreeMap<>();

  private CommandGenerator() {}

  /**
   * Writes the files.
   *
   * @param arguments the folder that the package is in
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    CommandGenerator generator = new CommandGenerator();
    generator.generate();
    generator.write(Path.of(arguments[0], "yona", "redis", "command"));
  }

  private void generate() {
    Map<String, Source> interfaces = new LinkedHashMap<>();
    INTERFACES.forEach((group, name) -> interfaces.put(group, begun(group, name)));
    for (String name : CommandTable.names()) {
      CommandSpec spec = CommandTable.spec(name);
      if (spec.noMethod() == null && spec.elsewhere() == null) {
        command(Objects.requireNonNull(interfaces.get(spec.group()), name), spec);
      }
    }
    interfaces.forEach(
        (group, source) ->
            files.put(Objects.requireNonNull(INTERFACES.get(group)), source.line("}").text()));
    everything();
    Parameter.WORDS.forEach(this::enumeration);
  }

  private static Source begun(String group, String name) {
    return new Source()
        .documentation(
            "",
            List.of(
                "The commands that the servers' documentation calls " + group + ".",
                "",
                "<p>Keys and values are texts or bytes: each method that takes any has a form with"
                    + " String, which is sent as UTF-8, and one with BulkString. What is repeated"
                    + " comes last; in the form with bytes, pairs stand in turn."))
        .line("public interface " + name + " extends CommandRunner {");
  }

  private void command(Source source, CommandSpec spec) {
    Options options = new Options(Parameter.capital(spec.methodName()), files);
    for (Variant variant : Variant.of(spec)) {
      String type = variant.options().isEmpty() ? null : optionsClass(variant, options);
      for (Parameter parameter : variant.parameters()) {
        if (parameter.kind() == Parameter.Kind.CHOICE) {
          options.choice(parameter.choiceClass(variant.owner()), parameter.argument());
        }
      }
      new Methods(source, variant, type).write();
    }
  }

  /** The class of the options of a variant: that of the command itself if it has the same ones. */
  private String optionsClass(Variant variant, Options options) {
    String common = variant.owner() + "Options";
    if (variant.options().equals(classes.get(common))) {
      return common;
    }
    String name = Parameter.capital(variant.method()) + "Options";
    if (classes.put(name, variant.options()) != null) {
      throw new IllegalStateException("two classes are called " + name);
    }
    options.options(name, variant.spec(), variant.options());
    return name;
  }

  private void everything() {
    Source source = new Source();
    source.documentation(
        "",
        List.of(
            "The commands of Redis and Valkey, each a method: {@code CLIENT LIST} is {@code"
                + " clientList}. All suspend until the answer is there.",
            "",
            "<ul>",
            "<li>Keys and values are texts or bytes: each method that takes any has a form with"
                + " String, which is sent as UTF-8, and one with {@link"
                + " yona.redis.resp.BulkString}. What comes back is a BulkString, for it may be any"
                + " bytes; its {@code text()} is the text.",
            "<li>What is repeated comes last. Pairs are a Map, or one pair; in the form with bytes"
                + " they stand in turn.",
            "<li>What is optional is an object of a class of its own: {@code set(\"k\", \"v\","
                + " SetOptions.none().ex(10).nx())}. It comes last, or before what is repeated.",
            "<li>An option that changes what comes back is a method of its own: {@code"
                + " zrangeWithscores}, {@code setGet}, {@code lpop(key, count)}.",
            "<li>Null is what the server calls so: there is no such key, field or member.",
            "<li>{@code SUBSCRIBE}, {@code MULTI}, {@code WATCH}, {@code SCAN} and the like are no"
                + " methods here: the client has better ones.",
            "</ul>"));
    source.line("public interface Commands");
    List<String> names = new ArrayList<>(INTERFACES.values());
    for (int i = 0; i < names.size(); i++) {
      source.line(
          (i == 0 ? "    extends " : "        ")
              + names.get(i)
              + (i == names.size() - 1 ? " {}" : ","));
    }
    files.put("Commands", source.text());
  }

  private void enumeration(String words, String name) {
    if (files.containsKey(name) && words.contains("PRIMARY")) {
      return;
    }
    Source source = new Source();
    source.documentation("", List.of("One of the words " + words.replace(" ", ", ") + "."));
    source.line("public enum " + name + " {");
    String[] each = words.split(" ", -1);
    for (int i = 0; i < each.length; i++) {
      source.documentation("  ", List.of("{@code " + each[i] + "}."));
      source.line("  " + each[i].replace('-', '_') + (i == each.length - 1 ? ";" : ","));
    }
    source.line("").documentation("  ", List.of("As it is sent.", "", "@return the word"));
    source.line("  String word() {").line("    return name().replace('_', '-');").line("  }");
    files.put(name, source.line("}").text());
  }

  private void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey() + ".java");
      if (!Files.exists(path) || !Files.readString(path).equals(file.getValue())) {
        Files.writeString(path, file.getValue());
      }
    }
    try (Stream<Path> present = Files.list(folder)) {
      for (Path path : present.toList()) {
        String name = Objects.requireNonNull(path.getFileName()).toString();
        if (!files.containsKey(name.substring(0, name.length() - ".java".length()))) {
          Files.delete(path);
        }
      }
    }
  }
}
