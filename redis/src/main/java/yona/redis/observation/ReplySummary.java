package yona.redis.observation;

import org.jspecify.annotations.Nullable;
import yona.redis.command.Command;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.AttributedValue;
import yona.redis.resp.BigNumber;
import yona.redis.resp.BooleanValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.DoubleValue;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;
import yona.redis.resp.SetValue;
import yona.redis.resp.SimpleString;
import yona.redis.resp.VerbatimString;

/** Replies as a log shows them: of which kind they are, and not what is in them. */
final class ReplySummary {

  private ReplySummary() {}

  static String of(RespCommand command, RespValue reply) {
    return switch (reply) {
      case SimpleString(String text) -> status(text);
      case BulkString string -> "a string of " + bytes(string.length());
      case VerbatimString(_, BulkString content) -> "a text of " + bytes(content.length());
      case IntegerValue _ -> "an integer";
      case DoubleValue _ -> "a double";
      case BooleanValue _ -> "a boolean";
      case BigNumber _ -> "a big number";
      case NullValue.NULL -> "null";
      case ArrayValue array -> "an array of " + array.elements().size();
      case PushValue push -> "a push of " + push.elements().size();
      case SetValue(var members) -> "a set of " + members.size();
      case MapValue(var entries) -> "a map of " + entries.size();
      case AttributedValue(_, RespValue value) -> of(command, value);
      case ErrorValue error -> "error " + error(command, error);
    };
  }

  private static String bytes(int count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }

  /** What servers say themselves; modules might say anything. */
  private static String status(String text) {
    return switch (text) {
      case "OK", "QUEUED", "PONG" -> text;
      default -> "a status";
    };
  }

  /** Errors may repeat what was sent: only of a command without secrets all is shown. */
  private static String error(RespCommand command, ErrorValue error) {
    Command known = Telemetry.command(command);
    boolean isShown = known != null && !known.hasSecrets();
    return isShown ? BulkString.of(error.message()).toString() : String.valueOf(code(error));
  }

  /** The code of an error, such as {@code WRONGTYPE}; null of none. */
  static @Nullable String code(@Nullable ErrorValue error) {
    if (error == null) {
      return null;
    }
    String code = error.code();
    boolean isCode = code.length() < 32 && code.chars().allMatch(c -> c >= 'A' && c <= 'Z');
    return isCode ? code : "(other)";
  }
}
