package yona.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Command;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleError;

/** Commands that are executed as one: between MULTI and EXEC, all in one go. */
final class Transactions {

  private Transactions() {}

  /** Executes commands; null if a key that is watched was changed, so that nothing is executed. */
  static @Nullable List<RespValue> run(Route route, List<Command> commands) throws IOException {
    List<RespValue> replies = route.transaction(List.copyOf(commands));
    RespValue last = replies.getLast();
    if (last instanceof ArrayValue(List<RespValue> results)) {
      return results;
    }
    if (last instanceof ErrorValue abort) {
      throw new RedisException(reason(replies, abort));
    }
    return null;
  }

  /** Why a transaction is aborted, rather than that. */
  private static ErrorValue reason(List<RespValue> replies, ErrorValue abort) {
    List<RespValue> commands = replies.subList(1, replies.size() - 1);
    if (replies.getFirst() instanceof ErrorValue refusal
        && !commands.stream().allMatch(ErrorValue.class::isInstance)) {
      return new SimpleError(
          refusal.message() + "; the commands were executed one by one, not as a transaction");
    }
    for (RespValue reply : replies) {
      if (reply instanceof ErrorValue error) {
        return error;
      }
    }
    return abort;
  }

  /** What is sent. */
  static List<Command> framed(List<Command> commands) {
    List<Command> all = new ArrayList<>(commands.size() + 2);
    all.add(Command.raw("MULTI"));
    all.addAll(commands);
    all.add(Command.raw("EXEC"));
    return all;
  }
}
