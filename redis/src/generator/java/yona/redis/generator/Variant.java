package yona.redis.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import yona.redis.command.Argument;
import yona.redis.command.CommandSpec;
import yona.redis.command.Shape;

/**
 * A way to call a command: options that change what it gives make methods of their own.
 *
 * @param spec of the command
 * @param method its name
 * @param shape of what it gives
 * @param deciding the option that makes it give that; empty if none or several do
 * @param extra arguments that are optional for the command and not for the method
 * @param words options that are words alone, and always given
 * @param options what can be given beside
 */
record Variant(
    CommandSpec spec,
    String method,
    Shape shape,
    String deciding,
    List<Argument> extra,
    List<String> words,
    List<Argument> options) {

  static List<Variant> of(CommandSpec spec) {
    Set<String> deciding = new LinkedHashSet<>();
    spec.results().forEach(result -> deciding.addAll(result.options()));
    List<Variant> variants = new ArrayList<>();
    for (CommandSpec.Result result : spec.results().reversed()) {
      List<String> keys = result.options().stream().sorted().toList();
      Set<String> excluded = new HashSet<>(deciding);
      List<Argument> extra = new ArrayList<>();
      List<String> words = new ArrayList<>();
      String method = spec.methodName();
      String decides = keys.size() == 1 ? keys.getFirst() : "";
      if (keys.size() == 1) {
        Argument option = option(spec, keys.getFirst());
        for (Argument part : together(spec.arguments(), option)) {
          excluded.remove(part.key());
          if (part.kind() == Argument.Kind.TOKEN) {
            words.add(part.key());
          } else {
            extra.add(part);
          }
        }
        if (option.token() != null) {
          method += Parameter.capital(Parameter.camel(option.key()));
        }
      } else if (!keys.isEmpty()) {
        excluded.removeAll(keys);
        method += suffix(result.shape());
      }
      excludeOthers(spec.arguments(), extra, words, excluded);
      List<Argument> options = new ArrayList<>();
      for (Argument option : available(spec, excluded)) {
        if (!extra.contains(option) && !words.contains(option.key())) {
          options.add(option);
        }
      }
      if (keys.isEmpty() && options.size() == 1 && isPlace(options.getFirst())) {
        variants.add(new Variant(spec, method, result.shape(), decides, extra, words, List.of()));
        variants.add(new Variant(spec, method, result.shape(), decides, options, words, List.of()));
      } else {
        variants.add(new Variant(spec, method, result.shape(), decides, extra, words, options));
      }
    }
    return variants;
  }

  /** Adds the other alternatives of choices that have been made. */
  private static void excludeOthers(
      List<Argument> arguments, List<Argument> extra, List<String> words, Set<String> excluded) {
    for (Argument argument : arguments) {
      if (argument.kind() == Argument.Kind.CHOICE
          && argument.optional()
          && argument.parts().stream()
              .anyMatch(part -> extra.contains(part) || words.contains(part.key()))) {
        argument.parts().forEach(part -> excluded.add(part.key()));
      }
      excludeOthers(argument.parts(), extra, words, excluded);
    }
  }

  private static String suffix(Shape shape) {
    return switch (shape.toString()) {
      case "[place]" -> "Places";
      case "integer" -> "Store";
      default -> throw new IllegalArgumentException("methods that give " + shape + " have no name");
    };
  }

  /** Whether an option is told by its place alone. */
  private static boolean isPlace(Argument option) {
    return option.kind() == Argument.Kind.VALUE && option.token() == null;
  }

  private static Argument option(CommandSpec spec, String key) {
    return spec.options().stream()
        .filter(option -> option.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  /** What has to be given with an option, and the option itself. */
  private static List<Argument> together(List<Argument> arguments, Argument option) {
    for (Argument argument : arguments) {
      if (argument == option) {
        return List.of(option);
      }
      List<Argument> inner = together(argument.parts(), option);
      if (inner.isEmpty()) {
        continue;
      }
      if (argument.kind() != Argument.Kind.BLOCK || !argument.optional()) {
        return inner;
      }
      List<Argument> together = new ArrayList<>();
      for (Argument part : argument.parts()) {
        if (!part.optional() || inner.contains(part)) {
          together.add(part);
        }
      }
      return together;
    }
    return List.of();
  }

  /** Options that can be given when others cannot. */
  private static List<Argument> available(CommandSpec spec, Set<String> excluded) {
    Set<String> gone = new HashSet<>(excluded);
    exclude(spec.arguments(), gone);
    List<Argument> available = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Argument option : spec.options()) {
      if (!gone.contains(option.key()) && seen.add(option.key())) {
        available.add(option);
      }
    }
    return available;
  }

  /** Adds what needs something that cannot be given. */
  private static void exclude(List<Argument> arguments, Set<String> gone) {
    for (Argument argument : arguments) {
      boolean block =
          argument.kind() == Argument.Kind.BLOCK && argument.optional() && argument.token() == null;
      if (block
          && argument.parts().stream()
              .anyMatch(part -> !part.optional() && gone.contains(part.key()))) {
        Argument.options(List.of(argument)).forEach(option -> gone.add(option.key()));
      }
      exclude(argument.parts(), gone);
    }
  }

  /** Whether one of the options has to be given: which one decides no more than what is in it. */
  boolean needsOptions() {
    return spec.needsOption()
        || (!method.equals(spec.methodName()) && extra.isEmpty() && words.isEmpty());
  }

  /** The parameters in the order of the command. */
  List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>();
    spec.required().forEach(argument -> parameters.add(Parameter.of(argument)));
    extra.forEach(argument -> parameters.add(Parameter.of(argument)));
    return parameters;
  }

  /** What the classes of the command begin with. */
  String owner() {
    return Parameter.capital(spec.methodName());
  }
}
