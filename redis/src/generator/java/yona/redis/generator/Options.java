package yona.redis.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import yona.redis.command.Argument;
import yona.redis.command.CommandSpec;

/** Writes classes of options, and of choices. */
final class Options {
  /** Words of options that Java has taken. */
  private static final Map<String, String> RENAMED = Map.of("byte", "bytes", "bit", "bits");

  private final String owner;
  private final Map<String, String> files;

  /**
   * Makes a writer.
   *
   * @param owner what classes of choices begin with
   * @param files gets the classes by name
   */
  Options(String owner, Map<String, String> files) {
    this.owner = owner;
    this.files = files;
  }

  /** Writes a class of options. */
  void options(String name, CommandSpec spec, List<Argument> options) {
    Source source = new Source();
    source.documentation(
        "",
        List.of(
            "Options of {@code "
                + spec.name()
                + "}: each method gives one and returns this. Not thread-safe.",
            "",
            "<p>{@code " + spec.name() + " " + Methods.escaped(spec.synopsis()) + "}"));
    source.line("public final class " + name + " extends CommandOptions {");
    source.line("  private " + name + "() {}");
    source.line("");
    source.documentation("  ", List.of("No option yet.", "", "@return new options"));
    source.line("  public static " + name + " none() {");
    source.line("    return new " + name + "();");
    source.line("  }");
    options.forEach(option -> option(source, name, option));
    files.put(name, source.line("}").text());
  }

  private void option(Source source, String type, Argument option) {
    List<Parameter> parameters = parameters(option);
    for (Form form : Form.of(parameters)) {
      boolean each = option.repetition() == Argument.Repetition.EACH;
      documentation(source, option, parameters, form, each ? ", one more" : "", "these options");
      source.call("  ", "public " + type + " " + method(option), declared(parameters, form), " {");
      source.line(
          "    "
              + (each ? "add" : "give")
              + "(\""
              + option.key()
              + "\", "
              + value(option, parameters, form)
              + ");");
      source.line("    return this;").line("  }");
    }
  }

  private void documentation(
      Source source,
      Argument option,
      List<Parameter> parameters,
      Form form,
      String more,
      String returned) {
    List<String> documentation = new ArrayList<>();
    String what =
        option.token() != null
            ? "{@code " + option.token().replace('+', ' ') + "}"
            : option.name().isEmpty() ? "Values" : "The " + option.name().replace('-', ' ');
    documentation.add(what + more + ".");
    documentation.add("");
    for (Parameter parameter : parameters) {
      documentation.add("@param " + parameter.name() + " " + parameter.documentation(form));
    }
    documentation.add("@return " + returned);
    source.line("").documentation("  ", documentation);
  }

  /** What the method of an option takes. */
  private List<Parameter> parameters(Argument option) {
    if (option.kind() == Argument.Kind.TOKEN) {
      return List.of();
    }
    boolean block = option.kind() == Argument.Kind.BLOCK;
    boolean each = option.repetition() == Argument.Repetition.EACH;
    if (block && (each || !option.isRepeated())) {
      return Argument.required(option.parts()).stream().map(this::parameter).toList();
    }
    return List.of(parameter(each ? once(option) : option));
  }

  private Parameter parameter(Argument argument) {
    Parameter parameter = Parameter.of(argument);
    if (parameter.kind() == Parameter.Kind.CHOICE) {
      choice(parameter.choiceClass(owner), argument);
    }
    return parameter;
  }

  private static Argument once(Argument argument) {
    return new Argument(
        argument.kind(),
        argument.name(),
        argument.token(),
        argument.type(),
        false,
        Argument.Repetition.ONE,
        argument.parts());
  }

  private List<String> declared(List<Parameter> parameters, Form form) {
    List<String> declared = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      boolean last = i == parameters.size() - 1;
      Parameter parameter = parameters.get(i);
      declared.add(parameter.type(form, owner, last) + " " + parameter.name());
    }
    return declared;
  }

  private static String value(Argument option, List<Parameter> parameters, Form form) {
    if (option.kind() == Argument.Kind.TOKEN) {
      return "true";
    }
    if (parameters.size() == 1) {
      return parameters.getFirst().described(form);
    }
    return parameters.stream()
        .map(parameter -> parameter.described(form))
        .collect(Collectors.joining(", ", "List.of(", ")"));
  }

  private static String method(Argument option) {
    return RENAMED.getOrDefault(option.key(), Parameter.camel(option.key()));
  }

  /** Writes a class of the alternatives of a choice. */
  void choice(String name, Argument choice) {
    Source source = new Source();
    source.documentation(
        "",
        List.of("A choice: the static methods make one, the others add to it. Not thread-safe."));
    source.line("public final class " + name + " extends CommandOptions {");
    source.line("  private " + name + "() {}");
    Map<String, Argument> more = new LinkedHashMap<>();
    for (Argument alternative : choice.parts()) {
      alternative(source, name, alternative);
      for (Argument part : alternative.parts()) {
        if (part.optional()) {
          Argument.options(List.of(part)).forEach(each -> more.putIfAbsent(each.key(), each));
        }
      }
    }
    more.values().forEach(option -> option(source, name, option));
    files.put(name, source.line("}").text());
  }

  private void alternative(Source source, String type, Argument alternative) {
    boolean word = alternative.kind() == Argument.Kind.TOKEN;
    boolean named = alternative.token() != null && !word;
    List<Parameter> parameters = parameters(alternative);
    for (Form form : Form.of(parameters)) {
      documentation(source, alternative, parameters, form, "", "a choice");
      source.call(
          "  ",
          "public static " + type + " " + (named || word ? method(alternative) : "of"),
          declared(parameters, form),
          " {");
      source.line("    " + type + " made = new " + type + "();");
      String value = word ? '"' + alternative.key() + '"' : value(alternative, parameters, form);
      source.line(
          named
              ? "    made.give(\"" + alternative.key() + "\", " + value + ");"
              : "    made.choose(" + value + ");");
      source.line("    return made;").line("  }");
    }
  }
}
