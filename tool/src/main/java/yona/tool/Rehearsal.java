package yona.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import yona.io.console.Console;

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

  /** What most programs use of the runtime and the examples do not. */
  static final String COMMON =
      """
      let common = module Common exports run as
          run n = (count [n, 1, 2], kind 'a', name {n, n + 1}, size {n = "x"}, largest [2.5, 1.5], scan n,
              words "a,b c", counts [1, 2, 1], root 2.0)

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
    endWhileWriting();
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
   * The end of a program while the writer is still at work, which programs come to by chance: here
   * one thread prints, and the other waits for the end of that again and again.
   */
  private static void endWhileWriting() {
    byte[] line = "rehearsed\n".getBytes(StandardCharsets.UTF_8);
    try {
      var printing = new Thread(() -> printed(line));
      printing.start();
      while (printing.isAlive()) {
        var _ = Console.flush(Execution.FLUSH_NANOS);
      }
    } catch (IOException unwritten) {
      Exit.complain("rehearsal: " + unwritten + "\n");
    }
  }

  private static void printed(byte[] line) {
    try {
      for (int i = 0; i < 100; i++) {
        Console.print(line);
      }
    } catch (IOException unwritten) {
      Exit.complain("rehearsal: " + unwritten + "\n");
    }
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
