package yona.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.UnansweredException;
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

  private static final BulkString PONG = BulkString.of("pong");

  private final Connector connector;
  private final RedisOptions options;
  private final Scope scope;
  private final Mutex changing = new Mutex();

  /** What the messages come on; null before the first subscription. Under {@link #changing}. */
  private @Nullable SharedConnection connection;

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

  Subscriptions(Connector connector, RedisOptions options, Scope scope) {
    this.connector = connector;
    this.options = options;
    this.scope = scope;
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
    try (Permit _ = changing.acquire()) {
      if (connection == null) {
        isSeparate = !shared.isResp3();
        connection = isSeparate ? separate() : shared;
      }
      Subscription[] made = new Subscription[1];
      made[0] = new Subscription(scope, () -> leave(kind, names, made[0]));
      // Messages may come directly behind the confirmation.
      add(kind, names, made[0]);
      try {
        connection.use(
            true,
            now -> {
              now.attend(true);
              tell(now, kind.subscribe, names);
              return true;
            });
      } catch (Throwable error) {
        made[0].abandon();
        var _ = remove(kind, names, made[0]);
        throw error;
      }
      return made[0];
    }
  }

  private SharedConnection separate() throws IOException {
    SharedConnection made = new SharedConnection(connector, options, scope, ofMessages());
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

  private void leave(Kind kind, List<BulkString> names, Subscription left) {
    try (Permit _ = changing.acquire()) {
      List<BulkString> unused = remove(kind, names, left);
      SharedConnection now = connection;
      if (now != null && !unused.isEmpty()) {
        now.useIfOpen(
            open -> {
              tell(open, kind.unsubscribe, unused);
              if (isEmpty()) {
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

  /** Tells the server of a change, and waits until it has seen it. */
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
          tell(made.connection(), kind.subscribe, names);
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

  private synchronized void received(List<RespValue> elements) {
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

  /** Closes the connection of its own, if there is one. */
  void close() {
    SharedConnection last = connection;
    if (last != null && isSeparate) {
      last.close();
    }
  }
}
