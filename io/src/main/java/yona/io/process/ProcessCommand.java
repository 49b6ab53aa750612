package yona.io.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program of the system and what it is started with. Immutable.
 *
 * @param words the program's name or path, and its arguments; no shell looks at them
 * @param folder its current folder; null for that of this process
 * @param environment variables that are added to the environment, or replace others
 * @param bare whether the environment has nothing else; else it begins as that of this process
 */
public record ProcessCommand(
    List<String> words, @Nullable Path folder, Map<String, String> environment, boolean bare) {

  /**
   * Takes copies.
   *
   * @throws IllegalArgumentException if there is no word, a word has a character U+0000, or a name
   *     of a variable is empty or has a character that it must not have
   */
  public ProcessCommand {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("the command is empty");
    }
    for (String word : words) {
      if (word.indexOf(0) >= 0) {
        throw new IllegalArgumentException(
            "a word of the command has a character U+0000: " + word.replace("\0", "\\u0000"));
      }
    }
    environment.forEach(ProcessCommand::check);
  }

  /**
   * A program in the folder and with the environment of this process.
   *
   * @param words its name or path, and its arguments
   */
  public ProcessCommand(List<String> words) {
    this(words, null, Map.of(), false);
  }

  private static void check(String name, String value) {
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf(0) >= 0) {
      throw new IllegalArgumentException("\"" + name + "\" is no name of a variable");
    }
    if (value.indexOf(0) >= 0) {
      throw new IllegalArgumentException("the value of " + name + " has a character U+0000");
    }
  }

  /** What messages call the program. */
  String name() {
    return words.getFirst();
  }

  ProcessBuilder builder() {
    ProcessBuilder builder = new ProcessBuilder(words);
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    if (bare) {
      builder.environment().clear();
    }
    builder.environment().putAll(environment);
    return builder;
  }
}
