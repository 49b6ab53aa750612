package yona.library.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import yona.library.commandline.Command.Argument;
import yona.library.commandline.Command.Option;

/**
 * What may be typed behind a command, for scripts that complete.
 *
 * @param path the names of the commands behind the first one, a space before each
 * @param options what may be given here, but for what is hidden
 * @param command the command itself
 */
record CompletionPlace(String path, List<Option> options, Command command) {

  /** An option of every command, which has no declaration. */
  record Flag(String name, String help) {}

  /** What may be typed behind a command, and behind those within it. */
  static List<CompletionPlace> of(Command command) {
    List<CompletionPlace> places = new ArrayList<>();
    add("", List.of(), withHelp(command), places);
    return places;
  }

  /** The command, where it and those within it have the command that shows help, too. */
  private static Command withHelp(Command command) {
    List<Command> commands = new ArrayList<>();
    command.commands().forEach(each -> commands.add(withHelp(each)));
    if (command.hasHelpCommand()) {
      commands.add(
          withCommands(Command.HELP, "show the help of a command", names(command.commands())));
    }
    return new Command(
        command.name(),
        command.about(),
        command.version(),
        command.options(),
        command.arguments(),
        commands,
        command.run());
  }

  /** Commands of which only the names, and what they are for, may be typed and shown. */
  private static List<Command> names(List<Command> commands) {
    return commands.stream()
        .map(each -> withCommands(each.name(), each.about(), names(each.commands())))
        .toList();
  }

  private static Command withCommands(String name, String about, List<Command> commands) {
    return new Command(name, about, null, List.of(), List.of(), commands, null);
  }

  private static void add(
      String path, List<Option> outer, Command command, List<CompletionPlace> places) {
    List<Option> options = new ArrayList<>(command.options());
    options.removeIf(Option::hidden);
    options.addAll(outer);
    places.add(new CompletionPlace(path, options, command));
    for (Command each : command.commands()) {
      add(path + " " + each.name(), options, each, places);
    }
  }

  /** The options that are in no declaration, but for those that negate. */
  static List<Flag> undeclared(Command outermost) {
    List<Flag> flags = new ArrayList<>(List.of(new Flag("help", "show the help")));
    if (outermost.version() != null) {
      flags.add(new Flag("version", "show the version"));
    }
    return flags;
  }

  /** The words that arguments of this command may be. */
  List<String> argumentWords() {
    List<String> words = new ArrayList<>();
    for (Argument argument : command.arguments()) {
      if (argument.type() instanceof ValueType.Choice choice) {
        words.addAll(choice.words());
      }
    }
    return words;
  }

  /** Whether an argument of this command is a file. */
  boolean takesFiles() {
    return command.arguments().stream().anyMatch(each -> each.type() instanceof ValueType.File);
  }

  /** An option as users type it, in both ways, each with its place before it and in quotes. */
  String patterns(Option option, UnaryOperator<String> quoted, String separator) {
    String dashed = quoted.apply(path + " " + option.dashed());
    return option.letter() == null
        ? dashed
        : dashed + separator + quoted.apply(path + " -" + option.letter());
  }

  /** A name for functions of the script. */
  static String identifier(Command command) {
    return command.name().replaceAll("[^A-Za-z0-9]", "_");
  }

  /** The first line of a help. */
  static String summary(String help) {
    return help.lines().findFirst().orElse("");
  }

  /** A text in quotes of POSIX shells. */
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
