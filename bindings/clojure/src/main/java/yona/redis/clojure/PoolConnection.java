package yona.redis.clojure;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Result;
import yona.async.Scope;
import yona.redis.Redis;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;

/**
 * A connection of one's own, which a fiber opens when the first command comes. Commands wait for
 * that here, so that nobody else does. In a cluster it leads to the node of the first keys. Safe
 * for use by any number of threads.
 */
public final class PoolConnection implements CommandTarget, Closeable {

  private final Redis pool;
  private final Scope scope;
  private final boolean followsKeys;

  private record Sending(Command command, ReplyListener listener) {}

  /** Guarded by this, as all below. */
  private final ArrayDeque<Sending> waiting = new ArrayDeque<>();

  /** Null until it is open. */
  private @Nullable Redis open;

  private boolean opening;
  private boolean closed;

  /** Why it could not be opened. */
  private @Nullable UnansweredException failure;

  /**
   * A connection that is not open yet.
   *
   * @param pool the client that it is one of
   * @param scope what the fiber runs in
   * @param followsKeys whether it depends on keys where it leads
   */
  public PoolConnection(Redis pool, Scope scope, boolean followsKeys) {
    this.pool = pool;
    this.scope = scope;
    this.followsKeys = followsKeys;
  }

  @Override
  public void send(Command command, ReplyListener listener) {
    UnansweredException why;
    List<Object> keys = followsKeys ? command.keys() : List.of();
    boolean starts = false;
    Redis to;
    synchronized (this) {
      to = open;
      why = closed ? unanswered("the connection is closed") : failure;
      if (to == null && why == null) {
        waiting.add(new Sending(command, listener));
        starts = !opening && (!followsKeys || !keys.isEmpty() || !mayStillHaveKeys(command));
        opening |= starts;
      }
    }
    if (why != null) {
      listener.failed(why);
    } else if (to != null) {
      to.send(command, listener);
    } else if (starts) {
      start(keys);
    }
  }

  /** Whether a transaction has begun that goes on after a command. */
  private boolean mayStillHaveKeys(Command command) {
    Sending first = waiting.peekFirst();
    return first != null
        && isNamed(first.command(), "MULTI")
        && !isNamed(command, "EXEC")
        && !isNamed(command, "DISCARD");
  }

  private static boolean isNamed(Command command, String name) {
    CommandSpec spec = command.spec();
    return spec != null && spec.name().equals(name);
  }

  private static UnansweredException unanswered(String why) {
    return new UnansweredException(why, false, false, null);
  }

  private void start(List<Object> keys) {
    try {
      scope
          .background(() -> open(keys))
          .onComplete(
              end -> {
                if (end instanceof Result.Failure<?>) {
                  fail(unanswered("the pool is closed"));
                }
                return true;
              });
    } catch (IllegalStateException _) {
      fail(unanswered("the pool is closed"));
    }
  }

  private boolean open(List<Object> keys) {
    Redis made;
    try {
      made = pool.dedicated(keys).detach();
    } catch (CancellationException left) {
      throw left;
    } catch (IOException | RuntimeException e) {
      fail(new UnansweredException(String.valueOf(e.getMessage()), false, false, e));
      return false;
    }
    synchronized (this) {
      // Nobody passes those who wait.
      for (Sending each = waiting.poll(); each != null; each = waiting.poll()) {
        pass(made, each);
      }
      open = made;
      if (!closed) {
        return true;
      }
    }
    made.close();
    return true;
  }

  private static void pass(Redis to, Sending sending) {
    try {
      to.send(sending.command(), sending.listener());
    } catch (IllegalArgumentException e) {
      sending.listener().failed(new UnansweredException(e.getMessage(), false, false, e));
    }
  }

  private void fail(UnansweredException why) {
    List<Sending> left;
    synchronized (this) {
      if (failure == null) {
        failure = why;
      }
      left = List.copyOf(waiting);
      waiting.clear();
    }
    left.forEach(each -> each.listener().failed(why));
  }

  /**
   * Whether commands can be sent here, as far as is known. Never waits.
   *
   * @return true if it is open
   */
  public boolean isOpen() {
    Redis now;
    synchronized (this) {
      now = closed ? null : open;
    }
    return now != null && now.isOpen();
  }

  /** Closes it: commands without replies fail. Again it does nothing. May suspend. */
  @Override
  public void close() {
    Redis now;
    synchronized (this) {
      closed = true;
      now = open;
    }
    fail(unanswered("the connection is closed"));
    if (now != null) {
      now.close();
    }
  }
}
