package yona.library.redis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Argument;
import yona.redis.command.CommandSpec;
import yona.redis.command.CommandTable;
import yona.redis.command.Shape;

/** The functions of module {@code redis\Client} that the table of the commands makes, as source. */
final class CommandSection {
  /** How wide lines are. */
  private static final int WIDTH = 100;

  /** Names that are words of the language. */
  private static final Set<String> WORDS =
      Set.of(
          "as", "case", "catch", "do", "else", "end", "exports", "false", "from", "if", "import",
          "in", "let", "module", "of", "raise", "record", "then", "true", "try", "with", "yield");

  private CommandSection() {}

  /** The commands that have a function of their own, by the function's name. */
  static SortedMap<String, CommandSpec> commands() {
    SortedMap<String, CommandSpec> commands = new TreeMap<>();
    for (String name : CommandTable.names()) {
      CommandSpec spec = CommandTable.spec(name);
      if (spec.elsewhere() == null && spec.noMethod() == null) {
        commands.put(spec.functionName(), spec);
      }
    }
    return commands;
  }

  /** The names of the functions. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    commands()
        .forEach(
            (name, spec) -> {
              if (!spec.needsOption()) {
                names.add(name);
              }
              if (!spec.options().isEmpty()) {
                names.add(name + "_with");
              }
            });
    return names;
  }

  /** The functions, each with an empty line before it. */
  static String functions() {
    StringBuilder text = new StringBuilder();
    commands()
        .forEach(
            (name, spec) -> {
              if (!spec.needsOption()) {
                function(text, name, spec, false);
              }
              if (!spec.options().isEmpty()) {
                function(text, name, spec, true);
              }
            });
    return text.toString();
  }

  private static void function(
      StringBuilder text, String name, CommandSpec spec, boolean withOptions) {
    text.append('\n');
    comment(
        text,
        "",
        withOptions && !spec.needsOption()
            ? "`" + name + "` with options."
            : spec.summary()
                + " Since "
                + spec.since()
                + "."
                + (spec.replacedBy() == null ? "" : " Replaced by " + spec.replacedBy() + "."));
    text.append("    ##\n");
    comment(text, "- ", "`client`: a client");
    if (withOptions) {
      comment(text, "- ", "`options`: a Dict of any of " + options(spec));
    }
    List<String> parameters = new ArrayList<>();
    for (Argument argument : spec.required()) {
      String parameter = parameter(argument, parameters);
      parameters.add(parameter);
      comment(text, "- ", "`" + parameter + "`: " + described(spec, argument));
    }
    comment(text, "- ", "result: " + (withOptions ? results(spec) : shape(spec.shape(Set.of()))));
    comment(
        text,
        "- ",
        "errors: `:redis`, `:ioerror`, `:timeout`, `:badarg`"
            + (spec.instead() == null
                ? ""
                : ", also on a connection that others use too: use " + spec.instead()));
    comment(text, "- ", "suspends: yes");
    String passed = String.join(", ", parameters);
    text.append("    ")
        .append(withOptions ? name + "_with client options" : name + " client")
        .append(parameters.isEmpty() ? "" : " " + String.join(" ", parameters))
        .append(" = yona\\library\\redis\\CommandFunctions::")
        .append(withOptions ? "callWith" : "call")
        .append(" \"")
        .append(spec.name())
        .append(withOptions ? "\" client options [" : "\" client [")
        .append(passed)
        .append("]\n");
  }

  private static void comment(StringBuilder text, String mark, String sentence) {
    StringBuilder line = new StringBuilder("    ## ").append(mark);
    int empty = line.length();
    for (String word : sentence.split(" ", -1)) {
      if (line.length() > empty && line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder("    ## ").append(" ".repeat(mark.length()));
        empty = line.length();
      }
      line.append(line.length() > empty ? " " : "").append(word);
    }
    text.append(line).append('\n');
  }

  private static String parameter(Argument argument, List<String> before) {
    String name = argument.name().isEmpty() ? argument.key() : argument.name();
    name = name.isEmpty() ? "value" : name.replace('-', '_');
    if (argument.isRepeated() && argument.kind() == Argument.Kind.BLOCK) {
      name = argument.name().isEmpty() ? "pairs" : name;
    } else if (argument.isRepeated() && !name.endsWith("s")) {
      name += "s";
    }
    name = WORDS.contains(name) || name.equals("client") ? name + "_" : name;
    String unique = name;
    for (int i = 2; before.contains(unique); i++) {
      unique = name + i;
    }
    return unique;
  }

  // ---- arguments -------------------------------------------------------------------------------

  private static String options(CommandSpec spec) {
    Set<String> all = new LinkedHashSet<>();
    for (Argument option : spec.options()) {
      all.add(
          "`:"
              + option.key()
              + "`"
              + (option.kind() == Argument.Kind.TOKEN ? "" : " (" + described(spec, option) + ")"));
    }
    return String.join(", ", all);
  }

  private static String described(CommandSpec spec, Argument argument) {
    String described = described(argument);
    return spec.anyOrder() ? described.replace("a Seq of", "a Seq or Set of") : described;
  }

  private static String described(Argument argument) {
    if (!argument.isRepeated()) {
      return one(argument);
    }
    if (argument.kind() == Argument.Kind.VALUE) {
      return switch (argument.type()) {
        case INTEGER -> "a Seq of Ints";
        case DOUBLE -> "a Seq of numbers";
        case STRING -> "a Seq of Strings, Bytes and numbers";
        case null, default -> "a Seq of Strings or Bytes";
      };
    }
    List<Argument> required = Argument.required(argument.parts());
    boolean swapped = required.size() == 2 && required.getFirst().type() == Argument.Type.DOUBLE;
    return argument.kind() == Argument.Kind.BLOCK && required.size() == 2
        ? "a Seq of tuples `("
            + names(required)
            + ")`, or a Dict from "
            + names(List.of(required.get(swapped ? 1 : 0)))
            + " to "
            + names(List.of(required.get(swapped ? 0 : 1)))
        : "a Seq, each element " + one(argument);
  }

  private static String one(Argument argument) {
    return switch (argument.kind()) {
      case VALUE ->
          switch (argument.type()) {
            case INTEGER -> "an Int";
            case DOUBLE -> "a number";
            case SCORE -> "a number, or a String such as `(1` or `-inf`";
            case RANK -> "an Int, or with options a bound of scores or members";
            case STRING -> "a String, Bytes or a number";
            case null, default -> "a String or Bytes";
          };
      case CHOICE ->
          argument.parts().stream()
              .map(CommandSection::alternative)
              .collect(Collectors.joining(" or "));
      case BLOCK -> {
        List<Argument> required = Argument.required(argument.parts());
        yield required.size() == 1
            ? described(required.getFirst())
            : "a tuple `(" + names(required) + ")`";
      }
      case TOKEN, COUNT -> "true";
    };
  }

  private static String alternative(Argument part) {
    if (part.kind() == Argument.Kind.TOKEN) {
      return "`:" + part.key() + "`";
    }
    if (part.token() == null) {
      return one(part);
    }
    List<Argument> required = Argument.required(List.of(part));
    String value = names(required.isEmpty() ? List.of(part) : required);
    boolean tuple =
        part.kind() == Argument.Kind.BLOCK && Argument.required(part.parts()).size() > 1;
    return "`{:" + part.key() + " = " + (tuple ? "(" + value + ")" : value) + "}`";
  }

  private static String names(List<Argument> arguments) {
    List<String> names = new ArrayList<>();
    for (Argument argument : arguments) {
      if (argument.kind() == Argument.Kind.BLOCK && !argument.isRepeated()) {
        names.add(names(Argument.required(argument.parts())));
      } else {
        String name = argument.name().isEmpty() ? argument.key() : argument.name();
        names.add(name.isEmpty() ? "..." : name.replace('-', '_'));
      }
    }
    return String.join(", ", names);
  }

  // ---- results ---------------------------------------------------------------------------------

  private static String results(CommandSpec spec) {
    List<String> results = new ArrayList<>();
    for (CommandSpec.Result result : spec.results().reversed()) {
      if (result.options().isEmpty()) {
        results.add(shape(result.shape()));
      } else {
        results.add(
            result.options().stream()
                    .sorted()
                    .map(option -> "`:" + option + "`")
                    .collect(Collectors.joining(" or ", "with ", ": "))
                + shape(result.shape()));
      }
    }
    return String.join("; ", results);
  }

  private static String shape(Shape shape) {
    String pattern = pattern(shape);
    if (pattern != null) {
      return "`" + pattern + "`";
    }
    return switch (shape) {
      case Shape.Plain plain ->
          switch (plain) {
            case OK -> "`\"OK\"`";
            case TEXT -> "a String";
            case INTEGER -> "an Int";
            case BOOLEAN -> "1 or 0";
            case DOUBLE -> "a Float";
            case BULK -> "a String or Bytes";
            case BYTES -> "Bytes";
            default -> "what the server gives";
          };
      case Shape.Optional(Shape inner) -> shape(inner) + ", or `()`";
      case Shape.ListOf(Shape element) -> "a Seq" + of(element);
      case Shape.SetOf(Shape member) -> "a Set" + of(member);
      case Shape.MapOf map ->
          map.value() == Shape.Plain.ANY ? "a Dict" : "a Dict: to each key " + shape(map.value());
      case Shape.Tuple _, Shape.Framed _ -> "a Seq";
    };
  }

  private static String of(Shape element) {
    Shape inner = element instanceof Shape.Optional(Shape present) ? present : element;
    String pattern = pattern(inner);
    String many =
        pattern != null
            ? "`" + pattern + "`"
            : switch (inner) {
              case Shape.Plain.TEXT -> "Strings";
              case Shape.Plain.INTEGER -> "Ints";
              case Shape.Plain.BOOLEAN -> "1 and 0";
              case Shape.Plain.DOUBLE -> "Floats";
              case Shape.Plain.BULK -> "Strings or Bytes";
              case Shape.MapOf _ -> "Dicts";
              case Shape.ListOf _ -> "Seqs";
              default -> "what the server gives";
            };
    return " of " + many + (element instanceof Shape.Optional ? " or `()`" : "");
  }

  /** A value that has parts of its own, as a program would take it apart; null of others. */
  private static @Nullable String pattern(Shape shape) {
    return switch (shape) {
      case Shape.Plain plain ->
          switch (plain) {
            case SCORED -> "[member, score]";
            case RANKED -> "[rank, score]";
            case PAIR -> "[field, value]";
            case ENTRY -> "[id, [field, value, ...]]";
            case POSITION -> "[longitude, latitude]";
            case PLACE -> "[member, ...]";
            case PENDING -> "[count, first_id, last_id, [[consumer, count], ...]]";
            case DELIVERY -> "[id, consumer, milliseconds, deliveries]";
            default -> null;
          };
      case Shape.Framed(Shape.Frame frame, Shape inner) ->
          switch (frame) {
            case KEYED ->
                switch (inner) {
                  case Shape.Plain.SCORED -> "[key, member, score]";
                  case Shape.ListOf(Shape.Plain plain) when plain == Shape.Plain.SCORED ->
                      "[key, [[member, score], ...]]";
                  case Shape.ListOf _ -> "[key, [value, ...]]";
                  default -> "[key, value]";
                };
            case PAGE -> "[cursor, [...]]";
            case CLAIMED ->
                inner == Shape.Plain.ENTRY
                    ? "[next_id, [[id, [field, value, ...]], ...], [deleted_id, ...]]"
                    : "[next_id, [id, ...], [deleted_id, ...]]";
          };
      default -> null;
    };
  }
}
