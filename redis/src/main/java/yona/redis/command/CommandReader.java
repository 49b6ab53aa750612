package yona.redis.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads one command of the table. */
final class CommandReader {
  /** What comes before the options that a result depends on. */
  private static final String WITH = " with ";

  private final String name;
  private final String group;
  private final StringBuilder arguments = new StringBuilder();
  private final StringBuilder summary = new StringBuilder();
  private final List<CommandSpec.Result> results = new ArrayList<>();
  private final List<KeyRange> keys = new ArrayList<>();
  private String since = "";
  private boolean needsOption;
  private boolean anyOrder;
  private boolean readOnly;
  private boolean write;
  private RequestPolicy requestPolicy = RequestPolicy.DEFAULT;
  private ResponsePolicy responsePolicy = ResponsePolicy.DEFAULT;
  private CommandSpec.@Nullable Blocking blocking;
  private CommandSpec.@Nullable Secret secret;
  private @Nullable String instead;
  private @Nullable String elsewhere;
  private @Nullable String noMethod;
  private @Nullable String replacedBy;

  private CommandReader(String group, String name) {
    this.group = group;
    this.name = name;
  }

  /**
   * Reads a command.
   *
   * @param group of the file
   * @param name of the command
   * @param text its lines, the first one with the name
   */
  static CommandSpec read(String group, String name, String text) {
    CommandReader reader = new CommandReader(group, name);
    try {
      for (String line : text.split("\n", -1)) {
        reader.line(line);
      }
      return reader.spec();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("in the table, " + name + ": " + e.getMessage(), e);
    }
  }

  private void line(String line) {
    if (line.startsWith("  | ")) {
      for (String fact : line.substring(4).split("; ", -1)) {
        fact(fact);
      }
    } else if (line.startsWith("  = ")) {
      result(line.substring(4));
    } else if (line.startsWith("      ")) {
      arguments.append(' ').append(line.strip());
    } else if (line.startsWith("  ")) {
      summary.append(summary.isEmpty() ? "" : " ").append(line.strip());
    } else {
      arguments.append(line, Math.min(name.length() + 1, line.length()), line.length());
    }
  }

  private void fact(String fact) {
    String word = fact.contains(" ") ? fact.substring(0, fact.indexOf(' ')) : fact;
    String rest = fact.substring(word.length()).strip();
    switch (word) {
      case "since" -> since = rest;
      case "needs" -> needsOption = true;
      case "any" -> anyOrder = true;
      case "readonly" -> readOnly = true;
      case "write" -> write = true;
      case "keys" -> {
        for (String range : rest.split(", ", -1)) {
          keys.add(KeyRange.read(range));
        }
      }
      case "request_policy" -> requestPolicy = RequestPolicy.valueOf(rest.toUpperCase(Locale.ROOT));
      case "response_policy" ->
          responsePolicy = ResponsePolicy.valueOf(rest.toUpperCase(Locale.ROOT));
      case "blocks" -> blocking = blocking(rest.split(" ", -1));
      case "secret" -> secret = secret(rest.substring("from ".length()).split(" ", -1));
      case "instead" -> instead = rest;
      case "elsewhere" -> elsewhere = rest;
      case "no" -> noMethod = rest.substring("method: ".length());
      case "replaced" -> replacedBy = rest.substring("by ".length());
      default -> throw new IllegalArgumentException("unknown fact " + fact);
    }
  }

  private static CommandSpec.Blocking blocking(String[] words) {
    TimeUnit unit = TimeUnit.valueOf(words[1].toUpperCase(Locale.ROOT));
    return Character.isUpperCase(words[0].charAt(0))
        ? new CommandSpec.Blocking(words[0], 0, unit)
        : new CommandSpec.Blocking(null, Integer.parseInt(words[0]), unit);
  }

  private static CommandSpec.Secret secret(String[] words) {
    return Character.isDigit(words[0].charAt(0))
        ? new CommandSpec.Secret(Set.of(), Integer.parseInt(words[0]))
        : new CommandSpec.Secret(Set.of(upper(words)), 0);
  }

  private static String[] upper(String... words) {
    String[] upper = new String[words.length];
    for (int i = 0; i < words.length; i++) {
      upper[i] = words[i].toUpperCase(Locale.ROOT);
    }
    return upper;
  }

  private void result(String text) {
    int with = text.indexOf(WITH);
    if (with < 0) {
      results.add(new CommandSpec.Result(Shape.read(text), Set.of()));
    } else {
      // Those with conditions come first, the one without last.
      Set<String> options = Set.of(text.substring(with + WITH.length()).split(" ", -1));
      results.add(
          results.size() - 1, new CommandSpec.Result(Shape.read(text.substring(0, with)), options));
    }
  }

  private CommandSpec spec() {
    List<Argument> inOrder = Synopsis.read(arguments.toString());
    return new CommandSpec(
        name,
        group,
        summary.toString(),
        since,
        inOrder,
        results,
        needsOption,
        anyOrder,
        readOnly,
        write,
        keys,
        requestPolicy,
        responsePolicy,
        blocking,
        secret,
        instead,
        elsewhere,
        noMethod,
        replacedBy,
        List.of(name.split(" ", -1)),
        Argument.required(inOrder),
        Argument.options(inOrder));
  }
}
