package yona.redis.generator;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Argument;
import yona.redis.command.CommandSpec;
import yona.redis.generator.Parameter.Kind;

/** Writes the methods of a way to call a command. */
final class Methods {
  private final Source source;
  private final Variant variant;
  private final Result result;

  /** The class of its options; null if it has none. */
  private final @Nullable String options;

  Methods(Source source, Variant variant, @Nullable String options) {
    this.source = source;
    this.variant = variant;
    this.result = Result.of(variant.shape());
    this.options = options;
  }

  void write() {
    List<Parameter> parameters = variant.parameters();
    for (Form form : Form.of(parameters)) {
      if (!variant.needsOptions()) {
        single(parameters, form);
        method(parameters, form, false);
      }
      if (options != null) {
        method(parameters, form, true);
      }
    }
  }

  /** What is repeated and comes last in Java; null if nothing does. */
  private static @Nullable Parameter variable(List<Parameter> parameters, Form form) {
    Parameter variable = null;
    for (Parameter parameter : parameters) {
      boolean map =
          parameter.kind() == Kind.TEXT_PAIRS || (parameter.kind() == Kind.PAIRS && !form.bytes());
      if (parameter.isRepeated() && !map && parameter.kind() != Kind.OTHER) {
        variable = parameter;
      }
    }
    return variable;
  }

  private void method(List<Parameter> parameters, Form form, boolean withOptions) {
    Parameter variable = variable(parameters, form);
    List<String> declared = new ArrayList<>();
    List<String> documented = new ArrayList<>();
    for (Parameter parameter : parameters) {
      if (parameter != variable) {
        declare(parameter, form, false, declared, documented);
      }
    }
    if (withOptions) {
      declared.add(options + " options");
      documented.add("@param options of the command, from {@link " + options + "#none}");
    }
    if (variable != null) {
      declare(variable, form, true, declared, documented);
    }
    boolean flat = !withOptions && parameters.stream().allMatch(Parameter::isFlat);
    Map<Argument, String[]> words = new IdentityHashMap<>();
    for (Parameter parameter : parameters) {
      words.put(parameter.argument(), new String[] {parameter.flat(), parameter.count(form)});
    }
    write(
        declared,
        documented,
        flat
            ? flat(words, variable != null && variable.isObjects())
            : described(parameters, withOptions));
  }

  private void declare(
      Parameter parameter,
      Form form,
      boolean last,
      List<String> declared,
      List<String> documented) {
    declared.add(parameter.type(form, variant.owner(), last) + " " + parameter.name());
    boolean timeout = variant.spec().blocking() != null && parameter.name().equals("timeout");
    documented.add(
        "@param "
            + parameter.name()
            + " "
            + (timeout
                ? "how long to wait at most, in "
                    + variant.spec().blocking().unit().name().toLowerCase(Locale.ROOT)
                    + "; 0 is for ever"
                : parameter.documentation(form)));
  }

  /** A method for one pair, or one member, where there may be several. */
  private void single(List<Parameter> parameters, Form form) {
    Parameter several = null;
    for (Parameter parameter : parameters) {
      switch (parameter.kind()) {
        case SCORED, PLACED -> several = parameter;
        case PAIRS, TEXT_PAIRS -> several = form.bytes() ? several : parameter;
        default -> {}
      }
    }
    if (several == null || !parameters.stream().allMatch(Parameter::isFlat)) {
      return;
    }
    List<String> declared = new ArrayList<>();
    List<String> documented = new ArrayList<>();
    Map<Argument, String[]> words = new IdentityHashMap<>();
    for (Parameter parameter : parameters) {
      if (parameter != several) {
        declare(parameter, form, false, declared, documented);
        words.put(parameter.argument(), new String[] {parameter.flat(), ""});
        continue;
      }
      List<String> names = new ArrayList<>();
      for (Argument part : parameter.argument().parts()) {
        Parameter one = Parameter.of(part);
        declare(one, form, false, declared, documented);
        names.add(one.flat());
      }
      words.put(parameter.argument(), new String[] {String.join(", ", names), "1L"});
    }
    write(declared, documented, flat(words, false));
  }

  private void write(List<String> declared, List<String> documented, List<String> command) {
    CommandSpec spec = variant.spec();
    boolean none = result.type().equals("void");
    List<String> documentation = new ArrayList<>();
    documentation.add(escaped(spec.summary()) + " Suspends.");
    documentation.add("");
    documentation.add("<p>{@code " + spec.name() + "}, since " + spec.since() + "." + notes(spec));
    documentation.add("");
    documentation.addAll(documented);
    if (!none) {
      documentation.add("@return " + result.documentation());
    }
    documentation.add("@throws yona.redis.RedisException if the server answers with an error");
    documentation.add("@throws IOException if there is no answer");
    source.line("").documentation("  ", documentation);
    source.call(
        "  ",
        "default " + result.type() + " " + variant.method(),
        declared,
        " throws IOException {");
    source.run(none ? "var _ = run" : "return run", command, result.decoder());
    source.line("  }");
  }

  private static String notes(CommandSpec spec) {
    StringBuilder notes = new StringBuilder();
    if (spec.replacedBy() != null) {
      notes.append(" Replaced by ").append(escaped(spec.replacedBy())).append('.');
    }
    if (spec.blocking() != null) {
      notes.append(" May wait at the server, on a dedicated connection.");
    }
    if (spec.instead() != null) {
      notes.append(" Refused on a shared connection; instead: ").append(spec.instead()).append('.');
    }
    return notes.toString();
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", "&#64;");
  }

  /**
   * The command word by word.
   *
   * @param words of each parameter and how many elements it has
   * @param isObjects whether a parameter that is alone is an array of objects
   */
  private List<String> flat(Map<Argument, String[]> words, boolean isObjects) {
    List<String> flat = new ArrayList<>();
    if (variant.deciding().isEmpty()) {
      flat.addAll(List.of("Command.flat", spec()));
    } else {
      flat.addAll(List.of("Command.flatWith", '"' + variant.deciding() + '"', spec()));
    }
    int head = flat.size();
    flat(variant.spec().arguments(), words, false, flat);
    if (flat.size() == head + 1 && isObjects) {
      flat.set(head, "(Object[]) " + flat.get(head));
    }
    return flat;
  }

  private String spec() {
    return "CommandTable.spec(\"" + variant.spec().name() + "\")";
  }

  private void flat(
      List<Argument> arguments,
      Map<Argument, String[]> words,
      boolean optional,
      List<String> flat) {
    for (int i = 0; i < arguments.size(); i++) {
      Argument argument = arguments.get(i);
      boolean perhaps = optional || argument.optional();
      String[] word = words.get(argument);
      if (word != null) {
        token(argument, flat);
        flat.add(word[0]);
      } else if (argument.kind() == Argument.Kind.COUNT) {
        String[] next = words.get(arguments.get(i + 1));
        flat.add(Objects.requireNonNull(next)[1]);
      } else if (argument.kind() == Argument.Kind.TOKEN) {
        if (!perhaps || variant.words().contains(argument.key())) {
          token(argument, flat);
        }
      } else if (!argument.isRepeated() && (!perhaps || has(argument, words))) {
        token(argument, flat);
        flat(argument.parts(), words, perhaps, flat);
      }
    }
  }

  private boolean has(Argument argument, Map<Argument, String[]> words) {
    return words.containsKey(argument)
        || (argument.kind() == Argument.Kind.TOKEN && variant.words().contains(argument.key()))
        || argument.parts().stream().anyMatch(part -> has(part, words));
  }

  private static void token(Argument argument, List<String> flat) {
    if (argument.token() != null) {
      for (String word : argument.token().split("\\+", -1)) {
        flat.add('"' + word + '"');
      }
    }
  }

  /** The command by description. */
  private List<String> described(List<Parameter> parameters, boolean withOptions) {
    int required = variant.spec().required().size();
    List<String> call = new ArrayList<>();
    if (withOptions) {
      call.addAll(List.of("Command.givenWith", "options", spec()));
    } else {
      call.addAll(List.of("Command.given", spec()));
    }
    int head = call.size();
    for (Parameter parameter : parameters) {
      if (call.size() >= head + required) {
        call.add('"' + parameter.argument().key() + '"');
      }
      call.add(parameter.flat());
    }
    for (String word : variant.words()) {
      call.addAll(List.of('"' + word + '"', "true"));
    }
    if (call.size() == head + 1 && parameters.getFirst().isRepeated()) {
      call.set(head, "(Object) " + call.get(head));
    }
    return call;
  }
}
