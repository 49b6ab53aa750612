package yona.redis.command;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespDecoder;

/** The Java methods that are made from the table. */
class CommandsTest {
  /** Keeps the command, and answers with what the test says. */
  private static final class Recorder implements Commands {
    private @Nullable Command command;

    /** The reply, in lines that are apart by spaces; null to answer with {@link #value}. */
    private @Nullable String reply;

    private @Nullable Object value;

    @Override
    @SuppressWarnings("unchecked")
    public <T extends @Nullable Object> T run(Command ran, Decoder<T> result) throws IOException {
      command = ran;
      if (reply == null) {
        return (T) value;
      }
      byte[] bytes = (reply.replace(" ", "\r\n") + "\r\n").getBytes(UTF_8);
      return result.decode(
          Objects.requireNonNull(new RespDecoder().decode(ByteBuffer.wrap(bytes))));
    }

    String words() {
      return Arrays.stream(Objects.requireNonNull(command).words())
          .map(CommandWord::text)
          .collect(Collectors.joining(" "));
    }
  }

  private static final java.nio.charset.Charset UTF_8 = java.nio.charset.StandardCharsets.UTF_8;

  private static List<Method> methods() {
    return Arrays.stream(Commands.class.getMethods())
        .filter(Method::isDefault)
        .sorted(Comparator.comparing(Method::toGenericString))
        .toList();
  }

  @Test
  void everyCommandHasAMethodLessThoseWithAReason() {
    Set<String> expected =
        CommandTable.names().stream()
            .map(CommandTable::spec)
            .filter(spec -> spec.noMethod() == null && spec.elsewhere() == null)
            .map(CommandSpec::methodName)
            .collect(toCollection(TreeSet::new));
    Set<String> methods =
        methods().stream().map(Method::getName).collect(toCollection(TreeSet::new));
    assertThat(methods).containsAll(expected);
    assertThat(methods).hasSizeGreaterThan(300);
  }

  @Test
  void noMethodLooksLikeOneThatEveryObjectHas() {
    assertThat(methods().stream().map(Method::getName))
        .doesNotContainAnyElementsOf(
            Arrays.stream(Object.class.getDeclaredMethods()).map(Method::getName).toList());
  }

  @Test
  void whatTheClientDoesInItsOwnWayIsKnown() {
    assertThat(
            CommandTable.names().stream()
                .map(CommandTable::spec)
                .filter(spec -> spec.elsewhere() != null)
                .map(spec -> spec.name() + " " + spec.elsewhere()))
        .containsExactly(
            "CLUSTERSCAN scan",
            "DISCARD transaction",
            "EXEC transaction",
            "HELLO connect",
            "HSCAN hscan",
            "MONITOR monitor",
            "MULTI transaction",
            "PSUBSCRIBE psubscribe",
            "PUNSUBSCRIBE psubscribe",
            "QUIT close",
            "SCAN scan",
            "SSCAN sscan",
            "SSUBSCRIBE ssubscribe",
            "SUBSCRIBE subscribe",
            "SUNSUBSCRIBE ssubscribe",
            "UNSUBSCRIBE subscribe",
            "UNWATCH watch",
            "WATCH watch",
            "ZSCAN zscan");
  }

  @Test
  void everyMethodSendsItsCommandWithAsManyWordsAsTheServerWants() throws Exception {
    for (Method method : methods()) {
      if (NEED_OPTIONS.contains(method.getName()) || method.getName().startsWith("geosearch")) {
        // What is searched around is an option, as a polygon needs none.
        continue;
      }
      Command command = call(method, samples(method.getParameterTypes()));
      String name = Objects.requireNonNull(command.spec(), method.toString()).name();
      assertThat(CommandTable.find(command.words())).as(method.toString()).isSameAs(command.spec());
      int arity = DocumentedCommands.VALKEY.arity(name);
      int words = command.words().length;
      if (arity < 0) {
        assertThat(words).as(method.toString()).isGreaterThanOrEqualTo(-arity);
      } else {
        assertThat(words).as(method.toString()).isEqualTo(arity);
      }
    }
  }

  private static final Set<String> NEED_OPTIONS =
      Set.of(
          "clientKill",
          "geosearchPlaces",
          "georadiusPlaces",
          "georadiusRoPlaces",
          "georadiusStore",
          "georadiusbymemberPlaces",
          "georadiusbymemberRoPlaces",
          "georadiusbymemberStore");

  /** The one is written word by word, the other by description. */
  @Test
  void aMethodWithoutOptionsSendsTheSameAsTheOneWithNone() throws Exception {
    int compared = 0;
    for (Method with : methods()) {
      Class<?>[] types = with.getParameterTypes();
      for (int at = 0; at < types.length; at++) {
        if (!isOptions(types[at])) {
          continue;
        }
        List<Class<?>> others = new ArrayList<>(List.of(types));
        others.remove(at);
        Class<?>[] rest = others.toArray(Class<?>[]::new);
        if (NEED_OPTIONS.contains(with.getName())) {
          continue;
        }
        Method without = Commands.class.getMethod(with.getName(), rest);
        assertThat(Arrays.stream(call(without, samples(rest)).words()).map(CommandWord::text))
            .as(with.toString())
            .containsExactlyElementsOf(
                Arrays.stream(call(with, samples(types)).words()).map(CommandWord::text).toList());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  @Test
  void everyMethodOfOptionsGivesAnOptionOfItsCommand() throws Exception {
    for (Method method : methods()) {
      for (Class<?> type : method.getParameterTypes()) {
        if (isOptions(type)) {
          for (Method option : type.getDeclaredMethods()) {
            if (!Modifier.isStatic(option.getModifiers())) {
              give(method, type, option);
            }
          }
        }
      }
    }
  }

  private static void give(Method method, Class<?> type, Method option) throws Exception {
    Object options = type.getMethod("none").invoke(null);
    assertThat(option.invoke(options, samples(option.getParameterTypes()))).isSameAs(options);
    Object[] arguments = samples(method.getParameterTypes());
    arguments[List.of(method.getParameterTypes()).indexOf(type)] = options;
    try {
      Command with = call(method, arguments);
      int least = Objects.requireNonNull(with.spec()).words().size();
      if (!NEED_OPTIONS.contains(method.getName())) {
        least = call(method, samples(method.getParameterTypes())).words().length;
      }
      assertThat(with.words().length).as(option.toString()).isGreaterThan(least);
    } catch (InvocationTargetException e) {
      assertThat(e.getCause())
          .as(option.toString())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(".*: option \\w+ needs .*");
    }
  }

  /** The command or the parameter is named; nothing is sent. */
  @Test
  void whatIsNullIsNamed() throws Exception {
    int tried = 0;
    for (Method method : methods()) {
      Class<?>[] types = method.getParameterTypes();
      for (int at = 0; at < types.length; at++) {
        if (types[at].isPrimitive()) {
          continue;
        }
        @Nullable Object[] arguments = samples(types);
        arguments[at] = null;
        refused(method, arguments)
            .isInstanceOf(NullPointerException.class)
            .hasMessageMatching(named(method) + ": .* is null|.*because \"\\w+\" is null");
        if (types[at].isArray() && !types[at].getComponentType().isPrimitive()) {
          arguments = samples(types);
          Array.set(arguments[at], 1, null);
          refused(method, arguments).isInstanceOf(NullPointerException.class);
        }
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(1000);
  }

  @Test
  void whatIsRepeatedIsThereAtLeastOnceUnlessTheServerWantsNone() throws Exception {
    Set<String> mayBeNone = new TreeSet<>();
    int refused = 0;
    for (Method method : methods()) {
      Class<?>[] types = method.getParameterTypes();
      for (int at = 0; at < types.length; at++) {
        Object[] arguments = samples(types);
        if (types[at].isArray()) {
          arguments[at] = Array.newInstance(types[at].getComponentType(), 0);
        } else if (types[at] == Map.class) {
          arguments[at] = Map.of();
        } else {
          continue;
        }
        try {
          mayBeNone.add(Objects.requireNonNull(call(method, arguments).spec()).name());
        } catch (InvocationTargetException e) {
          assertThat(e.getCause())
              .as("%s", method)
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageMatching(named(method) + ": .*: expected at least one element, found .*");
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(100);
    assertThat(mayBeNone)
        .containsExactly(
            "ACL DRYRUN",
            "ACL SETUSER",
            "COMMAND DOCS",
            "COMMAND GETKEYS",
            "COMMAND GETKEYSANDFLAGS",
            "COMMAND INFO",
            "EVAL",
            "EVALSHA",
            "EVALSHA_RO",
            "EVAL_RO",
            "FCALL",
            "FCALL_RO",
            "GEOHASH",
            "GEOPOS",
            "INFO",
            "LATENCY HISTOGRAM",
            "LATENCY RESET",
            "MODULE LOAD",
            "PFADD",
            "PFMERGE",
            "PUBSUB NUMSUB",
            "PUBSUB SHARDNUMSUB");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(
      Method method, @Nullable Object[] arguments) {
    return assertThatThrownBy(() -> call(method, arguments))
        .as("%s", method)
        .isInstanceOf(InvocationTargetException.class)
        .cause();
  }

  /** The commands that a method may be for, as an expression. */
  private static String named(Method method) {
    return CommandTable.names().stream()
        .filter(name -> method.getName().startsWith(CommandTable.spec(name).methodName()))
        .map(Pattern::quote)
        .collect(joining("|", "(", ")"));
  }

  private static boolean isOptions(Class<?> type) {
    return CommandOptions.class.isAssignableFrom(type)
        && Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals("none"));
  }

  private static Command call(Method method, @Nullable Object[] arguments) throws Exception {
    Recorder recorder = new Recorder();
    Class<?> type = method.getReturnType();
    recorder.value =
        type == long.class ? 0L : type == double.class ? 0.0 : type == boolean.class ? false : null;
    method.invoke(recorder, arguments);
    return Objects.requireNonNull(recorder.command, method.toString());
  }

  private static Object[] samples(Class<?>[] types) {
    return Stream.of(types).map(CommandsTest::sample).toArray();
  }

  private static Object sample(Class<?> type) {
    if (type == String.class) {
      return "1";
    }
    if (type == BulkString.class) {
      return BulkString.of("1");
    }
    if (type == long.class) {
      return 1L;
    }
    if (type == double.class) {
      return 1.5;
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == Map.class) {
      return Map.of("1", "1");
    }
    if (type == List.class) {
      return List.of(List.of(List.of(List.of(0, 9)), "node"));
    }
    if (type == ScoredMember.class) {
      return ScoredMember.of("1", 1.5);
    }
    if (type == GeoMember.class) {
      return GeoMember.of(1.5, 2.5, "1");
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), 2);
      Array.set(array, 0, sample(type.getComponentType()));
      Array.set(array, 1, sample(type.getComponentType()));
      return array;
    }
    return made(type);
  }

  /** Options, or a choice. */
  private static Object made(Class<?> type) {
    Method maker =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .min(Comparator.comparing(Method::toGenericString))
            .orElseThrow();
    try {
      return maker.invoke(null, samples(maker.getParameterTypes()));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(maker.toString(), e);
    }
  }

  private final Recorder redis = new Recorder();

  @Test
  void textsAndBytesAreSent() throws IOException {
    redis.reply = "$5 hello";
    assertThat(redis.get("k")).isEqualTo(BulkString.of("hello"));
    assertThat(redis.words()).isEqualTo("GET k");
    assertThat(redis.get(BulkString.of("k"))).isEqualTo(BulkString.of("hello"));
    redis.reply = "$-1";
    assertThat(redis.get("k")).isNull();
  }

  @Test
  void optionsAreWrittenInTheOrderOfTheCommand() throws IOException {
    redis.reply = "+OK";
    assertThat(redis.set("k", "v", SetOptions.none().ex(10).nx())).isTrue();
    assertThat(redis.words()).isEqualTo("SET k v NX EX 10");
    redis.reply = "_";
    assertThat(redis.set("k", "v", SetOptions.none().xx())).isFalse();
    assertThat(redis.setGet("k", "v", SetOptions.none().keepttl())).isNull();
    assertThat(redis.words()).isEqualTo("SET k v GET KEEPTTL");
  }

  @Test
  void anOptionThatChangesTheResultIsAMethodOfItsOwn() throws IOException {
    redis.reply = "*2 $1 a $1 1";
    assertThat(redis.zrange("z", 0, -1)).hasSize(2);
    assertThat(redis.zrangeWithscores("z", 0, -1)).containsExactly(ScoredMember.of("a", 1));
    assertThat(redis.words()).isEqualTo("ZRANGE z 0 -1 WITHSCORES");
    redis.reply = "*1 $1 a";
    assertThat(redis.lpop("l", 1)).containsExactly(BulkString.of("a"));
    assertThat(redis.words()).isEqualTo("LPOP l 1");
    redis.reply = "*0";
    assertThat(redis.lposCount("l", "e", 0, LposOptions.none().rank(2))).isEmpty();
    assertThat(redis.words()).isEqualTo("LPOS l e RANK 2 COUNT 0");
  }

  @Test
  void boundsAreNumbersOrTexts() throws IOException {
    redis.reply = "*0";
    assertThat(redis.zrange("z", 0, -1)).isEmpty();
    assertThat(redis.words()).isEqualTo("ZRANGE z 0 -1");
    assertThat(redis.zrange("z", "[a", "+", ZrangeOptions.none().bylex())).isEmpty();
    assertThat(redis.words()).isEqualTo("ZRANGE z [a + BYLEX");
    redis.reply = ":2";
    assertThat(redis.zcount("z", 1, 2.5)).isEqualTo(2);
    assertThat(redis.words()).isEqualTo("ZCOUNT z 1.0 2.5");
    assertThat(redis.zcount(BulkString.of("z"), "(1", "+inf")).isEqualTo(2);
    assertThat(redis.words()).isEqualTo("ZCOUNT z (1 +inf");
  }

  @Test
  void whatIsRepeatedComesLast() throws IOException {
    redis.reply = "*2 $1 l $1 a";
    assertThat(redis.blpop(1.5, "l", "m"))
        .isEqualTo(new Keyed<>(BulkString.of("l"), BulkString.of("a")));
    assertThat(redis.words()).isEqualTo("BLPOP l m 1.5");
    redis.reply = ":2";
    assertThat(
            redis.zadd(
                "z",
                ZaddOptions.none().gt().ch(),
                ScoredMember.of("a", 1),
                ScoredMember.of("b", 2)))
        .isEqualTo(2);
    assertThat(redis.words()).isEqualTo("ZADD z GT CH 1.0 a 2.0 b");
    assertThat(redis.eval("return 1", new String[] {"k"}, "x", "y").plain()).isEqualTo(2L);
    assertThat(redis.words()).isEqualTo("EVAL return 1 1 k x y");
    redis.reply = "*-1";
    assertThat(redis.xread(new String[] {"s", "t"}, XreadOptions.none().count(5), "0", "$"))
        .isNull();
    assertThat(redis.words()).isEqualTo("XREAD COUNT 5 STREAMS s t 0 $");
  }

  @Test
  void pairsAreAMapOnePairOrBytesInTurn() throws IOException {
    redis.reply = ":1";
    assertThat(redis.hset("h", Map.of("f", "v"))).isEqualTo(1);
    assertThat(redis.words()).isEqualTo("HSET h f v");
    assertThat(redis.hset("h", "f", "v")).isEqualTo(1);
    assertThat(redis.words()).isEqualTo("HSET h f v");
    BulkString f = BulkString.of("f");
    assertThat(redis.hset(BulkString.of("h"), f, f, f, f)).isEqualTo(1);
    assertThat(redis.words()).isEqualTo("HSET h f f f f");
    redis.reply = "$3 1-1";
    assertThat(redis.xadd("s", "*", Map.of("f", "v"), XaddOptions.none().maxlen(9).approximately()))
        .isEqualTo("1-1");
    assertThat(redis.words()).isEqualTo("XADD s MAXLEN ~ 9 * f v");
  }

  @Test
  void choicesAreObjectsAndWordsOfEnumerations() throws IOException {
    redis.reply = "*0";
    assertThat(
            redis.geosearchPlaces(
                "g",
                GeosearchBy.byradius(200, DistanceUnit.KM),
                GeosearchPlacesOptions.none().fromlonlat(15, 37).withdist().count(3).any()))
        .isEmpty();
    assertThat(redis.words())
        .isEqualTo("GEOSEARCH g FROMLONLAT 15.0 37.0 BYRADIUS 200.0 KM COUNT 3 ANY WITHDIST");
    assertThat(
            redis.bitfield(
                "k",
                BitfieldOptions.none()
                    .operation(
                        BitfieldOperation.overflow(BitOverflow.SAT),
                        BitfieldOperation.incrby("u8", "#1", 5))))
        .isEmpty();
    assertThat(redis.words()).isEqualTo("BITFIELD k OVERFLOW SAT INCRBY u8 #1 5");
    redis.reply = "+OK";
    redis.clusterSetslot(5, ClusterSetslotState.stable());
    assertThat(redis.words()).isEqualTo("CLUSTER SETSLOT 5 STABLE");
    assertThat(redis.replicaof(ReplicaofPrimary.of("h", 6379))).isEqualTo("OK");
    assertThat(redis.words()).isEqualTo("REPLICAOF h 6379");
    assertThat(redis.replicaof(ReplicaofPrimary.noOne())).isEqualTo("OK");
    assertThat(redis.words()).isEqualTo("REPLICAOF NO ONE");
    redis.clientNoEvict(true);
    assertThat(redis.words()).isEqualTo("CLIENT NO-EVICT ON");
    redis.reply = ":1";
    assertThat(
            redis.xtrim("s", XtrimTrim.maxlen(100).approximately(), XtrimOptions.none().limit(5)))
        .isEqualTo(1);
    assertThat(redis.words()).isEqualTo("XTRIM s MAXLEN ~ 100 LIMIT 5");
  }

  @Test
  void anOptionThatMayBeRepeatedIsGivenAgain() throws IOException {
    redis.reply = "*0";
    assertThat(redis.sort("k", SortOptions.none().by("w_*").get("a").get("#").limit(0, 5).alpha()))
        .isEmpty();
    assertThat(redis.words()).isEqualTo("SORT k BY w_* LIMIT 0 5 GET a GET # ALPHA");
  }

  @Test
  void secretsOfAMethodAreNotShown() throws IOException {
    redis.reply = "+OK";
    redis.configSet("requirepass", "SECRET");
    assertThat(redis.words()).isEqualTo("CONFIG SET requirepass SECRET");
    assertThat(Objects.requireNonNull(redis.command))
        .hasToString("CONFIG SET requirepass (hidden)");
  }
}
