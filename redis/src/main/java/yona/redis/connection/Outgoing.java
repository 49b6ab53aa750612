package yona.redis.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.TimeoutException;
import yona.async.Waiter;
import yona.io.connection.Connection;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespEncoder;

/**
 * What goes out over a connection. Commands are put here in the order of the calls, each with who
 * expects its replies, and go out as many at a time as have come up meanwhile. One writes at a
 * time: who puts a command here and finds that nobody does. For those who find no room this keeps a
 * queue.
 */
final class Outgoing {

  /** So much surely fits into the buffers of a socket whose other side has read all before. */
  static final int SURELY_TAKEN = 16 << 10;

  /** So many bytes may wait to be written, or one caller's commands; others wait until they are. */
  private static final int MOST_BYTES = 16 << 20;

  /**
   * So many turns of the others may bring no command before one writes: in the first one who starts
   * the members of a group goes on, in the second the new member has its command.
   */
  private static final int VAIN_TURNS = 2;

  /** So long after the last command others are expected that have got their replies. */
  private static final long GAP_NANOS = 3_000;

  /** So long others are let run; who computes for longer is not waited for again. */
  private static final long PATIENCE_NANOS = 300_000;

  private final Connection connection;
  private final ReplyRing due;
  private final ConnectionObserver observer;

  /** What has been taken to be sent, and how much of it is; belongs to who writes. */
  private List<ByteBuffer> taken = List.of();

  private int written;

  /** What waits to be written. Guarded by this, as all below. */
  private final RespEncoder encoder = new RespEncoder();

  /** How many bytes have been written to {@link #encoder} in all. */
  private long encoded;

  /** How many of them have been taken from there, to be sent. */
  private volatile long sent;

  /** How many callers have added to what waits. */
  private int adding;

  /** How many have waited for replies together lately. */
  private int crowd;

  private boolean writing;

  private final LinkedHashSet<Waiter<Boolean>> waitingForRoom = new LinkedHashSet<>();

  private volatile @Nullable ConnectionLoss loss;

  /**
   * Makes one in which nothing waits.
   *
   * @param connection carries the bytes
   * @param due where those stand whose commands go out, in the same order
   * @param observer is told of what goes out
   */
  Outgoing(Connection connection, ReplyRing due, ConnectionObserver observer) {
    this.connection = connection;
    this.due = due;
    this.observer = observer;
  }

  // ---- callers ---------------------------------------------------------------------------------

  /**
   * Takes a place for commands, and puts them where they will be written from. Suspends while there
   * is none.
   *
   * @param pending who waits for the replies; null if there are none
   * @param commands the commands
   * @param limit how long to wait for room if nobody waits for replies, in nanoseconds
   * @return whether the caller has to write
   * @throws UnansweredException if nothing goes out any more, or there is no room in time
   * @throws CancellationException if the computation is cancelled while it waits for room
   */
  boolean add(@Nullable PendingReplies pending, RespCommand commands, long limit)
      throws UnansweredException {
    for (boolean isMyTurn = false; ; isMyTurn = true) {
      Waiter<Boolean> room;
      synchronized (this) {
        ConnectionLoss why = loss;
        if (why != null) {
          throw why.of(false);
        }
        if (hasRoom() && (isMyTurn || waitingForRoom.isEmpty())) {
          return put(pending, commands);
        }
        room = new Waiter<>();
        if (isMyTurn) {
          waitingForRoom.addFirst(room);
        } else {
          waitingForRoom.addLast(room);
        }
      }
      awaitRoom(room, pending == null ? limit : pending.left(System.nanoTime()));
    }
  }

  /**
   * The same for one who does not wait.
   *
   * @param pending who is given the replies
   * @param commands the commands
   * @return whether the caller has to write; null if there is no place, or nothing goes out any
   *     more: then they are not taken
   */
  synchronized @Nullable Boolean offer(PendingReplies pending, RespCommand commands) {
    if (loss != null || !hasRoom() || !waitingForRoom.isEmpty()) {
      return null;
    }
    return put(pending, commands);
  }

  /** Puts commands where there is room for them; whether the caller has to write. */
  private boolean put(@Nullable PendingReplies pending, RespCommand commands) {
    encode(pending, commands);
    boolean isMine = !writing;
    writing = true;
    return isMine;
  }

  private boolean hasRoom() {
    return !due.isFull() && encoder.size() < MOST_BYTES;
  }

  private void awaitRoom(Waiter<Boolean> room, long left) throws UnansweredException {
    try {
      Fiber.reachedWait();
      var _ = Async.<Boolean, RuntimeException>timeoutNanos(left, () -> room.await(this));
    } catch (TimeoutException late) {
      leaveRoom(room);
      throw new UnansweredException(
          connection.name() + ": too many other commands wait: " + late.getMessage(),
          false,
          true,
          late);
    } catch (Throwable error) {
      leaveRoom(room);
      throw error;
    }
  }

  /** Who was told that there is room, and does not take it, tells the next one. */
  private synchronized void leaveRoom(Waiter<Boolean> room) {
    if (!waitingForRoom.remove(room)) {
      tellOfRoom();
    }
  }

  /** Lets as many go on as there are places: replies have come, or commands have been taken. */
  synchronized void tellOfRoom() {
    int places = encoder.size() < MOST_BYTES ? due.places() : 0;
    for (int i = 0; (i < places || loss != null) && !waitingForRoom.isEmpty(); i++) {
      var _ = waitingForRoom.removeFirst().complete(true);
    }
  }

  private void encode(@Nullable PendingReplies pending, RespCommand commands) {
    long before = encoder.size();
    try {
      commands.writeTo(encoder);
      observe(pending, commands);
    } catch (RuntimeException | Error e) {
      encoder.truncate(before);
      throw e;
    }
    encoded += encoder.size() - before;
    adding++;
    if (pending != null) {
      due.add(pending);
    }
  }

  private void observe(@Nullable PendingReplies pending, RespCommand commands) {
    long at = pending == null ? System.nanoTime() : pending.issued;
    ReplyObserver replies =
        commands instanceof Batch(List<? extends RespCommand> several)
            ? observer.issued(several, at)
            : observer.issued(commands, at);
    if (pending != null) {
      pending.beginsAt(encoded, replies);
    } else if (replies != null) {
      replies.withoutReply();
    }
  }

  // ---- who writes ------------------------------------------------------------------------------

  /**
   * Lets the others run that are ready, as long as they add to what is to be written, and those of
   * a crowd that is known may ask again. Suspends.
   */
  void letOthersAdd() {
    int before = added();
    long begin = before > 0 ? System.nanoTime() : 0;
    long now = begin;
    long grown = begin;
    int inVain = 0;
    while (before > 0
        && (inVain < VAIN_TURNS || (now - grown < GAP_NANOS && isMoreExpected()))
        && now - begin < PATIENCE_NANOS) {
      Async.yield();
      int after = added();
      now = System.nanoTime();
      if (after > before) {
        inVain = 0;
        grown = now;
      } else {
        inVain++;
      }
      before = after;
    }
  }

  /** Whether some who had asked together have their replies, and have not asked again. */
  private synchronized boolean isMoreExpected() {
    return due.size() < crowd;
  }

  /** How many have added what is to be written, if more can be expected; else 0. */
  private synchronized int added() {
    return (crowd > 1 || adding > 1) && encoder.size() < SURELY_TAKEN ? adding : 0;
  }

  /** How many bytes wait to be written. */
  synchronized long size() {
    return encoder.size();
  }

  /** Writes what is there by now. Suspends. */
  void write() throws IOException {
    if (written == taken.size()) {
      take();
    }
    while (written < taken.size()) {
      connection.write(taken.get(written));
      written++;
    }
  }

  private synchronized void take() {
    if (loss == null) {
      taken = encoder.take();
      written = 0;
      observer.sent(encoded - sent);
      sent = encoded;
      crowd = Math.max(due.size(), crowd * 7 / 8);
      adding = 0;
      tellOfRoom();
    }
  }

  /** Whether there is more to write; if not, whoever comes next writes. */
  synchronized boolean isMoreToWrite() {
    writing = loss == null && (written < taken.size() || encoder.size() > 0);
    return writing;
  }

  // ---- the end ---------------------------------------------------------------------------------

  /**
   * Nothing is taken to be sent any more, and who comes is told why.
   *
   * @return false if this had ended before
   */
  synchronized boolean end(ConnectionLoss why) {
    if (loss != null) {
      return false;
    }
    loss = why;
    tellOfRoom();
    return true;
  }

  /** Whether this has ended. */
  boolean hasEnded() {
    return loss != null;
  }

  /** Whether any of what begins so many bytes after the first one has been taken to be sent. */
  boolean isSent(long start) {
    return start < sent;
  }

  /** How many bytes have been taken to be sent. */
  long sent() {
    return sent;
  }

  /**
   * What waits for room waits for this.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "commands to " + connection.name();
  }
}
