package yona.redis.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** What holds of all values, all ways in which their bytes come, and all bytes. */
class RespPropertyTest {
  private static List<RespValue> values(Choices choices) {
    List<RespValue> values = new ArrayList<>();
    for (int left = 1 + choices.below(4); left > 0; left--) {
      values.add(RandomValues.value(choices));
    }
    return values;
  }

  private static byte[] encoded(List<RespValue> values) {
    RespEncoder encoder = new RespEncoder();
    values.forEach(encoder::value);
    return Bytes.taken(encoder);
  }

  @Test
  void whatIsEncodedIsDecodedToTheSame() {
    Property.check(
        1000,
        choices -> {
          List<RespValue> values = values(choices);
          choices.note(values.toString());
          byte[] stream = encoded(values);
          List<RespValue> decoded = all(stream);
          assertThat(decoded).isEqualTo(values);
          assertThat(decoded.hashCode()).isEqualTo(values.hashCode());
          // Not a number, and what else is equal, is also written in the same way.
          assertThat(encoded(decoded)).isEqualTo(stream);
        });
  }

  @Test
  void whatIsStreamedIsTheSameValue() {
    Property.check(
        1000,
        choices -> {
          List<RespValue> values = values(choices);
          StringBuilder stream = new StringBuilder();
          RespEncoder plain = new RespEncoder();
          values.forEach(value -> RandomValues.writeStreamed(choices, value, plain, stream));
          choices.note(values.toString());
          byte[] bytes = Bytes.of(stream.toString());
          assertThat(all(bytes)).isEqualTo(values);
          assertThat(inPieces(choices, bytes)).isEqualTo(values);
        });
  }

  @Test
  void valuesAreTheSameInWhateverPiecesTheyCome() {
    Property.check(
        1000,
        choices -> {
          List<RespValue> values = values(choices);
          choices.note(values.toString());
          assertThat(inPieces(choices, encoded(values))).isEqualTo(values);
        });
  }

  @Test
  void attributesThatAreSkippedLeaveTheValues() {
    Property.check(
        1000,
        choices -> {
          List<RespValue> values = values(choices);
          choices.note(values.toString());
          RespDecoder decoder = new RespDecoder(RespLimits.DEFAULT, RespDecoder.Attributes.SKIPPED);
          byte[] stream = encoded(values);
          assertThat(inPieces(choices, decoder, stream))
              .isEqualTo(values.stream().map(RespPropertyTest::bare).toList());
        });
  }

  private static RespValue bare(RespValue value) {
    return switch (value) {
      case ArrayValue(List<RespValue> elements) -> new ArrayValue(bare(elements));
      case PushValue(List<RespValue> elements) -> new PushValue(bare(elements));
      case SetValue(List<RespValue> members) -> new SetValue(bare(members));
      case MapValue(List<MapValue.Entry> entries) ->
          new MapValue(
              entries.stream()
                  .map(entry -> new MapValue.Entry(bare(entry.key()), bare(entry.value())))
                  .toList());
      case AttributedValue(_, RespValue attributed) -> bare(attributed);
      default -> value;
    };
  }

  private static List<RespValue> bare(List<RespValue> values) {
    return values.stream().map(RespPropertyTest::bare).toList();
  }

  @Test
  void arbitraryBytesAreValuesOrAnErrorHoweverTheyCome() {
    Property.check(
        20_000,
        choices -> {
          byte[] stream = RandomValues.stream(choices);
          choices.note(Escaped.quoted(stream, 0, stream.length, 1000));
          List<RespValue> whole = new ArrayList<>();
          String error = decodeAsFarAsPossible(stream, whole);
          List<RespValue> single = new ArrayList<>();
          RespDecoder decoder = new RespDecoder();
          String errorOfSingle = "";
          try {
            for (byte b : stream) {
              RespValue value = decoder.decode(ByteBuffer.wrap(new byte[] {b}));
              if (value != null) {
                single.add(value);
              }
            }
          } catch (RespException e) {
            errorOfSingle = place(e);
          }
          assertThat(single).isEqualTo(whole);
          assertThat(errorOfSingle).isEqualTo(error);
        });
  }

  /** Everything of an error but what was found, of which less may have come. */
  private static String place(RespException e) {
    String message = String.valueOf(e.getMessage());
    return message.substring(0, message.indexOf(", found"));
  }

  private static String decodeAsFarAsPossible(byte[] stream, List<RespValue> values) {
    RespDecoder decoder = new RespDecoder();
    ByteBuffer input = ByteBuffer.wrap(stream);
    try {
      for (RespValue value = decoder.decode(input); value != null; value = decoder.decode(input)) {
        values.add(value);
      }
      assertThat(input.hasRemaining()).isFalse();
      return "";
    } catch (RespException e) {
      return place(e);
    }
  }

  /** Announced lengths and numbers of elements are not believed. */
  @Test
  void memoryIsTakenInProportionToWhatHasCome() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Property.check(
        5_000,
        choices -> {
          byte[] stream = RandomValues.stream(choices);
          choices.note(Escaped.quoted(stream, 0, stream.length, 1000));
          // The second is what is trusted of one string, and what an error takes.
          long most = 300L * stream.length + (100 << 10);
          long allocated = Long.MAX_VALUE;
          // What the JVM allocates for itself by the way is not in every round.
          for (int round = 0; round < 5 && allocated > most; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            decodeAll(stream);
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
          }
          assertThat(allocated).isLessThanOrEqualTo(most);
        });
  }

  private static void decodeAll(byte[] stream) {
    ByteBuffer input = ByteBuffer.wrap(stream);
    RespDecoder decoder = new RespDecoder();
    try {
      while (decoder.decode(input) != null) {}
      decoder.room();
    } catch (RespException e) {
      assertThat(e).hasMessageStartingWith("at byte ");
    }
  }

  private static List<RespValue> all(byte[] stream) {
    try {
      return Bytes.decode(new RespDecoder(), stream);
    } catch (RespException e) {
      return fail(e);
    }
  }

  private static List<RespValue> inPieces(Choices choices, byte[] stream) {
    return inPieces(choices, new RespDecoder(), stream);
  }

  /** Decodes a stream in pieces of random lengths, in buffers of all kinds and through the room. */
  private static List<RespValue> inPieces(Choices choices, RespDecoder decoder, byte[] stream) {
    List<RespValue> values = new ArrayList<>();
    int longest = choices.oneOf(1, 3, 20, 5_000, 100_000);
    try {
      for (int at = 0; at < stream.length; ) {
        ByteBuffer room = choices.yes() ? decoder.room() : null;
        int length = Math.min(1 + choices.below(longest), stream.length - at);
        ByteBuffer input;
        if (room == null) {
          input = piece(choices, Arrays.copyOfRange(stream, at, at + length));
        } else {
          length = Math.min(length, room.remaining());
          room.put(stream, at, length);
          input = ByteBuffer.allocate(0);
          assertThat(decoder.isInsideValue()).isTrue();
        }
        at += length;
        for (RespValue value = decoder.decode(input); value != null; ) {
          values.add(value);
          value = decoder.decode(input);
        }
        assertThat(input.hasRemaining()).isFalse();
      }
    } catch (RespException e) {
      return fail(e);
    }
    assertThat(decoder.isInsideValue()).isFalse();
    return values;
  }

  private static ByteBuffer piece(Choices choices, byte[] bytes) {
    return switch (choices.below(4)) {
      case 0 -> ByteBuffer.wrap(bytes);
      case 1 -> {
        byte[] more = new byte[bytes.length + 10];
        Arrays.fill(more, (byte) '+');
        System.arraycopy(bytes, 0, more, 7, bytes.length);
        yield ByteBuffer.wrap(more, 5, bytes.length + 5)
            .slice()
            .position(2)
            .limit(bytes.length + 2);
      }
      case 2 -> ByteBuffer.wrap(bytes).asReadOnlyBuffer();
      default -> ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    };
  }
}
