package yona.library.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import yona.data.Seq;
import yona.data.Text;
import yona.data.Unit;
import yona.library.commandline.Command.Argument;
import yona.library.commandline.Command.Option;
import yona.library.terminal.ShownText;

/** Writes what {@code --help} shows of a command. */
final class HelpText {
  /** Lines that are longer are hard to read. */
  private static final int MOST_COLUMNS = 100;

  /** Narrower texts beside the names are hard to read. */
  private static final int LEAST_TEXT = 20;

  /** Behind a longer name the text stands in the next line. */
  private static final int MOST_NAME = 26;

  private static final String INDENTATION = "  ";

  private final List<Command> chain;
  private final Command command;
  private final int columns;
  private final UnaryOperator<String> heading;
  private final StringBuilder text = new StringBuilder();

  /**
   * A help.
   *
   * @param chain the command, behind those that it is within
   * @param columns of the terminal
   * @param heading how headings look
   */
  HelpText(List<Command> chain, int columns, UnaryOperator<String> heading) {
    this.chain = chain;
    this.command = chain.getLast();
    this.columns = Math.min(columns, MOST_COLUMNS);
    this.heading = heading;
  }

  /** The names of the commands, as the user types them. */
  static String name(List<Command> chain) {
    return chain.stream().map(Command::name).collect(Collectors.joining(" "));
  }

  /** How the command is called, in one line. */
  static String usage(List<Command> chain) {
    Command command = chain.getLast();
    StringBuilder usage = new StringBuilder(name(chain)).append(" [options]");
    for (Command each : chain) {
      for (Option option : each.options()) {
        if (option.required()) {
          usage.append(' ').append(option.dashed()).append(' ').append(option.metavariable());
        }
      }
    }
    if (!command.commands().isEmpty()) {
      usage.append(command.run() == null ? " COMMAND" : " [COMMAND]");
    }
    command.arguments().forEach(argument -> usage.append(' ').append(argument.usage()));
    return usage.toString();
  }

  /** The whole text, which ends a line. */
  String text() {
    text.append(heading.apply("usage:")).append(' ').append(usage(chain)).append('\n');
    if (!command.about().isEmpty()) {
      text.append('\n');
      ShownText.wrap(command.about(), Math.max(columns, LEAST_TEXT))
          .forEach(line -> text.append(line).append('\n'));
    }
    section("arguments", command.arguments().stream().map(this::row).toList());
    section("options", options());
    section(
        "commands",
        command.commands().stream()
            .map(each -> new Row(each.name(), each.about().lines().findFirst().orElse("")))
            .toList());
    if (!command.commands().isEmpty()) {
      String name = name(chain);
      text.append('\n');
      text.append(command.hasHelpCommand() ? name + " help COMMAND or " : "");
      text.append(name).append(" COMMAND --help tells more of a command.\n");
    }
    return text.toString();
  }

  /** A name with the text beside it. */
  private record Row(String name, String help) {}

  private List<Row> options() {
    List<Row> rows = new ArrayList<>();
    boolean ownH = false;
    for (Command each : chain.reversed()) {
      for (Option option : each.options()) {
        ownH |= "h".equals(option.letter());
        if (!option.hidden()) {
          rows.add(row(option));
        }
      }
    }
    rows.add(new Row((ownH ? "    " : "-h, ") + "--help", "show this help"));
    if (chain.size() == 1 && command.version() != null) {
      rows.add(new Row("    --version", "show the version"));
    }
    return rows;
  }

  private Row row(Argument argument) {
    List<String> notes = new ArrayList<>();
    addDefault(argument.fallback(), notes);
    return new Row(argument.metavariable(), noted(argument.help(), notes));
  }

  private Row row(Option option) {
    String letter = option.letter() == null ? "    " : "-" + option.letter() + ", ";
    boolean negated = option.isFlag() && option.fallback().equals(true);
    String name =
        option.takesValue()
            ? option.dashed() + " " + option.metavariable()
            : negated ? "--[no-]" + option.name() : option.dashed();
    List<String> notes = new ArrayList<>();
    if (option.required()) {
      notes.add("required");
    }
    if (option.many() || option.isCount()) {
      notes.add("may be repeated");
    }
    if (!option.excludes().isEmpty()) {
      notes.add(
          "not with "
              + ValueType.alternatives(
                  option.excludes().stream().map(each -> "--" + each).toList()));
    }
    if (option.variable() != null) {
      notes.add("environment: " + option.variable());
    }
    addDefault(option.fallback(), notes);
    return new Row(letter + name, noted(option.help(), notes));
  }

  /** What a value is without being given, if that says something. */
  private static void addDefault(Object fallback, List<String> notes) {
    boolean nothing =
        fallback instanceof Unit
            || fallback.equals(false)
            || fallback.equals(0L)
            || (fallback instanceof Seq seq && seq.isEmpty() && !seq.isKnownText());
    if (!nothing) {
      String shown =
          switch (fallback) {
            case Boolean _ -> "on";
            case Seq text when text.isKnownText() ->
                text.isEmpty() ? Text.source(text) : Text.plain(text);
            case Seq values -> String.join(" ", plain(values));
            default -> Text.plain(fallback);
          };
      notes.add("default: " + shown);
    }
  }

  private static List<String> plain(Seq values) {
    List<String> shown = new ArrayList<>();
    values.forEach(value -> shown.add(Text.plain(value)));
    return shown;
  }

  private static String noted(String help, List<String> notes) {
    return notes.isEmpty() ? help : (help + " (" + String.join("; ", notes) + ")").stripLeading();
  }

  private void section(String title, List<Row> rows) {
    if (rows.isEmpty()) {
      return;
    }
    text.append('\n').append(heading.apply(title + ":")).append('\n');
    int names =
        rows.stream()
            .mapToInt(row -> ShownText.width(row.name()))
            .filter(width -> width <= MOST_NAME)
            .max()
            .orElse(MOST_NAME);
    int indent = INDENTATION.length() + names + INDENTATION.length();
    int room = Math.max(LEAST_TEXT, columns - indent);
    for (Row row : rows) {
      List<String> lines = row.help().isEmpty() ? List.of() : ShownText.wrap(row.help(), room);
      boolean beside = ShownText.width(row.name()) <= names && !lines.isEmpty();
      text.append(INDENTATION);
      text.append(beside ? ShownText.padded(row.name(), names) : row.name());
      if (beside) {
        text.append(INDENTATION).append(lines.getFirst());
      }
      text.append('\n');
      for (String line : lines.subList(beside ? 1 : 0, lines.size())) {
        text.append(line.isEmpty() ? "" : " ".repeat(indent)).append(line).append('\n');
      }
    }
  }
}
