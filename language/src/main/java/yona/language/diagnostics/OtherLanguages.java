package yona.language.diagnostics;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What people write who come from other languages, and how it is said in Yona. */
public final class OtherLanguages {
  /** For an argument on a line of its own. */
  public static final String ARGUMENT =
      "An argument stands on the line of its function, or the whole call in parentheses";

  /** For a name in lower case where a module's is wanted. */
  public static final String MODULE_NAME =
      "The last word of a module's name begins with a capital letter: Shop, http\\Server";

  private static final String OF_SEQS = "A String is a Seq of characters: Seq::";

  /** Functions of Seqs that others look for among those of texts. */
  private static final Set<String> SEQS =
      Set.of(
          "all",
          "any",
          "drop",
          "each",
          "filter",
          "foldl",
          "head",
          "is_empty",
          "last",
          "len",
          "map",
          "reverse",
          "take");

  /** For steps that no {@code do} holds. */
  public static final String STEPS =
      "Steps one after the other stand in do and end: do println 1; println 2 end";

  private static final String PRINT = "A line is printed by println";

  private OtherLanguages() {}

  /**
   * A hint for a word that is no name here.
   *
   * @param word the word
   * @return the hint, or null
   */
  public static @Nullable String word(String word) {
    return switch (word) {
      case "null", "nil", "undefined", "None", "Nothing", "NULL", "Null" ->
          "The value for nothing is ()";
      case "True", "False" -> "It is written " + word.toLowerCase(java.util.Locale.ROOT);
      case "not" -> "The opposite of a boolean is written with an exclamation mark: !done";
      case "is" -> "Values are compared by == and !=: a == b";
      case "and" -> "Both of two conditions: a && b";
      case "or" -> "One of two conditions: a || b";
      case "return" -> "The value of a function is that of its expression, without a word";
      case "throw" -> "An error is raised by raise :symbol \"message\"";
      case "elif", "elsif", "elseif" -> "Another condition is written else if";
      case "unless" -> "The opposite of a condition: if !done then a else b";
      case "begin" -> STEPS;
      case "pass" -> "Where there is nothing to do, the value is ()";
      case "this", "self" -> "A function gets the value that it works on as a parameter";
      case "match", "switch" ->
          "Values are told apart by case: case value of pattern -> result end";
      case "def", "fn", "fun", "func", "function", "lambda" ->
          "A function is written \\x -> x + 1, with a name let double = \\x -> x * 2 in ...;"
              + " in a module double x = x * 2, at the prompt double = \\x -> x * 2";
      case "var", "const", "val", "mut" ->
          "A value gets a name by let: let x = 1 in x + 1; at the prompt and in do by x = 1";
      case "class", "struct" ->
          "A record type is declared with the names of its fields: record Point = (x, y)";
      case "for", "foreach" ->
          "For each element: [x * 2 | x <- xs] is a new Seq, Seq::each calls a function";
      case "while", "loop" -> "What is repeated is a function that calls itself, or a fold";
      case "printf", "puts", "echo", "console", "putStrLn" -> PRINT;
      default -> null;
    };
  }

  /**
   * A hint for a word that is no name here, directly before a string.
   *
   * @param word the word
   * @return the hint, or null
   */
  public static @Nullable String beforeString(String word) {
    return switch (word) {
      case "f", "s", "u" -> "A string needs no letter before it: \"{name}\" holds a value";
      case "r", "raw" -> "A raw string, whose backslashes and braces are text, stands in \"\"\"";
      default -> null;
    };
  }

  /**
   * A hint for a function that a module does not have.
   *
   * @param module the module
   * @param name the function
   * @return the hint, or null
   */
  public static @Nullable String function(String module, String name) {
    return switch (module + "::" + name) {
      case "Test::case", "Test::it", "Test::describe", "Test::should", "Test::check" ->
          "A case is made by Test::test: Test::test \"name\" (\\-> Test::assert_equal 2 (1 + 1))";
      case "Test::eq", "Test::is", "Test::expect" ->
          "What is expected is compared by Test::assert_equal expected found";
      case "String::length", "String::size" -> OF_SEQS + "len";
      case "Task::sleep", "Time::sleep", "Timer::sleep", "System::sleep" ->
          "It is built in, and needs no module: sleep (:seconds, 1)";
      default -> module.equals("String") && SEQS.contains(name) ? OF_SEQS + name : null;
    };
  }

  /**
   * A hint for a method that is called with a point.
   *
   * @param name the method
   * @return the hint, or null
   */
  public static @Nullable String method(String name) {
    return switch (name) {
      case "print", "println", "printf", "puts" -> PRINT;
      default -> null;
    };
  }
}
