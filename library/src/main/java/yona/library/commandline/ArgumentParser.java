package yona.library.commandline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.language.diagnostics.Suggestion;
import yona.library.commandline.Command.Argument;
import yona.library.commandline.Command.Option;

/**
 * Reads the words of one command line, by the conventions of POSIX (Utility Syntax Guidelines) and
 * GNU: options may stand between arguments, and end at {@code --}. May suspend where functions of
 * the program convert values.
 */
final class ArgumentParser {
  static final String COMPLETION_OPTION = "generate-completion";

  private static final String END = "--";
  private static final String NEGATION = "no-";

  private final UnaryOperator<@Nullable String> environment;
  private final List<Command> chain = new ArrayList<>();

  /**
   * By the names of options, which differ along the chain; of those that may be repeated, lists.
   */
  private final Map<String, Object> given = new LinkedHashMap<>();

  private final List<String> arguments = new ArrayList<>();
  private Command command;

  /** Whether the words that are no options name the command whose help is to be shown. */
  private boolean helps;

  private ArgumentParser(Command command, UnaryOperator<@Nullable String> environment) {
    this.command = command;
    this.environment = environment;
    chain.add(command);
  }

  /** A misuse of a command, which may be one within another one. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Command> chain;

    private Refused(List<Command> chain, String message) {
      super(message, null, false, false);
      this.chain = chain;
    }

    /** The command that was misused, behind those that it is within. */
    List<Command> chain() {
      return chain;
    }
  }

  /** Ends the reading: the rest of the line does not matter. */
  private static final class Asked extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Request request;

    Asked(Request request) {
      super(null, null, false, false);
      this.request = request;
    }
  }

  /**
   * What a command line asks for. May suspend.
   *
   * @param words without the name of the program
   * @param environment gives the values of environment variables
   * @throws Refused if it does not fit the declaration
   */
  static Request parse(
      Command command, List<String> words, UnaryOperator<@Nullable String> environment)
      throws Refused {
    ArgumentParser parser = new ArgumentParser(command, environment);
    try {
      parser.read(words);
      return new Request.Run(List.copyOf(parser.chain), parser.values());
    } catch (Asked asked) {
      return asked.request;
    } catch (Misuse misuse) {
      throw new Refused(List.copyOf(parser.chain), misuse.getMessage());
    }
  }

  private void read(List<String> words) throws Misuse, Asked {
    boolean ended = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      @Nullable String next = i + 1 < words.size() ? words.get(i + 1) : null;
      if (ended || !isOption(word)) {
        argument(word);
      } else if (word.equals(END)) {
        ended = true;
      } else if (word.startsWith(END)) {
        i += longOption(word, next);
      } else {
        i += letters(word, next);
      }
    }
    if (helps) {
      throw new Asked(new Request.Help(List.copyOf(chain)));
    }
  }

  /** Negative numbers are none, unless there are digits among the options. */
  private boolean isOption(String word) {
    if (!word.startsWith("-") || word.length() == 1) {
      return false;
    }
    return !word.matches("-[0-9.][0-9.eE+-]*") || ofLetter(word.substring(1, 2)) != null;
  }

  private void argument(String word) throws Misuse {
    if (command.commands().isEmpty()) {
      if (helps) {
        throw new Misuse("expected the end, as it has no commands, found " + Misuse.shown(word));
      }
      arguments.add(word);
      return;
    }
    if (word.equals(Command.HELP) && command.hasHelpCommand()) {
      helps = true;
      return;
    }
    @Nullable Command found = command.command(word);
    if (found == null) {
      List<String> names = new ArrayList<>();
      command.commands().forEach(each -> names.add(each.name()));
      if (command.hasHelpCommand()) {
        names.add(Command.HELP);
      }
      throw new Misuse(
          "unknown command " + Misuse.shown(word) + meant(Suggestion.nearest(word, names)));
    }
    chain.add(found);
    command = found;
  }

  private static String meant(@Nullable String near) {
    return near == null ? "" : "; did you mean " + near + "?";
  }

  /** The options that may be given here, those of the innermost command first. */
  private List<Option> options() {
    return chain.reversed().stream().flatMap(each -> each.options().stream()).toList();
  }

  private @Nullable Option ofName(String name) {
    return options().stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
  }

  private @Nullable Option ofLetter(String letter) {
    return options().stream().filter(o -> letter.equals(o.letter())).findFirst().orElse(null);
  }

  /** Takes an option; gives how many words behind it belong to it. */
  private int longOption(String word, @Nullable String next) throws Misuse, Asked {
    int equals = word.indexOf('=');
    String name = word.substring(END.length(), equals < 0 ? word.length() : equals);
    @Nullable String value = equals < 0 ? null : word.substring(equals + 1);
    @Nullable Option option = ofName(name);
    if (option != null) {
      return take(option, option.dashed(), value, next);
    }
    if (name.startsWith(NEGATION)) {
      @Nullable Option negated = ofName(name.substring(NEGATION.length()));
      if (negated != null && negated.isFlag()) {
        refuseValue(END + name, value);
        put(negated, false);
        return 0;
      }
    }
    return ofEveryCommand(name, value, next);
  }

  private int ofEveryCommand(String name, @Nullable String value, @Nullable String next)
      throws Misuse, Asked {
    if (name.equals("help")) {
      refuseValue("--help", value);
      throw new Asked(new Request.Help(List.copyOf(chain)));
    }
    @Nullable String version = chain.getFirst().version();
    if (name.equals("version") && version != null) {
      refuseValue("--version", value);
      throw new Asked(new Request.Version(version));
    }
    if (name.equals(COMPLETION_OPTION)) {
      throw new Asked(
          new Request.Completion(shell(value == null ? next : value), chain.getFirst()));
    }
    @Nullable String near = Suggestion.nearest(name, names());
    throw new Misuse(
        "unknown option " + shownOption(END + name) + meant(near == null ? null : END + near));
  }

  private static Shell shell(@Nullable String name) throws Misuse {
    List<Object> names = new ArrayList<>();
    for (Shell shell : Shell.values()) {
      names.add(shell.symbol());
    }
    String given = name == null ? "" : name;
    Object symbol = new ValueType.Choice(names).value(given, END + COMPLETION_OPTION);
    return Objects.requireNonNull(Shell.of(symbol));
  }

  /** The names of the options that users are told of. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (Option option : options()) {
      if (option.hidden()) {
        continue;
      }
      names.add(option.name());
      if (option.isFlag()) {
        names.add(NEGATION + option.name());
      }
    }
    names.add("help");
    if (chain.getFirst().version() != null) {
      names.add("version");
    }
    return names;
  }

  /** An option that nobody has declared, as users have typed it, if that can be shown. */
  private static String shownOption(String option) {
    return option.matches("[!-~]{1,40}") ? option : Misuse.shown(option);
  }

  private static void refuseValue(String option, @Nullable String value) throws Misuse {
    if (value != null) {
      throw new Misuse("expected no value for " + option + ", found " + Misuse.shown(value));
    }
  }

  /** Takes the options of {@code -abc}; gives how many words behind it belong to them. */
  private int letters(String word, @Nullable String next) throws Misuse, Asked {
    for (int at = 1; at < word.length(); ) {
      int end = word.offsetByCodePoints(at, 1);
      String letter = word.substring(at, end);
      @Nullable Option option = ofLetter(letter);
      if (option == null && letter.equals("h")) {
        throw new Asked(new Request.Help(List.copyOf(chain)));
      }
      if (option == null) {
        boolean isLong = ofName(word.substring(1)) != null;
        throw new Misuse(
            "unknown option " + shownOption("-" + letter) + meant(isLong ? "-" + word : null));
      }
      if (option.takesValue()) {
        String rest = word.substring(end);
        @Nullable String value =
            rest.isEmpty() ? null : rest.startsWith("=") ? rest.substring(1) : rest;
        return take(option, "-" + letter, value, next);
      }
      int _ = take(option, "-" + letter, null, null);
      at = end;
    }
    return 0;
  }

  /**
   * Takes an option with its value; gives how many words behind it belong to it.
   *
   * @param shown how the user has written it
   * @param attached the value in the same word
   * @param next the next word
   */
  private int take(Option option, String shown, @Nullable String attached, @Nullable String next)
      throws Misuse {
    if (option.isFlag()) {
      refuseValue(shown, attached);
      put(option, true);
      return 0;
    }
    if (option.isCount()) {
      refuseValue(shown, attached);
      put(option, (Long) given.getOrDefault(option.name(), 0L) + 1);
      return 0;
    }
    @Nullable String word = attached != null ? attached : next;
    if (word == null) {
      throw new Misuse(
          "expected " + option.metavariable() + " behind " + shown + ", found the end");
    }
    if (attached == null && isOption(word) && isKnown(word)) {
      throw new Misuse(
          "expected "
              + option.metavariable()
              + " behind "
              + shown
              + ", found the option "
              + word
              + "; as a value it is written "
              + option.dashed()
              + "="
              + word);
    }
    put(option, option.type().value(word, shown));
    return attached == null ? 1 : 0;
  }

  private boolean isKnown(String word) {
    if (!word.startsWith(END)) {
      return ofLetter(word.substring(1, 2)) != null;
    }
    int equals = word.indexOf('=');
    String name = word.substring(END.length(), equals < 0 ? word.length() : equals);
    return name.isEmpty() || ofName(name) != null || names().contains(name);
  }

  private void put(Option option, Object value) {
    if (option.many()) {
      ((SeqBuilder) given.computeIfAbsent(option.name(), _ -> Seq.builder())).add(value);
    } else {
      given.put(option.name(), value);
    }
  }

  private Dict values() throws Misuse {
    if (!command.commands().isEmpty() && command.run() == null) {
      List<String> names = command.commands().stream().map(Command::name).toList();
      throw new Misuse("expected a command, " + ValueType.alternatives(names) + ", found the end");
    }
    checkExcluded();
    Dict.Builder all = Dict.builder();
    for (Command each : chain) {
      for (Option option : each.options()) {
        all.put(symbol(option.name()), value(option));
      }
    }
    putArguments(all);
    if (!chain.getFirst().commands().isEmpty()) {
      SeqBuilder names = Seq.builder();
      chain.stream().skip(1).forEach(each -> names.add(Seq.text(each.name())));
      all.put(symbol(Declaration.COMMAND), names.build());
    }
    return all.build();
  }

  private static Symbol symbol(String name) {
    return Symbol.of(Declaration.key(name));
  }

  private void checkExcluded() throws Misuse {
    for (Option option : options()) {
      for (String other : option.excludes()) {
        if (given.containsKey(option.name()) && given.containsKey(other)) {
          throw new Misuse(
              "expected only one of " + option.dashed() + " and --" + other + ", found both");
        }
      }
    }
  }

  private Object value(Option option) throws Misuse {
    @Nullable Object value = given.get(option.name());
    if (value != null) {
      return value instanceof SeqBuilder all ? all.build() : value;
    }
    @Nullable String variable = option.variable();
    @Nullable String set = variable == null ? null : environment.apply(variable);
    if (set != null && !set.isEmpty()) {
      return option.type().value(set, "the environment variable " + variable);
    }
    if (option.required()) {
      throw new Misuse(
          "expected "
              + option.dashed()
              + " "
              + option.metavariable()
              + (variable == null
                  ? ", found none"
                  : " or the environment variable " + variable + ", found neither"));
    }
    return option.fallback();
  }

  private void putArguments(Dict.Builder all) throws Misuse {
    List<Argument> declared = command.arguments();
    long required = declared.stream().filter(each -> !each.optional()).count();
    if (arguments.size() < required) {
      List<String> missing =
          declared.stream()
              .filter(each -> !each.optional())
              .skip(arguments.size())
              .map(Argument::metavariable)
              .toList();
      throw new Misuse("expected " + String.join(" and ", missing) + ", found the end");
    }
    long free = arguments.size() - required;
    int at = 0;
    for (Argument argument : declared) {
      long room = (argument.optional() ? 0 : 1) + (argument.many() ? free : 0);
      if (argument.optional() && !argument.many() && free > 0) {
        room = 1;
      }
      free -= room - (argument.optional() ? 0 : 1);
      all.put(symbol(argument.name()), value(argument, arguments.subList(at, at + (int) room)));
      at += (int) room;
    }
    if (at < arguments.size()) {
      throw new Misuse(
          (declared.isEmpty() ? "expected no arguments" : "expected the end behind " + shown(at))
              + ", found "
              + Misuse.shown(arguments.get(at)));
    }
  }

  private String shown(int last) {
    return Misuse.shown(arguments.get(last - 1));
  }

  private static Object value(Argument argument, List<String> words) throws Misuse {
    if (words.isEmpty()) {
      return argument.fallback();
    }
    if (!argument.many()) {
      return argument.type().value(words.getFirst(), argument.metavariable());
    }
    SeqBuilder values = Seq.builder();
    for (String word : words) {
      values.add(argument.type().value(word, argument.metavariable()));
    }
    return values.build();
  }
}
