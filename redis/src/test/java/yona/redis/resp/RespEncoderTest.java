package yona.redis.resp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.property.Property;

/** What an encoder writes, and in what buffers. */
class RespEncoderTest {
  private final RespEncoder encoder = new RespEncoder();

  private static byte[] filled(int length, char with) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) with);
    return bytes;
  }

  @Test
  void partsOfACommandAreBulkStrings() {
    encoder.command("S", Bytes.of("\u00ff\0"), BulkString.of("b"), 7L, -8, 1.5);
    assertThat(Bytes.text(encoder))
        .isEqualTo(
            "*6\r\n$1\r\nS\r\n$2\r\n\u00ff\0\r\n$1\r\nb\r\n$1\r\n7\r\n$2\r\n-8\r\n$3\r\n1.5\r\n");
  }

  @Test
  void aPartThatIsNoneIsNamedAndNothingIsAdded() {
    encoder.command("PING");
    assertThatThrownBy(() -> encoder.command("SET", "key", 'c'))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "part 2 of a command: expected a String, byte[], BulkString, Long, Integer or Double,"
                + " found java.lang.Character");
    assertThatThrownBy(() -> encoder.command("GET", (Object) null))
        .hasMessage(
            "part 1 of a command: expected a String, byte[], BulkString, Long, Integer or Double,"
                + " found null");
    assertThatThrownBy(() -> encoder.command("SET", filled(20_000, 'x'), "\udc00"))
        .hasMessage(
            "part 2 of a command: expected a text that UTF-8 can express, found the lone surrogate"
                + " \\udc00 at index 0");
    assertThatThrownBy(encoder::command)
        .hasMessage("expected the name of a command, found nothing");
    assertThatThrownBy(() -> encoder.array(-1)).hasMessage("expected a length from 0, found -1");
    assertThatThrownBy(() -> encoder.bulk(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(Bytes.text(encoder)).isEqualTo("*1\r\n$4\r\nPING\r\n");
  }

  @Test
  void numbersAreDecimalDigits() {
    long[] numbers = {
      0, 9, 10, -1, -10, 99, 100, 1_000_000, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1
    };
    for (long number : numbers) {
      String digits = Long.toString(number);
      assertThat(Bytes.text(encoder.bulk(number)))
          .isEqualTo("$" + digits.length() + "\r\n" + digits + "\r\n");
      assertThat(Bytes.text(encoder.value(new IntegerValue(number))))
          .isEqualTo(":" + digits + "\r\n");
    }
    assertThat(Bytes.text(encoder.bulk(2.0).bulk(-0.0).bulk(0.1).bulk(1e300)))
        .isEqualTo("$1\r\n2\r\n$2\r\n-0\r\n$3\r\n0.1\r\n$7\r\n1.0E300\r\n");
    assertThat(
            Bytes.text(
                encoder
                    .bulk(Double.NaN)
                    .bulk(Double.POSITIVE_INFINITY)
                    .bulk(Double.NEGATIVE_INFINITY)))
        .isEqualTo("$3\r\nnan\r\n$3\r\ninf\r\n$4\r\n-inf\r\n");
  }

  @Test
  void textsAreUtf8() {
    Property.check(
        2000,
        choices -> {
          StringBuilder text = new StringBuilder();
          int length = choices.below(choices.below(10) == 9 ? 30_000 : 30);
          while (text.length() < length) {
            text.append(
                choices.oneOf("abcdefgh", "\u00e9", "\u07ff\u0800", "\uffff", "\ud83d\ude00"));
          }
          byte[] expected = text.toString().getBytes(UTF_8);
          choices.note(text.toString());
          RespEncoder fresh = new RespEncoder();
          fresh.bulk(text.toString());
          byte[] taken = Bytes.taken(fresh);
          String header = "$" + expected.length + "\r\n";
          assertThat(taken).hasSize(header.length() + expected.length + 2);
          assertThat(taken).startsWith(Bytes.of(header)).endsWith('\r', '\n');
          assertThat(Arrays.copyOfRange(taken, header.length(), taken.length - 2))
              .isEqualTo(expected);
        });
  }

  @Test
  void longStringsAreNotCopied() {
    byte[] whole = filled(RespEncoder.LONGEST_COPY + 1, 'x');
    byte[] part = filled(RespEncoder.LONGEST_COPY + 5, 'y');
    byte[] copied = filled(RespEncoder.LONGEST_COPY, 'z');
    encoder.bulk(whole).bulk(part, 2, RespEncoder.LONGEST_COPY + 1).bulk(copied);
    int length = RespEncoder.LONGEST_COPY + 1;
    assertThat(encoder.size()).isEqualTo(3L * length - 1 + 3 * 10);
    whole[0] = '!';
    part[2] = '!';
    copied[0] = '!';
    List<ByteBuffer> buffers = List.copyOf(encoder.take());
    assertThat(buffers).hasSize(5);
    assertThat(buffers.get(1).array()).isSameAs(whole);
    assertThat(buffers.get(3).array()).isSameAs(part);
    assertThat(buffers.get(3).remaining()).isEqualTo(length);
    assertThat(buffers.get(4).get(buffers.get(4).position() + 2)).isEqualTo((byte) '$');
    assertThat(buffers.get(4).get(buffers.get(4).limit() - 3)).isEqualTo((byte) 'z');
    assertThat(encoder.size()).isZero();
    assertThat(encoder.take()).isEmpty();
  }

  @Test
  void whatWasAddedCanBeTakenBack() {
    Property.check(
        2000,
        choices -> {
          RespEncoder one = new RespEncoder();
          StringBuilder expected = new StringBuilder();
          List<Integer> sizes = new ArrayList<>(List.of(0));
          for (int steps = choices.below(60); steps > 0; steps--) {
            if (choices.below(4) == 3) {
              int size = sizes.get(choices.below(sizes.size()));
              one.truncate(size);
              expected.setLength(size);
              sizes.removeIf(other -> other > size);
            } else {
              int length = choices.oneOf(1, 500, 15_000, 16_384, 16_385, 70_000);
              char with = choices.oneOf('a', 'b', 'c');
              one.bulk(filled(length, with));
              expected.append('$').append(length).append("\r\n");
              expected.append(String.valueOf(with).repeat(length)).append("\r\n");
              sizes.add(expected.length());
            }
            assertThat(one.size()).isEqualTo(expected.length());
          }
          assertThat(Bytes.text(one).contentEquals(expected)).isTrue();
          assertThat(one.size()).isZero();
        });
  }

  @Test
  void aSizeThatNeverWasIsRefused() {
    encoder.bulk(filled(20_000, 'x'));
    long size = encoder.size();
    for (long wrong : new long[] {-1, 100, size + 1}) {
      assertThatThrownBy(() -> encoder.truncate(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected a size that this has had, found " + wrong);
    }
    assertThat(encoder.size()).isEqualTo(size);
    assertThat(Bytes.taken(encoder)).hasSize((int) size);
  }

  /** The one who sends has the buffers while others write: what is written goes elsewhere. */
  @Test
  void buffersAreGoodUntilTheNextAreTaken() {
    encoder.bulk("first");
    ByteBuffer first = encoder.take().getFirst();
    encoder.bulk("second");
    assertThat(UTF_8.decode(first.duplicate()).toString()).isEqualTo("$5\r\nfirst\r\n");
    ByteBuffer second = encoder.take().getFirst();
    assertThat(UTF_8.decode(second).toString()).isEqualTo("$6\r\nsecond\r\n");
    encoder.bulk("third");
    assertThat(encoder.take().getFirst()).isSameAs(first);
  }

  @Test
  void nothingIsAllocatedOnceTheBuffersAreThere() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] value = filled(100, 'v');
    long allocated = Long.MAX_VALUE;
    // What the JVM allocates for itself by the way is not in every round.
    for (int round = 0; round < 20 && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 1000; j++) {
          encoder.array(4).bulk("SET").bulk("some key").bulk(value).bulk(1234567890123L);
        }
        List<ByteBuffer> buffers = encoder.take();
        for (int j = 0; j < buffers.size(); j++) {
          buffers.get(j).position(buffers.get(j).limit());
        }
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isZero();
  }

  @Test
  void manySmallCommandsAreFewBuffers() {
    for (int i = 0; i < 10_000; i++) {
      encoder.command("PING");
    }
    assertThat(encoder.size()).isEqualTo(140_000);
    List<ByteBuffer> buffers = encoder.take();
    assertThat(buffers).hasSize(3);
    assertThat(buffers.stream().mapToInt(ByteBuffer::remaining).sum()).isEqualTo(140_000);
  }

  @Test
  void resp2HasFewerKinds() throws RespException {
    String three =
        String.join(
            "",
            "*11\r\n_\r\n#t\r\n#f\r\n,1.5\r\n(12\r\n=5\r\ntxt:x\r\n!7\r\nERR\r\na\n\r\n",
            "%1\r\n+a\r\n:1\r\n~1\r\n-E\r\n|1\r\n+a\r\n:1\r\n$1\r\nb\r\n>0\r\n");
    String two =
        String.join(
            "",
            "*11\r\n$-1\r\n:1\r\n:0\r\n$3\r\n1.5\r\n$2\r\n12\r\n$1\r\nx\r\n-ERR  a \r\n",
            "*2\r\n+a\r\n:1\r\n*1\r\n-E\r\n$1\r\nb\r\n*0\r\n");
    List<RespValue> elements =
        new ArrayList<>(
            ((ArrayValue) Bytes.decode(three.replace(">0\r\n", "*0\r\n")).getFirst()).elements());
    elements.set(10, new PushValue(List.of()));
    encoder.valueInResp2(new ArrayValue(elements));
    assertThat(Bytes.text(encoder)).isEqualTo(two);
  }

  @Test
  void aValueThatCannotBeWrittenAddsNothing() {
    RespValue value = new ArrayValue(List.of(NullValue.NULL, new BulkError("\ud800")));
    assertThatThrownBy(() -> encoder.value(value)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> encoder.valueInResp2(value))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(encoder.size()).isZero();
  }

  @Test
  void longLinesAndVerbatimStringsAreWhole() throws RespException {
    String text = "\u00e9".repeat(9_000);
    RespValue value =
        new ArrayValue(
            List.of(
                new SimpleString(text),
                new VerbatimString("txt", BulkString.of(text)),
                new BigNumber(BigInteger.ONE.shiftLeft(100_000))));
    assertThat(Bytes.decode(new RespDecoder(), Bytes.taken(encoder.value(value))))
        .containsExactly(value);
  }
}
