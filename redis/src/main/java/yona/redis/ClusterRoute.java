package yona.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.command.RequestPolicy;
import yona.redis.command.ResponsePolicy;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleError;

/** Each command goes to the nodes of a cluster that it is for. */
final class ClusterRoute implements Route {

  private final ClusterTopology topology;
  private final ClusterExchange exchange;
  private final boolean retryReads;
  private final boolean readsElsewhere;
  private final Scope scope;
  private final Telemetry telemetry;

  /**
   * Commands to a cluster.
   *
   * @param retryReads whether commands that only read are sent again
   * @param readsElsewhere whether they may go to replicas
   * @param scope what fibers run in
   * @param telemetry is told of commands for which there is no connection
   */
  ClusterRoute(
      ClusterTopology topology,
      ClusterExchange exchange,
      boolean retryReads,
      boolean readsElsewhere,
      Scope scope,
      Telemetry telemetry) {
    this.topology = topology;
    this.exchange = exchange;
    this.retryReads = retryReads;
    this.readsElsewhere = readsElsewhere;
    this.scope = scope;
    this.telemetry = telemetry;
  }

  /** What is sent for a command, and what its reply is then. */
  private record Plan(
      Command command, List<ClusterPart> parts, @Nullable List<List<Integer>> keys, int count) {

    Plan(Command command, List<ClusterPart> parts) {
      this(command, parts, null, 0);
    }
  }

  @Override
  public RespValue call(Command command, ConnectionCall way) throws IOException {
    refuse(command);
    List<Object> keys = command.keys();
    int slot = slot(keys);
    CommandSpec spec = command.spec();
    if (slot == MANY && spec != null && !command.isSplittable()) {
      return crossSlot(spec.name(), keys);
    }
    if (slot == MANY || isForSeveral(command, keys)) {
      return call(List.of(command)).getFirst();
    }
    ClusterPart part = ClusterPart.of(command, slot, true, retryReads);
    exchange.run(part, way);
    RespValue reply = part.reply();
    if (reply != null) {
      return reply;
    }
    throw failure(command.toString(), List.of(part));
  }

  @Override
  public boolean send(Command command, ReplyListener listener) {
    refuse(command);
    List<Object> keys = command.keys();
    int slot = slot(keys);
    ClusterNode node = slot < 0 || command.blocking() != null ? null : topology.master(slot);
    if (node == null || (readsElsewhere && ServerRoute.isForReplicas(command))) {
      return false;
    }
    boolean repeats = retryReads && command.onlyReads();
    node.shared().send(command, repeats, new Redirected(command, listener));
    return true;
  }

  /** What a node refuses as another one's, or for now, is sent again by a fiber of its own. */
  private final class Redirected implements ReplyListener {
    private final Command command;
    private final ReplyListener listener;

    Redirected(Command command, ReplyListener listener) {
      this.command = command;
      this.listener = listener;
    }

    @Override
    public void replied(RespValue reply) {
      if (reply instanceof ErrorValue error && ClusterRefusal.of(error) != null) {
        FiberCall.start(ClusterRoute.this, command, listener, scope);
      } else {
        listener.replied(reply);
      }
    }

    @Override
    public void failed(UnansweredException reason) {
      listener.failed(reason);
    }
  }

  @Override
  public List<RespValue> call(List<Command> commands) throws IOException {
    List<Plan> plans = new ArrayList<>();
    List<ClusterPart> parts = new ArrayList<>();
    for (Command each : commands) {
      refuse(each);
      ServerRoute.refuseToWait(each);
      Plan plan = plan(each, commands.size() == 1);
      plans.add(plan);
      parts.addAll(plan.parts());
    }
    exchange.run(parts);
    if (parts.stream().anyMatch(part -> part.replies() == null)) {
      throw failure(commands.size() == 1 ? commands.getFirst().toString() : "a batch", parts);
    }
    List<RespValue> replies = new ArrayList<>();
    for (Plan plan : plans) {
      replies.add(reply(plan));
    }
    return replies;
  }

  @Override
  public List<RespValue> transaction(List<Command> commands) throws IOException {
    List<Object> keys = new ArrayList<>();
    for (Command each : commands) {
      refuse(each);
      keys.addAll(each.keys());
    }
    int slot = slot(keys);
    if (slot == MANY) {
      throw new RedisException(crossSlot("a transaction", keys));
    }
    ClusterPart part = ClusterPart.transaction(Transactions.framed(commands), slot);
    exchange.run(part);
    List<RespValue> replies = part.replies();
    if (replies == null) {
      throw failure("a transaction", List.of(part));
    }
    return replies;
  }

  // ---- where a command goes --------------------------------------------------------------------

  /** Several slots. */
  private static final int MANY = -2;

  /** The slot of keys; {@link ClusterPart#ANY} if there are none, {@link #MANY} if several. */
  private static int slot(List<?> keys) {
    int slot = ClusterPart.ANY;
    for (Object key : keys) {
      int each = HashSlot.of(key);
      if (slot != ClusterPart.ANY && slot != each) {
        return MANY;
      }
      slot = each;
    }
    return slot;
  }

  /** The slot of keys, or {@link ClusterPart#ANY}. */
  static int oneSlot(String what, List<?> keys) {
    int slot = slot(keys);
    if (slot == MANY) {
      throw new RedisException(crossSlot(what, keys));
    }
    return slot;
  }

  /** What the server would say, and what to do. */
  private static ErrorValue crossSlot(String what, List<?> keys) {
    Object first = keys.getFirst();
    Object other = first;
    for (Object key : keys) {
      other = HashSlot.of(key) == HashSlot.of(first) ? other : key;
    }
    return new SimpleError(
        "CROSSSLOT the keys of %s are in different slots, such as %s in %d and %s in %d; keys with the same {...} are in the same slot"
            .formatted(
                what,
                Command.raw("k", first).toString().substring(2),
                HashSlot.of(first),
                Command.raw("k", other).toString().substring(2),
                HashSlot.of(other)));
  }

  private static void refuse(Command command) {
    ServerRoute.refuse(command);
    CommandSpec spec = command.spec();
    if (spec != null && spec.name().equals("SCAN")) {
      ServerRoute.refuse(spec, "scan, which goes through all masters", "a cluster");
    }
  }

  /** Whether it goes to several nodes though it has no keys. */
  private static boolean isForSeveral(Command command, List<Object> keys) {
    CommandSpec spec = command.spec();
    return spec != null
        && keys.isEmpty()
        && (spec.requestPolicy() == RequestPolicy.ALL_NODES
            || spec.requestPolicy() == RequestPolicy.ALL_SHARDS)
        && (spec.responsePolicy() != ResponsePolicy.SPECIAL || spec.name().equals("RANDOMKEY"));
  }

  private Plan plan(Command command, boolean alone) {
    List<Object> keys = command.keys();
    CommandSpec spec = command.spec();
    if (spec != null && isForSeveral(command, keys)) {
      Stream<ClusterPart> parts =
          spec.requestPolicy() == RequestPolicy.ALL_NODES
              ? topology.nodes().stream().map(node -> ClusterPart.at(node, command, retryReads))
              : topology.shards().stream().map(each -> ClusterPart.at(each, command, retryReads));
      return new Plan(command, parts.toList());
    }
    int slot = slot(keys);
    if (slot != MANY) {
      return new Plan(command, List.of(ClusterPart.of(command, slot, alone, retryReads)));
    }
    if (command.isSplittable() || spec == null) {
      return split(command, keys, alone);
    }
    ErrorValue refusal = crossSlot(spec.name(), keys);
    return new Plan(command, List.of(ClusterPart.refused(command, refusal)));
  }

  private Plan split(Command command, List<Object> keys, boolean alone) {
    Map<Integer, List<Integer>> bySlot = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      bySlot.computeIfAbsent(HashSlot.of(keys.get(i)), _ -> new ArrayList<>()).add(i);
    }
    List<ClusterPart> parts = new ArrayList<>();
    bySlot.forEach(
        (slot, chosen) -> parts.add(ClusterPart.of(command.only(chosen), slot, alone, retryReads)));
    return new Plan(command, parts, List.copyOf(bySlot.values()), keys.size());
  }

  // ---- what it has come to ---------------------------------------------------------------------

  private RespValue reply(Plan plan) {
    boolean isForSeveral = plan.keys() == null && plan.parts().size() > 1;
    List<RespValue> replies = new ArrayList<>();
    for (ClusterPart part : plan.parts()) {
      RespValue reply = part.reply();
      if (isForSeveral && reply instanceof ErrorValue error) {
        replies.add(new SimpleError(error.message() + " (said by " + part.node(topology) + ")"));
      } else if (reply != null) {
        replies.add(reply);
      }
    }
    CommandSpec spec = plan.command().spec();
    if (spec == null || replies.size() == 1) {
      return replies.getFirst();
    }
    return plan.keys() == null
        ? ReplyAggregation.of(spec.responsePolicy(), replies)
        : ReplyAggregation.ofKeys(spec.responsePolicy(), replies, plan.keys(), plan.count());
  }

  /** Why some of it has no reply; says whether any of it may have been executed. */
  private IOException failure(String what, List<ClusterPart> parts) {
    IOException first = null;
    parts.stream().filter(part -> isUnsent(part.failure())).forEach(_ -> telemetry.unavailable());
    boolean mayHaveRun = false;
    boolean timedOut = false;
    for (ClusterPart part : parts) {
      IOException failure = part.failure();
      first = first == null ? failure : first;
      boolean unanswered = failure instanceof UnansweredException;
      mayHaveRun |= part.replies() != null && !part.onlyReads();
      mayHaveRun |= unanswered && ((UnansweredException) failure).mayHaveRun();
      timedOut |= unanswered && ((UnansweredException) failure).timedOut();
    }
    if (first == null) {
      first = new IOException("no reply");
    }
    if (parts.size() == 1) {
      return first;
    }
    String message = what + ", in part: " + Connector.reason(first);
    return mayHaveRun
        ? new UnansweredException(message, true, timedOut, first)
        : new IOException(message, first);
  }

  private static boolean isUnsent(@Nullable IOException failure) {
    return failure != null && !(failure instanceof UnansweredException);
  }

  @Override
  public boolean isOpen() {
    return !topology.isClosed();
  }

  @Override
  public void close() {
    topology.close();
  }
}
