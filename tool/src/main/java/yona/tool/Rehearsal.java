package yona.tool;

import java.util.List;

/**
 * The training run of the JDK's ahead-of-time cache: does once what most programs do first, and
 * what a user should not wait for. The cache keeps the classes that this loads and links, and what
 * the JVM learned of them.
 */
public final class Rehearsal {
  /** Programs that end in the reports that people see: of the parser, of analysis, of an error. */
  private static final List<String> WRONG =
      List.of(
          "[1, 2",
          "let total = [1, 2] in Seq::sum totl",
          "let f = \\n -> n / 0 in 1 + f 1",
          "case (:blue, [1.5, \"x\"]) of (:red, n) -> n end",
          "File::read_text \"no such file\"");

  /**
   * What most programs use of the runtime and the examples do not. The end of a program has a time
   * limit where the writer of the console is still at work, which is so by chance: hence the
   * timeout.
   */
  static final String COMMON =
      """
      let common = module Common exports run as
          run n = (count [n, 1, 2], kind 'a', name {n, n + 1}, size {n = "x"}, largest [2.5, 1.5], scan n,
              timeout (:seconds, 60) (count [n]), words "a,b c", counts [1, 2, 1], root 2.0)

          count [] = 0
          count (1 -| rest) = 1 + count rest
          count (_ -| rest) = count rest

          kind 'a' = :letter
          kind _ = :other

          name set = Set::len (Set::add "more" set)

          size dict = Dict::len (Dict::put (1, 2) [3] dict)

          largest numbers = Seq::max numbers

          scan n = Seq::iterate 3 (\\x -> x * 2) n |> Seq::sort |> Seq::map (\\x -> "{x}")

          words text = String::split "," text |> Seq::map String::upper |> String::join " " |> String::trim

          counts keys = Seq::frequencies keys |> Dict::to_seq |> Seq::sort_by (\\(_, n) -> -n) |> Seq::take 2

          root x = Math::sqrt x |> Math::round
      end in common::run 7
      """;

  private Rehearsal() {}

  /**
   * Runs programs, one after the other, or the prompt: each has a cache of its own, since a process
   * loads all classes of its cache when it starts, a millisecond for each megabyte.
   *
   * @param files programs that end soon and read nothing from standard input; none for the prompt
   */
  public static void main(String[] files) {
    if (files.length == 0) {
      atPrompt();
    } else {
      programs(files);
    }
  }

  private static void programs(String... files) {
    for (String file : files) {
      run("run", file);
    }
    run("-e", "1");
    run("-e", COMMON);
    for (String program : WRONG) {
      run("-e", program);
    }
  }

  /** A session at a terminal that ends at once: standard input is empty. */
  private static void atPrompt() {
    String terminals = System.getProperty(Terminals.PROPERTY, "");
    System.setProperty(Terminals.PROPERTY, "01");
    run("repl");
    System.setProperty(Terminals.PROPERTY, terminals);
  }

  /**
   * Whatever comes of it: what goes wrong here is seen by tests, and must not keep Yona from being
   * built.
   */
  private static void run(String... arguments) {
    try {
      var _ = Main.run(arguments);
    } catch (RuntimeException | Error fault) {
      Exit.complain("rehearsal: " + fault + "\n");
    }
  }
}
