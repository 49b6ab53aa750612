package yona.library.commandline;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Function;

/**
 * A command as it is declared.
 *
 * @param name what users type
 * @param about what it is for; may be empty
 * @param version what {@code --version} shows; null if there is no such option
 * @param options its own, but for {@code --help} and its like
 * @param arguments what stands behind the options, in order
 * @param commands the commands within it; if there are some, it has no arguments
 * @param run what it does; null if that is not said
 */
record Command(
    String name,
    String about,
    @Nullable String version,
    List<Option> options,
    List<Argument> arguments,
    List<Command> commands,
    @Nullable Function run) {

  /** The command that shows the help of others, where none of that name is declared. */
  static final String HELP = "help";

  /**
   * An option.
   *
   * @param name without the dashes
   * @param letter the short name; null without one
   * @param type what its value is
   * @param many whether it may be repeated, and gives a Seq
   * @param required whether it must be given
   * @param fallback its value if it is not given
   * @param variable the environment variable that gives it; null without one
   * @param excludes the names of options that are not given with it
   * @param metavariable what stands for its value in the help
   * @param help what the help tells of it
   * @param hidden whether the help leaves it out
   */
  record Option(
      String name,
      @Nullable String letter,
      ValueType type,
      boolean many,
      boolean required,
      Object fallback,
      @Nullable String variable,
      List<String> excludes,
      String metavariable,
      String help,
      boolean hidden) {

    /** As users type it. */
    String dashed() {
      return "--" + name;
    }

    /** Whether its value is the word behind it. */
    boolean takesValue() {
      return !isFlag() && !isCount();
    }

    boolean isFlag() {
      return type instanceof ValueType.Flag;
    }

    boolean isCount() {
      return type instanceof ValueType.Count;
    }
  }

  /**
   * An argument.
   *
   * @param name of its value
   * @param type what its value is
   * @param many whether it takes all that is left for it, and gives a Seq
   * @param optional whether it may be missing
   * @param fallback its value if it is
   * @param metavariable what stands for it in the help
   * @param help what the help tells of it
   */
  record Argument(
      String name,
      ValueType type,
      boolean many,
      boolean optional,
      Object fallback,
      String metavariable,
      String help) {

    /** As the line of usage shows it. */
    String usage() {
      String shown = many ? metavariable + "..." : metavariable;
      return optional ? "[" + shown + "]" : shown;
    }
  }

  /** The command of a name within this one; null if there is none. */
  @Nullable Command command(String wanted) {
    for (Command each : commands) {
      if (each.name.equals(wanted)) {
        return each;
      }
    }
    return null;
  }

  /** Whether {@code help} behind it shows its help, and is none of its own commands. */
  boolean hasHelpCommand() {
    return !commands.isEmpty() && command(HELP) == null;
  }
}
