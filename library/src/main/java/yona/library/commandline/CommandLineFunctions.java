package yona.library.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.language.diagnostics.Suggestion;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.system.ConsoleFunctions;
import yona.library.terminal.Screen;
import yona.library.terminal.StyleFunctions;

/** The Java half of module CommandLine. */
public final class CommandLineFunctions {
  private static final Symbol USAGE = Symbol.of("usage");
  private static final Symbol HELP = Symbol.of("help");

  /** The status of a command that was misused, by the convention of shells. */
  private static final int MISUSED = 2;

  private CommandLineFunctions() {}

  @Suspends
  @Needs({Grant.ENVIRONMENT, Grant.EXIT, Grant.OUTPUT})
  public static Object run(Object command, String where) {
    Command declared = Declaration.read(command, where);
    checkRuns(declared, "", where);
    List<Command> chain = List.of(declared);
    try {
      Request request =
          ArgumentParser.parse(declared, Invocation.current().arguments(), System::getenv);
      if (!(request instanceof Request.Run run)) {
        return exit(shown(request, StyleFunctions.headings()), 0);
      }
      chain = run.chain();
      Function body = chain.getLast().run();
      if (body == null) {
        throw new IllegalStateException("a command without commands has a function");
      }
      return body.apply(run.values());
    } catch (ArgumentParser.Refused refused) {
      return misused(refused.chain(), refused.getMessage());
    } catch (YonaError error) {
      if (error.symbol().equals(USAGE)) {
        return misused(chain, error.getMessage());
      }
      throw error;
    }
  }

  private static void checkRuns(Command command, String place, String where) {
    if (command.run() == null && command.commands().isEmpty()) {
      throw Failure.badarg(
          where, (place.isEmpty() ? "the command" : place) + ": has neither :run nor :commands");
    }
    for (int i = 0; i < command.commands().size(); i++) {
      String there = (place.isEmpty() ? "" : place + ".") + ":commands[" + i + "]";
      checkRuns(command.commands().get(i), there, where);
    }
  }

  private static Object misused(List<Command> chain, String problem) {
    String name = HelpText.name(chain);
    Object _ =
        ConsoleFunctions.eprint(
            Seq.text(
                name
                    + ": "
                    + problem
                    + "\nusage: "
                    + HelpText.usage(chain)
                    + "\n"
                    + name
                    + " --help tells more.\n"));
    throw Invocation.exit(MISUSED);
  }

  private static Object exit(String text, int status) {
    Object _ = ConsoleFunctions.print(Seq.text(text));
    throw Invocation.exit(status);
  }

  /** The text that a request asks for instead of running a command. */
  private static String shown(Request request, UnaryOperator<String> heading) {
    return switch (request) {
      case Request.Help(List<Command> chain) ->
          new HelpText(chain, Screen.columns(), heading).text();
      case Request.Version(String text) -> text + "\n";
      case Request.Completion(Shell shell, Command command) -> shell.script(command);
      case Request.Run _ -> throw new IllegalArgumentException("nothing is to be shown");
    };
  }

  @Suspends
  @Needs(Grant.ENVIRONMENT)
  public static Object parse(Object command, Object args, String where) {
    Command declared = Declaration.read(command, where);
    List<String> words = words(args, where);
    try {
      Request request = ArgumentParser.parse(declared, words, System::getenv);
      if (request instanceof Request.Run run) {
        return run.values();
      }
      throw Failure.of(HELP, shown(request, UnaryOperator.identity()).stripTrailing());
    } catch (ArgumentParser.Refused refused) {
      throw Failure.of(USAGE, HelpText.name(refused.chain()) + ": " + refused.getMessage());
    }
  }

  private static List<String> words(Object args, String where) {
    List<String> words = new ArrayList<>();
    for (Object word : Arguments.seq(args, where)) {
      words.add(Arguments.text(word, where));
    }
    return words;
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object help(Object command, Object names, String where) {
    List<Command> chain = new ArrayList<>(List.of(Declaration.read(command, where)));
    for (String name : words(names, where)) {
      @Nullable Command found = chain.getLast().command(name);
      if (found == null) {
        List<String> known = chain.getLast().commands().stream().map(Command::name).toList();
        @Nullable String near = Suggestion.nearest(name, known);
        throw Failure.badarg(
            where,
            "there is no command "
                + Misuse.shown(name)
                + (near == null ? "" : "; did you mean " + near + "?"));
      }
      chain.add(found);
    }
    Request request = new Request.Help(chain);
    return Seq.text(shown(request, UnaryOperator.identity()));
  }

  public static Object completion(Object shell, Object command, String where) {
    Symbol name = Arguments.symbol(shell, where);
    @Nullable Shell wanted = Shell.of(name);
    if (wanted == null) {
      throw Failure.badarg(where, Text.source(name) + " is none of :bash, :zsh and :fish");
    }
    return Seq.text(wanted.script(Declaration.read(command, where)));
  }
}
