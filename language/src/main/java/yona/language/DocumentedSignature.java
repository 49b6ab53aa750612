package yona.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;
import yona.language.runtime.Function;
import yona.language.runtime.Signature;
import yona.language.syntax.Tree;

/**
 * Reads the {@linkplain Signature signature} of a function of the library out of its documentation,
 * which tells the kind of each parameter: {@code - `seq`: a Seq}. A function without parameters, or
 * with one of no known kind, has no signature.
 */
final class DocumentedSignature {
  /** Of more arguments nobody mixes up the order without noticing. */
  private static final int MAXIMUM_PARAMETERS = 4;

  private static final Set<String> KINDS =
      Set.of(
          "String", "Bytes", "Seq", "Set", "Dict", "tuple", "Int", "Byte", "Big", "Float", "number",
          "Char", "Symbol", "Boolean");

  /** Nouns of the documentation that such values are printed with: {@code <channel>}. */
  private static final Set<String> RESOURCES =
      Set.of(
          "channel",
          "client",
          "connection",
          "file",
          "gate",
          "lock",
          "memory",
          "multiplexer",
          "process",
          "semaphore",
          "server channel",
          "stream",
          "task",
          "variable");

  private static final Set<String> TUPLES =
      Set.of("time span", "span", "schedule", "triple", "reducer");

  private static final Map<String, String> FUNCTIONS =
      Map.of(
          "without parameters", "/0",
          "of one parameter", "/1",
          "of an entry", "/1",
          "of two parameters", "/2",
          "of three parameters", "/3");

  private static final Pattern ANY_ORDER =
      Pattern.compile("may also stand first|stand in either order");

  private DocumentedSignature() {}

  /**
   * The signature of a function.
   *
   * @param fqn its module
   * @return the text of a {@link Signature}, or null if it has none
   */
  static @Nullable String of(String fqn, Tree.FunctionClause clause, Source source) {
    String documentation = clause.documentation();
    int count = clause.parameters().size();
    if (documentation == null || count == 0 || count > MAXIMUM_PARAMETERS) {
      return null;
    }
    StringBuilder call = new StringBuilder(Function.qualified(fqn, clause.name().text()));
    StringBuilder kinds = new StringBuilder();
    for (Tree.Pattern pattern : clause.parameters()) {
      String parameter = source.text(pattern.range());
      List<String> taken = kinds(parameter, documentation);
      if (taken.isEmpty()) {
        return null;
      }
      call.append(' ').append(parameter);
      kinds.append('|').append(String.join(",", taken));
    }
    return call.append(kinds).toString();
  }

  /** Whether a function takes its arguments in another order, too. */
  static boolean takesAnyOrder(Tree.FunctionClause clause) {
    String documentation = clause.documentation();
    return documentation != null && ANY_ORDER.matcher(documentation).find();
  }

  private static List<String> kinds(String parameter, String documentation) {
    String described = described(parameter, documentation);
    if (described.startsWith("any value")) {
      return List.of(Signature.ANYTHING);
    }
    if (described.startsWith("a function")) {
      return described.startsWith("a function or ") || described.contains(", or ")
          ? List.of(function(described), Signature.ANYTHING)
          : List.of(function(described));
    }
    List<String> kinds = new ArrayList<>();
    // What a collection holds, and what a text stands for, is of no interest here.
    String nouns = described.replaceFirst("( of | that | such as |(?<!`)[:;(]).*", "");
    for (String noun : nouns.split(",? or |, ", -1)) {
      String plain = noun.replaceFirst("^an? (open )?", "").strip();
      String resource = plain.toLowerCase(Locale.ROOT);
      if (plain.startsWith("`:")) {
        kinds.add("Symbol");
      } else if (KINDS.contains(plain)) {
        kinds.add(plain);
      } else if (TUPLES.contains(plain)) {
        kinds.add("tuple");
      } else if (plain.equals("Opt")) {
        kinds.addAll(List.of("tuple", "Symbol"));
      } else if (RESOURCES.contains(resource)) {
        kinds.add(Signature.RESOURCE + resource);
      } else if (!plain.equals(noun.strip())) {
        kinds.add(Signature.ANYTHING);
      }
    }
    String rest = described.substring(nouns.length());
    if (!kinds.isEmpty() && (rest.contains(", or ") || rest.contains("; or "))) {
      kinds.add(Signature.ANYTHING);
    }
    return kinds;
  }

  /** What stands behind a parameter, in one line. */
  private static String described(String parameter, String documentation) {
    String start = "- `" + parameter + "`: ";
    List<String> lines = documentation.lines().dropWhile(line -> !line.startsWith(start)).toList();
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder described = new StringBuilder(lines.getFirst().substring(start.length()));
    lines.stream()
        .skip(1)
        .takeWhile(line -> line.startsWith("  "))
        .forEach(line -> described.append(' ').append(line.strip()));
    return described.toString();
  }

  private static String function(String described) {
    for (Map.Entry<String, String> parameters : FUNCTIONS.entrySet()) {
      if (described.startsWith("a function " + parameters.getKey())) {
        return "function" + parameters.getValue();
      }
    }
    return "function";
  }
}
