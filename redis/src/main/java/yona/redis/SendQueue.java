package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.RespValue;

/**
 * Commands of those who do not wait, on one connection. Each goes there at once while there is
 * room. When there is none, or no connection, it stands in a queue that a fiber empties, and so
 * does all that comes after it: commands keep the order of the calls.
 */
final class SendQueue {

  /** So many commands may stand in the queue; what comes then fails at once. */
  static final int MOST_WAITING = 1 << 20;

  /** Where commands are put. */
  interface Way {

    /** Puts a command there without waiting; false if that cannot be done now. */
    boolean offer(Command command, Duration time, ReplyListener listener);

    /**
     * Puts a command there. Suspends while there is no room or no connection.
     *
     * @param deadline until when, by {@link System#nanoTime}
     */
    void write(Command command, long deadline, ReplyListener listener) throws IOException;
  }

  private final Way way;
  private final Scope scope;

  /** Whether a fiber empties the queue, so that nobody may pass those who stand there. */
  private volatile boolean busy;

  /** Guarded by this, as is all below. */
  private final ArrayDeque<Sending> waiting = new ArrayDeque<>();

  /** Those that were on a connection that was lost before they were sent: they go first. */
  private final ArrayDeque<Sending> returned = new ArrayDeque<>();

  private boolean closed;

  /**
   * An empty queue.
   *
   * @param scope what its fiber runs in
   */
  SendQueue(Way way, Scope scope) {
    this.way = way;
    this.scope = scope;
  }

  /** A command that may be put on another connection if one is lost before it was sent. */
  private final class Sending implements ReplyListener {
    private final Command command;
    private final ReplyListener listener;
    private final boolean repeats;
    private final long deadline;

    Sending(Command command, Duration time, boolean repeats, ReplyListener listener) {
      this.command = command;
      this.listener = listener;
      this.repeats = repeats;
      this.deadline = System.nanoTime() + time.toNanos();
    }

    @Override
    public void replied(RespValue reply) {
      listener.replied(reply);
    }

    @Override
    public void failed(UnansweredException reason) {
      if (!reason.mayRepeat(repeats) || !enqueue(returned, this)) {
        listener.failed(reason);
      }
    }

    /** Fails for what did not come to a connection. */
    void unsent(String why, @Nullable Exception cause) {
      try {
        listener.failed(new UnansweredException(why, false, false, cause));
      } catch (RuntimeException | Error e) {
        scope.report(e);
      }
    }
  }

  /**
   * Sends a command. Never suspends.
   *
   * @param time how long it may wait for its reply
   * @param repeats whether it is sent again if the connection is lost before its reply came
   */
  void send(Command command, Duration time, boolean repeats, ReplyListener listener) {
    Sending sending = new Sending(command, time, repeats, listener);
    if (!busy && way.offer(command, time, sending)) {
      return;
    }
    if (!enqueue(waiting, sending)) {
      sending.unsent(refusal(), null);
    }
  }

  private synchronized String refusal() {
    return closed
        ? "the client is closed"
        : "too many commands wait to be sent: " + MOST_WAITING + "; wait for replies before more";
  }

  /** Puts one into a queue that a fiber then empties; false if it may not stand there. */
  private boolean enqueue(ArrayDeque<Sending> queue, Sending sending) {
    synchronized (this) {
      if (closed || queue.size() >= MOST_WAITING) {
        return false;
      }
      queue.add(sending);
      if (busy) {
        return true;
      }
      busy = true;
    }
    try {
      Future<Boolean> emptying = scope.background(this::empty);
      if (emptying.poll() instanceof Result.Failure<?>) {
        close();
      }
    } catch (IllegalStateException _) {
      // The scope has been left.
      close();
    }
    return true;
  }

  private boolean empty() {
    for (Sending next = next(); next != null; next = next()) {
      try {
        way.write(next.command, next.deadline, next);
      } catch (IOException e) {
        next.unsent(Connector.reason(e), e);
      } catch (CancellationException left) {
        next.unsent("the client is closed", null);
        close();
        throw left;
      } catch (RuntimeException | Error e) {
        next.unsent(e.toString(), new IOException(e));
      }
    }
    return true;
  }

  private synchronized @Nullable Sending next() {
    Sending next = returned.poll();
    if (next == null) {
      next = waiting.poll();
    }
    busy = next != null;
    return next;
  }

  /** Fails all that stand in the queue, and what comes later. Never suspends. */
  void close() {
    ArrayDeque<Sending> left = new ArrayDeque<>();
    synchronized (this) {
      closed = true;
      left.addAll(returned);
      left.addAll(waiting);
      returned.clear();
      waiting.clear();
    }
    left.forEach(each -> each.unsent("the client is closed", null));
  }
}
