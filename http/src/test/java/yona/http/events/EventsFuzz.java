package yona.http.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import yona.testrun.FuzzSearch;

/**
 * Searches for streams of events that crash what reads them, mean something else when they come
 * byte by byte, or do not come back as they were read. {@link EventsFuzzRegressionTest} replays
 * what it found.
 */
@FuzzSearch
class EventsFuzz {

  private static final int LIMIT = 200;

  @FuzzTest
  void streams(byte[] bytes) {
    List<Event> read = new ArrayList<>();
    String end = read(bytes, bytes.length + 1, LIMIT, read);
    List<Event> again = new ArrayList<>();
    assertThat(read(bytes, 1, LIMIT, again)).isEqualTo(end);
    assertThat(again).isEqualTo(read);
    StringBuilder written = new StringBuilder();
    read.forEach(event -> written.append(event.text()));
    List<Event> back = new ArrayList<>();
    // Text that was no UTF-8 has become longer.
    byte[] text = written.toString().getBytes(StandardCharsets.UTF_8);
    var _ = read(text, text.length + 1, text.length, back);
    assertThat(back).extracting(Event::data).isEqualTo(read.stream().map(Event::data).toList());
  }

  private static String read(byte[] bytes, int piece, int limit, List<Event> events) {
    EventParser parser = new EventParser(limit, "");
    try {
      for (int at = 0; at < bytes.length; at += piece) {
        parser.feed(Arrays.copyOfRange(bytes, at, Math.min(at + piece, bytes.length)));
        for (Event next = parser.next(); next != null; next = parser.next()) {
          events.add(next);
        }
      }
      return "the end";
    } catch (IOException refused) {
      for (Event next = parser.next(); next != null; next = parser.next()) {
        events.add(next);
      }
      return "refused";
    }
  }
}
