package yona.library.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.http.Request;
import yona.http.Response;
import yona.http.events.Event;
import yona.http.events.Events;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.stream.Stream;

/** The content of a response that tells a page the elements of a Stream as events. */
final class EventStream extends Opaque {
  private final Stream stream;
  private final String where;

  /**
   * Makes the content.
   *
   * @param stream its elements are Strings and Dicts that describe events
   * @param where the function that has added the handler, for errors
   */
  EventStream(Stream stream, String where) {
    this.stream = stream;
    this.where = where;
  }

  /** The response; the stream goes from the handler's scope to it. */
  Response response(Request request, Scope scope, Invocation invocation) {
    if (request.method().equals("HEAD")) {
      stream.release();
    } else {
      stream.passOut(scope);
    }
    StreamContent content = new StreamContent(stream, invocation, where);
    return Events.DEFAULT.from(page -> content.each(element -> page.send(event(element))));
  }

  private Event event(Object element) {
    if (element instanceof Seq text && text.isText()) {
      return Event.of(text.asString());
    }
    if (!(element instanceof Dict fields)) {
      throw Failure.type(where + ", an event", "a String or a Dict", element);
    }
    String[] texts = {"", null, null};
    Duration[] retry = {null};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("data", (value, at) -> texts[0] = Arguments.text(value, at));
    takers.put("event", (value, at) -> texts[1] = Arguments.text(value, at));
    takers.put("id", (value, at) -> texts[2] = Arguments.text(value, at));
    takers.put("retry", (value, at) -> retry[0] = Duration.ofNanos(Spans.nanos(value, at)));
    OptionDict.take(fields, takers, where + ", an event");
    try {
      return new Event(texts[0], texts[1], texts[2], retry[0]);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<events of " + stream.source() + ">";
  }
}
