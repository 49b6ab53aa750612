package yona.redis.resp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import yona.testrun.FuzzSearch;

/**
 * Searches for streams of bytes that a decoder cannot take: what crashes, hangs, or depends on the
 * pieces in which it comes. {@link RespFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class RespFuzz {
  private static final RespLimits LIMITS =
      new RespLimits(8, 2_000, 200, RespLimits.SHORTEST_LINE * 2);

  /** The first byte says in how long pieces the stream comes. */
  @FuzzTest
  void replies(byte[] content) {
    if (content.length == 0) {
      return;
    }
    byte[] stream = Arrays.copyOfRange(content, 1, content.length);
    for (RespDecoder.Attributes attributes : RespDecoder.Attributes.values()) {
      List<RespValue> whole = new ArrayList<>();
      List<RespValue> parts = new ArrayList<>();
      String error = decode(attributes, stream, stream.length + 1, whole);
      assertThat(decode(attributes, stream, 1 + (content[0] & 0x3f), parts)).isEqualTo(error);
      assertThat(parts).isEqualTo(whole);
      encode(whole);
    }
  }

  /** What was decoded is written so that it can be read again, in RESP2 too. */
  private static void encode(List<RespValue> values) {
    RespEncoder encoder = new RespEncoder();
    values.forEach(encoder::value);
    byte[] written = Bytes.taken(encoder);
    List<RespValue> again = new ArrayList<>();
    RespDecoder.Attributes kept = RespDecoder.Attributes.KEPT;
    assertThat(decode(RespLimits.DEFAULT, kept, written, written.length, again)).isEmpty();
    assertThat(again).isEqualTo(values);
    values.forEach(encoder::valueInResp2);
    byte[] old = Bytes.taken(encoder);
    List<RespValue> fromOld = new ArrayList<>();
    assertThat(decode(RespLimits.DEFAULT, kept, old, old.length, fromOld)).isEmpty();
    assertThat(fromOld).hasSameSizeAs(values);
    for (RespValue value : values) {
      assertThat(value.plain() == null).isEqualTo(isNull(value));
      assertThat(value.toString()).isNotBlank();
    }
  }

  private static boolean isNull(RespValue value) {
    return value instanceof AttributedValue(_, RespValue attributed)
        ? isNull(attributed)
        : value == NullValue.NULL;
  }

  private static String decode(
      RespDecoder.Attributes attributes, byte[] stream, int length, List<RespValue> values) {
    return decode(LIMITS, attributes, stream, length, values);
  }

  /** Decodes pieces of a length; where the error was that ended it, or an empty text. */
  private static String decode(
      RespLimits limits,
      RespDecoder.Attributes attributes,
      byte[] stream,
      int length,
      List<RespValue> values) {
    RespDecoder decoder = new RespDecoder(limits, attributes);
    try {
      for (int at = 0; at < stream.length; at += length) {
        ByteBuffer input = ByteBuffer.wrap(stream, at, Math.min(length, stream.length - at));
        for (RespValue value = decoder.decode(input); value != null; ) {
          values.add(value);
          value = decoder.decode(input);
        }
        assertThat(input.hasRemaining()).isFalse();
      }
      return "";
    } catch (RespException e) {
      // What was found may be less if less has come.
      String message = String.valueOf(e.getMessage());
      return message.substring(0, message.indexOf(", found"));
    }
  }
}
