package yona.library.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import yona.library.commandline.Command.Option;

/** The script by which zsh completes a command. */
final class ZshCompletion {
  private final Command command;
  private final List<CompletionPlace> places;
  private final StringBuilder script = new StringBuilder();

  ZshCompletion(Command command) {
    this.command = command;
    this.places = CompletionPlace.of(command);
  }

  String script() {
    String function = "_" + CompletionPlace.identifier(command);
    line("#compdef " + command.name());
    line("# Completion of " + command.name() + " for zsh; a file _" + command.name());
    line("# in a folder of $fpath, or read by: source FILE");
    line(function + "() {");
    line("  local place= skip= word i");
    line("  local -a described");
    line("  for ((i = 2; i < CURRENT; i++)); do");
    line("    word=$words[i]");
    line("    if [[ -n $skip ]]; then skip=; continue; fi");
    line("    case \"$place $word\" in");
    for (CompletionPlace place : places) {
      place.options().stream()
          .filter(Option::takesValue)
          .forEach(option -> line("      " + patterns(place, option) + ") skip=1 ;;"));
      for (Command each : place.command().commands()) {
        String path = quoted(place.path() + " " + each.name());
        line("      " + path + ") place=" + path + " ;;");
      }
    }
    line("    esac");
    line("  done");
    line("  word=$words[CURRENT-1]");
    line("  if [[ $PREFIX == --*=* ]]; then");
    line("    word=${PREFIX%%=*}");
    line("    compset -P 1 '*='");
    line("  fi");
    line("  case \"$place $word\" in");
    for (CompletionPlace place : places) {
      place.options().stream()
          .filter(Option::takesValue)
          .forEach(
              option ->
                  line("    " + patterns(place, option) + ") " + value(option) + "; return ;;"));
    }
    line("  esac");
    line("  case \"$place\" in");
    places.forEach(this::place);
    line("  esac");
    line("}");
    line("if [[ $funcstack[1] == " + function + " ]]; then");
    line("  " + function + " \"$@\"");
    line("else");
    line("  compdef " + function + " " + command.name());
    line("fi");
    return script.toString();
  }

  private static String patterns(CompletionPlace place, Option option) {
    return place.patterns(option, CompletionPlace::quoted, "|");
  }

  private static String quoted(String text) {
    return CompletionPlace.quoted(text);
  }

  private static String value(Option option) {
    return switch (option.type()) {
      case ValueType.Choice choice -> words(choice.words());
      case ValueType.File() -> "_files";
      default -> "_message -r " + quoted(option.metavariable());
    };
  }

  private static String words(List<String> words) {
    return words.stream()
        .map(CompletionPlace::quoted)
        .collect(Collectors.joining(" ", "compadd -- ", ""));
  }

  private void place(CompletionPlace place) {
    List<String> options = new ArrayList<>();
    for (Option option : place.options()) {
      options.add(described(option.dashed(), option.help()));
      if (option.isFlag()) {
        options.add(described("--no-" + option.name(), option.help()));
      }
      if (option.letter() != null) {
        options.add(described("-" + option.letter(), option.help()));
      }
    }
    CompletionPlace.undeclared(command)
        .forEach(flag -> options.add(described("--" + flag.name(), flag.help())));
    line("    " + quoted(place.path()) + ")");
    line("      if [[ $PREFIX == -* ]]; then");
    line("        described=(" + String.join(" ", options) + ")");
    line("        _describe -o option described");
    line("        return");
    line("      fi");
    if (!place.command().commands().isEmpty()) {
      String commands =
          place.command().commands().stream()
              .map(each -> described(each.name(), each.about()))
              .collect(Collectors.joining(" "));
      line("      described=(" + commands + ")");
      line("      _describe command described");
    }
    if (!place.argumentWords().isEmpty()) {
      line("      " + words(place.argumentWords()));
    }
    if (place.takesFiles()) {
      line("      _files");
    }
    line("      ;;");
  }

  private static String described(String word, String help) {
    return quoted(word + ":" + CompletionPlace.summary(help));
  }

  private void line(String line) {
    script.append(line).append('\n');
  }
}
