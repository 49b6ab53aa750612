package yona.redis.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Argument.Kind;
import yona.redis.command.Argument.Repetition;
import yona.redis.resp.BulkString;

/** Writes the words of a command from values that are told by place and by name. */
final class ArgumentWriter {
  /** How many characters of a value are shown in an error. */
  private static final int SHOWN = 60;

  private final CommandSpec spec;
  private final List<Object> words = new ArrayList<>();

  /** Where the number of elements that follow is to be put; negative if nowhere. */
  private int countAt = -1;

  private ArgumentWriter(CommandSpec spec) {
    this.spec = spec;
    words.addAll(spec.words());
  }

  /**
   * Writes a command.
   *
   * @see Command#of(CommandSpec, List, Map)
   */
  static Command write(CommandSpec spec, List<?> values, Map<String, ?> options) {
    ArgumentWriter writer = new ArgumentWriter(spec);
    List<Argument> required = spec.required();
    if (values.size() != required.size()) {
      throw new IllegalArgumentException(
          spec.name()
              + " takes "
              + (required.isEmpty() ? "no arguments" : names(required))
              + (values.size() < required.size()
                  ? ": " + required.get(values.size()).label() + " is missing"
                  : ", found " + values.size() + " arguments"));
    }
    Options given = new Options(options);
    writer.sequence(spec.arguments(), values.iterator(), given);
    writer.finish(spec.arguments(), given);
    if (spec.needsOption() && given.used.isEmpty()) {
      throw writer.error("expected one of the options " + keys(spec.options()) + ", found none");
    }
    return new Command(spec, writer.words.toArray(), spec.shape(given.used));
  }

  /** What is given by name, and what of it has been written. */
  private static final class Options {
    private final Map<String, ?> values;
    private final Set<String> used;

    Options(Map<String, ?> values) {
      this.values = values;
      used = values.isEmpty() ? Set.of() : new HashSet<>();
    }

    /** Whether it is given, and not as a word that is not wanted. */
    boolean has(String key) {
      Object value = values.get(key);
      return value != null && !Boolean.FALSE.equals(value);
    }

    /** Whether what says that an argument is given is. */
    boolean hasLead(Argument argument) {
      if (!argument.isFlat()) {
        return has(argument.key());
      }
      boolean needed = needsPart(argument);
      for (Argument part : argument.parts()) {
        if (!(needed && part.optional()) && hasLead(part)) {
          return true;
        }
      }
      return false;
    }

    Object take(String key) {
      used.add(key);
      return Objects.requireNonNull(values.get(key));
    }
  }

  private void sequence(List<Argument> arguments, Iterator<?> values, Options options) {
    for (Argument argument : arguments) {
      if (argument.kind() == Kind.COUNT) {
        countAt = words.size();
        words.add(0L);
      } else if (argument.optional()) {
        option(argument, options);
      } else if (argument.kind() == Kind.TOKEN) {
        token(argument);
      } else if (argument.kind() == Kind.BLOCK && !argument.isRepeated()) {
        token(argument);
        sequence(argument.parts(), values, options);
      } else {
        value(argument, values.next());
      }
    }
  }

  private void option(Argument argument, Options options) {
    if (!argument.isFlat()) {
      if (options.has(argument.key())) {
        present(argument, options);
      }
    } else if (argument.kind() == Kind.BLOCK) {
      if (options.hasLead(argument)) {
        present(argument, options);
      }
    } else {
      Argument chosen = chosen(argument, options);
      if (chosen != null) {
        present(chosen, options);
      }
    }
  }

  /** Writes what is given by name. */
  private void present(Argument argument, Options options) {
    if (argument.isFlat()) {
      if (argument.kind() == Kind.CHOICE) {
        present(Objects.requireNonNull(chosen(argument, options)), options);
        return;
      }
      for (Argument part : argument.parts()) {
        if (part.optional()) {
          option(part, options);
        } else if (options.hasLead(part)) {
          present(part, options);
        } else {
          throw error(
              "option "
                  + leads(argument).stream().filter(options::has).findFirst().orElseThrow()
                  + " needs "
                  + String.join(" or ", leads(part)));
        }
      }
      return;
    }
    Object value = options.take(argument.key());
    if (argument.kind() == Kind.TOKEN) {
      if (!Boolean.TRUE.equals(value)) {
        throw wrong(argument, "true or false", value);
      }
      token(argument);
    } else if (argument.kind() == Kind.BLOCK && !argument.isRepeated()) {
      token(argument);
      block(argument, value, options);
    } else {
      value(argument, value);
    }
  }

  /** The keys one of which says that something is given. */
  private static Set<String> leads(Argument argument) {
    if (!argument.isFlat()) {
      return Set.of(argument.key());
    }
    Set<String> keys = new LinkedHashSet<>();
    boolean needed = needsPart(argument);
    for (Argument part : argument.parts()) {
      if (!needed || !part.optional()) {
        keys.addAll(leads(part));
      }
    }
    return keys;
  }

  /** Whether there is a part that a group needs if there is any of it. */
  private static boolean needsPart(Argument group) {
    if (group.kind() == Kind.BLOCK) {
      for (Argument part : group.parts()) {
        if (!part.optional()) {
          return true;
        }
      }
    }
    return false;
  }

  private @Nullable Argument chosen(Argument choice, Options options) {
    Argument chosen = null;
    for (Argument part : choice.parts()) {
      if (options.hasLead(part)) {
        if (chosen != null) {
          throw error("only one of " + String.join(", ", leads(choice)) + " can be given");
        }
        chosen = part;
      }
    }
    return chosen;
  }

  /** Writes a value with the token before it. */
  private void value(Argument argument, @Nullable Object value) {
    if (value == null) {
      throw wrong(argument, "a value", null);
    }
    if (!argument.isRepeated()) {
      token(argument);
      one(argument, value);
      return;
    }
    Collection<?> elements = elements(argument, value);
    if (elements.isEmpty() && argument.repetition() != Repetition.ANY) {
      throw wrong(argument, "at least one element", value);
    }
    if (countAt >= 0) {
      words.set(countAt, (long) elements.size());
      countAt = -1;
    }
    if (argument.repetition() != Repetition.EACH) {
      token(argument);
    }
    for (Object element : elements) {
      if (argument.repetition() == Repetition.EACH) {
        token(argument);
      }
      if (element == null) {
        throw wrong(argument, "no null in the list", value);
      }
      one(argument, element);
    }
  }

  private Collection<?> elements(Argument argument, Object value) {
    if (value instanceof Collection<?> elements) {
      return elements;
    }
    List<Argument> parts = argument.required();
    boolean pairs =
        argument.kind() == Kind.BLOCK && Argument.required(argument.parts()).size() == 2;
    if (pairs && value instanceof Map<?, ?> map) {
      // What there can be only one of is the key: of a score and a member, the member.
      boolean swapped = argument.parts().getFirst().type() == Argument.Type.DOUBLE;
      return map.entrySet().stream()
          .map(
              entry ->
                  swapped
                      ? Arrays.asList(entry.getValue(), entry.getKey())
                      : Arrays.asList(entry.getKey(), entry.getValue()))
          .toList();
    }
    throw wrong(
        argument,
        pairs ? "a list of pairs, or a map" : parts.isEmpty() ? "nothing" : "a list",
        value);
  }

  private void one(Argument argument, Object value) {
    switch (argument.kind()) {
      case VALUE -> words.add(word(argument, value));
      case CHOICE -> choice(argument, value);
      case BLOCK -> block(argument, value, new Options(Map.of()));
      case TOKEN, COUNT -> throw new IllegalStateException(argument + " is no value");
    }
  }

  private void block(Argument argument, Object value, Options options) {
    List<Argument> required = Argument.required(argument.parts());
    if (required.size() == 1) {
      sequence(argument.parts(), List.of(value).iterator(), options);
    } else if (value instanceof List<?> list && list.size() == required.size()) {
      sequence(argument.parts(), list.iterator(), options);
    } else {
      throw wrong(argument, names(required) + " in a list", value);
    }
  }

  private void choice(Argument argument, Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> named = new HashMap<>();
      map.forEach((key, element) -> named.put(String.valueOf(key), element));
      Options options = new Options(named);
      Argument chosen = chosen(argument, options);
      if (chosen != null) {
        present(chosen, options);
        finish(List.of(chosen.asOptional()), options);
        return;
      }
    }
    for (Argument part : argument.parts()) {
      if (part.kind() == Kind.TOKEN && value instanceof String text && isNamed(part, text)) {
        token(part);
        return;
      }
    }
    for (Argument part : argument.parts()) {
      if (part.kind() != Kind.TOKEN && part.token() == null) {
        one(part, value);
        return;
      }
    }
    throw wrong(
        argument,
        argument.parts().stream()
            .map(part -> part.kind() == Kind.TOKEN ? part.key() : part.key() + " with its value")
            .collect(Collectors.joining(", ", "one of ", "")),
        value);
  }

  private static boolean isNamed(Argument token, String text) {
    return token.key().equalsIgnoreCase(text)
        || Objects.requireNonNull(token.token()).equalsIgnoreCase(text);
  }

  private void token(Argument argument) {
    String token = argument.token();
    if (token != null) {
      if (token.indexOf('+') < 0) {
        words.add(token);
      } else {
        words.addAll(List.of(token.split("\\+", -1)));
      }
    }
  }

  private Object word(Argument argument, Object value) {
    return switch (Objects.requireNonNull(argument.type())) {
      case INTEGER -> {
        if (value instanceof Number && Command.word(value) instanceof Long integer) {
          yield integer;
        }
        throw wrong(argument, "an integer of 64 bits", value);
      }
      case DOUBLE -> {
        if (value instanceof Number && Command.word(value) instanceof Number number) {
          if (Double.isNaN(number.doubleValue())) {
            throw wrong(argument, "a number", value);
          }
          yield number;
        }
        throw wrong(argument, "a number", value);
      }
      case KEY, STRING, TEXT, PATTERN, SCORE, RANK -> {
        Object word = Command.word(value);
        if (word == null) {
          throw wrong(argument, "a text, bytes or a number", value);
        }
        yield word;
      }
    };
  }

  /** Refuses options that were not written. */
  private void finish(List<Argument> arguments, Options options) {
    if (options.used.containsAll(options.values.keySet())) {
      return;
    }
    List<Argument> known = Argument.options(arguments);
    for (String key : options.values.keySet()) {
      if (options.used.contains(key)) {
        continue;
      }
      Argument option =
          known.stream().filter(each -> each.key().equals(key)).findFirst().orElse(null);
      if (option == null) {
        throw error(
            known.isEmpty()
                ? "there is no option " + key + ", nor any other"
                : "there is no option " + key + "; the options are " + keys(known));
      }
      if (options.has(key)) {
        throw error(
            "option " + key + " needs " + String.join(" or ", missing(arguments, key, options)));
      }
      if (option.kind() != Kind.TOKEN && options.values.get(key) != null) {
        throw wrong(option, "a value", options.values.get(key));
      }
    }
  }

  /** What is missing so that an option is looked at: it or what it needs. */
  private static Set<String> missing(List<Argument> arguments, String key, Options options) {
    Set<String> needs = needs(arguments, key);
    for (String need : needs) {
      if (options.has(need)) {
        return missing(arguments, need, options);
      }
    }
    return needs;
  }

  /** What has to be given so that an option is looked at. */
  private static Set<String> needs(List<Argument> arguments, String key) {
    Set<String> needs = new LinkedHashSet<>();
    for (Argument argument : arguments) {
      Set<String> leads = leads(argument);
      boolean within =
          Argument.options(argument.parts()).stream().anyMatch(part -> part.key().equals(key));
      Set<String> inner = needs(argument.parts(), key);
      if (!inner.isEmpty()) {
        needs.addAll(inner);
      } else if (within && !leads.contains(key)) {
        needs.addAll(leads);
      }
    }
    return needs;
  }

  private static String keys(List<Argument> options) {
    return options.stream().map(Argument::key).distinct().collect(Collectors.joining(", "));
  }

  private static String names(List<Argument> arguments) {
    String names = arguments.stream().map(Argument::label).collect(Collectors.joining(", "));
    int comma = names.lastIndexOf(", ");
    return comma < 0 ? names : names.substring(0, comma) + " and" + names.substring(comma + 1);
  }

  private IllegalArgumentException wrong(
      Argument argument, String expected, @Nullable Object found) {
    return error(argument.label() + ": expected " + expected + ", found " + shown(found));
  }

  private IllegalArgumentException error(String message) {
    return new IllegalArgumentException(spec.name() + ": " + message);
  }

  private static String shown(@Nullable Object value) {
    String text =
        switch (value) {
          case null -> "null";
          case String s -> '"' + s + '"';
          case byte[] bytes -> BulkString.of(bytes).toString();
          default -> value.toString();
        };
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
