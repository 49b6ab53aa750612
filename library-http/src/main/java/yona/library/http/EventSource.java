package yona.library.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.http.client.EventOptions;
import yona.http.client.EventStream;
import yona.http.events.Event;
import yona.library.argument.Arguments;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.stream.StreamSource;

/** The events that a server sends, as Dicts. */
final class EventSource extends StreamSource {

  private static final Symbol DATA = Symbol.of("data");
  private static final Symbol EVENT = Symbol.of("event");
  private static final Symbol ID = Symbol.of("id");

  private final EventStream events;
  private final String where;

  EventSource(EventStream events, String where) {
    this.events = events;
    this.where = where;
  }

  /** Options that a function takes as a Dict. */
  static EventOptions options(Object value, String where) {
    EventOptions[] given = {EventOptions.DEFAULT};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put(
        "reconnect",
        (each, at) -> {
          long most = Arguments.count(each, at);
          int times = (int) Math.min(most, Integer.MAX_VALUE);
          given[0] = given[0].withReconnects(times, given[0].delay());
        });
    takers.put(
        "delay",
        (each, at) -> {
          Duration delay = Duration.ofNanos(Spans.nanos(each, at));
          given[0] = given[0].withReconnects(given[0].reconnects(), delay);
        });
    takers.put("last_id", (each, at) -> given[0] = given[0].withLastId(Arguments.text(each, at)));
    takers.put(
        "event",
        (each, at) -> {
          long most = Arguments.positive(each, at);
          given[0] = given[0].withSize((int) Math.min(most, Integer.MAX_VALUE));
        });
    OptionDict.take(value, takers, where);
    return given[0];
  }

  @Override
  protected @Nullable Object next() {
    Event event = ClientFunctions.checked(where, events::next);
    return event == null ? null : dict(event);
  }

  /** An event as a Dict. */
  static Dict dict(Event event) {
    String name = event.name();
    String id = event.id();
    return Dict.builder()
        .put(EVENT, Seq.text(name == null ? "message" : name))
        .put(DATA, Seq.text(event.data()))
        .put(ID, id == null ? Unit.UNIT : Seq.text(id))
        .build();
  }

  @Override
  protected void close() {
    events.close();
  }
}
