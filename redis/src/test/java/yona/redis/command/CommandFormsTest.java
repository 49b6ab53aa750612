package yona.redis.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.redis.resp.BulkString;

/** Values by place and by name become the words of a command; what is wrong is told. */
class CommandFormsTest {
  private static Map<String, Object> options(@Nullable Object... options) {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      named.put((String) options[i], options[i + 1]);
    }
    return named;
  }

  private static Arguments row(
      String words, String name, List<?> values, @Nullable Object... options) {
    return Arguments.of(words, name, values, options(options));
  }

  static Stream<Arguments> whatIsSent() {
    List<?> none = List.of();
    List<String> kv = List.of("k", "v");
    return Stream.of(
        // The first conformance case.
        row("SET KEY-NAME VALUE", "set", List.of("KEY-NAME", "VALUE")),
        // Values of all kinds.
        row("SET k v", "set", List.of(BulkString.of("k"), "v".getBytes(UTF_8))),
        row("SET 1 2.5", "set", List.of(1, 2.5f)),
        row("INCRBY k 10", "incrby", List.of("k", (short) 10)),
        row("INCRBY k 10", "incrby", List.of("k", BigInteger.TEN)),
        row("INCRBYFLOAT k 10", "incrbyfloat", List.of("k", 10)),
        row("ZINCRBY z -Infinity m", "zincrby", List.of("z", Double.NEGATIVE_INFINITY, "m")),
        row("ZCOUNT z (1 +inf", "zcount", List.of("z", "(1", "+inf")),
        // Options, in the order of the command: words, values, one of several, places.
        row("SET k v NX EX 10", "set", kv, "ex", 10, "nx", true),
        row("SET k v GET", "set", kv, "get", true, "nx", false, "ex", null),
        row("SET k v IFEQ old KEEPTTL", "set", kv, "keepttl", true, "ifeq", "old"),
        row("LPOP l 2", "lpop", List.of("l"), "count", 2),
        row("LPOS l e COUNT 0", "lpos", List.of("l", "e"), "count", 0),
        row("PING", "ping", none),
        row("PING hello", "ping", none, "message", "hello"),
        row("INFO all server", "info", none, "section", List.of("all", "server")),
        row("AUTH u p", "auth", List.of("p"), "username", "u"),
        row("ACL LOG RESET", "acl log", none, "reset", true),
        row("ACL LOG 3", "acl log", none, "count", 3),
        row(
            "CLIENT LIST TYPE REPLICA ID 1 2",
            "client list",
            none,
            "id",
            List.of(1, 2),
            "type",
            "replica"),
        row(
            "CLIENT KILL SKIPME NO NOT-ADDR a",
            "client kill",
            none,
            "skipme",
            "no",
            "not_addr",
            "a"),
        row(
            "COMMAND LIST FILTERBY PATTERN z*",
            "command list",
            none,
            "filterby",
            Map.of("pattern", "z*")),
        row("SHUTDOWN NOSAVE NOW", "shutdown", none, "now", true, "nosave", true),
        row("SHUTDOWN ABORT", "shutdown", none, "abort", true),
        // Options with several values, and with options of their own.
        row(
            "ZRANGE z 0 9 BYSCORE REV LIMIT 0 10 WITHSCORES",
            "zrange",
            List.of("z", 0, 9),
            "limit",
            List.of(0, 10),
            "byscore",
            true,
            "rev",
            true,
            "withscores",
            true),
        row("BITCOUNT k 0 -1 BIT", "bitcount", List.of("k"), "start", 0, "end", -1, "bit", true),
        row(
            "ZRANDMEMBER z 2 WITHSCORES",
            "zrandmember",
            List.of("z"),
            "count",
            2,
            "withscores",
            true),
        row(
            "XPENDING s g IDLE 5 - + 10 c",
            "xpending",
            List.of("s", "g"),
            "start",
            "-",
            "end",
            "+",
            "count",
            10,
            "idle",
            5,
            "consumer",
            "c"),
        row("XINFO STREAM s FULL COUNT 3", "xinfo stream", List.of("s"), "full", true, "count", 3),
        row(
            "FAILOVER TO h 6379 FORCE TIMEOUT 9",
            "failover",
            none,
            "to",
            List.of("h", 6379),
            "force",
            true,
            "timeout",
            9),
        row(
            "MIGRATE h 1 k 0 5 REPLACE AUTH2 u p",
            "migrate",
            List.of("h", 1, "k", 0, 5),
            "replace",
            true,
            "auth2",
            kv("u", "p")),
        row(
            "MIGRATE h 1  0 5 KEYS a b",
            "migrate",
            List.of("h", 1, "", 0, 5),
            "keys",
            kv("a", "b")),
        row("XADD s MAXLEN 100 * f v", "xadd", List.of("s", "*", Map.of("f", "v")), "maxlen", 100),
        row(
            "XADD s NOMKSTREAM MINID ~ 5 LIMIT 10 1-1 f v",
            "xadd",
            List.of("s", "1-1", List.of(kv("f", "v"))),
            "minid",
            5,
            "approximately",
            true,
            "limit",
            10,
            "nomkstream",
            true),
        row(
            "SORT k BY w_* GET a GET # ASC ALPHA",
            "sort",
            List.of("k"),
            "get",
            kv("a", "#"),
            "by",
            "w_*",
            "asc",
            true,
            "alpha",
            true),
        row(
            "CLIENT TRACKING ON PREFIX a PREFIX b BCAST",
            "client tracking",
            List.of("on"),
            "prefix",
            kv("a", "b"),
            "bcast",
            true),
        row(
            "MODULE LOADEX p CONFIG a 1 CONFIG b 2 ARGS x y",
            "module loadex",
            List.of("p"),
            "config",
            List.of(kv("a", "1"), kv("b", "2")),
            "args",
            kv("x", "y")),
        row(
            "BITFIELD k OVERFLOW SAT INCRBY u8 #1 1 GET i4 0",
            "bitfield",
            List.of("k"),
            "operation",
            List.of(
                Map.of("overflow", "sat"),
                Map.of("incrby", List.of("u8", "#1", 1)),
                Map.of("get", List.of("i4", 0)))),
        // Repeated arguments: lists, pairs, maps, numbers of them.
        row("DEL a b", "del", List.of(kv("a", "b"))),
        row("MSET a 1 b 2", "mset", List.of(List.of(List.of("a", 1), List.of("b", 2)))),
        row("HSET h f x", "hset", List.of("h", Map.of("f", "x"))),
        row(
            "ZADD z GT CH 1.5 a",
            "zadd",
            List.of("z", List.of(List.of(1.5, "a"))),
            "ch",
            true,
            "gt",
            true),
        row("ZADD z 1.5 a", "zadd", List.of("z", Map.of("a", 1.5))),
        row(
            "GEOADD g 1 2 a 3 4 b",
            "geoadd",
            List.of("g", List.of(List.of(1, 2, "a"), List.of(3, 4, "b")))),
        row(
            "ZUNION 2 a b WEIGHTS 1 0.5 AGGREGATE MAX",
            "zunion",
            List.of(kv("a", "b")),
            "weights",
            List.of(1, 0.5),
            "aggregate",
            "max"),
        row(
            "MSETEX 2 a 1 b 2 PX 5",
            "msetex",
            List.of(List.of(kv("a", "1"), kv("b", "2"))),
            "px",
            5),
        row("EVAL s 0", "eval", List.of("s", none, none)),
        row("EVAL s 1 k 1 2", "eval", List.of("s", List.of("k"), List.of(1, 2))),
        row("HEXPIRE h 10 NX FIELDS 2 f g", "hexpire", List.of("h", 10, kv("f", "g")), "nx", true),
        row(
            "HSETEX h FXX EX 9 FIELDS 1 f v",
            "hsetex",
            List.of("h", Map.of("f", "v")),
            "fxx",
            true,
            "ex",
            9),
        row(
            "XREADGROUP GROUP g c COUNT 1 STREAMS a b > 0",
            "xreadgroup",
            List.of("g", "c", kv("a", "b"), kv(">", "0")),
            "count",
            1),
        row(
            "CLUSTER MIGRATESLOTS SLOTSRANGE 0 9 20 29 NODE n",
            "cluster migrateslots",
            List.of(List.of(List.of(List.of(List.of(0, 9), List.of(20, 29)), "n")))),
        // Required choices.
        row("LMOVE a b LEFT RIGHT", "lmove", List.of("a", "b", "left", "RIGHT")),
        row("REPLICAOF NO ONE", "replicaof", List.of("no_one")),
        row("REPLICAOF h 6379", "replicaof", List.of(List.of("h", 6379))),
        row("CLUSTER REPLICATE node-1", "cluster replicate", List.of("node-1")),
        row(
            "CLUSTER SETSLOT 5 IMPORTING n",
            "cluster setslot",
            List.of(5, Map.of("importing", "n"))),
        row("CLUSTER SETSLOT 5 STABLE", "cluster setslot", List.of(5, "stable")),
        row(
            "CLUSTER SLOT-STATS ORDERBY m LIMIT 3 DESC",
            "cluster slot-stats",
            List.of(Map.of("orderby", "m", "limit", 3, "desc", true))),
        row("COMMANDLOG LEN LARGE-REPLY", "commandlog len", List.of("large_reply")),
        row(
            "XTRIM s MAXLEN ~ 100 LIMIT 5",
            "xtrim",
            List.of("s", Map.of("maxlen", 100, "approximately", true)),
            "limit",
            5),
        row(
            "GEOSEARCH g FROMLONLAT 15 37 BYRADIUS 200 KM ASC COUNT 3 ANY WITHDIST",
            "geosearch",
            List.of("g", Map.of("byradius", List.of(200, "km"))),
            "fromlonlat",
            List.of(15, 37),
            "count",
            3,
            "any",
            true,
            "asc",
            true,
            "withdist",
            true),
        row(
            "GEOSEARCH g BYPOLYGON 3 0 0 1 0 0 1",
            "geosearch",
            List.of(
                "g", Map.of("bypolygon", List.of(List.of(0, 0), List.of(1, 0), List.of(0, 1))))));
  }

  private static List<String> kv(String first, String second) {
    return List.of(first, second);
  }

  @ParameterizedTest
  @MethodSource
  void whatIsSent(String words, String name, List<?> values, Map<String, ?> options) {
    Command command = Command.of(CommandTable.spec(name), values, options);
    assertThat(
            Arrays.stream(command.words()).map(CommandWord::text).collect(Collectors.joining(" ")))
        .isEqualTo(words);
  }

  static Stream<Arguments> whatIsWrong() {
    List<?> none = List.of();
    List<String> kv = List.of("k", "v");
    return Stream.of(
        row("SET takes key and value: value is missing", "set", List.of("k")),
        row("SET takes key and value, found 3 arguments", "set", List.of("k", "v", "w")),
        row("DBSIZE takes no arguments, found 1 arguments", "dbsize", List.of("k")),
        row(
            "ZADD takes key and (score:double member)...: (score:double member)... is missing",
            "zadd",
            List.of("z")),
        row(
            "SET: there is no option exx; the options are nx, xx, ifeq, get, ex, px, exat, pxat,"
                + " keepttl",
            "set",
            kv,
            "exx",
            1),
        row("GET: there is no option ex, nor any other", "get", List.of("k"), "ex", 1),
        row("SET: only one of nx, xx, ifeq can be given", "set", kv, "nx", true, "xx", true),
        row("SET: seconds: expected an integer of 64 bits, found \"ten\"", "set", kv, "ex", "ten"),
        row("SET: nx: expected true or false, found 1", "set", kv, "nx", 1),
        row("SET: seconds: expected a value, found false", "set", kv, "ex", false),
        row(
            "SET: value: expected a text, bytes or a number, found true",
            "set",
            List.of("k", true)),
        row(
            "INCRBY: increment: expected an integer of 64 bits, found 1.5",
            "incrby",
            List.of("k", 1.5)),
        row(
            "INCRBY: increment: expected an integer of 64 bits, found 9223372036854775808",
            "incrby",
            List.of("k", BigInteger.ONE.shiftLeft(63))),
        row(
            "INCRBYFLOAT: increment: expected a number, found NaN",
            "incrbyfloat",
            List.of("k", Double.NaN)),
        row(
            "INCRBYFLOAT: increment: expected a number, found \"1\"",
            "incrbyfloat",
            List.of("k", "1")),
        row("DEL: key: expected a list, found \"k\"", "del", List.of("k")),
        row("DEL: key: expected at least one element, found []", "del", List.of(none)),
        row(
            "HSET: (field value)...: expected a list of pairs, or a map, found \"f\"",
            "hset",
            List.of("h", "f")),
        row(
            "HSET: (field value)...: expected field and value in a list, found [f]",
            "hset",
            List.of("h", List.of(List.of("f")))),
        row(
            "LMOVE: wherefrom: expected one of left, right, found \"up\"",
            "lmove",
            List.of("a", "b", "up", "left")),
        row(
            "GEOSEARCH: by: expected one of byradius with its value, bybox with its value,"
                + " bypolygon with its value, found \"x\"",
            "geosearch",
            List.of("g", "x")),
        row(
            "GEOSEARCH: there is no option bybox2; the options are byradius",
            "geosearch",
            List.of("g", Map.of("byradius", List.of(1, "m"), "bybox2", 1))),
        row(
            "GEOSEARCH: option any needs count",
            "geosearch",
            List.of("g", Map.of("byradius", List.of(1, "m"))),
            "any",
            true),
        row(
            "ZRANDMEMBER: option withscores needs count",
            "zrandmember",
            List.of("z"),
            "withscores",
            true),
        row("BITCOUNT: option bit needs end", "bitcount", List.of("k"), "start", 0, "bit", true),
        row("XPENDING: option start needs end", "xpending", List.of("s", "g"), "start", "-"),
        row(
            "XADD: option approximately needs maxlen or minid",
            "xadd",
            List.of("s", "*", Map.of("f", "v")),
            "approximately",
            true),
        row(
            "ZRANGE: limit: expected offset and count in a list, found 10",
            "zrange",
            List.of("z", 0, 9),
            "limit",
            10));
  }

  @ParameterizedTest
  @MethodSource
  void whatIsWrong(String message, String name, List<?> values, Map<String, ?> options) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Command.of(CommandTable.spec(name), values, options))
        .withMessage(message);
  }
}
