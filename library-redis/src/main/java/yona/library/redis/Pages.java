package yona.library.redis;

import yona.data.Dict;
import yona.data.Seq;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;

/**
 * What a command with a cursor goes through, page by page.
 *
 * @param client the client
 * @param spec of the command
 * @param key where it looks; none for the database
 * @param options of the command
 * @param where the function's name, for errors
 */
record Pages(RedisResource client, CommandSpec spec, Seq key, Dict options, String where) {
  /** The command for a page. */
  Command command(String cursor) {
    Seq values = key.concat(Seq.of(Seq.text(cursor)));
    return CommandArguments.command(spec, values, options, where);
  }

  /** Fetches a page: the next cursor, and elements. Suspends. */
  Seq at(String cursor) {
    Command command = command(cursor);
    Object page =
        RedisErrors.checked(
            client, where, () -> client.values().of(client.redis().call(command), command.shape()));
    return (Seq) page;
  }
}
