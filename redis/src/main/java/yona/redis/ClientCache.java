package yona.redis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Statistics;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespEncoder;
import yona.redis.resp.RespValue;
import yona.redis.resp.SetValue;

/**
 * Replies to commands that only read, until the server says that one of their keys has changed.
 *
 * <p>A server tracks only what is asked for behind {@code CLIENT CACHING YES} ({@code OPTIN}, as in
 * rueidis): it remembers no keys, and sends no invalidations, for the commands that are not kept. A
 * reply is put here by whoever reads it from the connection, in its turn: an invalidation that the
 * server has sent after it comes after it here too. All is dropped when a connection is lost, for
 * nobody would hear of changes.
 */
final class ClientCache {

  private static final RespCommand TRACKING = Command.raw("CLIENT", "TRACKING", "ON", "OPTIN");

  private static final RespCommand CACHING = Command.raw("CLIENT", "CACHING", "YES");
  private static final RespCommand PING = Command.raw("PING");
  private static final BulkString INVALIDATE = BulkString.of("invalidate");

  /** How often a connection is tried out that nothing else may be said on. */
  private static final Duration BETWEEN_PINGS = Duration.ofSeconds(1);

  /** What an entry costs beside its bytes, and what a value does. */
  private static final long ENTRY = 240;

  private static final long VALUE = 48;

  /** What depends on the time or on chance, touches what it reads, or reads more than its keys. */
  private static final Set<String> NOT_KEPT =
      Set.of(
          "TTL",
          "PTTL",
          "HTTL",
          "HPTTL",
          "TOUCH",
          "SORT_RO",
          "EVAL_RO",
          "EVALSHA_RO",
          "FCALL_RO",
          "SRANDMEMBER",
          "HRANDFIELD",
          "ZRANDMEMBER",
          "XPENDING",
          "MEMORY USAGE");

  private static final class Entry {
    private final RespValue value;
    private final Set<BulkString> keys;
    private final long size;

    /** Until when, by {@link System#nanoTime}; meaningless while it is not ready. */
    private long expires;

    private boolean isReady;

    Entry(RespValue value, Set<BulkString> keys, long size) {
      this.value = value;
      this.keys = keys;
      this.size = size;
    }
  }

  /** A question that is on its way, for all that ask the same, and how a server is asked it. */
  private final class Fetch implements Route.ConnectionCall {
    private final BulkString asked;
    private final Set<BulkString> keys;

    /** Null if who has asked was cancelled. */
    private final Promise<@Nullable RespValue> reply = new Promise<>();

    Fetch(BulkString asked, Set<BulkString> keys) {
      this.asked = asked;
      this.keys = keys;
    }

    @Override
    public RespValue on(RedisConnection connection, Command command) throws UnansweredException {
      return fill(connection, command, new Filling(asked, keys));
    }
  }

  private final long most;
  private final @Nullable Duration ttl;
  private final Scope scope;

  /**
   * By what was asked, that which was not asked for longest first. Guarded by this, as all below.
   */
  private final LinkedHashMap<BulkString, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** What was asked with a key. */
  private final Map<BulkString, Set<BulkString>> byKey = new HashMap<>();

  private final Map<BulkString, Fetch> fetches = new HashMap<>();
  private final Set<RedisConnection> watched = new HashSet<>();

  /** What is being filled. */
  private final Set<Filling> fillings = new HashSet<>();

  private long bytes;
  private long hits;
  private long misses;

  ClientCache(Cache cache, Scope scope) {
    this.most = cache.bytes();
    this.ttl = cache.ttl();
    this.scope = scope;
  }

  /** The cache that options want, if they do. */
  static @Nullable ClientCache of(RedisOptions options, Scope scope) {
    Cache wanted = options.cache();
    return wanted == null ? null : new ClientCache(wanted, scope);
  }

  /** What is sent first on each connection that fills a cache. */
  static List<RespCommand> first(RedisOptions options) {
    return options.cache() == null ? List.of() : List.of(TRACKING);
  }

  /** Whether replies to a command are kept. */
  static boolean keeps(Command command) {
    CommandSpec spec = command.spec();
    return spec != null
        && command.onlyReads()
        && !spec.keys().isEmpty()
        && command.blocking() == null
        && !NOT_KEPT.contains(spec.name())
        && !spec.name().endsWith("SCAN")
        && !spec.name().startsWith("OBJECT ")
        && !spec.name().startsWith("XINFO ")
        && !command.keys().isEmpty();
  }

  // ---- who asks --------------------------------------------------------------------------------

  /** Asks the servers. */
  @FunctionalInterface
  interface Asking {
    /** Has the server that a command is for asked, in a way that keeps the reply. Suspends. */
    RespValue ask(Route.ConnectionCall fetch) throws IOException;
  }

  /**
   * What is kept; else the reply of the servers, of whom one at a time asks the same. Suspends.
   *
   * @param command whose replies are {@linkplain #keeps kept}
   */
  RespValue get(Command command, Asking asking) throws IOException {
    BulkString asked = encoded(command);
    for (; ; ) {
      Fetch fetch;
      boolean isMine;
      synchronized (this) {
        Entry kept = entries.get(asked);
        if (kept != null && kept.isReady) {
          if (kept.expires - System.nanoTime() > 0) {
            hits++;
            return kept.value;
          }
          remove(asked);
        }
        fetch = fetches.get(asked);
        isMine = fetch == null;
        if (fetch == null) {
          fetch = new Fetch(asked, keys(command));
          fetches.put(asked, fetch);
          misses++;
        }
      }
      if (isMine) {
        return ask(fetch, asking);
      }
      RespValue reply = fetch.reply.value();
      if (reply != null) {
        hit();
        return reply;
      }
      // Who has asked was cancelled.
    }
  }

  private synchronized void hit() {
    hits++;
  }

  /** What has come of it. */
  synchronized Statistics.Cache statistics() {
    return new Statistics.Cache(hits, misses, entries.size(), bytes);
  }

  private RespValue ask(Fetch fetch, Asking asking) throws IOException {
    try {
      RespValue reply = asking.ask(fetch);
      end(fetch);
      fetch.reply.complete(reply);
      return reply;
    } catch (CancellationException cancelled) {
      end(fetch);
      fetch.reply.complete(null);
      throw cancelled;
    } catch (Throwable error) {
      end(fetch);
      fetch.reply.fail(error);
      throw error;
    }
  }

  private synchronized void end(Fetch fetch) {
    fetches.remove(fetch.asked, fetch);
  }

  private static BulkString encoded(Command command) {
    RespEncoder encoder = new RespEncoder();
    command.writeTo(encoder);
    byte[] bytes = new byte[(int) encoder.size()];
    ByteBuffer all = ByteBuffer.wrap(bytes);
    encoder.take().forEach(all::put);
    return BulkString.of(bytes);
  }

  private static Set<BulkString> keys(Command command) {
    Set<BulkString> keys = new HashSet<>();
    for (Object key : command.keys()) {
      keys.add(BulkString.of(HashSlot.bytes(key)));
    }
    return keys;
  }

  // ---- asking a server -------------------------------------------------------------------------

  /** Asks a server for a reply that is {@linkplain #keeps kept}, and keeps it. Suspends. */
  private RespValue fill(RedisConnection connection, Command command, Filling filling)
      throws UnansweredException {
    watch(connection);
    List<RespCommand> commands = new ArrayList<>(List.of(CACHING, command));
    for (BulkString key : filling.keys) {
      commands.add(Command.raw("PTTL", key));
    }
    filling.due = commands.size();
    begin(filling);
    try {
      connection.write(commands, filling);
    } catch (Throwable unsent) {
      end(filling);
      throw unsent;
    }
    // If nobody waits for it any more it goes on all the same, and may be old.
    return filling.reply.value();
  }

  private synchronized void begin(Filling filling) {
    fillings.add(filling);
  }

  private synchronized void end(Filling filling) {
    fillings.remove(filling);
  }

  /** Has invalidations be read at once, and the end of the connection be noticed. */
  private void watch(RedisConnection connection) {
    synchronized (this) {
      if (!watched.add(connection)) {
        return;
      }
    }
    connection.attend(true);
    var _ =
        scope.background(
            () -> {
              try {
                while (connection.isOpen()) {
                  Async.sleep(BETWEEN_PINGS);
                  var _ = connection.call(PING);
                }
              } catch (UnansweredException _) {
                // It is lost, or will be.
              } finally {
                forget(connection);
              }
              return true;
            });
  }

  private synchronized void forget(RedisConnection connection) {
    watched.remove(connection);
  }

  /** The replies that fill an entry: to CLIENT CACHING, the command, and PTTL of each key. */
  private final class Filling implements ReplyListener {
    private final BulkString asked;
    private final Set<BulkString> keys;
    private final Promise<RespValue> reply = new Promise<>();

    /** Lives are counted from before they were asked for: too short rather than too long. */
    private final long begun = System.nanoTime();

    /** Whether a key was changed after this has begun. Guarded by the cache. */
    private boolean isOld;

    private int due;
    private int count;
    private boolean isTracked;
    private @Nullable RespValue value;
    private @Nullable Entry entry;
    private long life;

    Filling(BulkString asked, Set<BulkString> keys) {
      this.asked = asked;
      this.keys = keys;
      this.life =
          (ttl == null || ttl.compareTo(RedisConnection.FOR_EVER) > 0
                  ? RedisConnection.FOR_EVER
                  : ttl)
              .toNanos();
    }

    @Override
    public void replied(RespValue next) {
      count++;
      if (count == 1) {
        isTracked = !(next instanceof ErrorValue);
      } else if (count == 2) {
        value = next;
        if (isTracked && !(next instanceof ErrorValue)) {
          entry = put(this, next);
        }
      } else if (next instanceof IntegerValue(long millis)) {
        life = millis < 0 ? life : Math.min(life, TimeUnit.MILLISECONDS.toNanos(millis));
      } else {
        life = 0;
      }
      if (count == due && value != null) {
        if (entry != null) {
          ready(asked, entry, begun + life, life > 0);
        }
        end(this);
        reply.complete(value);
      }
    }

    @Override
    public void failed(UnansweredException reason) {
      if (entry != null) {
        ready(asked, entry, begun, false);
      }
      end(this);
      reply.fail(reason);
    }
  }

  /** Puts in what cannot be seen yet; null if it is too large or too old. */
  private synchronized @Nullable Entry put(Filling filling, RespValue value) {
    BulkString asked = filling.asked;
    Set<BulkString> keys = filling.keys;
    long size = ENTRY + asked.length() + size(value);
    for (BulkString key : keys) {
      size += ENTRY + key.length();
    }
    remove(asked);
    if (size > most || filling.isOld) {
      return null;
    }
    Entry entry = new Entry(value, keys, size);
    entries.put(asked, entry);
    for (BulkString key : keys) {
      byKey.computeIfAbsent(key, _ -> new HashSet<>()).add(asked);
    }
    bytes += size;
    while (bytes > most) {
      remove(entries.firstEntry().getKey());
    }
    return entry;
  }

  /** Lets an entry be seen, unless it was dropped meanwhile or is not to be kept. */
  private synchronized void ready(BulkString asked, Entry entry, long expires, boolean isKept) {
    if (entries.get(asked) == entry) {
      entry.expires = expires;
      entry.isReady = isKept;
      if (!isKept) {
        remove(asked);
      }
    }
  }

  /** About how many bytes of memory a value takes. */
  private static long size(RespValue value) {
    return VALUE
        + switch (value) {
          case BulkString string -> string.length();
          case ArrayValue(List<RespValue> elements) -> size(elements);
          case SetValue(List<RespValue> elements) -> size(elements);
          case MapValue(List<MapValue.Entry> pairs) -> {
            long sum = 0;
            for (MapValue.Entry pair : pairs) {
              sum += VALUE + size(pair.key()) + size(pair.value());
            }
            yield sum;
          }
          default -> value.toString().length();
        };
  }

  private static long size(List<RespValue> elements) {
    long sum = 0;
    for (RespValue element : elements) {
      sum += size(element);
    }
    return sum;
  }

  // ---- what is dropped -------------------------------------------------------------------------

  /** Drops all that has to do with some keys. */
  synchronized void drop(Iterable<BulkString> keys) {
    for (BulkString key : keys) {
      Set<BulkString> affected = byKey.get(key);
      if (affected != null) {
        List.copyOf(affected).forEach(this::remove);
      }
      // Who asks from now on wants to know better than who has asked before.
      fetches.values().removeIf(fetch -> fetch.keys.contains(key));
      for (Filling filling : fillings) {
        filling.isOld |= filling.keys.contains(key);
      }
    }
  }

  /** Drops what a command may have changed. */
  void drop(Command command) {
    if (command.onlyReads()) {
      return;
    }
    Set<BulkString> keys = keys(command);
    CommandSpec spec = command.spec();
    if (!keys.isEmpty()) {
      drop(keys);
    } else if (spec == null || spec.write()) {
      clear();
    }
  }

  /** Drops all. */
  synchronized void clear() {
    entries.clear();
    byKey.clear();
    fetches.clear();
    fillings.forEach(filling -> filling.isOld = true);
    bytes = 0;
  }

  private synchronized void remove(BulkString asked) {
    Entry removed = entries.remove(asked);
    if (removed == null) {
      return;
    }
    bytes -= removed.size;
    for (BulkString key : removed.keys) {
      Set<BulkString> left = byKey.get(key);
      if (left != null && left.remove(asked) && left.isEmpty()) {
        byKey.remove(key);
      }
    }
  }

  /** Takes what is said of the cache; the rest, and all but that, is another observer's. */
  static SharedConnection.Observer observing(
      @Nullable ClientCache cache, SharedConnection.Observer inner) {
    return cache == null ? inner : cache.observing(inner);
  }

  private SharedConnection.Observer observing(SharedConnection.Observer inner) {
    return new SharedConnection.Observer() {
      @Override
      public void pushed(PushValue push) {
        if (!push.elements().getFirst().equals(INVALIDATE)) {
          inner.pushed(push);
        } else if (push.elements().getLast() instanceof ArrayValue(List<RespValue> keys)) {
          List<BulkString> changed = new ArrayList<>();
          for (RespValue key : keys) {
            if (key instanceof BulkString name) {
              changed.add(name);
            }
          }
          drop(changed);
        } else {
          clear();
        }
      }

      @Override
      public boolean unasked(RespValue reply) {
        return inner.unasked(reply);
      }

      @Override
      public void lost(UnansweredException reason) {
        clear();
        inner.lost(reason);
      }

      @Override
      public void connectedAgain(Connector.Greeted made) {
        inner.connectedAgain(made);
      }
    };
  }
}
