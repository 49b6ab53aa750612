package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import yona.async.Async;
import yona.redis.command.Command;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
import yona.redis.resp.RespValue;

/**
 * Has parts executed by the nodes that they belong to: all that is for one node in one go, and the
 * nodes at the same time. Those that a node refuses as another one's, or for now, are sent again,
 * alone; so are those that were surely not sent. None is sent again that may have been executed.
 */
final class ClusterExchange {

  private final ClusterTopology topology;
  private final Duration timeout;
  private final Telemetry telemetry;

  /**
   * Parts for a cluster.
   *
   * @param telemetry is told of redirections
   */
  ClusterExchange(ClusterTopology topology, Duration timeout, Telemetry telemetry) {
    this.topology = topology;
    this.timeout = timeout;
    this.telemetry = telemetry;
  }

  /** What a round has come to. */
  private enum Round {
    DONE,
    REDIRECTED,
    LATER
  }

  /** Has one part executed. Suspends. */
  void run(ClusterPart part) {
    run(part, RedisConnection::call);
  }

  /**
   * Has one part executed. Suspends.
   *
   * @param way how its command is sent if it is one alone on a connection that others use too
   */
  void run(ClusterPart part, Route.ConnectionCall way) {
    RetryDeadline deadline = deadline(part);
    for (; ; ) {
      ClusterNode node = part.node(topology);
      Round round = node == null ? unserved(part) : send(node, List.of(part), way);
      if (round == Round.DONE || !goesOn(deadline, round)) {
        return;
      }
    }
  }

  private RetryDeadline deadline(ClusterPart part) {
    Duration wait = part.waiting();
    if (wait == null) {
      return new RetryDeadline(timeout);
    }
    return new RetryDeadline(wait.isZero() ? RedisConnection.FOR_EVER : wait.plus(timeout));
  }

  private static boolean goesOn(RetryDeadline deadline, Round round) {
    return round == Round.REDIRECTED ? deadline.redirected() : deadline.again();
  }

  private Round unserved(ClusterPart part) {
    part.failed(
        new IOException("no node of the cluster serves slot " + part.slot()), topology.isClosed());
    var _ = topology.refresh();
    return Round.LATER;
  }

  /** Has parts executed, those of each node in their order. None waits at the server. Suspends. */
  void run(List<ClusterPart> parts) {
    RetryDeadline deadline = new RetryDeadline(timeout);
    for (List<ClusterPart> left = unfinished(parts); !left.isEmpty(); ) {
      Round round = round(left);
      left = unfinished(left);
      if (!left.isEmpty() && !goesOn(deadline, round)) {
        return;
      }
    }
  }

  private static List<ClusterPart> unfinished(List<ClusterPart> parts) {
    return parts.stream().filter(part -> !part.isOver()).toList();
  }

  private Round round(List<ClusterPart> parts) {
    Map<ClusterNode, List<ClusterPart>> byNode = new LinkedHashMap<>();
    ClusterNode any = null;
    Round worst = Round.DONE;
    for (ClusterPart part : parts) {
      // All that any node can do goes along with the first.
      ClusterNode node = part.slot() == ClusterPart.ANY && any != null ? any : null;
      node = node == null || !part.mayGoAnywhere() ? part.node(topology) : node;
      if (node == null) {
        worst = unserved(part);
        continue;
      }
      any = any == null && part.mayGoAnywhere() ? node : any;
      byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(part);
    }
    List<Round> rounds = new ArrayList<>(List.of(worst));
    if (byNode.size() == 1) {
      byNode.forEach((node, several) -> rounds.add(send(node, several, RedisConnection::call)));
    } else {
      rounds.addAll(
          Async.<List<Round>, RuntimeException>group(
              group ->
                  group.map(
                      byNode.entrySet().iterator(),
                      byNode.size(),
                      each -> send(each.getKey(), each.getValue(), RedisConnection::call))));
    }
    return rounds.contains(Round.LATER)
        ? Round.LATER
        : rounds.contains(Round.REDIRECTED) ? Round.REDIRECTED : Round.DONE;
  }

  /**
   * Sends parts to a node, and gives each its answer.
   *
   * @param way how a command is sent that is alone
   */
  private Round send(ClusterNode node, List<ClusterPart> parts, Route.ConnectionCall way) {
    ClusterPart first = parts.getFirst();
    Duration wait = first.waiting();
    try {
      if (parts.size() == 1 && first.commands().size() == 1 && first.isPlain()) {
        Command command = first.commands().getFirst();
        RespValue reply =
            node.shared().useSoon(SharedConnection.SOON, connection -> way.on(connection, command));
        return answered(node, first, List.of(reply));
      }
      List<Command> commands = commands(parts);
      if (wait != null) {
        // It is alone; there may be ASKING before it, whose reply is of no interest.
        return answered(node, first, List.of(node.dedicated().call(commands, wait)));
      }
      return answered(
          node,
          parts,
          node.shared().useSoon(SharedConnection.SOON, connection -> connection.call(commands)));
    } catch (IOException e) {
      return failed(node, parts, e);
    }
  }

  private static List<Command> commands(List<ClusterPart> parts) {
    List<Command> commands = new ArrayList<>();
    for (ClusterPart part : parts) {
      if (part.isAsking()) {
        commands.add(DedicatedRoute.ASKING);
      }
      commands.addAll(part.commands());
    }
    return commands;
  }

  private Round failed(ClusterNode node, List<ClusterPart> parts, IOException failure) {
    var _ = topology.refresh();
    IOException why = named(node, failure);
    Round round = Round.DONE;
    for (ClusterPart part : parts) {
      round = part.failed(why, topology.isClosed()) ? Round.LATER : round;
    }
    return round;
  }

  private Round answered(ClusterNode node, List<ClusterPart> parts, List<RespValue> replies) {
    Round round = Round.DONE;
    int at = 0;
    for (ClusterPart part : parts) {
      at += part.isAsking() ? 1 : 0;
      int end = at + part.commands().size();
      Round each = answered(node, part, replies.subList(at, end));
      round = each.compareTo(round) > 0 ? each : round;
      at = end;
    }
    return round;
  }

  /** A failure that says which node it is of. */
  private static IOException named(ClusterNode node, IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof UnansweredException || message.contains(node.toString())
        ? failure
        : new IOException(node + ": " + message, failure);
  }

  private Round answered(ClusterNode node, ClusterPart part, List<RespValue> answer) {
    ClusterRefusal refusal = part.answered(answer);
    if (refusal == null) {
      return Round.DONE;
    }
    return switch (refusal.kind()) {
      case MOVED -> {
        ClusterNode owner = topology.at(refusal.host(node.host()));
        telemetry.redirected("MOVED", refusal.slot(), node.toString(), owner.toString());
        topology.moved(refusal.slot(), owner);
        part.redirect(owner, false);
        yield Round.REDIRECTED;
      }
      case ASK -> {
        ClusterNode other = topology.at(refusal.host(node.host()));
        telemetry.redirected("ASK", refusal.slot(), node.toString(), other.toString());
        part.redirect(other, true);
        yield Round.REDIRECTED;
      }
      case LATER -> {
        var _ = topology.refresh();
        yield Round.LATER;
      }
    };
  }
}
