package yona.library.redis;

import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.command.CommandTable;

/**
 * The Java half of those functions of module {@code redis\Client} that are made from the table of
 * the commands. Needs no grant: who has a client was granted it.
 */
public final class CommandFunctions {
  private static final String MODULE = "redis\\Client::";

  private CommandFunctions() {}

  /**
   * A command.
   *
   * @param name in capitals, with its subcommand
   * @param client the client
   * @param values what the command requires, in a Seq
   */
  @Suspends
  public static Object call(Object name, Object client, Object values) {
    CommandSpec spec = CommandTable.spec(((Seq) name).asString());
    return run(spec, client, Dict.EMPTY, values, MODULE + spec.functionName());
  }

  /**
   * A command with options.
   *
   * @param name in capitals, with its subcommand
   * @param client the client
   * @param options a Dict
   * @param values what the command requires, in a Seq
   */
  @Suspends
  public static Object callWith(Object name, Object client, Object options, Object values) {
    CommandSpec spec = CommandTable.spec(((Seq) name).asString());
    return run(spec, client, options, values, MODULE + spec.functionName() + "_with");
  }

  private static Object run(
      CommandSpec spec, Object client, Object options, Object values, String where) {
    RedisResource resource = RedisResource.of(client, where);
    Dict given = Arguments.dict(options, where);
    Command command = CommandArguments.command(spec, (Seq) values, given, where);
    return RedisErrors.checked(
        resource,
        where,
        () -> resource.values().of(resource.redis().call(command), command.shape()));
  }
}
