package yona.redis.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespDecoder;
import yona.redis.resp.RespException;
import yona.redis.resp.RespValue;

/** Replies become the same values of Java in version 2 and 3 of the protocol. */
class DecoderTest {
  /** Reads a reply; its lines are apart by spaces, and nothing in it has any. */
  private static RespValue reply(String lines) throws RespException {
    byte[] bytes = (lines.replace(" ", "\r\n") + "\r\n").getBytes(UTF_8);
    return Objects.requireNonNull(new RespDecoder().decode(ByteBuffer.wrap(bytes)));
  }

  private static Arguments row(String shape, String value, String... replies) {
    return Arguments.of(shape, value, List.of(replies));
  }

  /** The replies are those of Redis 7.0.15 and Valkey 9.1.2 after HELLO 2 and HELLO 3. */
  static Stream<Arguments> shapes() {
    String member = "ScoredMember[member=\"a\", score=1.0]";
    return Stream.of(
        row("ok", "OK", "+OK"),
        row("ok?", "null", "$-1", "_"),
        row("text", "hash", "+hash", "$4 hash", "=8 txt:hash"),
        row("text?", "null", "$-1", "_", "*-1"),
        row("integer", "5", ":5", "$1 5", "+5"),
        row("boolean", "true", ":1", "#t"),
        row("boolean", "false", ":0", "#f"),
        row("double", "1.5", ",1.5", "$3 1.5"),
        row("double", "-Infinity", ",-inf", "$4 -inf"),
        row("double", "2.0", ",2", "$1 2", ":2"),
        row("bulk?", "\"a\"", "$1 a", "+a", "=5 txt:a"),
        row("[bulk?]", "[\"a\", null]", "*2 $1 a $-1", "*2 $1 a _"),
        row("[bulk]?", "null", "*-1", "_"),
        row("{bulk}", "[\"a\", \"b\"]", "*2 $1 a $1 b", "~2 $1 a $1 b"),
        row("{bulk: bulk}", "{\"f\"=\"v\"}", "*2 $1 f $1 v", "%1 $1 f $1 v"),
        row("{bulk: integer}", "{\"c\"=0}", "*2 $1 c :0", "%1 $1 c :0"),
        // ZRANGE WITHSCORES, ZPOPMIN, ZPOPMIN with count, ZSCAN.
        row("[scored]", "[" + member + "]", "*2 $1 a $1 1", "*1 *2 $1 a ,1", "*2 $1 a ,1"),
        row("[scored]", "[]", "*0"),
        row("[pair]", "[\"a\"=\"1\"]", "*2 $1 a $1 1", "*1 *2 $1 a $1 1", "%1 $1 a $1 1"),
        row("ranked?", "RankedScore[rank=1, score=2.0]", "*2 :1 $1 2", "*2 :1 ,2"),
        row("keyed(bulk)?", "Keyed[key=\"l\", value=\"a\"]", "*2 $1 l $1 a"),
        row(
            "keyed(scored)?",
            "Keyed[key=\"z\", value=" + member + "]",
            "*3 $1 z $1 a $1 1",
            "*3 $1 z $1 a ,1"),
        row(
            "keyed([scored])?",
            "Keyed[key=\"z\", value=[" + member + "]]",
            "*2 $1 z *1 *2 $1 a $1 1",
            "*2 $1 z *1 *2 $1 a ,1"),
        row(
            "page(scored)",
            "ScanPage[cursor=0, elements=[" + member + "]]",
            "*2 $1 0 *2 $1 a $1 1"),
        row("page(bulk)", "ScanPage[cursor=17, elements=[]]", "*2 $2 17 *0"),
        row(
            "[position?]",
            "[GeoPosition[longitude=1.5, latitude=-2.0], null]",
            "*2 *2 $3 1.5 $2 -2 *-1",
            "*2 *2 ,1.5 ,-2 _"),
        row(
            "[place]",
            "[GeoPlace[member=\"a\", distance=0.5, hash=33, position=GeoPosition[longitude=1.0,"
                + " latitude=2.0]]]",
            "*1 *4 $1 a $3 0.5 :33 *2 $1 1 $1 2",
            "*1 *4 $1 a $3 0.5 :33 *2 ,1 ,2"),
        row(
            "[place]",
            "[GeoPlace[member=\"a\", distance=null, hash=33, position=null]]",
            "*1 *2 $1 a :33"),
        row(
            "[entry]",
            "[StreamEntry[id=1-1, fields=[\"f\"=\"v\", \"f\"=\"w\"]]]",
            "*1 *2 $3 1-1 *4 $1 f $1 v $1 f $1 w"),
        row(
            "{bulk: [entry]}?",
            "{\"s\"=[StreamEntry[id=1-1, fields=[]]]}",
            "*1 *2 $1 s *1 *2 $3 1-1 *-1",
            "%1 $1 s *1 *2 $3 1-1 _"),
        row("{bulk: [entry]}?", "null", "*-1", "_"),
        row(
            "claimed(text)",
            "Claimed[next=0-0, elements=[1-1], deleted=[]]",
            "*3 $3 0-0 *1 $3 1-1 *0",
            "*2 $3 0-0 *1 $3 1-1"),
        row(
            "pending",
            "PendingSummary[count=1, first=1-1, last=1-1, consumers={\"c\"=1}]",
            "*4 :1 $3 1-1 $3 1-1 *1 *2 $1 c $1 1"),
        row(
            "pending",
            "PendingSummary[count=0, first=null, last=null, consumers={}]",
            "*4 :0 $-1 $-1 *-1",
            "*4 :0 _ _ _"),
        row(
            "[delivery]",
            "[PendingEntry[id=1-1, consumer=\"c\", idle=PT1.5S, deliveries=2]]",
            "*1 *4 $3 1-1 $1 c :1500 :2"),
        row(
            "[(integer, {text: any})]",
            "[[1, {key-count=0}]]",
            "*1 *2 :1 *2 $9 key-count :0",
            "*1 *2 :1 %1 $9 key-count :0"),
        row(
            "{text: any, ratio: double, db.*: {text: any}}",
            "{ratio=0.5, db.0={a=1}, n=7}",
            "*6 $5 ratio $3 0.5 $4 db.0 *2 $1 a :1 $1 n :7",
            "%3 $5 ratio ,0.5 $4 db.0 %1 $1 a :1 $1 n :7"),
        row(
            "{text: any, flags: {text}, arguments: [same]}",
            "{flags=[f], arguments=[{name=x, arguments=[{name=y}]}]}",
            "*4 $5 flags *1 $1 f $9 arguments *1 *4 $4 name $1 x $9 arguments *1 *2 $4 name $1 y",
            "%2 $5 flags ~1 $1 f $9 arguments *1 %2 $4 name $1 x $9 arguments *1 %1 $4 name $1 y"),
        row(
            "any",
            "[1, 1.5, true, null, text, [x], {k=v}, 12345678901234567890]",
            "*8 :1 ,1.5 #t _ $4 text ~1 $1 x %1 $1 k $1 v (12345678901234567890"));
  }

  @ParameterizedTest
  @MethodSource
  void shapes(String shape, String value, List<String> replies) throws Exception {
    for (String reply : replies) {
      assertThat(String.valueOf(Decoder.of(Shape.read(shape)).decode(reply(reply))))
          .as(reply)
          .isEqualTo(value);
    }
  }

  @Test
  void attributesAreLeftOutButOfARawReply() throws Exception {
    RespValue reply = reply("|1 +ttl :9 *1 |1 +a :1 $1 x");
    assertThat(Decoder.list(Decoder.BULK).decode(reply)).containsExactly(BulkString.of("x"));
    assertThat(Decoder.ANY.decode(reply)).isEqualTo(List.of("x"));
    assertThat(Decoder.RAW.decode(reply)).isSameAs(reply);
  }

  @Test
  void bytesStayBytes() throws Exception {
    byte[] bytes = {'$', '2', '\r', '\n', (byte) 0xff, 0, '\r', '\n'};
    RespValue reply = Objects.requireNonNull(new RespDecoder().decode(ByteBuffer.wrap(bytes)));
    BulkString expected = BulkString.of(new byte[] {(byte) 0xff, 0});
    assertThat(Decoder.BULK.decode(reply)).isEqualTo(expected);
    assertThat(Decoder.ANY.decode(reply)).isEqualTo(expected);
    assertThat(Decoder.TEXT.decode(reply)).isEqualTo("\ufffd\u0000");
  }

  @Test
  void okIsTrueAndNullIsFalseWhereAConditionIsAsked() throws Exception {
    assertThat(Decoder.DONE.decode(reply("+OK"))).isTrue();
    assertThat(Decoder.DONE.decode(reply("$-1"))).isFalse();
    assertThat(Decoder.DONE.decode(reply("_"))).isFalse();
  }

  @Test
  void collectionsCannotBeChanged() throws Exception {
    List<BulkString> list = Decoder.list(Decoder.BULK).decode(reply("*1 $1 a"));
    Set<BulkString> set = Decoder.set(Decoder.BULK).decode(reply("*1 $1 a"));
    Map<BulkString, BulkString> map =
        Decoder.map(Decoder.BULK, Decoder.BULK).decode(reply("*2 $1 a $1 b"));
    assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(set::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  private static Arguments wrong(String shape, String reply, String message) {
    return Arguments.of(shape, reply, message);
  }

  static Stream<Arguments> whatIsNoReplyOfACommandIsTold() {
    return Stream.of(
        wrong("integer", "$1 a", "expected an integer, found \"a\""),
        wrong("integer", "*0", "expected an integer, found ArrayValue[elements=[]]"),
        wrong("boolean", "_", "expected an integer, found NULL"),
        wrong("double", "+much", "expected a number, found SimpleString[text=much]"),
        wrong("text", ":1", "expected a text, found IntegerValue[value=1]"),
        wrong("bulk", "_", "expected bytes, found NULL"),
        wrong("[bulk]", "$1 a", "expected a list, found \"a\""),
        wrong("{bulk}", ":1", "expected a set, found IntegerValue[value=1]"),
        wrong("{bulk: bulk}", "*1 $1 a", "expected a map, found ArrayValue[elements=[\"a\"]]"),
        wrong(
            "[scored]",
            "*3 $1 a $1 1 $1 b",
            "expected a list of pairs, found ArrayValue[elements=[\"a\", \"1\", \"b\"]]"),
        wrong("scored", "*1 $1 a", "expected a list of two, found ArrayValue[elements=[\"a\"]]"),
        wrong(
            "keyed(bulk)",
            "*0",
            "expected a key and what is from it, found ArrayValue[elements=[]]"),
        wrong(
            "page(bulk)",
            "*1 $1 0",
            "expected a cursor and elements, found ArrayValue[elements=[\"0\"]]"),
        wrong(
            "pending",
            "*1 :1",
            "expected what is pending, found ArrayValue[elements=[IntegerValue[value=1]]]"),
        wrong(
            "(integer, text)",
            "*1 :1",
            "expected a list of 2 elements, found ArrayValue[elements=[IntegerValue[value=1]]]"));
  }

  @ParameterizedTest
  @MethodSource
  void whatIsNoReplyOfACommandIsTold(String shape, String reply, String message) {
    assertThatExceptionOfType(UnexpectedReplyException.class)
        .isThrownBy(() -> Decoder.of(Shape.read(shape)).decode(reply(reply)))
        .withMessage(message);
  }

  @Test
  void aLongReplyIsCutInTheError() {
    assertThatExceptionOfType(UnexpectedReplyException.class)
        .isThrownBy(() -> Decoder.INTEGER.decode(reply("*99" + " :1".repeat(99))))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250).endsWith("..."));
  }

  @Test
  void everyShapeOfTheTableHasADecoder() {
    for (String name : CommandTable.names()) {
      for (CommandSpec.Result result : CommandTable.spec(name).results()) {
        assertThat(Decoder.of(result.shape())).as(name).isNotNull();
        assertThat(Shape.read(result.shape().toString())).isEqualTo(result.shape());
      }
    }
  }

  @Test
  void aShapeThatIsNoneIsTold() {
    assertThatThrownBy(() -> Shape.read("[bulk"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unexpected character 5 of the shape [bulk");
    assertThatThrownBy(() -> Shape.read("[bulk]]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unexpected character 6 of the shape [bulk]]");
    assertThatThrownBy(() -> Shape.read("{bulk: mystery}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown shape MYSTERY in {bulk: mystery}");
    assertThatThrownBy(() -> Decoder.of(Shape.read("[same]")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no map around same");
  }
}
