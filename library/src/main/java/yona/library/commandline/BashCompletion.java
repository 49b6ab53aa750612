package yona.library.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import yona.library.commandline.Command.Option;

/** The script by which bash completes a command. */
final class BashCompletion {
  private final Command command;
  private final List<CompletionPlace> places;
  private final StringBuilder script = new StringBuilder();

  BashCompletion(Command command) {
    this.command = command;
    this.places = CompletionPlace.of(command);
  }

  String script() {
    String function = "_" + CompletionPlace.identifier(command) + "_completion";
    line("# Completion of " + command.name() + " for bash; to be read by: source FILE");
    line(function + "() {");
    line("  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}");
    line("  local place= skip= word i");
    line("  local -a words=()");
    line("  COMPREPLY=()");
    line("  for ((i = 1; i < COMP_CWORD; i++)); do");
    line("    word=${COMP_WORDS[i]}");
    line("    if [[ $word == = ]]; then skip=1; continue; fi");
    line("    if [[ -n $skip ]]; then skip=; continue; fi");
    line("    case \"$place $word\" in");
    for (CompletionPlace place : places) {
      place.options().stream()
          .filter(Option::takesValue)
          .forEach(option -> line("      " + patterns(place, option) + ") skip=1 ;;"));
      place
          .command()
          .commands()
          .forEach(
              each -> {
                String path = place.path() + " " + each.name();
                line("      " + quoted(path) + ") place=" + quoted(path) + " ;;");
              });
    }
    line("    esac");
    line("  done");
    line("  if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi");
    line("  if [[ $cur == = ]]; then cur=; fi");
    line("  case \"$place $prev\" in");
    for (CompletionPlace place : places) {
      place.options().stream()
          .filter(Option::takesValue)
          .forEach(option -> line("    " + patterns(place, option) + ") " + value(option) + " ;;"));
    }
    line("    *)");
    line("      case \"$place\" in");
    places.forEach(this::place);
    line("      esac");
    line("      ;;");
    line("  esac");
    line("  for word in \"${words[@]}\"; do");
    line("    if [[ $word == \"$cur\"* ]]; then");
    line("      printf -v word %q \"$word\"");
    line("      COMPREPLY+=(\"$word\")");
    line("    fi");
    line("  done");
    line("}");
    line("complete -F " + function + " " + command.name());
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
      case ValueType.File() -> "compopt -o default; return";
      default -> "return";
    };
  }

  private static String words(List<String> words) {
    return words.stream()
        .map(CompletionPlace::quoted)
        .collect(Collectors.joining(" ", "words=(", ")"));
  }

  private void place(CompletionPlace place) {
    List<String> options = new ArrayList<>();
    for (Option option : place.options()) {
      options.add(option.dashed());
      if (option.isFlag()) {
        options.add("--no-" + option.name());
      }
      if (option.letter() != null) {
        options.add("-" + option.letter());
      }
    }
    CompletionPlace.undeclared(command).forEach(flag -> options.add("--" + flag.name()));
    List<String> others = new ArrayList<>(place.argumentWords());
    place.command().commands().forEach(each -> others.add(each.name()));
    line("        " + quoted(place.path()) + ")");
    line("          if [[ $cur == -* ]]; then " + words(options));
    line("          else " + words(others) + (place.takesFiles() ? "; compopt -o default" : ""));
    line("          fi");
    line("          ;;");
  }

  private void line(String line) {
    script.append(line).append('\n');
  }
}
