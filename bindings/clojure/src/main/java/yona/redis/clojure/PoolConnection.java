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
import yona.redis.clojure.BorrowedConnections.Lent;
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

  /** Lends the connection; null if it belongs to whoever has this. */
  private final @Nullable BorrowedConnections lender;

  private record Sending(Command command, ReplyListener listener) {}

  /** Guarded by this, as all below. */
  private final ArrayDeque<Sending> waiting = new ArrayDeque<>();

  /** Null until it is open, and when it is given back. */
  private @Nullable Lent open;

  private boolean opening;
  private boolean closed;
  private boolean finished;

  /** Whether others can use the connection that is given back. */
  private boolean asItWas;

  /** Why it could not be opened. */
  private @Nullable UnansweredException failure;

  /**
   * A connection that is not open yet.
   *
   * @param pool the client that it is one of
   * @param scope what the fiber runs in
   * @param followsKeys whether it depends on keys where it leads
   * @param lender lends the connection; null for one more
   */
  public PoolConnection(
      Redis pool, Scope scope, boolean followsKeys, @Nullable BorrowedConnections lender) {
    this.pool = pool;
    this.scope = scope;
    this.followsKeys = followsKeys;
    this.lender = lender;
  }

  @Override
  public void send(Command command, ReplyListener listener) {
    UnansweredException why;
    List<Object> keys = followsKeys ? command.keys() : List.of();
    boolean starts = false;
    Lent to;
    synchronized (this) {
      to = open;
      why = refusal();
      if (to == null && why == null) {
        waiting.add(new Sending(command, listener));
        starts = !opening && (!followsKeys || !keys.isEmpty() || !mayStillHaveKeys(command));
        opening |= starts;
      }
    }
    if (why != null) {
      listener.failed(why);
    } else if (to != null) {
      to.connection().send(command, listener);
    } else if (starts) {
      start(keys);
    }
  }

  /** Why nothing more is sent here; null if it is. */
  private @Nullable UnansweredException refusal() {
    if (closed) {
      return unanswered("the connection is closed");
    }
    return finished ? unanswered("the connection has been given back") : failure;
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
    Lent made;
    try {
      made = lender == null ? new Lent(pool.dedicated(keys).detach(), null) : lender.take(keys);
    } catch (CancellationException left) {
      throw left;
    } catch (UnansweredException e) {
      fail(e);
      return false;
    } catch (IOException | RuntimeException e) {
      fail(new UnansweredException(String.valueOf(e.getMessage()), false, false, e));
      return false;
    }
    synchronized (this) {
      // Nobody passes those who wait.
      for (Sending each = waiting.poll(); each != null; each = waiting.poll()) {
        pass(made.connection(), each);
      }
      if (!closed && !finished) {
        open = made;
        return true;
      }
    }
    end(made);
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
   * Gives the connection back, behind the commands that were sent: none is sent here any more.
   * Again, or when it is closed, it does nothing. Never waits.
   *
   * @param unchanged whether others can use it; else it is closed
   */
  public void finish(boolean unchanged) {
    Lent now;
    boolean starts;
    synchronized (this) {
      if (closed || finished) {
        return;
      }
      finished = true;
      asItWas = unchanged;
      now = open;
      open = null;
      starts = opening;
    }
    if (now != null) {
      endLater(now);
    } else if (!starts) {
      fail(unanswered("the connection has been given back"));
    }
  }

  private void endLater(Lent lent) {
    if (isKept(lent)) {
      return;
    }
    try {
      scope.background(lent::close);
    } catch (IllegalStateException _) {
      // The pool is closed, and its connections with it.
    }
  }

  private void end(Lent lent) {
    if (!isKept(lent)) {
      lent.close();
    }
  }

  private boolean isKept(Lent lent) {
    boolean unchanged;
    synchronized (this) {
      unchanged = asItWas && !closed;
    }
    return unchanged && lender != null && lender.giveBack(lent);
  }

  /** Closes it: commands without replies fail. Again it does nothing. May suspend. */
  @Override
  public void close() {
    Lent now;
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
