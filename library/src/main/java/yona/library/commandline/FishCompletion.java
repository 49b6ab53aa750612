package yona.library.commandline;

import java.util.List;
import java.util.stream.Collectors;
import yona.library.commandline.Command.Option;

/** The script by which fish completes a command. */
final class FishCompletion {
  private final Command command;
  private final List<CompletionPlace> places;
  private final String function;
  private final StringBuilder script = new StringBuilder();

  FishCompletion(Command command) {
    this.command = command;
    this.places = CompletionPlace.of(command);
    this.function = "__" + CompletionPlace.identifier(command) + "_place";
  }

  String script() {
    line("# Completion of " + command.name() + " for fish; a file " + command.name() + ".fish");
    line("# in ~/.config/fish/completions, or read by: source FILE");
    line("function " + function);
    line("    set -l place ''");
    line("    set -l skip ''");
    line("    for word in (commandline -opc)[2..-1]");
    line("        if test -n \"$skip\"");
    line("            set skip ''");
    line("            continue");
    line("        end");
    line("        switch \"$place $word\"");
    for (CompletionPlace place : places) {
      for (Option option : place.options()) {
        if (option.takesValue()) {
          line("            case " + place.patterns(option, FishCompletion::quoted, " "));
          line("                set skip 1");
        }
      }
      for (Command each : place.command().commands()) {
        String path = quoted(place.path() + " " + each.name());
        line("            case " + path);
        line("                set place " + path);
      }
    }
    line("        end");
    line("    end");
    line("    echo \"$place\"");
    line("end");
    line("complete -c " + command.name() + " -e");
    line("complete -c " + command.name() + " -f");
    places.forEach(this::place);
    return script.toString();
  }

  /** A text in quotes of fish. */
  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private void place(CompletionPlace place) {
    for (Option option : place.options()) {
      String letter = option.letter() == null ? "" : " -s " + option.letter();
      rule(place, letter + " -l " + option.name() + value(option), option.help());
      if (option.isFlag()) {
        rule(place, " -l no-" + option.name(), option.help());
      }
    }
    for (CompletionPlace.Flag flag : CompletionPlace.undeclared(command)) {
      rule(place, " -l " + flag.name(), flag.help());
    }
    for (Command each : place.command().commands()) {
      rule(place, " -a " + each.name(), each.about());
    }
    if (!place.argumentWords().isEmpty()) {
      rule(place, " -a " + words(place.argumentWords()), "");
    }
    if (place.takesFiles()) {
      rule(place, " -F", "");
    }
  }

  private static String value(Option option) {
    return switch (option.type()) {
      case ValueType.Flag(), ValueType.Count() -> "";
      case ValueType.Choice choice -> " -x -a " + words(choice.words());
      case ValueType.File() -> " -r -F";
      default -> " -x";
    };
  }

  /** Words as a text that fish expands once more. */
  private static String words(List<String> words) {
    return quoted(words.stream().map(FishCompletion::quoted).collect(Collectors.joining(" ")));
  }

  private void rule(CompletionPlace place, String what, String help) {
    String summary = CompletionPlace.summary(help);
    line(
        "complete -c "
            + command.name()
            + " -n "
            + quoted("test (" + function + ") = " + quoted(place.path()))
            + what
            + (summary.isEmpty() ? "" : " -d " + quoted(summary)));
  }

  private void line(String line) {
    script.append(line).append('\n');
  }
}
