package yona.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.redis.embedded.Options;
import yona.redis.resp.BulkString;
import yona.redis.server.Product;

/** What Valkey 9 has and Redis 7 has not, at work on a real server as in CommandsOnServerTest. */
@Tag("processes")
class ValkeyCommandsTest {
  /** Long after any test. */
  private static final long LATE = 99_999_999_999L;

  private final Steps steps = new Steps();

  private void gives(String expected, Steps.Giving giving) {
    steps.gives(expected, giving);
  }

  private void does(Steps.Doing doing) {
    steps.does(doing);
  }

  private void strings() {
    does(redis -> redis.set("a", "1"));
    gives("false", redis -> redis.set("a", "2", SetOptions.none().ifeq("other")));
    gives("false", redis -> redis.set("nothing", "2", SetOptions.none().ifeq("1")));
    gives("true", redis -> redis.set("a", "2", SetOptions.none().ifeq("1").ex(100)));
    gives("\"2\"", redis -> redis.setGet("a", "3", SetOptions.none().ifeq("other")));
    gives("\"2\"", redis -> redis.setGet("a", "4", SetOptions.none().ifeq("2")));
    gives("false", redis -> redis.delifeq("a", "2"));
    gives("false", redis -> redis.delifeq("nothing", "2"));
    gives("true", redis -> redis.delifeq("a", "4"));
    gives("null", redis -> redis.get("a"));
    gives("true", redis -> redis.msetex("a", "1"));
    gives("true", redis -> redis.msetex(Map.of("a", "2", "b", "3"), MsetexOptions.none().ex(100)));
    gives("false", redis -> redis.msetex(Map.of("a", "4"), MsetexOptions.none().nx()));
    gives("[\"2\", \"3\"]", redis -> redis.mget("a", "b"));
    gives("true", redis -> redis.ttl("b") > 90);
  }

  private void hashes() {
    gives("3", redis -> redis.hset("h", Map.of("f", "1", "g", "2", "i", "3")));
    gives("[1, -2]", redis -> redis.hexpire("h", 1_000, "f", "nothing"));
    gives("[0]", redis -> redis.hexpire("h", 2_000, HexpireOptions.none().nx(), "f"));
    gives("[1]", redis -> redis.hpexpire("h", 2_000_000, HpexpireOptions.none().gt(), "f"));
    gives("[-2]", redis -> redis.httl("nothing", "f"));
    gives("true", redis -> redis.httl("h", "f").getFirst() > 1_000);
    gives("true", redis -> redis.hpttl("h", "f").getFirst() > 1_000_000);
    gives("[1]", redis -> redis.hexpireat("h", LATE, "f"));
    gives("[99999999999, -1, -2]", redis -> redis.hexpiretime("h", "f", "g", "nothing"));
    gives("[1]", redis -> redis.hpexpireat("h", LATE * 1_000, "f"));
    gives("[99999999999000]", redis -> redis.hpexpiretime("h", "f"));
    gives("[1, -1, -2]", redis -> redis.hpersist("h", "f", "g", "nothing"));
    gives("[2]", redis -> redis.hexpire("h", 0, "i"));
    gives("2", redis -> redis.hlen("h"));
    gives("[\"1\", null]", redis -> redis.hgetex("h", "f", "nothing"));
    gives("[\"1\"]", redis -> redis.hgetex("h", HgetexOptions.none().exat(LATE), "f"));
    gives("[99999999999]", redis -> redis.hexpiretime("h", "f"));
    gives("true", redis -> redis.hsetex("h", "f", "4"));
    gives(
        "false",
        redis -> redis.hsetex("h", Map.of("f", "5"), HsetexOptions.none().fnx().keepttl()));
    gives(
        "true",
        redis ->
            redis.hsetex(
                BulkString.of("h"),
                HsetexOptions.none().fxx().px(1_000_000),
                BulkString.of("f"),
                BulkString.of("6")));
    gives("[\"6\", null]", redis -> redis.hgetdel("h", "f", "nothing"));
    gives("[null]", redis -> redis.hgetdel("nothing", "f"));
    gives("{\"g\"=\"2\"}", redis -> redis.hgetall("h"));
  }

  private void others() {
    gives("2", redis -> redis.zadd("z", ScoredMember.of("a", 1), ScoredMember.of("b", 2)));
    gives("RankedScore[rank=1, score=2.0]", redis -> redis.zrankWithscore("z", "b"));
    gives("RankedScore[rank=0, score=2.0]", redis -> redis.zrevrankWithscore("z", "b"));
    gives("null", redis -> redis.zrankWithscore("z", "nothing"));
    gives("2", redis -> redis.geoadd("g", GeoMember.of(1, 1, "in"), GeoMember.of(9, 9, "out")));
    gives("[\"in\"]", redis -> redis.geosearch("g", GeosearchBy.bypolygon(0, 0, 0, 3, 3, 0)));
    gives("e0e1f9fabfc9d4800c877a703b823ac0578ff8db", redis -> redis.scriptLoad("return 1"));
    gives("\"return 1\"", redis -> redis.scriptShow("e0e1f9fabfc9d4800c877a703b823ac0578ff8db"));
    gives("[0, 0]", redis -> redis.waitaof(0, 0, 10));
    does(redis -> redis.clientCapa("redirect"));
    does(redis -> redis.clientImportSource(false));
    does(redis -> redis.clientNoTouch(true));
    does(redis -> redis.clientSetinfo(ClientSetinfoAttribute.libName("yona")));
    does(redis -> redis.clientSetinfo(ClientSetinfoAttribute.libVer("1")));
    gives(
        "true",
        redis ->
            redis
                .clientList(
                    ClientListOptions.none().libName("yona").ip("127.0.0.1").notAddr("1.2.3.4:5"))
                .contains("lib-ver=1"));
    gives("0", redis -> redis.clientKill(ClientKillOptions.none().capa("r").notUser("default")));
    does(redis -> redis.commandlogReset(LoggedKind.SLOW));
    gives("0", redis -> redis.commandlogLen(LoggedKind.LARGE_REPLY));
    does(redis -> redis.configSet("commandlog-request-larger-than", "1000"));
    does(redis -> redis.set("large", "x".repeat(2_000)));
    does(redis -> redis.configSet("commandlog-request-larger-than", "1048576"));
    gives(
        "\"large\"",
        redis ->
            ((List<?>) redis.commandlogGet(1, LoggedKind.LARGE_REQUEST).getFirst().get(3)).get(1));
    does(redis -> redis.commandlogReset(LoggedKind.LARGE_REQUEST));
    gives("true", redis -> redis.commandlogHelp().size() > 3);
    gives("true", redis -> redis.info().contains("valkey_version:9."));
  }

  @Test
  void everyMethodThatRedis7HasNotGivesTheSameInBothVersions() throws IOException {
    Options options = Product.VALKEY_9.options();
    strings();
    hashes();
    others();
    Set<String> called = steps.run(options);
    Set<String> expected = new TreeSet<>(DocumentedCommands.VALKEY.names());
    expected.removeAll(DocumentedCommands.REDIS.names());
    expected.removeIf(
        name ->
            CommandTable.spec(name).noMethod() != null
                || CommandTable.spec(name).elsewhere() != null
                // These are asked of a cluster.
                || name.startsWith("CLUSTER "));
    assertThat(called).containsAll(expected);
  }
}
