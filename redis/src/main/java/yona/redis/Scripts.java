package yona.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import yona.redis.command.Command;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;

/** Lua scripts, which servers keep by their SHA-1. */
final class Scripts {

  private Scripts() {}

  /** Runs a script by its SHA-1, and sends it only to a server that does not know it. */
  static RespValue run(Route route, String source, List<?> keys, List<?> arguments)
      throws IOException {
    RespValue reply = route.call(command("EVALSHA", sha1(source), keys, arguments));
    return reply instanceof ErrorValue error && error.code().equals("NOSCRIPT")
        ? route.call(command("EVAL", source, keys, arguments))
        : reply;
  }

  private static Command command(String name, String script, List<?> keys, List<?> arguments) {
    List<Object> words = new ArrayList<>(List.of(name, script, keys.size()));
    words.addAll(keys);
    words.addAll(arguments);
    return Command.raw(words.toArray());
  }

  private static String sha1(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
