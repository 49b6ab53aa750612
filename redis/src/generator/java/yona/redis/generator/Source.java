package yona.redis.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A Java file that is being written. */
final class Source {
  private static final int WIDTH = 100;

  private static final Map<String, String> IMPORTS =
      new TreeMap<>(
          Map.of(
              "IOException", "java.io.IOException",
              "List", "java.util.List",
              "Map", "java.util.Map",
              "Set", "java.util.Set",
              "Nullable", "org.jspecify.annotations.Nullable",
              "BulkString", "yona.redis.resp.BulkString",
              "RespValue", "yona.redis.resp.RespValue"));

  private final StringBuilder body = new StringBuilder();

  /** Adds a line. */
  Source line(String line) {
    body.append(line).append('\n');
    return this;
  }

  /** Adds a documentation comment. */
  Source documentation(String indent, List<String> lines) {
    List<String> wrapped = new ArrayList<>();
    for (String line : lines) {
      String hanging = line.startsWith("@") ? "    " : "";
      StringBuilder current = new StringBuilder();
      for (String word : line.split(" ", -1)) {
        if (!current.isEmpty()
            && indent.length() + 3 + current.length() + 1 + word.length() > WIDTH) {
          wrapped.add(current.toString());
          current = new StringBuilder(hanging);
        } else if (!current.isEmpty()) {
          current.append(' ');
        }
        current.append(word);
      }
      wrapped.add(current.toString());
    }
    if (wrapped.size() == 1 && wrapped.getFirst().length() + indent.length() + 7 <= WIDTH) {
      return line(indent + "/** " + wrapped.getFirst() + " */");
    }
    line(indent + "/**");
    wrapped.forEach(text -> line(text.isEmpty() ? indent + " *" : indent + " * " + text));
    return line(indent + " */");
  }

  /**
   * Adds a call or a declaration: on one line if there is room, else each argument on its own.
   *
   * @param head up to the opening parenthesis, which it does not have
   * @param arguments between the parentheses
   * @param tail after the closing parenthesis
   */
  Source call(String indent, String head, List<String> arguments, String tail) {
    String line = indent + head + "(" + String.join(", ", arguments) + ")" + tail;
    if (line.length() <= WIDTH) {
      return line(line);
    }
    line(indent + head + "(");
    String joined = indent + "    " + String.join(", ", arguments) + ")" + tail;
    if (joined.length() <= WIDTH) {
      return line(joined);
    }
    for (int i = 0; i < arguments.size(); i++) {
      boolean last = i == arguments.size() - 1;
      line(indent + "    " + arguments.get(i) + (last ? ")" + tail : ","));
    }
    return this;
  }

  /**
   * Adds the statement of a method.
   *
   * @param head up to the parenthesis
   * @param command the method that makes the command, and its arguments
   * @param decoder of the reply
   */
  Source run(String head, List<String> command, String decoder) {
    List<String> arguments = command.subList(1, command.size());
    String call = command.getFirst() + "(" + String.join(", ", arguments) + ")";
    String line = "    " + head + "(" + call + ", " + decoder + ");";
    if (line.length() <= WIDTH) {
      return line(line);
    }
    line("    " + head + "(");
    if (8 + call.length() + 1 <= WIDTH) {
      line("        " + call + ",");
    } else {
      line("        " + command.getFirst() + "(");
      StringBuilder current = new StringBuilder("           ");
      for (int i = 0; i < arguments.size(); i++) {
        String argument = arguments.get(i) + (i == arguments.size() - 1 ? ")," : ",");
        if (current.length() + 1 + argument.length() > WIDTH) {
          line(current.toString());
          current = new StringBuilder("           ");
        }
        current.append(' ').append(argument);
      }
      line(current.toString());
    }
    return line("        " + decoder + ");");
  }

  /** The whole file. */
  String text() {
    String code =
        body.toString()
            .lines()
            .filter(line -> !line.strip().startsWith("*") && !line.strip().startsWith("/**"))
            .collect(Collectors.joining("\n"));
    TreeSet<String> imports = new TreeSet<>();
    IMPORTS.forEach(
        (name, full) -> {
          if (Pattern.compile("(?<![\\w.])" + name + "\\b").matcher(code).find()) {
            imports.add("import " + full + ";\n");
          }
        });
    return "package yona.redis.command;\n\n"
        + String.join("", imports)
        + (imports.isEmpty() ? "" : "\n")
        + body;
  }
}
