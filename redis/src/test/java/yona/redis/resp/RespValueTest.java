package yona.redis.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What values are, and what is plain in them. */
class RespValueTest {
  private static RespValue decoded(String stream) throws RespException {
    return Bytes.decode(stream).getFirst();
  }

  @Test
  void plainValuesAreThoseOfJava() throws RespException {
    assertThat(decoded("+OK\r\n").plain()).isEqualTo("OK");
    assertThat(decoded(":7\r\n").plain()).isEqualTo(7L);
    assertThat(decoded("$2\r\n\0\u00ff\r\n").plain()).isEqualTo(new byte[] {0, -1});
    assertThat(decoded("=6\r\ntxt:ab\r\n").plain()).isEqualTo(new byte[] {'a', 'b'});
    assertThat(decoded("_\r\n").plain()).isNull();
    assertThat(decoded("#t\r\n").plain()).isEqualTo(true);
    assertThat(decoded(",1.5\r\n").plain()).isEqualTo(1.5);
    assertThat(decoded("(123\r\n").plain()).isEqualTo(BigInteger.valueOf(123));
    assertThat(decoded("*3\r\n:1\r\n_\r\n*1\r\n+a\r\n").plain())
        .isEqualTo(Arrays.asList(1L, null, List.of("a")));
    assertThat(decoded(">1\r\n+a\r\n").plain()).isEqualTo(List.of("a"));
    assertThat(decoded("|1\r\n+a\r\n:1\r\n+b\r\n").plain()).isEqualTo("b");
  }

  @Test
  void anErrorIsNotTakenForAText() throws RespException {
    assertThat(decoded("*1\r\n-ERR a\r\n").plain()).isEqualTo(List.of(new SimpleError("ERR a")));
    assertThat(decoded("!5\r\nERR a\r\n").plain()).isEqualTo(new BulkError("ERR a"));
  }

  /** Arrays have no equality: a key that is one could not be looked up. */
  @Test
  void keysAndMembersAreEqualIfTheirBytesAre() throws RespException {
    Map<?, ?> map =
        (Map<?, ?>) decoded("%2\r\n$1\r\nk\r\n$1\r\nv\r\n*1\r\n=5\r\ntxt:x\r\n:1\r\n").plain();
    assertThat(map.get(BulkString.of("k"))).isEqualTo(new byte[] {'v'});
    assertThat(map.get(List.of(BulkString.of("x")))).isEqualTo(1L);
    assertThat(decoded("~3\r\n$1\r\na\r\n$1\r\na\r\n:1\r\n").plain())
        .isEqualTo(Set.of(BulkString.of("a"), 1L));
  }

  @Test
  void entriesKeepTheirOrderAndTheLastOfAKeyCounts() throws RespException {
    Map<?, ?> map = (Map<?, ?>) decoded("%3\r\n+b\r\n:1\r\n+a\r\n:2\r\n+b\r\n:3\r\n").plain();
    assertThat(new ArrayList<>(map.entrySet()))
        .isEqualTo(List.of(Map.entry("b", 3L), Map.entry("a", 2L)));
  }

  @Test
  void whatIsPlainCannotBeChanged() throws RespException {
    List<?> list = (List<?>) decoded("*1\r\n+a\r\n").plain();
    assertThatThrownBy(list::removeFirst).isInstanceOf(UnsupportedOperationException.class);
    byte[] bytes = (byte[]) decoded("$1\r\na\r\n").plain();
    bytes[0] = 'b';
    List<RespValue> elements = ((ArrayValue) decoded("*1\r\n+a\r\n")).elements();
    assertThatThrownBy(() -> elements.set(0, NullValue.NULL))
        .isInstanceOf(UnsupportedOperationException.class);
    Object[] copy = elements.toArray();
    copy[0] = "x";
    assertThat(elements).containsExactly(new SimpleString("a"));
  }

  @Test
  void aListOfTheCallersIsCopied() {
    List<RespValue> list = new ArrayList<>(List.of(NullValue.NULL));
    ArrayValue array = new ArrayValue(list);
    list.clear();
    assertThat(array.elements()).containsExactly(NullValue.NULL);
  }

  @Test
  void theCodeOfAnErrorIsItsFirstWord() {
    assertThat(new SimpleError("WRONGTYPE Operation against").code()).isEqualTo("WRONGTYPE");
    assertThat(new BulkError("NOAUTH").code()).isEqualTo("NOAUTH");
    assertThat(new SimpleError("").code()).isEmpty();
  }

  @Test
  void bytesAreEqualByContent() {
    byte[] bytes = {1, 2, 3};
    BulkString string = BulkString.of(bytes);
    bytes[0] = 9;
    assertThat(string)
        .isEqualTo(BulkString.of(new byte[] {1, 2, 3}))
        .hasSameHashCodeAs(BulkString.of(new byte[] {1, 2, 3}));
    assertThat(string).isNotEqualTo(BulkString.of(bytes)).isNotEqualTo(NullValue.NULL);
    string.bytes()[0] = 9;
    assertThat(string.bytes()).containsExactly(1, 2, 3);
    assertThat(string.length()).isEqualTo(3);
    assertThat(string.buffer().remaining()).isEqualTo(3);
    assertThatThrownBy(() -> string.buffer().put((byte) 1))
        .isInstanceOf(ReadOnlyBufferException.class);
  }

  @Test
  void bytesAreTextIfTheyAreUtf8() {
    for (String text :
        List.of("", "abc", "\u00e9\u20ac", "\ud83d\ude00", "\ufffd", "x".repeat(5000) + "\u00e9")) {
      assertThat(BulkString.of(text).isText()).isTrue();
      assertThat(BulkString.of(text).text()).isEqualTo(text);
    }
    BulkString broken = BulkString.of(new byte[] {'a', (byte) 0xc3, (byte) 0xa9, (byte) 0xff, '"'});
    assertThat(broken.isText()).isFalse();
    assertThatThrownBy(broken::text)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("expected UTF-8, found \"\\xff\\\"\" at byte 3 of 5");
    for (byte[] bytes :
        List.of(
            new byte[] {(byte) 0xc3},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            new byte[] {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80})) {
      assertThat(BulkString.of(bytes).isText()).isFalse();
      assertThatThrownBy(() -> BulkString.of(bytes).text()).hasMessageContaining("at byte 0 of ");
    }
  }

  @Test
  void whatIsShownOfBytesIsShortAndVisible() {
    assertThat(BulkString.of(new byte[] {'a', '\r', '\n', '\t', 0, -1, '"', '\\'}))
        .hasToString("\"a\\r\\n\\t\\x00\\xff\\\"\\\\\"");
    assertThat(BulkString.of("x".repeat(1000)).toString())
        .isEqualTo("\"" + "x".repeat(60) + "\"...");
  }

  @Test
  void whatHasNoFormInRespIsRefused() {
    assertThatThrownBy(() -> new SimpleString("a\r\nb"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "expected one line without carriage return and line feed, found one at index 1");
    assertThatThrownBy(() -> new SimpleError("a\nb\r"))
        .hasMessage(
            "expected one line without carriage return and line feed, found one at index 1");
    assertThatThrownBy(() -> new VerbatimString("text", BulkString.of("")))
        .hasMessage("expected a format of three visible ASCII characters, found text");
    assertThatThrownBy(() -> BulkString.of("a\ud800b"))
        .hasMessage(
            "expected a text that UTF-8 can express, found the lone surrogate \\ud800 at index 1");
  }
}
