package yona.library.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
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
  /**
   * The commands of the functions that have been called: each function calls one. By the function's
   * name, which is one constant whose hash is known; the command's own name is a Seq, whose text
   * each call would copy and hash.
   */
  private static final Map<String, CommandSpec> SPECS = new ConcurrentHashMap<>();

  private CommandFunctions() {}

  /**
   * A command.
   *
   * @param name in capitals, with its subcommand
   * @param client the client
   * @param values what the command requires, in a Seq
   * @param where the function that the program calls, for errors
   */
  @Suspends
  public static Object call(Object name, Object client, Object values, String where) {
    return run(spec(name, where), client, Dict.EMPTY, values, where);
  }

  /**
   * A command with options.
   *
   * @param name in capitals, with its subcommand
   * @param client the client
   * @param options a Dict
   * @param values what the command requires, in a Seq
   * @param where the function that the program calls, for errors
   */
  @Suspends
  public static Object callWith(
      Object name, Object client, Object options, Object values, String where) {
    return run(spec(name, where), client, options, values, where);
  }

  private static CommandSpec spec(Object name, String where) {
    @Nullable CommandSpec known = SPECS.get(where);
    if (known == null) {
      known = CommandTable.spec(((Seq) name).asString());
      SPECS.put(where, known);
    }
    return known;
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
