package yona.http.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.property.Choices;
import yona.property.Property;

@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class EventParserTest {

  private static final int LIMIT = 1000;

  /** The lines of which random streams are made. */
  private static final String[] LINES = {
    "",
    "",
    "data",
    "data: a",
    "data:  é€",
    "data:😀",
    "event: e",
    "event:",
    "id: 1",
    "id",
    "id: \0",
    "retry: 20",
    "retry: x",
    ": comment",
    "unknown: x",
    "data : x",
    "\uFEFFdata: b",
  };

  private static final String[] ENDS = {"\n", "\r", "\r\n"};

  private static List<Event> events(EventParser parser, byte[]... pieces) {
    List<Event> events = new ArrayList<>();
    try {
      for (byte[] piece : pieces) {
        parser.feed(piece);
        for (Event next = parser.next(); next != null; next = parser.next()) {
          events.add(next);
        }
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    return events;
  }

  private static List<Event> events(String text) {
    return events(new EventParser(LIMIT, ""), text.getBytes(UTF_8));
  }

  /** The examples of the HTML standard, section 9.2.6. */
  @Test
  void theExamplesOfTheStandard() {
    assertThat(events("data: YHOO\ndata: +2\ndata: 10\n\n"))
        .containsExactly(Event.of("YHOO\n+2\n10"));
    assertThat(
            events(
                ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\n"
                    + "data:  third event\n\n"))
        .containsExactly(
            Event.of("first event").withId("1"),
            Event.of("second event"),
            Event.of(" third event"));
    assertThat(events("data\n\ndata\ndata\n\ndata:")).containsExactly(Event.of(""), Event.of("\n"));
    assertThat(events("data:test\n\ndata: test\n\n"))
        .containsExactly(Event.of("test"), Event.of("test"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a colon in a value      | data: a:b\\n\\n                     | a:b",
        "a mark of the order     | \uFEFFdata: a\\n\\n                 | a",
        "a second mark           | \uFEFF\uFEFFdata: a\\n\\ndata: b\\n\\n | b",
        "CR alone                | data: a\\r\\r                       | a",
        "CR LF                   | data: a\\r\\ndata: b\\r\\n\\r\\n    | a/b",
        "a field in upper case   | DATA: a\\ndata: b\\n\\n             | b",
        "a space before a colon  | data : a\\ndata: b\\n\\n            | b",
        "an event without data   | event: x\\n\\ndata: b\\n\\n         | b",
        "no end                  | data: a\\n\\ndata: b\\n             | a",
      })
  void linesAreFields(String what, String stream, String data) {
    String text = stream.replace("\\n", "\n").replace("\\r", "\r");
    assertThat(events(text)).as(what).containsExactly(Event.of(data.replace("/", "\n")));
  }

  @Test
  void namesAreForOneEventAndIdsForAllThatFollow() {
    EventParser parser = new EventParser(LIMIT, "0");
    byte[] stream =
        "data: a\n\nevent: e\nid: 7\ndata: b\n\nid: x\0\ndata: c\n\nid: 8\n\n".getBytes(UTF_8);
    assertThat(events(parser, stream))
        .containsExactly(
            Event.of("a").withId("0"),
            Event.of("b").named("e").withId("7"),
            Event.of("c").withId("7"));
    assertThat(parser.lastId()).isEqualTo("8");
  }

  @ParameterizedTest
  @CsvSource({"10, 10", "0, 0", "1x, -1", "-1, -1", "'', -1", "٣, -1"})
  void theTimeToComeBackIsOfDigits(String value, long millis) {
    EventParser parser = new EventParser(LIMIT, "");
    assertThat(events(parser, ("retry: " + value + "\n\n").getBytes(UTF_8))).isEmpty();
    assertThat(parser.retry()).isEqualTo(millis < 0 ? null : Duration.ofMillis(millis));
  }

  @Test
  void aTimeOfManyDigitsIsLong() {
    EventParser parser = new EventParser(LIMIT, "");
    assertThat(events(parser, ("retry: " + "9".repeat(500) + "\n").getBytes(UTF_8))).isEmpty();
    assertThat(parser.retry()).isGreaterThan(Duration.ofDays(365));
  }

  @ParameterizedTest
  @CsvSource({"data: , 1", "'data: a\ndata: ', 1", "x, 1", "'data: a\n', 200"})
  void anEventHasABound(String start, int times) {
    EventParser parser = new EventParser(LIMIT, "");
    byte[] more = (start + "x".repeat(LIMIT / times) + "\n").repeat(times + 1).getBytes(UTF_8);
    assertThatThrownBy(() -> parser.feed(more))
        .isInstanceOf(IOException.class)
        .hasMessage("an event of more than 1000 bytes");
  }

  @Test
  void commentsAndEventsBeforeDoNotCount() {
    String stream = (": " + "c".repeat(900) + "\n").repeat(10) + "data: a\n\n".repeat(1000);
    assertThat(events(stream)).hasSize(1000).containsOnly(Event.of("a"));
  }

  /** What a server sends is what a client gets. */
  @Test
  void theTextOfAnEventIsThatEvent() {
    Property.check(
        500,
        choices -> {
          List<Event> sent = new ArrayList<>();
          StringBuilder stream = new StringBuilder();
          for (int i = choices.below(5); i > 0; i--) {
            Event event = Event.of(choices.oneOf("", "a", " a", "a\nb\n\n", ":", "data: x", "é"));
            event = event.withId(choices.oneOf("1", "é", " 2"));
            event = choices.yes() ? event.named(choices.oneOf("n", "data", " : ")) : event;
            event = choices.yes() ? event.retryingAfter(Duration.ofMillis(5)) : event;
            sent.add(event);
            stream.append(event.text());
          }
          choices.note(stream.toString());
          assertThat(events(stream.toString())).isEqualTo(sent);
        });
  }

  /** Wherever a stream is cut, its events are the same. */
  @Test
  void aStreamIsTheSameHoweverItIsDivided() {
    Property.check(
        500,
        choices -> {
          byte[] stream = stream(choices);
          List<Event> whole = events(new EventParser(LIMIT, ""), stream);
          for (int at = 0; at <= stream.length; at++) {
            byte[] first = Arrays.copyOf(stream, at);
            byte[] rest = Arrays.copyOfRange(stream, at, stream.length);
            assertThat(events(new EventParser(LIMIT, ""), first, rest)).isEqualTo(whole);
          }
          byte[][] single = new byte[stream.length][];
          for (int i = 0; i < stream.length; i++) {
            single[i] = new byte[] {stream[i]};
          }
          assertThat(events(new EventParser(LIMIT, ""), single)).isEqualTo(whole);
        });
  }

  private static byte[] stream(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int i = choices.below(12); i > 0; i--) {
      text.append(choices.oneOf(LINES)).append(choices.oneOf(ENDS));
    }
    choices.note(text.toString());
    return text.toString().getBytes(UTF_8);
  }

  /** Random bytes are events or nothing, and at most too large. */
  @Test
  void noBytesBreakIt() {
    Property.check(
        2000,
        choices -> {
          byte[] stream = new byte[choices.below(200)];
          for (int i = 0; i < stream.length; i++) {
            stream[i] =
                (byte)
                    (choices.yes()
                        ? "\n\r: daitev\0".charAt(choices.below(11))
                        : choices.below(256));
          }
          EventParser parser = new EventParser(50, "");
          try {
            for (Event event : events(parser, stream)) {
              assertThat(event.data().length()).isLessThanOrEqualTo(50);
            }
          } catch (UncheckedIOException tooLarge) {
            assertThat(tooLarge).hasMessageContaining("more than 50 bytes");
          }
        });
  }
}
