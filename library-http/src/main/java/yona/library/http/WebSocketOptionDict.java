package yona.library.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Unit;
import yona.http.websocket.WebSocketOptions;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;

/** Options of WebSockets that a function takes as a Dict. */
final class WebSocketOptionDict {

  private WebSocketOptionDict() {}

  static WebSocketOptions options(Object value, String where) {
    WebSocketOptions[] given = {WebSocketOptions.DEFAULT};
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put(
        "protocols",
        each -> given[0] = given[0].withSubprotocols(texts(each, where + ": :protocols")));
    takers.put(
        "origins", each -> given[0] = given[0].withOrigins(texts(each, where + ": :origins")));
    takers.put(
        "compression",
        each -> given[0] = given[0].withCompression(OptionDict.bool("compression", each, where)));
    takers.put(
        "message",
        each -> {
          long most = Arguments.positive(each, where + ": :message");
          int limit = (int) Math.min(most, Integer.MAX_VALUE);
          given[0] = given[0].withLimits(limit, limit);
        });
    takers.put(
        "ping",
        each -> given[0] = given[0].withTimes(ping(each, where + ": :ping"), given[0].answer()));
    takers.put(
        "timeout",
        each -> given[0] = given[0].withTimes(given[0].ping(), time(each, where + ": :timeout")));
    try {
      OptionDict.take(value, takers, where);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
    return given[0];
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
      throw Failure.badarg(where, "a time is positive");
    }
    return time;
  }
}
