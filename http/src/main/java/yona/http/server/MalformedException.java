package yona.http.server;

import io.netty.handler.codec.http.InvalidLineSeparatorException;
import io.netty.handler.codec.http.TransferEncodingNotAllowedException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request that is none. The message is for its client: which rule is broken, never a value. */
final class MalformedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private static final String NO_REQUEST = "this is no request of HTTP/1.1";

  /** How the messages of Netty's decoder begin, which may have values, and what is told instead. */
  private static final Map<String, String> RULES =
      Map.of(
          "Multiple Content-Length values", "content-length is given more than once",
          "Content-Length value is not a number", "the value of content-length is no number",
          "The final transfer coding must be chunked", "transfer-encoding does not end in chunked",
          "chunked must be the last encoding", "transfer-encoding does not end in chunked",
          "chunked transfer coding must not be applied more than once",
              "transfer-encoding has chunked more than once",
          "No colon found", "a header field has no colon",
          "empty headers are not allowed", "a header field has no name",
          "a header name can only contain", "the name of a header field has a wrong character");

  private static final Pattern BLANK_BEHIND_NAME =
      Pattern.compile(
          "a header name can only .* of header '([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \\t]+'\\.");

  private static final Pattern WRONG_VALUE =
      Pattern.compile("Validation failed for header '([!#$%&'*+.^_`|~0-9A-Za-z-]+)'");

  MalformedException(String message) {
    super(message);
  }

  /** What a client is told whose request the decoder has not taken. */
  static String told(Throwable cause) {
    return switch (cause) {
      case MalformedException own -> String.valueOf(own.getMessage());
      case InvalidLineSeparatorException _ -> "a line ends in LF alone, not in CR LF";
      case TransferEncodingNotAllowedException _ -> "transfer-encoding is not for HTTP/1.0";
      default -> told(cause.getMessage());
    };
  }

  private static String told(@Nullable String message) {
    if (message == null) {
      return NO_REQUEST;
    }
    Matcher name = BLANK_BEHIND_NAME.matcher(message);
    if (name.matches()) {
      return "a blank stands between " + name.group(1) + " and its colon";
    }
    Matcher value = WRONG_VALUE.matcher(message);
    if (value.matches()) {
      return "the value of " + value.group(1) + " has a control character";
    }
    for (Map.Entry<String, String> rule : RULES.entrySet()) {
      if (message.startsWith(rule.getKey())) {
        return rule.getValue();
      }
    }
    return NO_REQUEST;
  }
}
