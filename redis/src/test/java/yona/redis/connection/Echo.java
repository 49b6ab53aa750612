package yona.redis.connection;

import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** A command that asks for a text, and the text as a reply. */
final class Echo {

  private Echo() {}

  static RespCommand echo(Object what) {
    return RespCommand.of("ECHO", String.valueOf(what));
  }

  static RespValue text(Object what) {
    return new SimpleString(String.valueOf(what));
  }
}
