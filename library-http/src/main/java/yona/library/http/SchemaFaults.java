package yona.library.http;

import java.util.LinkedHashMap;
import java.util.Map;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Unit;
import yona.http.HttpException;
import yona.http.Response;
import yona.library.json.JsonFunctions;

/** The faults of a request, as the client reads them. For one fiber. */
final class SchemaFaults {

  /** A client that does everything wrong is told so much. */
  private static final int MOST = 100;

  private final String whole;
  private final Map<String, String> messages = new LinkedHashMap<>();

  /** None yet; the value as a whole has a name of its own in messages. */
  SchemaFaults(String whole) {
    this.whole = whole;
  }

  /** Notes a fault, the first one of a place; gives a value for it. */
  Object add(String place, String message) {
    if (!isFull()) {
      var _ = messages.putIfAbsent(place.isEmpty() ? whole : place, message);
    }
    return Unit.UNIT;
  }

  int count() {
    return messages.size();
  }

  boolean isFull() {
    return messages.size() >= MOST;
  }

  /** The messages by their places. */
  Dict messages() {
    Dict.Builder all = Dict.builder();
    messages.forEach((place, message) -> all.put(Seq.text(place), Seq.text(message)));
    return all.build();
  }

  /**
   * Refuses the request if something is wrong.
   *
   * @throws HttpException with status 400 and the messages by their places, as JSON
   */
  void check() throws HttpException {
    if (messages.isEmpty()) {
      return;
    }
    Dict all = Dict.builder().put(Seq.text("errors"), messages()).build();
    Seq text = (Seq) JsonFunctions.generate(all, "the errors of a request");
    throw new HttpException(
        "a request that does not fit", Response.bytes(400, "application/json", text.toUtf8()));
  }
}
