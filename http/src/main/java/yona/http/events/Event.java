package yona.http.events;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An event for a page (HTML standard, section 9.2). Immutable.
 *
 * @param data the content, of any number of lines; LF, CR and CR LF end them
 * @param name the kind of event that the page listens for; null for {@code message}
 * @param id by which the page tells the last one that it has got, when it comes back; null for none
 * @param retry after which time it comes back; null for what it has been told before
 */
public record Event(
    String data, @Nullable String name, @Nullable String id, @Nullable Duration retry) {

  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

  /**
   * Describes an event.
   *
   * @throws IllegalArgumentException if the name or the id has more than a line, the id has a NUL,
   *     or the time is negative
   */
  public Event {
    Objects.requireNonNull(data, "data");
    checkLine("name", name);
    checkLine("id", id);
    if (id != null && id.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("the id of an event has no NUL");
    }
    if (retry != null && retry.isNegative()) {
      throw new IllegalArgumentException("a time is not negative: " + retry);
    }
  }

  private static void checkLine(String what, @Nullable String text) {
    if (text != null && LINE_END.matcher(text).find()) {
      throw new IllegalArgumentException("the " + what + " of an event is one line");
    }
  }

  /**
   * An event with a content only.
   *
   * @param data the content
   * @return the event
   */
  public static Event of(String data) {
    return new Event(data, null, null, null);
  }

  /**
   * The same of a kind.
   *
   * @param kind that the page listens for
   * @return an event
   * @throws IllegalArgumentException if it is not one line
   */
  public Event named(String kind) {
    return new Event(data, kind, id, retry);
  }

  /**
   * The same with an id.
   *
   * @param text by which it is known again
   * @return an event
   * @throws IllegalArgumentException if it is not one line, or has a NUL
   */
  public Event withId(String text) {
    return new Event(data, name, text, retry);
  }

  /**
   * The same that tells when to come back.
   *
   * @param time after the connection has ended
   * @return an event
   * @throws IllegalArgumentException if it is negative
   */
  public Event retryingAfter(Duration time) {
    return new Event(data, name, id, time);
  }

  /**
   * The lines that are sent, with the empty one behind them.
   *
   * @return in which no text begins a field of its own
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    if (id != null) {
      text.append("id: ").append(id).append('\n');
    }
    if (name != null) {
      text.append("event: ").append(name).append('\n');
    }
    if (retry != null) {
      text.append("retry: ").append(retry.toMillis()).append('\n');
    }
    for (String line : LINE_END.split(data, -1)) {
      text.append("data: ").append(line).append('\n');
    }
    return text.append('\n').toString();
  }
}
