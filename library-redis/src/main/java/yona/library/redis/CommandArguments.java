package yona.library.redis;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.redis.command.Argument;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;

/** Makes commands of Yona's values. Values of the wrong kind are {@code :typeerror}. */
final class CommandArguments {
  /** What can be sent as it is. */
  private static final String WORD = "a String, Bytes or a number";

  private final CommandSpec spec;
  private final String where;

  private CommandArguments(CommandSpec spec, String where) {
    this.spec = spec;
    this.where = where;
  }

  /**
   * Makes a command.
   *
   * @param spec of it
   * @param values of what is required, in order
   * @param options by name
   * @param where the function's name, for errors
   */
  static Command command(CommandSpec spec, Seq values, Dict options, String where) {
    CommandArguments arguments = new CommandArguments(spec, where);
    List<Argument> required = spec.required();
    List<Object> converted = new ArrayList<>(required.size());
    int at = 0;
    for (Object value : values) {
      converted.add(arguments.value(required.get(at++), value));
    }
    Map<String, Object> named = options.isEmpty() ? Map.of() : arguments.options(options);
    try {
      return Command.of(spec, converted, named);
    } catch (IllegalArgumentException wrong) {
      String message = String.valueOf(wrong.getMessage());
      String prefix = spec.name() + ": ";
      throw Failure.badarg(
          where,
          Failure.line(message.startsWith(prefix) ? message.substring(prefix.length()) : message));
    }
  }

  /** Makes a command of a Seq of its words. */
  static Command raw(Object words, String where) {
    Seq seq = list(words, null, "a Seq of words", where);
    if (seq.isEmpty()) {
      throw Failure.empty(where, "the command");
    }
    Object[] all = new Object[(int) seq.length()];
    int at = 0;
    for (Object word : seq) {
      all[at++] = word(word, null, where);
    }
    return Command.raw(all);
  }

  /** The commands of a Seq of Seqs of words. */
  static List<Command> commands(Object value, String where) {
    List<Command> commands = new ArrayList<>();
    for (Object words : list(value, null, "a Seq of commands", where)) {
      commands.add(raw(words, where));
    }
    return commands;
  }

  /** A Seq or Set of Strings. */
  static List<String> texts(Object value, String where) {
    List<String> texts = new ArrayList<>();
    for (Object text : anyOrder(value, null, "a Seq or Set of Strings", where)) {
      texts.add(Arguments.text(text, where));
    }
    return texts;
  }

  /** A Seq of what can be sent. */
  static List<Object> words(Object value, String where) {
    return words(list(value, null, "a Seq", where), where);
  }

  /** A Seq or Set of keys. */
  static List<Object> keys(Object value, String where) {
    return words(anyOrder(value, null, "a Seq or Set", where), where);
  }

  private static List<Object> words(Iterable<?> values, String where) {
    List<Object> words = new ArrayList<>();
    for (Object word : values) {
      words.add(word(word, null, where));
    }
    return words;
  }

  /** A String or Bytes as bytes; a number. */
  private static Object word(Object value, @Nullable Argument argument, String where) {
    return switch (value) {
      case Seq seq when seq.isText() -> seq.toUtf8();
      case Seq seq when seq.isBytes() -> seq.toByteArray();
      case Long _, Double _, BigInteger _ -> value;
      case Byte number -> (long) (number & 0xff);
      default -> throw wrong(argument, WORD, value, where);
    };
  }

  private static RuntimeException wrong(
      @Nullable Argument argument, String expected, Object found, String where) {
    String name = argument == null ? "" : name(argument);
    return Failure.type(where, name.isEmpty() ? expected : expected + " for " + name, found);
  }

  private static String name(Argument argument) {
    return argument.optional() || argument.name().isEmpty()
        ? argument.key().isEmpty() ? "" : ":" + argument.key()
        : argument.name();
  }

  /** A Seq that is no text: a String is one value, and no list of its characters. */
  private static Seq list(Object value, @Nullable Argument argument, String kind, String where) {
    boolean isWord =
        value instanceof Seq seq && (seq.isKnownText() || (!seq.isEmpty() && seq.isBytes()));
    if (!isWord && value instanceof Seq seq) {
      return seq;
    }
    throw wrong(argument, kind, value, where);
  }

  /** The elements of a Seq, or of a Set: for what may come in any order. */
  private static Iterable<?> anyOrder(
      Object value, @Nullable Argument argument, String kind, String where) {
    return value instanceof Set set ? set : list(value, argument, kind, where);
  }

  private Object value(Argument argument, Object value) {
    if (!argument.isRepeated()) {
      return one(argument, value);
    }
    List<Argument> pair =
        argument.kind() == Argument.Kind.BLOCK ? Argument.required(argument.parts()) : List.of();
    if (pair.size() == 2 && value instanceof Dict dict) {
      // What there can be only one of is the key: of a score and a member, the member.
      boolean swapped = argument.parts().getFirst().type() == Argument.Type.DOUBLE;
      List<Object> pairs = new ArrayList<>();
      for (Tuple entry : dict) {
        Object first = value(pair.get(0), entry.get(swapped ? 1 : 0));
        Object second = value(pair.get(1), entry.get(swapped ? 0 : 1));
        pairs.add(List.of(first, second));
      }
      return pairs;
    }
    String kind =
        pair.size() == 2
            ? "a Dict or a Seq of tuples of " + names(pair)
            : spec.anyOrder()
                ? "a Seq or Set"
                : value instanceof Set ? "a Seq, whose order matters," : "a Seq";
    List<Object> elements = new ArrayList<>();
    for (Object element :
        spec.anyOrder()
            ? anyOrder(value, argument, kind, where)
            : list(value, argument, kind, where)) {
      elements.add(one(argument, element));
    }
    return elements;
  }

  private Object one(Argument argument, Object value) {
    return switch (argument.kind()) {
      case VALUE -> plain(argument, value);
      case CHOICE -> choice(argument, value);
      case BLOCK -> block(argument, value);
      case TOKEN, COUNT -> {
        if (value instanceof Boolean) {
          yield value;
        }
        throw wrong(argument, "true or false", value, where);
      }
    };
  }

  private Object plain(Argument argument, Object value) {
    return switch (argument.type()) {
      case INTEGER -> {
        if (value instanceof Long || value instanceof Byte || value instanceof BigInteger) {
          yield word(value, argument, where);
        }
        throw wrong(argument, "an Int", value, where);
      }
      case DOUBLE -> {
        if (value instanceof Number) {
          yield word(value, argument, where);
        }
        throw wrong(argument, "a number", value, where);
      }
      case null, default -> word(value, argument, where);
    };
  }

  private Object block(Argument argument, Object value) {
    List<Argument> required = Argument.required(argument.parts());
    if (required.size() == 1) {
      return value(required.getFirst(), value);
    }
    if (value instanceof Tuple tuple && tuple.length() == required.size()) {
      List<Object> values = new ArrayList<>(required.size());
      for (int i = 0; i < required.size(); i++) {
        values.add(value(required.get(i), tuple.get(i)));
      }
      return values;
    }
    throw wrong(argument, "a tuple of " + names(required), value, where);
  }

  private static String names(List<Argument> arguments) {
    return arguments.stream()
        .map(each -> each.name().isEmpty() ? each.key() : each.name())
        .collect(Collectors.joining(", "));
  }

  /**
   * A word by its Symbol; a Dict of an option's Symbol and its value; a value where one can stand.
   */
  private Object choice(Argument argument, Object value) {
    if (value instanceof Symbol symbol) {
      for (Argument part : argument.parts()) {
        if (part.kind() == Argument.Kind.TOKEN && part.key().equals(symbol.name())) {
          return symbol.name();
        }
      }
      throw wrong(argument, alternatives(argument), value, where);
    }
    if (value instanceof Dict dict) {
      Map<String, Object> named = new HashMap<>();
      for (Tuple entry : dict) {
        String key = Arguments.symbol(entry.get(0), where).name();
        Argument part = find(argument.parts(), key);
        if (part == null) {
          throw wrong(argument, alternatives(argument), value, where);
        }
        named.put(key, value(part, entry.get(1)));
      }
      return named;
    }
    for (Argument part : argument.parts()) {
      if (part.kind() != Argument.Kind.TOKEN && part.token() == null) {
        return one(part, value);
      }
    }
    throw wrong(argument, alternatives(argument), value, where);
  }

  private static String alternatives(Argument choice) {
    return choice.parts().stream()
        .map(
            part ->
                part.kind() == Argument.Kind.TOKEN
                    ? ":" + part.key()
                    : part.token() == null
                        ? names(Argument.required(List.of(part)))
                        : "{:" + part.key() + " = ...}")
        .collect(Collectors.joining(" or "));
  }

  /** What is called by a key, at any depth. */
  private static @Nullable Argument find(List<Argument> arguments, String key) {
    for (Argument argument : arguments) {
      Argument found = argument.key().equals(key) ? argument : find(argument.parts(), key);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private Map<String, Object> options(Dict options) {
    List<Argument> known = spec.options();
    Map<String, Object> named = new HashMap<>();
    for (Tuple entry : options) {
      String key = Arguments.symbol(entry.get(0), where).name();
      Argument option =
          known.stream().filter(each -> each.key().equals(key)).findFirst().orElse(null);
      if (option == null) {
        throw OptionDict.unknown(
            Symbol.of(key), known.stream().map(Argument::key).distinct().toList(), where);
      }
      named.put(key, value(option, entry.get(1)));
    }
    return named;
  }
}
