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
    add("", List.of(), command, places);
    return places;
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
