package yona.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.redis.embedded.Options;
import yona.redis.resp.BulkString;
import yona.redis.server.Product;

/**
 * The Java methods at work on real servers, in version 2 and 3 of the protocol: all give the same.
 */
@Tag("processes")
class CommandsOnServerTest {
  private final Steps steps = new Steps();

  private void gives(String expected, Steps.Giving giving) {
    steps.gives(expected, giving);
  }

  private void varies(Steps.Giving giving) {
    steps.varies(giving);
  }

  private void does(Steps.Doing doing) {
    steps.does(doing);
  }

  private static BulkString bytes(String text) {
    return BulkString.of(text);
  }

  private void strings() {
    gives("true", redis -> redis.set("a", "1"));
    gives("false", redis -> redis.set("a", "2", SetOptions.none().nx()));
    gives("\"1\"", redis -> redis.setGet("a", "3", SetOptions.none().ex(100)));
    gives("\"3\"", redis -> redis.get("a"));
    gives("null", redis -> redis.get("nothing"));
    gives("2", redis -> redis.append("a", "x"));
    gives("\"3\"", redis -> redis.getrange("a", 0, 0));
    gives("\"x\"", redis -> redis.substr("a", 1, 1));
    gives("\"3x\"", redis -> redis.getset("a", "5"));
    gives("1", redis -> redis.strlen("a"));
    gives("6", redis -> redis.incr("a"));
    gives("5", redis -> redis.decr("a"));
    gives("15", redis -> redis.incrby("a", 10));
    gives("10", redis -> redis.decrby("a", 5));
    gives("10.5", redis -> redis.incrbyfloat("a", 0.5));
    gives("\"10.5\"", redis -> redis.getex("a"));
    gives("\"10.5\"", redis -> redis.getex("a", GetexOptions.none().persist()));
    does(redis -> redis.setex("b", 100, "x"));
    does(redis -> redis.psetex("b", 100000, "x"));
    gives("false", redis -> redis.setnx("b", "y"));
    does(redis -> redis.mset(Map.of("x", "1abc")));
    does(redis -> redis.mset(bytes("y"), bytes("2abd"), bytes("w"), bytes("3")));
    gives("[\"1abc\", \"2abd\", null]", redis -> redis.mget("x", "y", "nothing"));
    gives("false", redis -> redis.msetnx("x", "1"));
    gives("\"ab\"", redis -> redis.lcs("x", "y"));
    gives("2", redis -> redis.lcsLen("x", "y"));
    gives(
        "{matches=[[[1, 2], [1, 2]]], len=2}",
        redis -> redis.lcsIdx("x", "y", LcsOptions.none().minmatchlen(2)));
    gives("4", redis -> redis.setrange("x", 1, "Z"));
    gives("\"1Zbc\"", redis -> redis.getdel("x"));
  }

  private void keys() {
    gives("2", redis -> redis.exists("a", "b", "nothing"));
    gives("true", redis -> redis.expire("b", 1000));
    gives("false", redis -> redis.expire("b", 10, ExpireOptions.none().gt()));
    gives("true", redis -> redis.expireat("b", 99999999999L));
    gives("99999999999", redis -> redis.expiretime("b"));
    gives("true", redis -> redis.pexpire("b", 1000000));
    gives("true", redis -> redis.pexpireat("b", 99999999999000L));
    gives("99999999999000", redis -> redis.pexpiretime("b"));
    gives("-2", redis -> redis.ttl("nothing"));
    gives("-1", redis -> redis.pttl("a"));
    gives("true", redis -> redis.persist("b"));
    gives("string", redis -> redis.type("b"));
    gives("none", redis -> redis.type("nothing"));
    gives("2", redis -> redis.touch("a", "b"));
    gives("true", redis -> redis.copy("b", "bb", CopyOptions.none().replace()));
    gives("true", redis -> redis.renamenx("bb", "bbb"));
    does(redis -> redis.rename("bbb", "bbbb"));
    gives("embstr", redis -> redis.objectEncoding("b"));
    gives("null", redis -> redis.objectEncoding("nothing"));
    gives("1", redis -> redis.objectRefcount("b"));
    gives("true", redis -> redis.objectIdletime("b") != null);
    gives("null", redis -> redis.objectFreq("nothing"));
    gives("true", redis -> redis.objectHelp().size() > 3);
    gives("null", redis -> redis.dump("nothing"));
    does(
        redis ->
            redis.restore(
                bytes("copy"),
                0,
                Objects.requireNonNull(redis.dump("b")),
                RestoreOptions.none().replace()));
    gives("\"x\"", redis -> redis.get("copy"));
    gives("[\"copy\"]", redis -> redis.keys("cop*"));
    varies(redis -> redis.randomkey());
    gives("1", redis -> redis.unlink("copy"));
    gives("1", redis -> redis.del("bbbb", "nothing"));
    gives("true", redis -> redis.move("b", 5));
    gives("[]", redis -> redis.sort("nothing"));
    gives("[]", redis -> redis.sortRo("nothing"));
    gives("0", redis -> redis.sortStore("nothing", "d"));
  }

  private void hashes() {
    gives("1", redis -> redis.hset("h", "f", "v"));
    gives("1", redis -> redis.hset("h", Map.of("n", "1")));
    gives("1", redis -> redis.hset(bytes("h"), bytes("g"), bytes("w")));
    gives("\"v\"", redis -> redis.hget("h", "f"));
    gives("[\"v\", null]", redis -> redis.hmget("h", "f", "nothing"));
    gives("{\"f\"=\"v\", \"n\"=\"1\", \"g\"=\"w\"}", redis -> redis.hgetall("h"));
    gives("true", redis -> redis.hexists("h", "f"));
    gives("[\"f\", \"n\", \"g\"]", redis -> redis.hkeys("h"));
    gives("[\"v\", \"1\", \"w\"]", redis -> redis.hvals("h"));
    gives("3", redis -> redis.hlen("h"));
    gives("1", redis -> redis.hstrlen("h", "f"));
    gives("3", redis -> redis.hincrby("h", "n", 2));
    gives("3.5", redis -> redis.hincrbyfloat("h", "n", 0.5));
    gives("false", redis -> redis.hsetnx("h", "f", "x"));
    does(redis -> redis.hmset("h2", "f", "v"));
    gives("\"f\"", redis -> redis.hrandfield("h2"));
    gives("null", redis -> redis.hrandfield("nothing"));
    gives("[\"f\"]", redis -> redis.hrandfield("h2", 5));
    gives("[\"f\"=\"v\"]", redis -> redis.hrandfieldWithvalues("h2", 5));
    gives("1", redis -> redis.hdel("h", "f", "nothing"));
  }

  private void lists() {
    gives("8", redis -> redis.rpush("l", "a", "b", "c", "d", "e", "f", "g", "h"));
    gives("9", redis -> redis.lpush("l", "z"));
    gives("0", redis -> redis.rpushx("nothing", "z"));
    gives("0", redis -> redis.lpushx("nothing", "z"));
    gives("9", redis -> redis.llen("l"));
    gives("[\"z\", \"a\", \"b\"]", redis -> redis.lrange("l", 0, 2));
    gives("\"z\"", redis -> redis.lindex("l", 0));
    gives("1", redis -> redis.lpos("l", "a"));
    gives("null", redis -> redis.lpos("l", "nothing"));
    gives("[1]", redis -> redis.lposCount("l", "a", 0));
    gives("10", redis -> redis.linsert("l", InsertPosition.BEFORE, "a", "y"));
    does(redis -> redis.lset("l", 0, "Z"));
    gives("1", redis -> redis.lrem("l", 1, "y"));
    does(redis -> redis.ltrim("l", 0, -2));
    gives("\"Z\"", redis -> redis.lmove("l", "m", ListEnd.LEFT, ListEnd.RIGHT));
    gives("\"a\"", redis -> redis.blmove("l", "m", ListEnd.LEFT, ListEnd.RIGHT, 1));
    gives("\"g\"", redis -> redis.rpoplpush("l", "m"));
    gives("\"f\"", redis -> redis.brpoplpush("l", "m", 1));
    gives("\"b\"", redis -> redis.lpop("l"));
    gives("[\"c\"]", redis -> redis.lpop("l", 1));
    gives("null", redis -> redis.lpop("nothing", 1));
    gives("\"e\"", redis -> redis.rpop("l"));
    gives("null", redis -> redis.rpop("nothing"));
    gives("Keyed[key=\"m\", value=\"f\"]", redis -> redis.blpop(1, "nothing", "m"));
    gives("Keyed[key=\"m\", value=\"a\"]", redis -> redis.brpop(1, "m"));
    gives("null", redis -> redis.blpop(0.01, "nothing"));
    gives("Keyed[key=\"m\", value=[\"g\"]]", redis -> redis.lmpop(ListEnd.LEFT, "m"));
    gives("null", redis -> redis.lmpop(ListEnd.LEFT, "nothing"));
    gives(
        "Keyed[key=\"m\", value=[\"Z\"]]",
        redis -> redis.blmpop(1, ListEnd.RIGHT, BlmpopOptions.none().count(5), "nothing", "m"));
  }

  private void sets() {
    gives("3", redis -> redis.sadd("s", "a", "b", "c"));
    gives("1", redis -> redis.sadd("t", "b"));
    gives("3", redis -> redis.scard("s"));
    gives(
        "[a, b, c]",
        redis -> new TreeSet<>(redis.smembers("s").stream().map(BulkString::text).toList()));
    gives("true", redis -> redis.sismember("s", "a"));
    gives("[true, false]", redis -> redis.smismember("s", "a", "x"));
    gives("[]", redis -> redis.sdiff("t", "s"));
    gives("[\"b\"]", redis -> redis.sinter("s", "t"));
    gives("1", redis -> redis.sintercard(SintercardOptions.none().limit(5), "s", "t"));
    gives("[\"b\"]", redis -> redis.sunion("t"));
    gives("2", redis -> redis.sdiffstore("u", "s", "t"));
    gives("1", redis -> redis.sinterstore("u", "s", "t"));
    gives("3", redis -> redis.sunionstore("u", "s", "t"));
    gives("true", redis -> redis.smove("s", "t", "a"));
    gives("1", redis -> redis.srem("s", "b"));
    gives("\"c\"", redis -> redis.srandmember("s"));
    gives("[\"c\"]", redis -> redis.srandmember("s", 2));
    gives("[\"c\"]", redis -> redis.spop("s", 2));
    gives("null", redis -> redis.spop("s"));
    gives("[]", redis -> redis.spop("s", 2));
  }

  private void sortedSets() {
    gives("1", redis -> redis.zadd("z", 1, "a"));
    gives(
        "3",
        redis ->
            redis.zadd(
                "z", ScoredMember.of("b", 2), ScoredMember.of("c", 3), ScoredMember.of("d", 4)));
    gives("1", redis -> redis.zadd("z", ZaddOptions.none().xx().ch(), ScoredMember.of("a", 1.5)));
    gives("2.5", redis -> redis.zaddIncr("z", 1, "a"));
    gives(
        "null",
        redis -> redis.zaddIncr("z", ZaddOptions.none().xx(), ScoredMember.of("nothing", 1)));
    gives("4", redis -> redis.zcard("z"));
    gives("3", redis -> redis.zcount("z", 2, 3));
    gives("3", redis -> redis.zcount("z", "(2", "+inf"));
    gives("2.5", redis -> redis.zscore("z", "a"));
    gives("null", redis -> redis.zscore("z", "nothing"));
    gives("[2.5, null]", redis -> redis.zmscore("z", "a", "nothing"));
    gives("1", redis -> redis.zrank("z", "a"));
    gives("null", redis -> redis.zrevrank("z", "nothing"));
    gives("[\"b\", \"a\"]", redis -> redis.zrange("z", 0, 1));
    gives(
        "[ScoredMember[member=\"d\", score=4.0], ScoredMember[member=\"c\", score=3.0]]",
        redis -> redis.zrangeWithscores("z", 0, 1, ZrangeOptions.none().rev()));
    gives(
        "[\"a\"]",
        redis -> redis.zrange("z", "(2", "+inf", ZrangeOptions.none().byscore().limit(0, 1)));
    gives("[\"d\"]", redis -> redis.zrevrange("z", 0, 0));
    gives("[ScoredMember[member=\"d\", score=4.0]]", redis -> redis.zrevrangeWithscores("z", 0, 0));
    gives("[\"b\"]", redis -> redis.zrangebyscore("z", 2, 2));
    gives(
        "[ScoredMember[member=\"b\", score=2.0]]",
        redis -> redis.zrangebyscoreWithscores("z", "-inf", "2"));
    gives("[\"b\"]", redis -> redis.zrevrangebyscore("z", 2, 2));
    gives(
        "[ScoredMember[member=\"b\", score=2.0]]",
        redis -> redis.zrevrangebyscoreWithscores("z", 2, 2));
    gives("[\"b\", \"a\"]", redis -> redis.zrangebylex("z", "-", "[b"));
    gives("[\"a\", \"b\"]", redis -> redis.zrevrangebylex("z", "[b", "-"));
    gives("4", redis -> redis.zlexcount("z", "-", "+"));
    gives("2", redis -> redis.zrangestore("y", "z", 0, 1));
    gives("2.75", redis -> redis.zincrby("z", 0.25, "a"));
    gives("[\"c\", \"d\"]", redis -> redis.zdiff("z", "y"));
    gives(
        "[ScoredMember[member=\"c\", score=3.0], ScoredMember[member=\"d\", score=4.0]]",
        redis -> redis.zdiffWithscores("z", "y"));
    gives("2", redis -> redis.zdiffstore("q", "z", "y"));
    gives("[\"b\", \"a\"]", redis -> redis.zinter("z", "y"));
    gives(
        "[ScoredMember[member=\"b\", score=2.0], ScoredMember[member=\"a\", score=2.75]]",
        redis ->
            redis.zinterWithscores(
                ZinterOptions.none().weights(1, 0).aggregate(ScoreAggregate.MAX), "z", "y"));
    gives("2", redis -> redis.zintercard("z", "y"));
    gives("2", redis -> redis.zinterstore("q", "z", "y"));
    gives("[\"b\", \"a\"]", redis -> redis.zunion("y"));
    gives(
        "[ScoredMember[member=\"b\", score=2.0], ScoredMember[member=\"a\", score=2.5]]",
        redis -> redis.zunionWithscores("y"));
    gives("4", redis -> redis.zunionstore("q", "z"));
    gives("null", redis -> redis.zrandmember("nothing"));
    gives("[]", redis -> redis.zrandmember("nothing", 2));
    gives("1", redis -> redis.zrandmemberWithscores("q", -1).size());
    gives("1", redis -> redis.zremrangebyrank("q", 0, 0));
    gives("1", redis -> redis.zremrangebyscore("q", 3, 3));
    gives("0", redis -> redis.zremrangebylex("q", "[x", "[z"));
    gives("0", redis -> redis.zrem("q", "nothing"));
    gives("[ScoredMember[member=\"b\", score=2.0]]", redis -> redis.zpopmin("z"));
    gives("[ScoredMember[member=\"d\", score=4.0]]", redis -> redis.zpopmax("z", 1));
    gives("[]", redis -> redis.zpopmin("nothing"));
    gives(
        "Keyed[key=\"z\", value=ScoredMember[member=\"a\", score=2.75]]",
        redis -> redis.bzpopmin(1, "nothing", "z"));
    gives(
        "Keyed[key=\"z\", value=ScoredMember[member=\"c\", score=3.0]]",
        redis -> redis.bzpopmax(1, "z"));
    gives("null", redis -> redis.bzpopmax(0.01, "nothing"));
    gives(
        "Keyed[key=\"y\", value=[ScoredMember[member=\"b\", score=2.0]]]",
        redis -> redis.zmpop(ScoreEnd.MIN, "nothing", "y"));
    gives(
        "Keyed[key=\"q\", value=[ScoredMember[member=\"d\", score=4.0], ScoredMember[member=\"a\","
            + " score=2.75]]]",
        redis -> redis.bzmpop(1, ScoreEnd.MAX, BzmpopOptions.none().count(5), "q"));
    gives("null", redis -> redis.zmpop(ScoreEnd.MIN, "nothing"));
  }

  private void streams() {
    gives("1-1", redis -> redis.xadd("x", "1-1", "f", "v"));
    gives(
        "2-1",
        redis ->
            redis.xadd(
                "x", "2-1", Map.of("f", "w"), XaddOptions.none().maxlen(100).approximately()));
    gives(
        "null",
        redis -> redis.xadd("nothing", "*", Map.of("f", "w"), XaddOptions.none().nomkstream()));
    gives("2", redis -> redis.xlen("x"));
    gives(
        "[StreamEntry[id=1-1, fields=[\"f\"=\"v\"]], StreamEntry[id=2-1, fields=[\"f\"=\"w\"]]]",
        redis -> redis.xrange("x", "-", "+"));
    gives(
        "[StreamEntry[id=2-1, fields=[\"f\"=\"w\"]]]",
        redis -> redis.xrevrange("x", "+", "-", XrevrangeOptions.none().count(1)));
    gives(
        "{\"x\"=[StreamEntry[id=2-1, fields=[\"f\"=\"w\"]]]}",
        redis -> redis.xread(new String[] {"x", "nothing"}, "1-1", "0"));
    gives("null", redis -> redis.xread(new String[] {"x"}, XreadOptions.none().block(10), "$"));
    does(redis -> redis.xgroupCreate("x", "g", "0", XgroupCreateOptions.none().mkstream()));
    gives("true", redis -> redis.xgroupCreateconsumer("x", "g", "c"));
    does(redis -> redis.xgroupSetid("x", "g", "0"));
    gives(
        "{\"x\"=[StreamEntry[id=1-1, fields=[\"f\"=\"v\"]], StreamEntry[id=2-1,"
            + " fields=[\"f\"=\"w\"]]]}",
        redis ->
            redis.xreadgroup("g", "c", new String[] {"x"}, XreadgroupOptions.none().count(5), ">"));
    gives(
        "PendingSummary[count=2, first=1-1, last=2-1, consumers={\"c\"=2}]",
        redis -> redis.xpending("x", "g"));
    gives("1-1", redis -> redis.xpending("x", "g", "-", "+", 1).getFirst().id());
    gives(
        "StreamEntry[id=2-1, fields=[\"f\"=\"w\"]]",
        redis -> redis.xinfoStream("x").get("last-entry"));
    gives("true", redis -> redis.xinfoStreamFull("x").keySet().contains("groups"));
    gives("\"g\"", redis -> redis.xinfoGroups("x").getFirst().get("name"));
    gives("\"c\"", redis -> redis.xinfoConsumers("x", "g").getFirst().get("name"));
    gives(
        "[StreamEntry[id=1-1, fields=[\"f\"=\"v\"]]]",
        redis -> redis.xclaim("x", "g", "d", 0, "1-1"));
    gives("[1-1]", redis -> redis.xclaimJustid("x", "g", "d", 0, "1-1"));
    gives("1", redis -> redis.xdel("x", "2-1"));
    gives(
        "Claimed[next=0-0, elements=[StreamEntry[id=1-1, fields=[\"f\"=\"v\"]]], deleted=[2-1]]",
        redis -> redis.xautoclaim("x", "g", "e", 0, "0"));
    gives(
        "Claimed[next=0-0, elements=[1-1], deleted=[]]",
        redis -> redis.xautoclaimJustid("x", "g", "e", 0, "0"));
    gives("1", redis -> redis.xack("x", "g", "1-1"));
    gives(
        "PendingSummary[count=0, first=null, last=null, consumers={}]",
        redis -> redis.xpending("x", "g"));
    gives("1", redis -> redis.xtrim("x", XtrimTrim.maxlen(0)));
    does(redis -> redis.xsetid("x", "9-9"));
    gives("0", redis -> redis.xgroupDelconsumer("x", "g", "c"));
    gives("true", redis -> redis.xgroupDestroy("x", "g"));
    gives("true", redis -> redis.xgroupHelp().size() > 3);
    gives("true", redis -> redis.xinfoHelp().size() > 3);
  }

  private void geo() {
    gives("1", redis -> redis.geoadd("g", 13.361389, 38.115556, "Palermo"));
    gives("1", redis -> redis.geoadd("g", GeoMember.of(15.087269, 37.502669, "Catania")));
    gives(
        "166.2742", redis -> redis.geodist("g", "Palermo", "Catania", GeodistOptions.none().km()));
    gives("null", redis -> redis.geodist("g", "Palermo", "nothing"));
    gives("[sqc8b49rny0, null]", redis -> redis.geohash("g", "Palermo", "nothing"));
    gives(
        "[null, GeoPosition[longitude=15.087267458438873, latitude=37.50266842333162]]",
        redis -> redis.geopos("g", "nothing", "Catania"));
    gives(
        "[\"Catania\", \"Palermo\"]",
        redis ->
            redis.geosearch(
                "g",
                GeosearchBy.byradius(200, DistanceUnit.KM),
                GeosearchOptions.none().fromlonlat(15, 37).asc()));
    gives(
        "[GeoPlace[member=\"Palermo\", distance=0.0, hash=3479099956230698, position=null]]",
        redis ->
            redis.geosearchPlaces(
                "g",
                GeosearchBy.bybox(400, 400, DistanceUnit.KM),
                GeosearchPlacesOptions.none()
                    .frommember("Palermo")
                    .withdist()
                    .withhash()
                    .count(1)));
    gives(
        "2",
        redis ->
            redis.geosearchstore(
                "gg",
                "g",
                GeosearchBy.byradius(200, DistanceUnit.KM),
                GeosearchstoreOptions.none().fromlonlat(15, 37)));
    gives(
        "[\"Palermo\", \"Catania\"]",
        redis ->
            redis.georadius("g", 15, 37, 200, DistanceUnit.KM, GeoradiusOptions.none().desc()));
    gives(
        "[GeoPlace[member=\"Catania\", distance=56.4413, hash=null, position=null]]",
        redis ->
            redis.georadiusPlaces(
                "g", 15, 37, 100, DistanceUnit.KM, GeoradiusPlacesOptions.none().withdist()));
    gives(
        "1",
        redis ->
            redis.georadiusStore(
                "g", 15, 37, 100, DistanceUnit.KM, GeoradiusStoreOptions.none().store("gg")));
    gives("[\"Catania\"]", redis -> redis.georadiusRo("g", 15, 37, 100, DistanceUnit.KM));
    gives("[\"Palermo\"]", redis -> redis.georadiusbymember("g", "Palermo", 10, DistanceUnit.KM));
    gives("[\"Palermo\"]", redis -> redis.georadiusbymemberRo("g", "Palermo", 10, DistanceUnit.KM));
  }

  private void bits() {
    gives("0", redis -> redis.setbit("bm", 7, 1));
    gives("1", redis -> redis.getbit("bm", 7));
    gives("1", redis -> redis.bitcount("bm"));
    gives("1", redis -> redis.bitcount("bm", BitcountOptions.none().start(0).end(0).bytes()));
    gives("7", redis -> redis.bitpos("bm", 1));
    gives("1", redis -> redis.bitop(BitOperation.NOT, "bn", "bm"));
    gives(
        "[1, null]",
        redis ->
            redis.bitfield(
                "bm",
                BitfieldOptions.none()
                    .operation(
                        BitfieldOperation.get("u8", "0"),
                        BitfieldOperation.overflow(BitOverflow.FAIL),
                        BitfieldOperation.incrby("u8", "0", 255))));
    gives(
        "[1, 0]",
        redis -> redis.bitfieldRo("bm", BitfieldRoOptions.none().get("u8", "0").get("u8", "#1")));
    gives("true", redis -> redis.pfadd("pf", "a", "b"));
    gives("2", redis -> redis.pfcount("pf"));
    does(redis -> redis.pfmerge("pg", "pf"));
    gives("0", redis -> redis.publish("c", "m"));
    gives("0", redis -> redis.spublish("c", "m"));
    gives("[]", redis -> redis.pubsubChannels());
    gives("0", redis -> redis.pubsubNumpat());
    gives("{\"c\"=0}", redis -> redis.pubsubNumsub("c"));
    gives("[]", redis -> redis.pubsubShardchannels());
    gives("{\"c\"=0}", redis -> redis.pubsubShardnumsub("c"));
    gives("true", redis -> redis.pubsubHelp().size() > 3);
  }

  private void scripts() {
    gives(
        "ArrayValue[elements=[\"k\", \"x\"]]",
        redis -> redis.eval("return {KEYS[1], ARGV[1]}", new String[] {"k"}, "x"));
    gives("IntegerValue[value=1]", redis -> redis.evalRo("return 1", new String[0]));
    gives("e0e1f9fabfc9d4800c877a703b823ac0578ff8db", redis -> redis.scriptLoad("return 1"));
    gives(
        "IntegerValue[value=1]",
        redis -> redis.evalsha("e0e1f9fabfc9d4800c877a703b823ac0578ff8db", new String[0]));
    gives(
        "IntegerValue[value=1]",
        redis -> redis.evalshaRo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db", new String[0]));
    gives(
        "[true, false]",
        redis -> redis.scriptExists("e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "nothing"));
    does(redis -> redis.scriptFlush(ScriptFlushOptions.none().sync()));
    gives("true", redis -> redis.scriptHelp().size() > 3);
    gives(
        "one",
        redis ->
            redis.functionLoad(
                "#!lua name=one\n"
                    + "redis.register_function{function_name='f', callback=function() return 1 end,"
                    + " flags={'no-writes'}}",
                FunctionLoadOptions.none().replace()));
    gives("IntegerValue[value=1]", redis -> redis.fcall("f", new String[0]));
    gives("IntegerValue[value=1]", redis -> redis.fcallRo("f", new String[0]));
    gives(
        "[{library_name=one, engine=LUA, functions=[{name=f, description=null,"
            + " flags=[no-writes]}]}]",
        redis -> redis.functionList(FunctionListOptions.none().libraryname("one")));
    gives("null", redis -> redis.functionStats().get("running_script"));
    does(
        redis ->
            redis.functionRestore(redis.functionDump(), FunctionRestoreOptions.none().replace()));
    does(redis -> redis.functionDelete("one"));
    does(redis -> redis.functionFlush());
    gives("true", redis -> redis.functionHelp().size() > 3);
  }

  private void connections() {
    gives("PONG", redis -> redis.ping());
    gives("\"hello\"", redis -> redis.ping("hello"));
    gives("\"hello\"", redis -> redis.echo("hello"));
    gives("null", redis -> redis.clientGetname());
    does(redis -> redis.clientSetname("me"));
    gives("me", redis -> redis.clientGetname());
    varies(redis -> redis.clientId());
    gives("-1", redis -> redis.clientGetredir());
    gives("true", redis -> redis.clientInfo().contains("name=me"));
    gives(
        "true",
        redis ->
            redis.clientList(ClientListOptions.none().type(ClientType.NORMAL)).contains("name=me"));
    gives("0", redis -> redis.clientKill(ClientKillOptions.none().addr("1.2.3.4:5").skipme(true)));
    gives("{flags=[off], redirect=-1, prefixes=[]}", redis -> redis.clientTrackinginfo());
    does(redis -> redis.clientTracking(false));
    gives("false", redis -> redis.clientUnblock(999));
    does(redis -> redis.clientPause(1, ClientPauseOptions.none().write()));
    does(redis -> redis.clientUnpause());
    does(redis -> redis.clientNoEvict(true));
    gives("true", redis -> redis.clientHelp().size() > 3);
    does(redis -> redis.select(1));
    gives("0", redis -> redis.waitReplicas(0, 10));
  }

  private void servers(Product product) {
    gives("true", redis -> redis.aclCat().contains("bitmap"));
    gives("true", redis -> redis.aclCat("bitmap").contains("getbit"));
    does(redis -> redis.aclSetuser("bob", "on", ">secret", "+get", "~k*"));
    gives("~k*", redis -> Objects.requireNonNull(redis.aclGetuser("bob")).get("keys"));
    gives("null", redis -> redis.aclGetuser("nobody"));
    gives("OK", redis -> redis.aclDryrun("bob", "get", "k"));
    gives("2", redis -> redis.aclList().size());
    gives("[bob, default]", redis -> redis.aclUsers());
    gives("default", redis -> redis.aclWhoami());
    gives("[]", redis -> redis.aclLog());
    does(redis -> redis.aclLogReset());
    gives("2", redis -> redis.aclGenpass(8).length());
    gives("1", redis -> redis.aclDeluser("bob"));
    gives("true", redis -> redis.aclHelp().size() > 3);
    gives("true", redis -> ((List<?>) Objects.requireNonNull(redis.command())).size() > 200);
    gives("true", redis -> redis.commandCount() > 200);
    gives("1.0.0", redis -> redis.commandDocs("get").get("get").get("since"));
    gives("1", redis -> ((List<?>) Objects.requireNonNull(redis.commandInfo("get"))).size());
    gives("[\"a\", \"b\"]", redis -> redis.commandGetkeys("mset", "a", "1", "b", "2"));
    gives("[[\"a\", [RO, access]]]", redis -> redis.commandGetkeysandflags("get", "a"));
    gives(
        "2",
        redis ->
            redis
                .commandList(
                    CommandListOptions.none().filterby(CommandListFilterby.pattern("xread*")))
                .size());
    gives("true", redis -> redis.commandHelp().size() > 3);
    does(redis -> redis.configSet("slowlog-log-slower-than", "10000"));
    gives("{slowlog-log-slower-than=10000}", redis -> redis.configGet("slowlog-log-slower-than"));
    does(redis -> redis.configResetstat());
    gives("true", redis -> redis.configHelp().size() > 3);
    gives("0", redis -> redis.dbsize());
    does(redis -> redis.flushdb(FlushdbOptions.none().sync()));
    does(redis -> redis.flushall());
    gives("true", redis -> redis.info().contains("redis_version"));
    gives("true", redis -> redis.info("server", "clients").contains("connected_clients"));
    gives("true", redis -> redis.lastsave() > 0);
    gives("false", redis -> redis.latencyDoctor().isEmpty());
    gives("{}", redis -> redis.latencyHistogram("get"));
    gives("[]", redis -> redis.latencyHistory("command"));
    gives("[]", redis -> redis.latencyLatest());
    gives("0", redis -> redis.latencyReset());
    gives("true", redis -> redis.latencyHelp().size() > 3);
    gives("false", redis -> redis.lolwut(LolwutOptions.none().version(5)).isEmpty());
    gives("false", redis -> redis.memoryDoctor().isEmpty());
    gives("false", redis -> redis.memoryMallocStats().isEmpty());
    does(redis -> redis.memoryPurge());
    gives("true", redis -> redis.memoryStats().get("dataset.percentage") instanceof Double);
    gives("null", redis -> redis.memoryUsage("nothing"));
    gives("true", redis -> redis.memoryHelp().size() > 3);
    gives(
        product == Product.REDIS_7 ? "[]" : "[{name=lua, ver=1, path=lua, args=[]}]",
        redis -> redis.moduleList());
    gives("true", redis -> redis.moduleHelp().size() > 3);
    gives("[master, 0, []]", redis -> redis.role());
    does(redis -> redis.save());
    gives("false", redis -> redis.bgsave(BgsaveOptions.none().schedule()).isEmpty());
    gives("true", redis -> redis.slowlogGet(1).size() < 2);
    gives("true", redis -> redis.slowlogLen() < 99);
    does(redis -> redis.slowlogReset());
    gives("true", redis -> redis.slowlogHelp().size() > 3);
    does(redis -> redis.swapdb(2, 3));
    gives("2", redis -> redis.time().size());
    gives("OK", redis -> redis.replicaof(ReplicaofPrimary.noOne()));
    gives("OK", redis -> redis.slaveof(ReplicaofPrimary.noOne()));
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void everyMethodOfRedis7GivesTheSameInBothVersions(Product product) throws IOException {
    Options options = product.options();
    strings();
    keys();
    hashes();
    lists();
    sets();
    sortedSets();
    streams();
    geo();
    bits();
    scripts();
    connections();
    servers(product);
    Set<String> called = steps.run(options);
    Set<String> expected = new TreeSet<>(DocumentedCommands.REDIS.names());
    expected.removeIf(
        name ->
            CommandTable.spec(name).noMethod() != null
                || CommandTable.spec(name).elsewhere() != null
                || name.startsWith("CLUSTER ")
                || NOT_HERE.contains(name));
    assertThat(called).containsAll(expected);
  }

  /** What needs more than a server alone, or ends it. */
  private static final Set<String> NOT_HERE =
      Set.of(
          "ACL LOAD",
          "ACL SAVE",
          "AUTH",
          "BGREWRITEAOF",
          "CLIENT CACHING",
          "CONFIG REWRITE",
          "FAILOVER",
          "FUNCTION KILL",
          "LATENCY GRAPH",
          "MIGRATE",
          "MODULE LOAD",
          "MODULE LOADEX",
          "MODULE UNLOAD",
          "READONLY",
          "READWRITE",
          "SCRIPT KILL",
          "SHUTDOWN");
}
