package yona.redis.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What bytes are what value, after the specification of RESP. */
class ConformanceTest {
  private static final RespValue A = new SimpleString("a");
  private static final RespValue B = new SimpleString("b");
  private static final RespValue ONE = new IntegerValue(1);
  private static final RespValue TWO = new IntegerValue(2);

  private static RespValue bulk(String text) {
    return BulkString.of(Bytes.of(text));
  }

  private static RespValue array(RespValue... elements) {
    return new ArrayValue(List.of(elements));
  }

  private static MapValue map(RespValue... keysAndValues) {
    List<MapValue.Entry> entries = new ArrayList<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.add(new MapValue.Entry(keysAndValues[i], keysAndValues[i + 1]));
    }
    return new MapValue(entries);
  }

  /** What an encoder writes in the same way. */
  static List<Arguments> canonical() {
    return List.of(
        arguments("+OK\r\n", new SimpleString("OK")),
        arguments("+PONG\r\n", new SimpleString("PONG")),
        arguments("+QUEUED\r\n", new SimpleString("QUEUED")),
        arguments("+QUEUEX\r\n", new SimpleString("QUEUEX")),
        arguments("+\r\n", new SimpleString("")),
        arguments("+two words\r\n", new SimpleString("two words")),
        arguments("+\u00c3\u00a9\r\n", new SimpleString("\u00e9")),
        arguments("-ERR unknown command 'x'\r\n", new SimpleError("ERR unknown command 'x'")),
        arguments("-\r\n", new SimpleError("")),
        arguments(":0\r\n", new IntegerValue(0)),
        arguments(":-1\r\n", new IntegerValue(-1)),
        arguments(":1000\r\n", new IntegerValue(1000)),
        arguments(":-2\r\n", new IntegerValue(-2)),
        arguments(":1022\r\n", new IntegerValue(1022)),
        arguments(":1023\r\n", new IntegerValue(1023)),
        arguments(":9223372036854775807\r\n", new IntegerValue(Long.MAX_VALUE)),
        arguments(":-9223372036854775808\r\n", new IntegerValue(Long.MIN_VALUE)),
        arguments("$5\r\nhello\r\n", bulk("hello")),
        arguments("$0\r\n\r\n", bulk("")),
        arguments("$8\r\n\r\n$1\r\n\0\u00ff\r\n", bulk("\r\n$1\r\n\0\u00ff")),
        arguments("*0\r\n", array()),
        arguments("*2\r\n$5\r\nhello\r\n$5\r\nworld\r\n", array(bulk("hello"), bulk("world"))),
        arguments(
            "*3\r\n:1\r\n*2\r\n+a\r\n*0\r\n-E\r\n",
            array(ONE, array(A, array()), new SimpleError("E"))),
        arguments("_\r\n", NullValue.NULL),
        arguments("*2\r\n_\r\n+a\r\n", array(NullValue.NULL, A)),
        arguments("#t\r\n", BooleanValue.TRUE),
        arguments("#f\r\n", BooleanValue.FALSE),
        arguments(",1.23\r\n", new DoubleValue(1.23)),
        arguments(",10\r\n", new DoubleValue(10)),
        arguments(",-0\r\n", new DoubleValue(-0.0)),
        arguments(",inf\r\n", new DoubleValue(Double.POSITIVE_INFINITY)),
        arguments(",-inf\r\n", new DoubleValue(Double.NEGATIVE_INFINITY)),
        arguments(",nan\r\n", new DoubleValue(Double.NaN)),
        arguments(",1.0E15\r\n", new DoubleValue(1e15)),
        arguments(",4.9E-324\r\n", new DoubleValue(Double.MIN_VALUE)),
        arguments(
            "(3492890328409238509324850943850943825024385\r\n",
            new BigNumber(new BigInteger("3492890328409238509324850943850943825024385"))),
        arguments("(-1\r\n", new BigNumber(BigInteger.ONE.negate())),
        arguments("!21\r\nSYNTAX invalid syntax\r\n", new BulkError("SYNTAX invalid syntax")),
        arguments("!8\r\nERR\r\nx\u00c3\u00a9\r\n", new BulkError("ERR\r\nx\u00e9")),
        arguments(
            "=15\r\ntxt:Some string\r\n", new VerbatimString("txt", BulkString.of("Some string"))),
        arguments("=4\r\nmkd:\r\n", new VerbatimString("mkd", BulkString.of(""))),
        arguments("%2\r\n+a\r\n:1\r\n+b\r\n:2\r\n", map(A, ONE, B, TWO)),
        arguments("%2\r\n+a\r\n:1\r\n+a\r\n:2\r\n", map(A, ONE, A, TWO)),
        arguments("%1\r\n%0\r\n~0\r\n", map(map(), new SetValue(List.of()))),
        arguments("~2\r\n+a\r\n:1\r\n", new SetValue(List.of(A, ONE))),
        arguments(">2\r\n+a\r\n:1\r\n", new PushValue(List.of(A, ONE))),
        arguments(">0\r\n", new PushValue(List.of())),
        arguments("|1\r\n+a\r\n:1\r\n+b\r\n", new AttributedValue(map(A, ONE), B)),
        arguments("|0\r\n+b\r\n", new AttributedValue(map(), B)),
        arguments(
            "|1\r\n+a\r\n:1\r\n|1\r\n+b\r\n:2\r\n*0\r\n",
            new AttributedValue(map(A, ONE), new AttributedValue(map(B, TWO), array()))),
        arguments(
            "*2\r\n|1\r\n+a\r\n|1\r\n+b\r\n:2\r\n:1\r\n:1\r\n:2\r\n",
            array(new AttributedValue(map(A, new AttributedValue(map(B, TWO), ONE)), ONE), TWO)));
  }

  /** What is understood and written in another way. */
  static List<Arguments> understood() {
    return List.of(
        arguments("$-1\r\n", NullValue.NULL),
        arguments("*-1\r\n", NullValue.NULL),
        arguments("*2\r\n$-1\r\n*-1\r\n", array(NullValue.NULL, NullValue.NULL)),
        arguments(":+5\r\n", new IntegerValue(5)),
        arguments(":-0\r\n", new IntegerValue(0)),
        arguments(":007\r\n", new IntegerValue(7)),
        arguments(":0000000000000000000000001\r\n", new IntegerValue(1)),
        arguments("$005\r\nhello\r\n", bulk("hello")),
        arguments("+\u00ff\r\n", new SimpleString("\ufffd")),
        arguments("-\u00ff\r\n", new SimpleError("\ufffd")),
        arguments("!1\r\n\u00ff\r\n", new BulkError("\ufffd")),
        arguments("(+12\r\n", new BigNumber(BigInteger.valueOf(12))),
        arguments(",+1.50\r\n", new DoubleValue(1.5)),
        arguments(",1e3\r\n", new DoubleValue(1000)),
        arguments(",-1.5E-3\r\n", new DoubleValue(-0.0015)),
        arguments(",1e+400\r\n", new DoubleValue(Double.POSITIVE_INFINITY)),
        arguments(",0.1\r\n", new DoubleValue(0.1)),
        arguments(",9007199254740993\r\n", new DoubleValue(9007199254740992.0)),
        arguments(",123456789.123456789\r\n", new DoubleValue(123456789.12345679)),
        arguments(",INF\r\n", new DoubleValue(Double.POSITIVE_INFINITY)),
        arguments(",+inf\r\n", new DoubleValue(Double.POSITIVE_INFINITY)),
        arguments(",-nan\r\n", new DoubleValue(Double.NaN)),
        arguments(",NaN\r\n", new DoubleValue(Double.NaN)),
        arguments(",nan(0x8000)\r\n", new DoubleValue(Double.NaN)),
        arguments("$?\r\n;4\r\nHell\r\n;6\r\no worl\r\n;1\r\nd\r\n;0\r\n", bulk("Hello world")),
        arguments("$?\r\n;0\r\n", bulk("")),
        arguments("*?\r\n:1\r\n$?\r\n;1\r\nx\r\n;0\r\n.\r\n", array(ONE, bulk("x"))),
        arguments("*?\r\n.\r\n", array()),
        arguments(
            "*2\r\n*?\r\n*?\r\n:1\r\n.\r\n:2\r\n.\r\n+a\r\n", array(array(array(ONE), TWO), A)),
        arguments("~?\r\n+a\r\n+b\r\n.\r\n", new SetValue(List.of(A, B))),
        arguments("%?\r\n+a\r\n:1\r\n+b\r\n:2\r\n.\r\n", map(A, ONE, B, TWO)),
        arguments("%?\r\n.\r\n", map()),
        arguments(
            "*?\r\n|1\r\n+a\r\n:1\r\n+b\r\n.\r\n", array(new AttributedValue(map(A, ONE), B))));
  }

  @ParameterizedTest
  @MethodSource({"canonical", "understood"})
  void bytesAreTheValue(String bytes, RespValue value) throws RespException {
    assertThat(Bytes.decode(bytes)).containsExactly(value);
  }

  @ParameterizedTest
  @MethodSource("canonical")
  void theValueIsWrittenAsTheBytes(String bytes, RespValue value) {
    assertThat(Bytes.text(new RespEncoder().value(value))).isEqualTo(bytes);
  }

  @Test
  void aCommandIsAnArrayOfBulkStrings() {
    String expected = "*3\r\n$3\r\nSET\r\n$8\r\nKEY-NAME\r\n$5\r\nVALUE\r\n";
    RespEncoder encoder = new RespEncoder();
    encoder.command("SET", "KEY-NAME", "VALUE");
    assertThat(Bytes.text(encoder)).isEqualTo(expected);
    encoder.array(3).bulk("SET").bulk("KEY-NAME").bulk("VALUE");
    assertThat(Bytes.text(encoder)).isEqualTo(expected);
  }

  @Test
  void valuesFollowOneAnother() throws RespException {
    assertThat(Bytes.decode("+a\r\n:1\r\n*1\r\n+b\r\n>1\r\n+a\r\n:2\r\n+unfinished"))
        .containsExactly(A, ONE, array(B), new PushValue(List.of(A)), TWO);
  }

  /** Servers before Redis 7 have sent invalidations in the middle of the reply to EXEC. */
  @Test
  void aPushInTheMiddleOfAValueComesBeforeIt() throws RespException {
    PushValue push = new PushValue(List.of(A));
    assertThat(Bytes.decode("*2\r\n:1\r\n>1\r\n+a\r\n:2\r\n"))
        .containsExactly(push, array(ONE, TWO));
    assertThat(Bytes.decode("|1\r\n+a\r\n:1\r\n>1\r\n+a\r\n+b\r\n"))
        .containsExactly(push, new AttributedValue(map(A, ONE), B));
    assertThat(Bytes.decode(">2\r\n+b\r\n>1\r\n+a\r\n:2\r\n"))
        .containsExactly(push, new PushValue(List.of(B, TWO)));
  }

  @Test
  void attributesCanBeSkipped() throws RespException {
    RespDecoder decoder = new RespDecoder(RespLimits.DEFAULT, RespDecoder.Attributes.SKIPPED);
    byte[] stream =
        Bytes.of(
            String.join(
                "",
                "|1\r\n+a\r\n|1\r\n+b\r\n:2\r\n:1\r\n|0\r\n+b\r\n",
                "*?\r\n|1\r\n+a\r\n:1\r\n:1\r\n.\r\n",
                "%1\r\n|1\r\n+a\r\n:1\r\n+a\r\n|0\r\n|0\r\n+b\r\n",
                "|1\r\n+a\r\n:1\r\n>1\r\n+a\r\n:2\r\n"));
    assertThat(Bytes.decode(decoder, stream))
        .containsExactly(B, array(ONE), map(A, B), new PushValue(List.of(A)), TWO);
  }

  @Test
  void theInputBehindAValueIsLeftAlone() throws RespException {
    RespDecoder decoder = new RespDecoder();
    var input = Bytes.buffer("skip+a\r\n$1\r\nb\r\nrest");
    input.position(4).limit(15);
    assertThat(decoder.isInsideValue()).isFalse();
    assertThat(decoder.decode(input)).isEqualTo(A);
    assertThat(input.position()).isEqualTo(8);
    assertThat(decoder.decode(input)).isEqualTo(bulk("b"));
    assertThat(input.position()).isEqualTo(15);
    assertThat(decoder.isInsideValue()).isFalse();
    assertThat(decoder.decode(input)).isNull();
    assertThat(decoder.decode(Bytes.buffer("*1\r\n"))).isNull();
    assertThat(decoder.isInsideValue()).isTrue();
    assertThat(decoder.decode(Bytes.buffer(":1\r\n"))).isEqualTo(array(ONE));
    assertThat(decoder.isInsideValue()).isFalse();
  }

  /** Short ones are looked at as a whole, in a word: what is next to the digits is none. */
  @Test
  void numbersOfAllLengthsAreDigitsAlone() throws RespException {
    String digits = "1234567890987654321";
    for (int length = 1; length <= digits.length(); length++) {
      String number = digits.substring(0, length);
      assertThat(Bytes.decode(":" + number + "\r\n:-" + number + "\r\n+OK\r\n+PONG\r\n"))
          .containsExactly(
              new IntegerValue(Long.parseLong(number)),
              new IntegerValue(-Long.parseLong(number)),
              new SimpleString("OK"),
              new SimpleString("PONG"));
      for (int at = 0; at < length; at++) {
        for (char none : new char[] {'/', ':', '\0', '0' | 0x80, ' ', '$'}) {
          String broken = number.substring(0, at) + none + number.substring(at + 1);
          assertThatThrownBy(() -> Bytes.decode(":" + broken + "\r\n+OK\r\n+PONG\r\n"))
              .isInstanceOf(RespException.class)
              .hasMessageStartingWith("at byte 1: expected an integer of 64 bits, found ");
        }
      }
    }
  }
}
