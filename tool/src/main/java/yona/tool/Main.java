package yona.tool;

import java.util.List;
import yona.async.Program;

/**
 * The {@code yona} command.
 *
 * <p>What starts a program is recognized here, before the command line library is loaded: that
 * library takes longer to start than everything else together (120 ms, with the ahead-of-time
 * cache). {@link Commands} describes these commands again, for help and for everything that is not
 * exactly of their form; both end in {@link Launch}.
 */
public final class Main {
  static final List<String> COMMANDS =
      List.of("run", "check", "compile", "test", "new", "repl", "explain", "help");

  private Main() {}

  /**
   * Carries out one command and ends the process with its exit status (language.md 14).
   *
   * @param arguments as given on the command line
   */
  public static void main(String[] arguments) {
    int status;
    try {
      status = run(arguments);
    } catch (Throwable fault) {
      status = Internal.error(fault);
    }
    // Nothing that still runs, a thread of a Java library for one, keeps a finished program.
    Program.halt(status);
  }

  /** Carries out one command and gives its exit status. */
  static int run(String... arguments) {
    List<String> words = List.of(arguments);
    if (words.isEmpty()) {
      return Commands.run(arguments);
    }
    String first = words.getFirst();
    List<String> rest = words.subList(1, words.size());
    if (first.equals(Launch.STANDARD_INPUT)) {
      return Launch.file(first, rest);
    }
    if (first.equals("-e") && !rest.isEmpty()) {
      return Launch.expression(rest.getFirst(), behind(rest));
    }
    if (first.equals("--") && !rest.isEmpty()) {
      return Launch.file(rest.getFirst(), behind(rest));
    }
    if (first.equals("run") && !rest.isEmpty() && !rest.getFirst().startsWith("-")) {
      return Launch.file(rest.getFirst(), behind(rest));
    }
    if (first.equals("repl") && rest.isEmpty()) {
      return Prompt.run(null, List.of());
    }
    if (first.equals("--version")) {
      return Exit.print(Version.text() + "\n");
    }
    if (first.startsWith("-") || COMMANDS.contains(first)) {
      return Commands.run(arguments);
    }
    return Launch.fileOrCommand(first, rest);
  }

  private static List<String> behind(List<String> words) {
    return words.subList(1, words.size());
  }
}
