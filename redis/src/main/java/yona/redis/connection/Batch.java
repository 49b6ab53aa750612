package yona.redis.connection;

import java.util.List;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespEncoder;

/** Commands that are written one directly behind the other. */
record Batch(List<? extends RespCommand> commands) implements RespCommand {

  @Override
  public void writeTo(RespEncoder encoder) {
    for (RespCommand each : commands) {
      each.writeTo(encoder);
    }
  }
}
