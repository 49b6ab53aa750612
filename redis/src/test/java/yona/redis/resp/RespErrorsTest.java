package yona.redis.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What no stream of RESP has in it, and what is said of it. */
class RespErrorsTest {
  private static final String TYPES = "the type of a value, one of + - : $ * _ # , ( ! = % ~ > |";

  static List<Arguments> malformed() {
    return List.of(
        arguments("HTTP/1.1 400", "at byte 0: expected " + TYPES + ", found \"HTTP/1.1 400\""),
        arguments("HTTP\n", "at byte 0: expected " + TYPES + ", found \"HTTP\\n\""),
        arguments("PING\r\n", "at byte 0: expected " + TYPES + ", found \"PING"),
        arguments("\r\n", "at byte 0: expected " + TYPES + ", found \"\\r"),
        arguments("+OK\r\n\u00ff\"", "at byte 5: expected " + TYPES + ", found \"\\xff\\\"\""),
        arguments(
            "+a\rb", "at byte 3: expected a line feed after the carriage return, found \"b\""),
        arguments(
            "+a\nb", "at byte 2: expected a carriage return before a line feed, found \"\\n\""),
        arguments(":\r\n", "at byte 1: expected an integer of 64 bits, found \"\""),
        arguments(":-\r\n", "at byte 1: expected an integer of 64 bits, found \"-\""),
        arguments(":12x\r\n", "at byte 1: expected an integer of 64 bits, found \"12x\""),
        arguments(":1 \r\n", "at byte 1: expected an integer of 64 bits, found \"1 \""),
        arguments(
            ":9223372036854775808\r\n",
            "at byte 1: expected an integer of 64 bits, found \"9223372036854775808\""),
        arguments(
            ":-9223372036854775809\r\n",
            "at byte 1: expected an integer of 64 bits, found \"-9223372036854775809\""),
        arguments(
            ":99999999999999999999\r\n",
            "at byte 1: expected an integer of 64 bits, found \"99999999999999999999\""),
        arguments("$\r\n", "at byte 1: expected a length from 0 to 2147483639, found \"\""),
        arguments("$-2\r\n", "at byte 1: expected a length from 0 to 2147483639, found \"-2\""),
        arguments("$+1\r\n", "at byte 1: expected a length from 0 to 2147483639, found \"+1\""),
        arguments(
            "$2147483640\r\n",
            "at byte 1: expected a length from 0 to 2147483639, found \"2147483640\""),
        arguments(
            "$99999999999999999999999999999999999\r\n",
            "at byte 1: expected a length from 0 to 2147483639, found"
                + " \"99999999999999999999999999999999\"..."),
        arguments(
            "$1\r\nabc", "at byte 5: expected \"\\r\\n\" after the bytes of a string, found \"b\""),
        arguments(
            "$1\r\na\rb",
            "at byte 6: expected \"\\r\\n\" after the bytes of a string, found \"b\""),
        arguments(
            "$0\r\nx\r\n",
            "at byte 4: expected \"\\r\\n\" after the bytes of a string, found \"x\""),
        arguments("!-1\r\n", "at byte 1: expected a length from 0 to 2147483639, found \"-1\""),
        arguments("!?\r\n", "at byte 1: expected a length from 0 to 2147483639, found \"?\""),
        arguments("=-1\r\n", "at byte 1: expected a length from 0 to 2147483639, found \"-1\""),
        arguments(
            "=3\r\ntxt\r\n",
            "at byte 4: expected a format of three visible characters and a colon, found \"txt\""),
        arguments(
            "=4\r\ntxt;\r\n",
            "at byte 4: expected a format of three visible characters and a colon, found \"txt;\""),
        arguments(
            "=4\r\nt\u00e9t:\r\n",
            "at byte 4: expected a format of three visible characters and a colon, found"
                + " \"t\\xe9t:\""),
        arguments(
            "*-2\r\n",
            "at byte 1: expected a number of elements from 0 to 2147483639, found \"-2\""),
        arguments(
            "%-1\r\n",
            "at byte 1: expected a number of elements from 0 to 2147483639, found \"-1\""),
        arguments(
            ">?\r\n", "at byte 1: expected a number of elements from 0 to 2147483639, found \"?\""),
        arguments(
            "|?\r\n", "at byte 1: expected a number of elements from 0 to 2147483639, found \"?\""),
        arguments("_x\r\n", "at byte 1: expected the end of the line after _, found \"x\""),
        arguments("#\r\n", "at byte 1: expected t or f, found \"\""),
        arguments("#T\r\n", "at byte 1: expected t or f, found \"T\""),
        arguments("#true\r\n", "at byte 1: expected t or f, found \"true\""),
        arguments(",\r\n", "at byte 1: expected a floating point number, found \"\""),
        arguments(",.5\r\n", "at byte 1: expected a floating point number, found \".5\""),
        arguments(",5.\r\n", "at byte 1: expected a floating point number, found \"5.\""),
        arguments(",1e\r\n", "at byte 1: expected a floating point number, found \"1e\""),
        arguments(",1e5x\r\n", "at byte 1: expected a floating point number, found \"1e5x\""),
        arguments(",1.5d\r\n", "at byte 1: expected a floating point number, found \"1.5d\""),
        arguments(",0x1p3\r\n", "at byte 1: expected a floating point number, found \"0x1p3\""),
        arguments(",1,5\r\n", "at byte 1: expected a floating point number, found \"1,5\""),
        arguments(",nano\r\n", "at byte 1: expected a floating point number, found \"nano\""),
        arguments(
            ",infinity\r\n", "at byte 1: expected a floating point number, found \"infinity\""),
        arguments("(\r\n", "at byte 1: expected the digits of an integer, found \"\""),
        arguments("(1.5\r\n", "at byte 1: expected the digits of an integer, found \"1.5\""),
        arguments(
            ";1\r\n",
            "at byte 0: expected a value, found a chunk of a streamed string, which there is none"
                + " of: \";1\""),
        arguments(
            "$?\r\n+a\r\n", "at byte 4: expected a chunk of a streamed string, ;, found \"+a"),
        arguments(
            "$?\r\n;-1\r\n",
            "at byte 5: expected the length of a chunk from 0 to 2147483639, found \"-1\""),
        arguments(
            "$?\r\n;1\r\nab\r\n",
            "at byte 9: expected \"\\r\\n\" after the bytes of a string, found \"b\""),
        arguments(
            ".\r\n",
            "at byte 0: expected a value, as no streamed aggregate is open, found the end of a"
                + " streamed aggregate, \".\""),
        arguments(
            "*1\r\n.\r\n",
            "at byte 4: expected a value, as the open aggregate is not streamed, found the end of a"
                + " streamed aggregate, \".\""),
        arguments(
            "%?\r\n+a\r\n.\r\n",
            "at byte 8: expected the value of a key, found the end of a streamed aggregate, \".\""),
        arguments(
            "*?\r\n|0\r\n.\r\n",
            "at byte 8: expected the value that the attributes are of, found the end of a streamed"
                + " aggregate, \".\""),
        arguments("*?\r\n.x\r\n", "at byte 5: expected the end of the line after ., found \"x\""));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatIsMalformedIsRefused(String stream, String message) {
    assertThatThrownBy(() -> Bytes.decode(stream))
        .isInstanceOf(RespException.class)
        .message()
        .startsWith(message);
  }

  /** What was found is all that has come by then, which is less; the rest is the same. */
  @ParameterizedTest
  @MethodSource("malformed")
  void whatComesByteForByteIsRefusedInTheSamePlace(String stream, String message) {
    RespDecoder decoder = new RespDecoder();
    String place = message.substring(0, message.lastIndexOf(", found"));
    assertThatThrownBy(
            () -> {
              for (byte b : Bytes.of(stream)) {
                decoder.decode(ByteBuffer.wrap(new byte[] {b}));
              }
            })
        .isInstanceOf(RespException.class)
        .message()
        .startsWith(place);
  }

  @Test
  void theEndOfAttributesIsNotTheirValueIfTheyAreSkipped() {
    RespDecoder decoder = new RespDecoder(RespLimits.DEFAULT, RespDecoder.Attributes.SKIPPED);
    assertThatThrownBy(() -> Bytes.decode(decoder, Bytes.of("*?\r\n|1\r\n+a\r\n+b\r\n.\r\n")))
        .hasMessage(
            "at byte 16: expected the value that the attributes are of, found the end of a streamed"
                + " aggregate, \".\"");
  }

  static List<Arguments> limits() {
    RespLimits all = RespLimits.DEFAULT;
    return List.of(
        arguments(
            all.withDepth(2),
            "*1\r\n%1\r\n+a\r\n+b\r\n",
            "*1\r\n*1\r\n*0\r\n",
            "at byte 8: expected values that are nested at most 2 deep, found deeper ones"),
        arguments(
            all.withDepth(2),
            "|0\r\n|0\r\n+a\r\n",
            "|0\r\n|0\r\n|0\r\n+a\r\n",
            "at byte 8: expected values that are nested at most 2 deep, found deeper ones"),
        arguments(
            all.withBytes(13),
            "*2\r\n:1\r\n+ab\r\n",
            "*2\r\n:1\r\n+abc\r\n",
            "at byte 0: expected a value of at most 13 bytes, found one of at least 14"),
        arguments(
            all.withBytes(13),
            "$6\r\nabcdef\r\n$6\r\nabcdef\r\n",
            "+a\r\n$8\r\n",
            "at byte 4: expected a value of at most 13 bytes, found one of at least 14"),
        arguments(
            all.withBytes(20),
            "$?\r\n;2\r\nab\r\n;0\r\n",
            "$?\r\n;1\r\na\r\n;10\r\n",
            "at byte 0: expected a value of at most 20 bytes, found one of at least 28"),
        arguments(
            all.withElements(3),
            "*2\r\n*1\r\n:1\r\n:2\r\n",
            "*2\r\n*2\r\n",
            "at byte 5: expected a value of at most 3 elements, found one of at least 4"),
        arguments(
            all.withElements(3),
            "%1\r\n:1\r\n:1\r\n%1\r\n:1\r\n:1\r\n",
            "%2\r\n",
            "at byte 1: expected a value of at most 3 elements, found one of at least 4"),
        arguments(
            all.withElements(3),
            "*?\r\n:1\r\n:2\r\n:3\r\n.\r\n",
            "*?\r\n:1\r\n:2\r\n:3\r\n:4\r\n",
            "at byte 20: expected a value of at most 3 elements, found one of at least 4"),
        arguments(
            all.withLine(32),
            "+" + "x".repeat(31) + "\r\n",
            "+" + "x".repeat(32),
            "at byte 0: expected a line of at most 32 bytes, found a longer one"));
  }

  @ParameterizedTest
  @MethodSource
  void limits(RespLimits limits, String within, String beyond, String message)
      throws RespException {
    for (RespDecoder.Attributes attributes : RespDecoder.Attributes.values()) {
      assertThat(Bytes.decode(new RespDecoder(limits, attributes), Bytes.of(within))).isNotEmpty();
      RespDecoder decoder = new RespDecoder(limits, RespDecoder.Attributes.KEPT);
      assertThatThrownBy(() -> Bytes.decode(decoder, Bytes.of(beyond))).hasMessage(message);
    }
    RespDecoder slow = new RespDecoder(limits, RespDecoder.Attributes.KEPT);
    assertThatThrownBy(
            () -> {
              for (byte b : Bytes.of(beyond)) {
                slow.decode(ByteBuffer.wrap(new byte[] {b}));
              }
            })
        .hasMessage(message);
  }

  @Test
  void limitsCountForEachValueAnew() throws RespException {
    RespLimits limits = RespLimits.DEFAULT.withElements(2).withBytes(12);
    RespDecoder decoder = new RespDecoder(limits, RespDecoder.Attributes.KEPT);
    assertThat(Bytes.decode(decoder, Bytes.of("*2\r\n:1\r\n:2\r\n".repeat(100)))).hasSize(100);
  }

  @Test
  void nothingIsUnderstoodAfterAnError() {
    RespDecoder decoder = new RespDecoder();
    assertThatThrownBy(() -> decoder.decode(Bytes.buffer("*1\r\n?")))
        .isInstanceOf(RespException.class);
    assertThatThrownBy(() -> decoder.decode(Bytes.buffer("+OK\r\n")))
        .isInstanceOf(RespException.class)
        .hasMessage(
            "nothing can be understood any more: at byte 4: expected " + TYPES + ", found \"?\"");
    assertThat(decoder.room()).isNull();
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> RespLimits.DEFAULT.withDepth(1001))
        .hasMessage("expected a depth from 1 to 1000, found 1001");
    assertThatThrownBy(() -> RespLimits.DEFAULT.withBytes(0))
        .hasMessage("expected a number of bytes from 1 to 9223372036854775807, found 0");
    assertThatThrownBy(() -> RespLimits.DEFAULT.withElements(0))
        .hasMessage("expected a number of elements from 1 to 2147483639, found 0");
    assertThatThrownBy(() -> RespLimits.DEFAULT.withLine(31))
        .hasMessage("expected a length of a line from 32 to 2147483639, found 31");
  }
}
