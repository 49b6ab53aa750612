package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;

/**
 * What one node executes: a command, the part of one that is for one slot, or a transaction. For
 * one fiber at a time.
 */
final class ClusterPart {

  /** No slot: any node can execute it. */
  static final int ANY = -1;

  private final List<Command> commands;
  private final int slot;
  private final boolean reads;
  private final boolean repeats;
  private final @Nullable Duration wait;
  private final @Nullable ClusterNode fixed;

  /** Whose master it is for; as it is now. */
  private ClusterTopology.@Nullable Shard shard;

  private @Nullable ClusterNode redirected;
  private boolean asking;
  private @Nullable List<RespValue> replies;
  private @Nullable IOException failure;

  /** Another one has its reply, or may have been executed. */
  private boolean isOver;

  private ClusterPart(
      List<Command> commands,
      int slot,
      boolean reads,
      boolean repeats,
      @Nullable Duration wait,
      ClusterTopology.@Nullable Shard shard,
      @Nullable ClusterNode fixed) {
    this.commands = commands;
    this.slot = slot;
    this.reads = reads;
    this.repeats = repeats;
    this.wait = wait;
    this.shard = shard;
    this.fixed = fixed;
  }

  /**
   * A command for the node of a slot.
   *
   * @param slot or {@link #ANY}
   * @param alone whether no other command comes before it, which it may be meant to see the effect
   *     of
   * @param repeats whether it is sent again if it may have been executed
   */
  static ClusterPart of(Command command, int slot, boolean alone, boolean repeats) {
    return new ClusterPart(
        List.of(command),
        slot,
        alone && ServerRoute.isForReplicas(command),
        repeats && command.onlyReads(),
        command.blocking(),
        null,
        null);
  }

  /**
   * A command for one node, whatever its slots.
   *
   * @param repeats whether it is sent again if it may have been executed
   */
  static ClusterPart at(ClusterNode node, Command command, boolean repeats) {
    return new ClusterPart(
        List.of(command), ANY, false, repeats && command.onlyReads(), null, null, node);
  }

  /**
   * A command for the master of a shard, whatever its slots.
   *
   * @param repeats whether it is sent again if it may have been executed
   */
  static ClusterPart at(ClusterTopology.Shard shard, Command command, boolean repeats) {
    return new ClusterPart(
        List.of(command), ANY, false, repeats && command.onlyReads(), null, shard, null);
  }

  /** A command that no node would execute. */
  static ClusterPart refused(Command command, ErrorValue why) {
    ClusterPart part = of(command, ANY, true, false);
    part.replies = List.of(why);
    part.isOver = true;
    return part;
  }

  /** A transaction, with its frame. */
  static ClusterPart transaction(List<Command> framed, int slot) {
    return new ClusterPart(framed, slot, false, false, null, null, null);
  }

  /** Where it is to be sent now; null if nobody is known to have its slot. */
  @Nullable ClusterNode node(ClusterTopology topology) {
    if (fixed != null) {
      return fixed;
    }
    if (shard != null) {
      shard = topology.now(shard);
      return shard.master();
    }
    if (redirected != null) {
      return redirected;
    }
    if (slot == ANY) {
      return reads ? topology.anyReader() : topology.anyMaster();
    }
    return reads ? topology.reader(slot) : topology.master(slot);
  }

  List<Command> commands() {
    return commands;
  }

  int slot() {
    return slot;
  }

  @Nullable Duration waiting() {
    return wait;
  }

  /** Whether ASKING comes directly before it. */
  boolean isAsking() {
    return asking;
  }

  /** Whether it goes through the connection that all use, with nothing before it. */
  boolean isPlain() {
    return wait == null && !asking;
  }

  /** Whether any master can execute it. */
  boolean mayGoAnywhere() {
    return slot == ANY && fixed == null && shard == null && redirected == null && !reads;
  }

  boolean isOver() {
    return isOver;
  }

  /** Whether nothing is changed by it. */
  boolean onlyReads() {
    return commands.getFirst().onlyReads();
  }

  /** The replies; null if none came. */
  @Nullable List<RespValue> replies() {
    return replies;
  }

  /** The reply to its only command; null if none came. */
  @Nullable RespValue reply() {
    return replies == null ? null : replies.getFirst();
  }

  @Nullable IOException failure() {
    return failure;
  }

  /** What an answer says that it was not executed for; null if it was, or failed for good. */
  private @Nullable ErrorValue refusal(List<RespValue> answer) {
    for (RespValue reply : answer) {
      if (reply instanceof ErrorValue error && ClusterRefusal.of(error) != null) {
        return error;
      }
    }
    return null;
  }

  /**
   * Takes an answer.
   *
   * @return why it is to be sent again; null if this was the last word
   */
  @Nullable ClusterRefusal answered(List<RespValue> answer) {
    replies = answer;
    failure = null;
    redirected = null;
    asking = false;
    ErrorValue error = refusal(answer);
    ClusterRefusal refusal = error == null ? null : ClusterRefusal.of(error);
    isOver = refusal == null;
    return refusal;
  }

  /** It is another node's. */
  void redirect(ClusterNode node, boolean isAsked) {
    redirected = node;
    asking = isAsked;
  }

  /**
   * Takes a failure; whether it may be sent again.
   *
   * @param forGood whether it may not in any case
   */
  boolean failed(IOException why, boolean forGood) {
    failure = why;
    replies = null;
    redirected = null;
    asking = false;
    isOver =
        forGood
            || (why instanceof UnansweredException unanswered && !unanswered.mayRepeat(repeats));
    return !isOver;
  }
}
