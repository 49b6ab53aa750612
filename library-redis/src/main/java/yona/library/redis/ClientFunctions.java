package yona.library.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.concurrent.ChannelResource;
import yona.library.stream.Stream;
import yona.redis.Gap;
import yona.redis.Message;
import yona.redis.Monitor;
import yona.redis.Notice;
import yona.redis.Redis;
import yona.redis.ScanOptions;
import yona.redis.Subscription;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.command.CommandTable;
import yona.redis.command.Shape;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;

/**
 * The Java half of those functions of module {@code redis\Client} that are no commands. Needs no
 * grant: who has a client was granted it.
 */
public final class ClientFunctions {
  private static final Symbol GAP = Symbol.of("gap");

  private ClientFunctions() {}

  // ---- clients ---------------------------------------------------------------------------------

  @Suspends
  public static Object dedicated(Object client, String where) {
    RedisResource resource = RedisResource.of(client, where);
    Redis alone = RedisErrors.checked(resource, where, resource.redis()::dedicated);
    return RedisResource.of(alone, resource.values(), null);
  }

  public static Object bytes(Object client, String where) {
    return RedisResource.of(client, where).with(ReplyValues.BYTES);
  }

  // ---- any command -----------------------------------------------------------------------------

  @Suspends
  public static Object call(Object client, Object command, String where) {
    RedisResource resource = RedisResource.of(client, where);
    Command words = CommandArguments.raw(command, where);
    return RedisErrors.checked(
        resource, where, () -> resource.values().of(resource.redis().call(words), shape(words)));
  }

  /** What a command made of words gives, as far as no option decides it. */
  private static Shape shape(Command command) {
    CommandSpec spec = command.spec();
    return spec != null && spec.results().size() == 1
        ? spec.results().getFirst().shape()
        : command.shape();
  }

  @Suspends
  public static Object transaction(Object client, Object commands, String where) {
    RedisResource resource = RedisResource.of(client, where);
    List<Command> all = CommandArguments.commands(commands, where);
    List<RespValue> replies =
        RedisErrors.checked(resource, where, () -> resource.redis().transaction(all));
    return values(resource.values(), all, replies);
  }

  private static Seq values(ReplyValues values, List<Command> commands, List<RespValue> replies) {
    SeqBuilder seq = Seq.builder();
    for (int i = 0; i < replies.size(); i++) {
      seq.add(values.of(replies.get(i), shape(commands.get(i))));
    }
    return seq.build();
  }

  @Suspends
  public static Object watch(Object client, Object keys, @Applied Object f, String where) {
    RedisResource resource = RedisResource.of(client, where);
    List<Object> names = CommandArguments.keys(keys, where);
    if (names.isEmpty()) {
      throw Failure.empty(where, "the Seq of keys");
    }
    Function change = Arguments.function(f, where);
    List<Command> last = new ArrayList<>();
    List<RespValue> replies =
        RedisErrors.checked(
            resource,
            where,
            () ->
                resource
                    .redis()
                    .watch(
                        names,
                        alone -> {
                          Object given = change.apply(RedisResource.lent(alone, resource.values()));
                          last.clear();
                          last.addAll(CommandArguments.commands(given, where));
                          return last;
                        }));
    return values(resource.values(), last, replies);
  }

  @Suspends
  public static Object script(
      Object client, Object source, Object keys, Object arguments, String where) {
    RedisResource resource = RedisResource.of(client, where);
    String text = Arguments.text(source, where);
    List<Object> names = CommandArguments.words(keys, where);
    List<Object> values = CommandArguments.words(arguments, where);
    return RedisErrors.checked(
        resource, where, () -> resource.values().any(resource.redis().script(text, names, values)));
  }

  // ---- going through ---------------------------------------------------------------------------

  @Suspends
  public static Object scan(Object client, String where) {
    return scanningKeys(client, Dict.EMPTY, where);
  }

  @Suspends
  public static Object scanWith(Object client, Object options, String where) {
    return scanningKeys(client, options, where);
  }

  @Suspends
  public static Object hscan(Object client, Object key, String where) {
    return scanning("HSCAN", client, Dict.EMPTY, Seq.of(key), where);
  }

  @Suspends
  public static Object hscanWith(Object client, Object options, Object key, String where) {
    return scanning("HSCAN", client, options, Seq.of(key), where);
  }

  @Suspends
  public static Object sscan(Object client, Object key, String where) {
    return scanning("SSCAN", client, Dict.EMPTY, Seq.of(key), where);
  }

  @Suspends
  public static Object sscanWith(Object client, Object options, Object key, String where) {
    return scanning("SSCAN", client, options, Seq.of(key), where);
  }

  @Suspends
  public static Object zscan(Object client, Object key, String where) {
    return scanning("ZSCAN", client, Dict.EMPTY, Seq.of(key), where);
  }

  @Suspends
  public static Object zscanWith(Object client, Object options, Object key, String where) {
    return scanning("ZSCAN", client, options, Seq.of(key), where);
  }

  /** The keys: in a cluster those of all its servers. */
  private static Object scanningKeys(Object client, Object options, String where) {
    RedisResource resource = RedisResource.of(client, where);
    Dict given = Arguments.dict(options, where);
    var _ =
        CommandArguments.command(CommandTable.spec("SCAN"), Seq.of(Seq.text("0")), given, where);
    ScanOptions wanted = ScanOptions.ALL;
    for (Tuple option : given) {
      Object value = option.get(1);
      wanted =
          switch (((Symbol) option.get(0)).name()) {
            case "match" -> wanted.withMatch(Arguments.text(value, where));
            case "type" -> wanted.withType(Arguments.text(value, where));
            default -> wanted.withCount(Arguments.positive(value, where));
          };
    }
    Iterable<BulkString> keys = resource.redis().scan(wanted);
    return Stream.of(true, () -> new KeyScanSource(resource, keys.iterator(), where));
  }

  private static Object scanning(
      String name, Object client, Object options, Seq key, String where) {
    RedisResource resource = RedisResource.of(client, where);
    Dict given = Arguments.dict(options, where);
    CommandSpec spec = CommandTable.spec(name);
    Pages pages = new Pages(resource, spec, key, given, where);
    var _ = pages.command("0");
    return Stream.of(true, () -> new ScanSource(pages));
  }

  // ---- messages --------------------------------------------------------------------------------

  @Suspends
  public static Object subscribe(Object client, Object channels, String where) {
    return subscribing(client, channels, where, Redis::subscribe);
  }

  @Suspends
  public static Object psubscribe(Object client, Object patterns, String where) {
    return subscribing(client, patterns, where, Redis::psubscribe);
  }

  @Suspends
  public static Object ssubscribe(Object client, Object channels, String where) {
    return subscribing(client, channels, where, Redis::ssubscribe);
  }

  @FunctionalInterface
  private interface Subscribing {
    Subscription to(Redis redis, String... names) throws IOException;
  }

  private static Object subscribing(
      Object client, Object channels, String where, Subscribing subscribing) {
    RedisResource resource = RedisResource.of(client, where);
    List<String> names = CommandArguments.texts(channels, where);
    IoFailure.Operation<Subscription> subscribe =
        () -> subscribing.to(resource.redis(), names.toArray(String[]::new));
    Subscription subscription = RedisErrors.checked(resource, where, subscribe);
    return ChannelResource.reading(
        subscription.messages(),
        notice -> notice(resource.values(), notice),
        subscription::received,
        subscription::close);
  }

  private static Object notice(ReplyValues values, Notice notice) {
    return switch (notice) {
      case Message message ->
          Tuple.of(values.string(message.channel()), values.string(message.content()));
      case Gap.GAP -> GAP;
    };
  }

  @Suspends
  public static Object monitor(Object client, String where) {
    RedisResource resource = RedisResource.of(client, where);
    Monitor monitor = RedisErrors.checked(resource, where, resource.redis()::monitor);
    return ChannelResource.reading(monitor.lines(), Seq::text, monitor::received, monitor::close);
  }
}
