package yona.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;

/**
 * Who has subscribed to what. In RESP3 messages come on the connection that commands go through; in
 * RESP2 there is another one for them, on which nothing else can be sent.
 *
 * <p>What the server is told and what is known here changes together: one change at a time, under
 * {@link #changing}.
 */
final class Subscriptions {

  /** What is subscribed to. */
  enum Kind {
    CHANNELS("SUBSCRIBE", "message"),
    PATTERNS("PSUBSCRIBE", "pmessage"),
    SHARD_CHANNELS("SSUBSCRIBE", "smessage");

    private final String subscribe;
    private final String unsubscribe;

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable
    private final BulkString message;

    Kind(String subscribe, String message) {
      this.subscribe = subscribe;
      this.unsubscribe = subscribe.replace("SUBSCRIBE", "UNSUBSCRIBE");
      this.message = BulkString.of(message);
    }
  }

  private static final BulkString UNSUBSCRIBED = BulkString.of("sunsubscribe");
  private static final BulkString PONG = BulkString.of("pong");

  private final ConnectionFactory connector;
  private final RedisOptions options;
  private final Scope scope;
  private final Telemetry telemetry;
  private final @Nullable Consumer<List<BulkString>> movedAway;
  private final Mutex changing = new Mutex();

  /** What the messages come on; null before the first subscription. Set under {@link #changing}. */
  private volatile @Nullable SharedConnection connection;

  /** Whether that is one of RESP2. Changed under {@link #changing}, before the first message. */
  private volatile boolean isSeparate;

  /** Guarded by this. */
  private final Map<Kind, Map<BulkString, List<Subscription>>> subscribers = new HashMap<>();

  /** In RESP2, what waits for the server to have seen a change. Guarded by this. */
  private @Nullable Seen awaited;

  private long marks;

  /** A wait for PING's reply, behind all that comes of a change. */
  private static final class Seen {
    private final BulkString mark;
    private final Promise<Boolean> promise = new Promise<>();
    private @Nullable ErrorValue refusal;

    Seen(long number) {
      this.mark = BulkString.of("mark " + number);
    }
  }

  /** Subscriptions at one server, or at any of which each has all messages. */
  Subscriptions(
      ConnectionFactory connector, RedisOptions options, Scope scope, Telemetry telemetry) {
    this(connector, options, scope, telemetry, null);
  }

  /**
   * Subscriptions at a node of a cluster.
   *
   * @param movedAway is told which channels the node has no messages of any more
   */
  Subscriptions(
      ConnectionFactory connector,
      RedisOptions options,
      Scope scope,
      Telemetry telemetry,
      @Nullable Consumer<List<BulkString>> movedAway) {
    this.connector = connector;
    this.options = options;
    this.scope = scope;
    this.telemetry = telemetry;
    this.movedAway = movedAway;
    for (Kind kind : Kind.values()) {
      subscribers.put(kind, new HashMap<>());
    }
  }

  // ---- who subscribes --------------------------------------------------------------------------

  /**
   * Subscribes. Suspends until the server has confirmed it.
   *
   * @param shared what commands go through
   */
  Subscription subscribe(SharedConnection shared, Kind kind, List<BulkString> names)
      throws IOException {
    Subscription[] made = new Subscription[1];
    made[0] = new Subscription(scope, telemetry, () -> leave(kind, names, made[0]));
    try {
      join(shared, kind, names, made[0]);
    } catch (Throwable error) {
      made[0].abandon();
      throw error;
    }
    return made[0];
  }

  /**
   * Has messages given to a subscription. Suspends until the server has confirmed it.
   *
   * @param shared what commands go through
   */
  void join(SharedConnection shared, Kind kind, List<BulkString> names, Subscription joining)
      throws IOException {
    try (Permit _ = changing.acquire()) {
      if (connection == null) {
        isSeparate = !shared.useSoon(options.timeout(), _ -> shared.isResp3());
        connection = isSeparate ? separate() : shared;
      }
      // Messages may come directly behind the confirmation.
      add(kind, names, joining);
      SharedConnection.Use<Boolean> subscribe =
          now -> {
            now.attend(true);
            tell(now, kind, kind.subscribe, names);
            return true;
          };
      try {
        // Who can go to another node does not wait for one that is away.
        boolean _ =
            movedAway == null
                ? connection.use(true, subscribe)
                : connection.useSoon(options.connectTimeout(), subscribe);
      } catch (Throwable error) {
        var _ = remove(kind, names, joining);
        throw error;
      }
    }
  }

  private SharedConnection separate() throws IOException {
    SharedConnection made =
        new SharedConnection(connector, options, scope, telemetry, ofMessages());
    made.connect();
    return made;
  }

  private synchronized void add(Kind kind, List<BulkString> names, Subscription added) {
    for (BulkString name : names) {
      subscribers.get(kind).computeIfAbsent(name, _ -> new ArrayList<>()).add(added);
    }
  }

  /** Gives the names that nobody has subscribed to any more. */
  private synchronized List<BulkString> remove(
      Kind kind, List<BulkString> names, Subscription removed) {
    List<BulkString> unused = new ArrayList<>();
    for (BulkString name : names) {
      List<Subscription> left = subscribers.get(kind).get(name);
      if (left != null && left.remove(removed) && left.isEmpty()) {
        subscribers.get(kind).remove(name);
        unused.add(name);
      }
    }
    return unused;
  }

  /** Gives a subscription no more messages. Suspends. */
  void leave(Kind kind, List<BulkString> names, Subscription left) {
    try (Permit _ = changing.acquire()) {
      List<BulkString> unused = remove(kind, names, left);
      SharedConnection now = connection;
      if (now != null && !unused.isEmpty()) {
        now.useIfOpen(
            open -> {
              tell(open, kind, kind.unsubscribe, unused);
              // Invalidations of a cache are awaited all the time.
              if (isEmpty() && options.cache() == null) {
                open.attend(false);
              }
              return true;
            });
      }
    } catch (IOException | RedisException _) {
      // Messages that come all the same find nobody.
    }
  }

  private synchronized boolean isEmpty() {
    return subscribers.values().stream().allMatch(Map::isEmpty);
  }

  // ---- what the server is told -----------------------------------------------------------------

  /** Subscribes again. What the server refuses as another one's is said to be so. */
  private void tellAgain(RedisConnection to, Kind kind, List<BulkString> names)
      throws UnansweredException {
    if (movedAway == null || kind != Kind.SHARD_CHANNELS) {
      tell(to, kind, kind.subscribe, names);
      return;
    }
    List<BulkString> refused = new ArrayList<>();
    for (List<BulkString> several : bySlot(names)) {
      try {
        tell(to, kind, kind.subscribe, several);
      } catch (RedisException _) {
        refused.addAll(several);
      }
    }
    if (!refused.isEmpty()) {
      movedAway.accept(refused);
    }
  }

  private static Collection<List<BulkString>> bySlot(List<BulkString> names) {
    Map<Integer, List<BulkString>> slots = new LinkedHashMap<>();
    for (BulkString name : names) {
      slots.computeIfAbsent(HashSlot.of(name), _ -> new ArrayList<>()).add(name);
    }
    return slots.values();
  }

  /** Tells the server of a change, and waits until it has seen it. */
  private void tell(RedisConnection to, Kind kind, String word, List<BulkString> names)
      throws UnansweredException {
    if (kind != Kind.SHARD_CHANNELS) {
      tell(to, word, names);
      return;
    }
    // A server of a cluster takes channels of one slot at a time.
    for (List<BulkString> several : bySlot(names)) {
      tell(to, word, several);
    }
  }

  private void tell(RedisConnection to, String word, List<BulkString> names)
      throws UnansweredException {
    List<Object> words = new ArrayList<>(names.size() + 1);
    words.add(word);
    words.addAll(names);
    RespCommand command = RespCommand.of(words.toArray());
    if (isSeparate) {
      tellInResp2(to, command);
      return;
    }
    ErrorValue refusal = to.callWithoutReply(command);
    if (refusal != null) {
      throw new RedisException(refusal);
    }
  }

  private void tellInResp2(RedisConnection to, RespCommand command) throws UnansweredException {
    Seen seen = seen();
    to.send(command);
    to.send(RespCommand.of("PING", seen.mark));
    try {
      boolean _ = seen.promise.value(options.timeout());
    } catch (TimeoutException late) {
      throw new UnansweredException(
          to.name() + ": no reply: " + late.getMessage(), true, true, late);
    }
  }

  private synchronized Seen seen() {
    Seen seen = new Seen(++marks);
    awaited = seen;
    return seen;
  }

  /** What comes on a connection of its own: messages, errors, and replies to PING. */
  private boolean receivedInResp2(RespValue reply) {
    if (reply instanceof ArrayValue(List<RespValue> elements)
        && !elements.getFirst().equals(PONG)) {
      received(elements);
      return true;
    }
    Seen seen;
    synchronized (this) {
      seen = awaited;
    }
    if (seen == null) {
      return false;
    }
    RespValue answer =
        reply instanceof ArrayValue(List<RespValue> elements) ? elements.getLast() : reply;
    if (answer instanceof ErrorValue error) {
      seen.refusal = error;
    } else if (answer.equals(seen.mark)) {
      ErrorValue refusal = seen.refusal;
      boolean _ =
          refusal == null
              ? seen.promise.complete(true)
              : seen.promise.fail(new RedisException(refusal));
    }
    return true;
  }

  private void lostInResp2(UnansweredException reason) {
    Seen seen;
    synchronized (this) {
      seen = awaited;
    }
    if (seen != null) {
      seen.promise.fail(reason);
    }
  }

  /** Subscribes again, and says that messages may be missing. */
  private void connectedAgain(Connector.Greeted made) {
    if (isEmpty()) {
      return;
    }
    try (Permit _ = changing.acquire()) {
      made.connection().attend(true);
      for (Kind kind : Kind.values()) {
        List<BulkString> names = names(kind);
        if (!names.isEmpty()) {
          tellAgain(made.connection(), kind, names);
        }
      }
      all().forEach(Subscription::putGap);
    } catch (UnansweredException _) {
      // Lost again: the next one comes here.
    } catch (RedisException refusal) {
      scope.report(refusal);
    }
  }

  private synchronized List<BulkString> names(Kind kind) {
    return List.copyOf(subscribers.get(kind).keySet());
  }

  private synchronized Set<Subscription> all() {
    Set<Subscription> all = new LinkedHashSet<>();
    subscribers.values().forEach(names -> names.values().forEach(all::addAll));
    return all;
  }

  // ---- what comes ------------------------------------------------------------------------------

  /** Observes the connection that commands go through. */
  SharedConnection.Observer ofCommands() {
    return new SharedConnection.Observer() {
      @Override
      public void pushed(PushValue push) {
        received(push.elements());
      }

      @Override
      public void lost(UnansweredException reason) {}

      @Override
      public void connectedAgain(Connector.Greeted made) {
        if (!isSeparate) {
          Subscriptions.this.connectedAgain(made);
        }
      }
    };
  }

  /** Observes the connection that only messages come on. */
  private SharedConnection.Observer ofMessages() {
    return new SharedConnection.Observer() {
      @Override
      public void pushed(PushValue push) {
        received(push.elements());
      }

      @Override
      public boolean unasked(RespValue reply) {
        return receivedInResp2(reply);
      }

      @Override
      public void lost(UnansweredException reason) {
        lostInResp2(reason);
      }

      @Override
      public void connectedAgain(Connector.Greeted made) {
        Subscriptions.this.connectedAgain(made);
      }
    };
  }

  private void received(List<RespValue> elements) {
    if (movedAway != null
        && elements.size() == 3
        && elements.getFirst().equals(UNSUBSCRIBED)
        && elements.get(1) instanceof BulkString channel
        && isSubscribed(channel)) {
      // Nobody here has asked for it: its slot has gone to another node.
      movedAway.accept(List.of(channel));
    } else {
      handOut(elements);
    }
  }

  private synchronized boolean isSubscribed(BulkString channel) {
    return subscribers.get(Kind.SHARD_CHANNELS).containsKey(channel);
  }

  private synchronized void handOut(List<RespValue> elements) {
    int size = elements.size();
    if (size < 3
        || !(elements.get(size - 2) instanceof BulkString channel)
        || !(elements.get(size - 1) instanceof BulkString content)) {
      return;
    }
    for (Kind kind : Kind.values()) {
      if (elements.getFirst().equals(kind.message)
          && elements.get(1) instanceof BulkString subscribed) {
        BulkString pattern = kind == Kind.PATTERNS ? subscribed : null;
        Message message = new Message(pattern, channel, content);
        for (Subscription each : subscribers.get(kind).getOrDefault(subscribed, List.of())) {
          each.put(message);
        }
        return;
      }
    }
  }

  /** Gives up the connection of its own, if there is one: the next one may lead elsewhere. */
  void reconnectElsewhere() {
    SharedConnection last = connection;
    if (last != null && isSeparate) {
      last.reconnectElsewhere();
    }
  }

  /** Closes the connection of its own, if there is one. */
  void close() {
    SharedConnection last = connection;
    if (last != null && isSeparate) {
      last.close();
    }
  }
}
