package yona.tool;

import java.util.List;

/**
 * A command of the prompt.
 *
 * @param word what is typed, with its colon
 * @param parameter what follows; empty if nothing
 * @param summary what it does
 */
record PromptCommand(String word, String parameter, String summary) {
  private static final List<PromptCommand> ALL =
      List.of(
          new PromptCommand(":help", "", "Show this list."),
          new PromptCommand(
              ":doc",
              "NAME",
              "Show the documentation of a function, record or module; `map` finds Seq::map."),
          new PromptCommand(
              ":type", "EXPR", "Evaluate, and show the value's kind; of a function what it takes."),
          new PromptCommand(
              ":time", "EXPR", "Evaluate, and show the time, the fibers and the memory it took."),
          new PromptCommand(
              ":trace",
              "[EXPR]",
              "Evaluate EXPR, and show its calls and waits; without EXPR the whole stack trace of"
                  + " the last error."),
          new PromptCommand(
              ":fibers", "", "Show what runs, what it waits for and since when, and where."),
          new PromptCommand(
              ":load", "FILE", "Evaluate a program, or make the module in a file available."),
          new PromptCommand(":reload", "", "Load again what was loaded last."),
          new PromptCommand(":names", "", "Show the names that are bound, and their kinds."),
          new PromptCommand(":quit", "", "End, and release everything."));

  static List<PromptCommand> all() {
    return ALL;
  }

  /** The list of commands. */
  static String help() {
    StringBuilder text = new StringBuilder();
    for (PromptCommand command : ALL) {
      String usage = (command.word + " " + command.parameter).strip();
      text.append("  ").append(usage);
      text.append(" ".repeat(Math.max(1, 16 - usage.length())))
          .append(command.summary)
          .append('\n');
    }
    return text.append(
            """
            An input is an expression, `name = expression`, `pattern = expression`, a record type
            as in `record Point = (x, y)`, or an import without `in`; `it` is the value of the last
            expression. An input that is not complete goes on in the next line; an empty line ends
            it. Ctrl-C interrupts what is being evaluated, Ctrl-D ends. Tab completes, and behind a
            function it shows the parameters.
            """)
        .toString();
  }
}
