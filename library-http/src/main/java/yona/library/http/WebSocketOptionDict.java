package yona.library.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Unit;
import yona.http.Headers;
import yona.http.websocket.WebSocketOptions;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;

/** Options of WebSockets that a function takes as a Dict. */
final class WebSocketOptionDict {

  private final String where;
  private WebSocketOptions options = WebSocketOptions.DEFAULT;
  private Headers headers = Headers.NONE;

  private WebSocketOptionDict(String where) {
    this.where = where;
  }

  /** Options of a server. */
  static WebSocketOptionDict ofServer(Object value, String where) {
    WebSocketOptionDict given = new WebSocketOptionDict(where);
    return given.take(
        value,
        "origins",
        (each, at) -> given.options = given.options.withOrigins(OneOrMore.texts(each, at)));
  }

  /** Options of a client. */
  static WebSocketOptionDict ofClient(Object value, String where) {
    WebSocketOptionDict given = new WebSocketOptionDict(where);
    return given.take(value, "headers", (each, at) -> given.headers = RequestFields.of(each, at));
  }

  /** Takes the options of both, and one that only this side has. */
  private WebSocketOptionDict take(Object value, String own, OptionDict.Taker taker) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("protocols", (each, at) -> options = options.withSubprotocols(texts(each, at)));
    takers.put(own, taker);
    takers.put(
        "compression", (each, at) -> options = options.withCompression(OptionDict.bool(each, at)));
    takers.put(
        "message",
        (each, at) -> {
          long most = Arguments.positive(each, at);
          int limit = (int) Math.min(most, Integer.MAX_VALUE);
          options = options.withLimits(limit, limit);
        });
    takers.put("ping", (each, at) -> options = options.withTimes(ping(each, at), options.answer()));
    takers.put(
        "timeout", (each, at) -> options = options.withTimes(options.ping(), time(each, at)));
    try {
      OptionDict.take(value, takers, where);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    return this;
  }

  WebSocketOptions options() {
    return options;
  }

  /** Header fields of the request of a client. */
  Headers headers() {
    return headers;
  }

  private static String[] texts(Object value, String where) {
    Seq seq = Arguments.seq(value, where);
    if (seq.isText() && !seq.isEmpty()) {
      throw Failure.type(where, "a Seq of Strings", value);
    }
    List<String> texts = new ArrayList<>();
    for (Object each : seq) {
      texts.add(Arguments.text(each, where));
    }
    return texts.toArray(String[]::new);
  }

  private static @Nullable Duration ping(Object value, String where) {
    return value instanceof Unit ? null : time(value, where);
  }

  private static Duration time(Object value, String where) {
    Duration time = Duration.ofNanos(Spans.nanos(value, where));
    if (!time.isPositive()) {
      throw Failure.badarg(where, "the time " + Failure.shown(value) + " is not positive");
    }
    return time;
  }
}
