import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import yona.redis.command.Argument;
import yona.redis.command.CommandSpec;
import yona.redis.command.CommandTable;

/**
 * Writes the functions of the commands in Clojure from their table. A file that would not change is
 * left alone.
 *
 * <p>Argument: the folder for the generated sources.
 */
public final class Generate {

  /** Commands whose functions are written by hand, since they have other arguments. */
  private static final Set<String> WRITTEN =
      Set.of(
          "MONITOR",
          "SUBSCRIBE",
          "PSUBSCRIBE",
          "SSUBSCRIBE",
          "UNSUBSCRIBE",
          "PUNSUBSCRIBE",
          "SUNSUBSCRIBE");

  private static final int WIDTH = 90;

  /** What a synopsis says of types, which make no difference here, and of computed numbers. */
  private static final Pattern TYPES =
      Pattern.compile(":(key|string|text|pattern|score|rank|integer|double)\\b|#");

  private final StringBuilder text = new StringBuilder();

  private Generate() {}

  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0], "yona", "redis", "client_commands.clj");
    Generate generator = new Generate();
    generator.generate();
    Files.createDirectories(file.getParent());
    String text = generator.text.toString();
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  private void generate() {
    text.append(";; Generated from the table of the commands of yona.redis.\n\n");
    text.append("(in-ns 'yona.redis.client)\n");
    Map<String, List<CommandSpec>> containers = new TreeMap<>();
    for (String name : CommandTable.names()) {
      CommandSpec spec = CommandTable.spec(name);
      if (!WRITTEN.contains(name)) {
        command(spec);
      }
      if (spec.words().size() > 1) {
        containers.computeIfAbsent(spec.words().getFirst(), _ -> new ArrayList<>()).add(spec);
      }
    }
    containers.forEach(
        (name, subcommands) -> {
          if (!CommandTable.names().contains(name)) {
            container(name, subcommands);
          }
        });
  }

  private void command(CommandSpec spec) {
    List<String> documentation = new ArrayList<>(List.of(spec.summary(), ""));
    String synopsis = TYPES.matcher(spec.synopsis()).replaceAll("");
    documentation.add("    " + spec.name() + (synopsis.isEmpty() ? "" : " " + synopsis));
    documentation.add("");
    String facts =
        "Since " + spec.since() + ", among the commands of the group " + spec.group() + ".";
    if (spec.blocking() != null) {
      facts += " May wait at the server, and then has a connection of its own.";
    }
    if (spec.replacedBy() != null) {
      facts += " Replaced by " + spec.replacedBy() + ".";
    }
    documentation.add(facts);
    write(functionName(spec.name()), documentation, parameters(spec), spec.words());
  }

  private static String functionName(String name) {
    return name.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** The parameters as far as each has its place; the rest is in the synopsis. */
  private static String parameters(CommandSpec spec) {
    StringBuilder parameters = new StringBuilder("pool");
    for (Argument argument : spec.arguments()) {
      boolean isPlain =
          argument.kind() == Argument.Kind.VALUE
              && argument.token() == null
              && !argument.optional();
      if (!isPlain) {
        return parameters + " & arguments";
      }
      if (argument.isRepeated()) {
        boolean isLast = argument.equals(spec.arguments().getLast());
        return parameters + " & " + (isLast ? plural(argument.name()) : "arguments");
      }
      parameters.append(' ').append(argument.name());
    }
    return parameters.toString();
  }

  private static String plural(String name) {
    return name + (name.endsWith("s") ? "" : "s");
  }

  private void container(String name, List<CommandSpec> subcommands) {
    String words =
        subcommands.stream()
            .map(spec -> ":" + spec.words().getLast().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    write(
        functionName(name),
        List.of("A subcommand of " + name + ", with its arguments behind: one of " + words + "."),
        "pool subcommand & arguments",
        List.of(name));
  }

  private void write(
      String function, List<String> documentation, String parameters, List<String> words) {
    String lines =
        documentation.stream().map(Generate::wrapped).collect(Collectors.joining("\n"));
    text.append("\n(defcommand ")
        .append(function)
        .append("\n  \"")
        .append(lines.replace("\\", "\\\\").replace("\"", "\\\"").strip())
        .append("\"\n  ([")
        .append(parameters)
        .append("])\n  [")
        .append(words.stream().map(word -> '"' + word + '"').collect(Collectors.joining(" ")))
        .append("])\n");
  }

  /** Lines of a bounded width, indented as docstrings are; a synopsis is indented more. */
  private static String wrapped(String line) {
    String indent = line.startsWith("    ") ? "      " : "  ";
    StringBuilder wrapped = new StringBuilder();
    int width = 0;
    for (String word : line.strip().split(" ", -1)) {
      if (width > 0 && width + word.length() + 1 > WIDTH) {
        wrapped.append('\n').append(indent).append(line.startsWith("    ") ? "  " : "");
        width = 0;
      } else if (width > 0) {
        wrapped.append(' ');
        width++;
      } else if (!word.isEmpty()) {
        wrapped.append(indent);
      }
      wrapped.append(word);
      width += word.length();
    }
    return wrapped.toString();
  }
}
