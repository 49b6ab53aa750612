package yona.testrun;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the documentation of a function says of its result, in the words that all modules use.
 *
 * @param text as it stands there, on one line
 */
public record DocumentedResult(String text) {
  /** The kind of a result of which nothing is known. */
  private static final String ANYTHING = "anything";

  private static final Pattern RESULT = Pattern.compile("(?m)^- result: (.*(?:\n  .*)*)");

  private static final Pattern WARNING = Pattern.compile("(.*) never equals a module, .*");

  /** What the documentation says, and how warnings put it; the first that fits counts. */
  private static final Map<Pattern, String> KINDS = new LinkedHashMap<>();

  static {
    kind("`\\(\\)`(, at once)?", "()");
    kind("a Boolean(; .*)?|`true`", "a Boolean");
    kind("`true` if .*; `:closed` .*", "a Boolean or :closed");
    kind("an Int, .*; `:unbounded`", "a number or :unbounded");
    kind("(an? (Int|Float|Byte|Big|integer|number)|-1, 0 or 1)([ ,;].*)?", "a number");
    kind("a Char", "a Char");
    kind("a Symbol(, .*)?", "a Symbol");
    kind("a Char, or `:eof`.*", "a Char or :eof");
    kind("a String, or `:eof`.*", ":eof or a string");
    kind("a String,? or Bytes\\b.*; `:eof` .*", ":eof or a Seq");
    kind("a String; Bytes with `:binary`", "a Seq");
    kind("a String, `\\(\\)` if .*", "() or a string");
    kind("a String([ ,].*)?", "a string");
    kind("Bytes, .*`:eof`.*", ":eof or a Seq of numbers");
    kind("(\\w+ )?Bytes([,:].*)?", "a Seq of numbers");
    kind("a Seq for .* as it is", ANYTHING);
    kind("a Seq\\b.*|the results,.*", "a Seq");
    kind("a Set\\b.*", "a Set");
    kind("a Dict\\b.*", "a Dict");
    kind("a pair\\b.*|a tuple of a String and an Int", "a tuple of 2");
    kind("a tuple\\b.*", "a tuple");
    kind("the outcome", "(:error or :ok, _)");
    kind("`\\(:ok, outcome\\)`; `:none` .*", ":none or (:ok, (:error or :ok, _))");
    kind("`\\(:ok, v\\)`; `:closed` .*", ":closed or (:ok, _)");
    kind("`\\(:ok, v\\)`; `:empty`; `:closed` .*", ":closed or :empty or (:ok, _)");
    kind("`\\(:ok, line, file\\)`, or `:eof` .*", ":eof or (:ok, _, _)");
    kind("`\\(:ok, [^`]*\\)`.* `:none`.*", ":none or (:ok, _)");
    kind("`\\(:ok, values\\)`, or `\\(:wrong, .*", "(:ok or :wrong, _)");
    kind("`\\(:found, index\\)` or `\\(:absent, index\\)`", "(:absent or :found, _)");
    kind("`\\([\\w ]+, [\\w ]+\\)`.*", "a tuple of 2");
    kind("`\\(\\w+, \\w+, \\w+\\)`.*", "a tuple of 3");
    kind("an? (endless )?([Ss]tream|channel|connection|digest)\\b.*", "a resource");
    kind(
        "the (open |server )?(file|channel|client|connection|gate|lock|memory|server).*",
        "a resource");
    kind("a (context|pool), which is a context manager|a library", "a resource");
    kind("the (database|transaction)\\b.*", "a resource");
    kind("the (browser|multiplexer|process|semaphore|socket|task|variable)", "a resource");
  }

  private static void kind(String documented, String told) {
    KINDS.put(Pattern.compile(documented), told);
  }

  /**
   * The result in a documentation comment.
   *
   * @param comment the comment, or null
   * @return null if it names none
   */
  public static @Nullable DocumentedResult in(@Nullable String comment) {
    Matcher result = RESULT.matcher(String.valueOf(comment));
    return result.find() ? new DocumentedResult(result.group(1).replaceAll("\\s+", " ")) : null;
  }

  /** The kind that the compiler is to know, as its warnings put it: {@code a Seq}. */
  public String kind() {
    return KINDS.entrySet().stream()
        .filter(kind -> kind.getKey().matcher(text).matches())
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(ANYTHING);
  }

  /**
   * The kind that the compiler knows, by its warnings of a program that compares the result with a
   * module, which equals nothing of another kind.
   *
   * @param warnings their messages
   */
  public static String known(Stream<String> warnings) {
    return warnings
        .map(WARNING::matcher)
        .filter(Matcher::matches)
        .map(warning -> warning.group(1).replaceFirst("^A ", "a "))
        .findFirst()
        .orElse(ANYTHING);
  }

  @Override
  public String toString() {
    return text;
  }
}
