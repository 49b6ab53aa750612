package yona.library.commandline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Function;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * Reads declarations of commands. An error says where in the declaration it is: {@code
 * :commands[0].:options[2].:type}.
 */
final class Declaration {
  private static final Symbol INT = Symbol.of("int");

  /** Commands within commands; more are a mistake. */
  private static final int MOST_LEVELS = 16;

  private static final Pattern PROGRAM_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern COMMAND_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*([-_][a-z0-9]+)*");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** The value that tells which command was called. */
  static final String COMMAND = "command";

  private static final Set<String> RESERVED =
      Set.of("help", "version", ArgumentParser.COMPLETION_OPTION);

  private static final Set<String> COMMAND_KEYS =
      ordered("name", "about", "version", "options", "arguments", "commands", "run");
  private static final Set<String> OPTION_KEYS =
      ordered(
          "name",
          "short",
          "type",
          "default",
          "value",
          "help",
          "many",
          "required",
          "env",
          "excludes",
          "hidden");
  private static final Set<String> ARGUMENT_KEYS =
      ordered("name", "type", "default", "value", "help", "many", "optional");

  private final String where;

  private Declaration(String where) {
    this.where = where;
  }

  private static Set<String> ordered(String... keys) {
    return new TreeSet<>(List.of(keys));
  }

  /**
   * The command that a Dict declares.
   *
   * @param where the function's name, for errors
   * @throws YonaError {@code :badarg} that says where in the declaration the mistake is
   */
  static Command read(Object command, String where) {
    return new Declaration(where).command(command, "", 1, Set.of());
  }

  private Command command(Object value, String place, int level, Set<String> outer) {
    if (level > MOST_LEVELS) {
      throw wrong(place, "expected at most " + MOST_LEVELS + " levels of commands");
    }
    Dict given = dict(value, COMMAND_KEYS, place);
    String name = name(given, level == 1 ? PROGRAM_NAME : COMMAND_NAME, place);
    Set<String> names = new HashSet<>(outer);
    Set<String> letters = new HashSet<>();
    List<Command.Option> options = new ArrayList<>();
    for (Object each : seq(given, "options", place)) {
      String there = place(place, "options", options.size());
      Command.Option option = option(each, there);
      if (RESERVED.contains(option.name())) {
        throw wrong(there + ".:name", "--" + option.name() + " is an option of every command");
      }
      add(option.name(), names, there);
      if (option.isFlag()) {
        add("no-" + option.name(), names, there);
      }
      if (option.letter() != null && !letters.add(option.letter())) {
        throw wrong(there + ".:short", "-" + option.letter() + " is declared twice");
      }
      options.add(option);
    }
    checkExcluded(options, place);
    Set<String> own = new HashSet<>(names);
    List<Command.Argument> arguments = new ArrayList<>();
    for (Object each : seq(given, "arguments", place)) {
      String there = place(place, "arguments", arguments.size());
      Command.Argument argument = argument(each, there);
      add(argument.name(), own, there);
      if (argument.many() && arguments.stream().anyMatch(Command.Argument::many)) {
        throw wrong(there + ".:many", "an argument before it takes all that is left");
      }
      arguments.add(argument);
    }
    List<Command> commands = commands(given, place, level, names);
    if (!commands.isEmpty() && !arguments.isEmpty()) {
      throw wrong(
          place(place, "arguments", 0), "a command with :commands has no arguments of its own");
    }
    @Nullable Object run = get(given, "run");
    if (run != null && !(run instanceof Function f && f.arity() == 1)) {
      throw wrong(place(place, "run"), expected("a function of one parameter", run));
    }
    return new Command(
        name,
        string(given, "about", "", place),
        level == 1 ? optionalString(given, "version", place) : noVersion(given, place),
        options,
        arguments,
        commands,
        (Function) run);
  }

  private @Nullable String noVersion(Dict given, String place) {
    if (get(given, "version") != null) {
      throw wrong(place(place, "version"), "only the outermost command has one");
    }
    return null;
  }

  private List<Command> commands(Dict given, String place, int level, Set<String> names) {
    List<Command> commands = new ArrayList<>();
    Set<String> found = new HashSet<>();
    for (Object each : seq(given, "commands", place)) {
      if (names.contains(COMMAND)) {
        throw wrong(
            place(place, "commands"), "no option may be named command, as its value tells which");
      }
      String there = place(place, "commands", commands.size());
      Command command = command(each, there, level + 1, names);
      if (!found.add(command.name())) {
        throw wrong(there + ".:name", Misuse.shown(command.name()) + " is declared twice");
      }
      commands.add(command);
    }
    return commands;
  }

  private void add(String name, Set<String> names, String place) {
    if (!names.add(key(name))) {
      throw wrong(place + ".:name", Misuse.shown(name) + " is declared twice");
    }
  }

  /** The name of the symbol that a value has. */
  static String key(String name) {
    return name.replace('-', '_');
  }

  private Command.Option option(Object value, String place) {
    Dict given = dict(value, OPTION_KEYS, place);
    String name = name(given, NAME, place);
    ValueType type = type(given, place);
    boolean many = bool(given, "many", place);
    boolean required = bool(given, "required", place);
    boolean plain = type instanceof ValueType.Flag || type instanceof ValueType.Count;
    @Nullable String variable = optionalString(given, "env", place);
    if (variable != null && !VARIABLE.matcher(variable).matches()) {
      throw wrong(place(place, "env"), Misuse.shown(variable) + " is no name of a variable");
    }
    if (many && (plain || variable != null)) {
      throw wrong(
          place(place, "many"), "a flag, a count and an option with :env are one value each");
    }
    if (required && (plain || get(given, "default") != null)) {
      throw wrong(place(place, "required"), "this option has a value if it is not given");
    }
    Object none = many ? Seq.EMPTY : noneOf(type);
    return new Command.Option(
        name,
        letter(given, place),
        type,
        many,
        required,
        fallback(given, type, many, none, place),
        variable,
        names(given, place),
        string(given, "value", metavariable(name, type), place),
        string(given, "help", "", place),
        bool(given, "hidden", place));
  }

  private static Object noneOf(ValueType type) {
    return switch (type) {
      case ValueType.Flag() -> false;
      case ValueType.Count() -> 0L;
      default -> Unit.UNIT;
    };
  }

  private Command.Argument argument(Object value, String place) {
    Dict given = dict(value, ARGUMENT_KEYS, place);
    String name = name(given, NAME, place);
    ValueType type = type(given, place);
    if (type instanceof ValueType.Flag || type instanceof ValueType.Count) {
      throw wrong(place(place, "type"), "only options are flags and counts");
    }
    boolean many = bool(given, "many", place);
    boolean optional = bool(given, "optional", place) || get(given, "default") != null;
    return new Command.Argument(
        name,
        type,
        many,
        optional,
        fallback(given, type, many, many ? Seq.EMPTY : Unit.UNIT, place),
        string(given, "value", metavariable(name, type), place),
        string(given, "help", "", place));
  }

  private static String metavariable(String name, ValueType type) {
    return type instanceof ValueType.Choice choice
        ? String.join("|", choice.words())
        : name.toUpperCase(Locale.ROOT);
  }

  private ValueType type(Dict given, String place) {
    @Nullable Object type = get(given, "type");
    @Nullable ValueType found =
        switch (type) {
          case null -> new ValueType.Word();
          case Symbol name -> ValueType.named(name);
          case Function f when f.arity() == 1 -> new ValueType.Own(f);
          case Tuple bounds -> whole(bounds);
          case Seq words when !words.isEmpty() && !words.isText() ->
              new ValueType.Choice(words(words, place));
          default -> null;
        };
    if (found == null) {
      throw wrong(
          place(place, "type"),
          expected(
              ":flag, :count, :string, :path, :int, :float, (:int, least, most), a Seq of choices"
                  + " or a function of one parameter",
              type));
    }
    return found;
  }

  private static ValueType.@Nullable Whole whole(Tuple bounds) {
    return bounds.length() == 3
            && bounds.get(0).equals(INT)
            && bounds.get(1) instanceof Long least
            && bounds.get(2) instanceof Long most
            && least <= most
        ? new ValueType.Whole(least, most)
        : null;
  }

  private List<Object> words(Seq words, String place) {
    List<Object> values = new ArrayList<>();
    Set<String> found = new HashSet<>();
    for (Object word : words) {
      if (!(word instanceof Symbol) && !(word instanceof Seq text && text.isText())) {
        throw wrong(place(place, "type"), expected("choices that are Strings or Symbols", word));
      }
      if (!found.add(Text.plain(word)) || Text.plain(word).isEmpty()) {
        throw wrong(place(place, "type"), expected("different choices, none of them empty", word));
      }
      values.add(word);
    }
    return values;
  }

  private Object fallback(Dict given, ValueType type, boolean many, Object none, String place) {
    @Nullable Object value = get(given, "default");
    if (value == null) {
      return none;
    }
    if (!many && !type.accepts(value)) {
      throw wrong(place(place, "default"), expected(type.described(), value));
    }
    if (many) {
      if (!(value instanceof Seq values)) {
        throw wrong(place(place, "default"), expected("a Seq", value));
      }
      for (Object each : values) {
        if (!type.accepts(each)) {
          throw wrong(place(place, "default"), expected("a Seq, each " + type.described(), each));
        }
      }
    }
    return value;
  }

  private @Nullable String letter(Dict given, String place) {
    @Nullable Object letter = get(given, "short");
    if (letter == null) {
      return null;
    }
    if (letter instanceof Char c
        && c.codePoint() < 0x80
        && Character.isLetterOrDigit(c.codePoint())) {
      return c.toString();
    }
    throw wrong(place(place, "short"), expected("a Char, a letter or digit of ASCII", letter));
  }

  private List<String> names(Dict given, String place) {
    List<String> names = new ArrayList<>();
    for (Object each : seq(given, "excludes", place)) {
      if (!(each instanceof Seq text && text.isText())) {
        throw wrong(place(place, "excludes"), expected("names of options", each));
      }
      names.add(text.asString());
    }
    return names;
  }

  private void checkExcluded(List<Command.Option> options, String place) {
    for (int i = 0; i < options.size(); i++) {
      Command.Option option = options.get(i);
      for (String name : option.excludes()) {
        if (name.equals(option.name())
            || options.stream().noneMatch(other -> other.name().equals(name))) {
          throw wrong(
              place(place, "options", i) + ".:excludes",
              "there is no other option " + Misuse.shown(name));
        }
      }
    }
  }

  private String name(Dict given, Pattern pattern, String place) {
    @Nullable String name = optionalString(given, "name", place);
    if (name == null) {
      throw wrong(place, "has no :name");
    }
    if (!pattern.matcher(name).matches()) {
      throw wrong(
          place(place, "name"),
          (pattern.equals(NAME)
                  ? "expected lower-case letters and digits, with single dashes between them"
                  : "expected letters, digits, dashes and underscores")
              + ", found "
              + Misuse.shown(name));
    }
    return name;
  }

  private String string(Dict given, String key, String otherwise, String place) {
    @Nullable String value = optionalString(given, key, place);
    return value == null ? otherwise : value;
  }

  private @Nullable String optionalString(Dict given, String key, String place) {
    @Nullable Object value = get(given, key);
    if (value == null) {
      return null;
    }
    if (value instanceof Seq text && text.isText()) {
      return text.asString();
    }
    throw wrong(place(place, key), expected("a String", value));
  }

  private boolean bool(Dict given, String key, String place) {
    @Nullable Object value = get(given, key);
    if (value == null || value instanceof Boolean) {
      return value != null && (Boolean) value;
    }
    throw wrong(place(place, key), expected("a Boolean", value));
  }

  private Seq seq(Dict given, String key, String place) {
    @Nullable Object value = get(given, key);
    if (value == null) {
      return Seq.EMPTY;
    }
    if (value instanceof Seq seq) {
      return seq;
    }
    throw wrong(place(place, key), expected("a Seq", value));
  }

  private static @Nullable Object get(Dict given, String key) {
    return given.get(Symbol.of(key));
  }

  private Dict dict(Object value, Set<String> keys, String place) {
    if (!(value instanceof Dict dict)) {
      if (place.isEmpty()) {
        return Arguments.dict(value, where);
      }
      throw wrong(place, expected("a Dict", value));
    }
    for (Tuple entry : dict) {
      if (!(entry.get(0) instanceof Symbol key && keys.contains(key.name()))) {
        throw wrong(
            place,
            Failure.shown(entry.get(0))
                + " is not among "
                + String.join(", ", keys.stream().map(each -> ":" + each).toList()));
      }
    }
    return dict;
  }

  private static String expected(String what, @Nullable Object found) {
    return "expected " + what + ", found " + Failure.described(found == null ? Unit.UNIT : found);
  }

  private static String place(String place, String key) {
    return (place.isEmpty() ? "" : place + ".") + ":" + key;
  }

  private static String place(String place, String key, int index) {
    return place(place, key) + "[" + index + "]";
  }

  private YonaError wrong(String place, String problem) {
    return Failure.badarg(where, (place.isEmpty() ? "the command" : place) + ": " + problem);
  }
}
