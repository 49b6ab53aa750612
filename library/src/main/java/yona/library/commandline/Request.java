package yona.library.commandline;

import java.util.List;
import yona.data.Dict;

/** What a command line asks for. */
sealed interface Request {
  /**
   * To run a command.
   *
   * @param chain the command, behind those that it is within
   * @param values the values of all options and arguments
   */
  record Run(List<Command> chain, Dict values) implements Request {}

  /**
   * To show the help of a command.
   *
   * @param chain the command, behind those that it is within
   */
  record Help(List<Command> chain) implements Request {}

  /**
   * To show the version.
   *
   * @param text that of the outermost command
   */
  record Version(String text) implements Request {}

  /**
   * To write the script by which a shell completes.
   *
   * @param shell that completes
   * @param command the outermost one
   */
  record Completion(Shell shell, Command command) implements Request {}
}
