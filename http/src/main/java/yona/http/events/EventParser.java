package yona.http.events;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Finds the events in the bytes of an event stream (HTML standard, section 9.2.6), however they are
 * divided. For one fiber at a time.
 *
 * <p>Bytes that are not UTF-8 become U+FFFD, unknown fields and comments are passed over, and so is
 * an event that the end of the stream cuts off, as the standard says. So nothing is malformed, but
 * an event may be too large.
 */
public final class EventParser {

  private static final char BOM = '\uFEFF';

  /** More digits of a time are taken for as many nines. */
  private static final int MOST_DIGITS = 15;

  private final int limit;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private boolean isFirstLine = true;

  /** Whether a LF that comes now belongs to the CR before. */
  private boolean isAfterReturn;

  // ---- the event that is coming

  private final StringBuilder data = new StringBuilder();

  /** Bytes of its lines that have ended, without comments. */
  private long size;

  private String name = "";
  private @Nullable Duration retryOfEvent;

  // ---- the stream

  private @Nullable Duration retry;

  /** Of the last event that had one, or else what the caller has begun with. */
  private String id;

  /**
   * Makes one.
   *
   * @param limit bytes of an event, at most
   * @param id the id of the last event that came before; empty for none
   */
  public EventParser(int limit, String id) {
    this.limit = limit;
    this.id = id;
  }

  /**
   * Takes bytes that have come; {@link #next} gives the events that are whole then.
   *
   * @param bytes the bytes
   * @throws IOException if an event is too large; nothing more can be fed then
   */
  public void feed(byte[] bytes) throws IOException {
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte each = bytes[i];
      if (each != '\n' && each != '\r') {
        isAfterReturn = false;
        continue;
      }
      if (each == '\n' && isAfterReturn) {
        start = i + 1;
      } else {
        add(bytes, start, i);
        start = i + 1;
        takeLine();
      }
      isAfterReturn = each == '\r';
    }
    add(bytes, start, bytes.length);
  }

  private void add(byte[] bytes, int from, int to) throws IOException {
    if (size + line.size() + (to - from) > limit) {
      throw new IOException("an event of more than " + limit + " bytes");
    }
    line.write(bytes, from, to - from);
  }

  private void takeLine() {
    String text = line.toString(StandardCharsets.UTF_8);
    int length = line.size();
    line.reset();
    if (isFirstLine && !text.isEmpty() && text.charAt(0) == BOM) {
      text = text.substring(1);
    }
    isFirstLine = false;
    if (text.isEmpty()) {
      endEvent();
      return;
    }
    int colon = text.indexOf(':');
    if (colon == 0) {
      // A comment, of which any number may come before an event.
      return;
    }
    size += length;
    String field = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    takeField(field, value.startsWith(" ") ? value.substring(1) : value);
  }

  private void takeField(String field, String value) {
    switch (field) {
      case "data" -> data.append(value).append('\n');
      case "event" -> name = value;
      case "id" -> {
        if (value.indexOf('\0') < 0) {
          id = value;
        }
      }
      case "retry" -> {
        if (value.matches("[0-9]+")) {
          String digits = value.length() > MOST_DIGITS ? "9".repeat(MOST_DIGITS) : value;
          retry = Duration.ofMillis(Long.parseLong(digits));
          retryOfEvent = retry;
        }
      }
      default -> {
        // Fields that there may be one day.
      }
    }
  }

  private void endEvent() {
    if (!data.isEmpty()) {
      events.add(
          new Event(
              data.substring(0, data.length() - 1),
              name.isEmpty() ? null : name,
              id.isEmpty() ? null : id,
              retryOfEvent));
    }
    data.setLength(0);
    name = "";
    retryOfEvent = null;
    size = 0;
  }

  /**
   * The next event. Does not suspend.
   *
   * @return the event, whose id is that of the last one that had any; null if none is whole
   */
  public @Nullable Event next() {
    return events.poll();
  }

  /**
   * The id to go on behind.
   *
   * @return the id that came last, or what the caller has begun with; empty for none
   */
  public String lastId() {
    return id;
  }

  /**
   * After which time to come back.
   *
   * @return the time that the server has told last, null if it has told none
   */
  public @Nullable Duration retry() {
    return retry;
  }
}
