package yona.redis.connection;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.io.connection.Connection;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespLimits;
import yona.redis.resp.RespValue;

/**
 * A connection to a server, which any number of fibers and threads use at the same time. Their
 * commands go out in the order of the calls and as many at a time as have come up meanwhile
 * (implicit pipelining); each gets its own reply.
 *
 * <p><b>Who does the work.</b> Writing is one caller's at a time, and so is reading: who has a
 * command and finds that nobody writes, or nobody reads, does it itself (leader and followers:
 * Schmidt et al., Pattern-Oriented Software Architecture 2, 2000). So somebody alone writes and
 * reads with no hand-off, and of a thousand fibers one writes for all and one reads for all. A
 * writer that is not alone first lets the others run that are ready, as long as that brings more
 * commands. A reader goes when it has its reply; if others wait for theirs, a fiber of the
 * connection's scope goes on. Commands stand in a ring of a fixed size: whoever finds it full
 * waits.
 *
 * <p><b>Loss.</b> This never connects again. When it is lost, each command that has no reply fails
 * with an {@link UnansweredException}, which says whether it may have been executed. A reply that
 * nobody waits for any more, since its fiber was cancelled or its time is over, is dropped in its
 * turn. If nothing at all comes while a command waits for all of its time, the connection counts as
 * lost.
 *
 * <p>In a transaction of {@link STM} all operations are refused.
 */
public final class RedisConnection implements Cancellable, AutoCloseable {

  /** So many callers may wait for replies at a time; others wait for a place. */
  public static final int PLACES = 4096;

  /**
   * A limit of time that nothing reaches, such as of a command that waits for ever at the server: a
   * hundred years. Longer ones are taken for this one.
   */
  public static final Duration FOR_EVER = Duration.ofDays(36_500);

  private static final String OPERATION = "a command to a Redis server";

  private final Connection connection;
  private final Scope scope;
  private final long limit;
  private final ServerListener listener;
  private final ConnectionObserver observer;
  private final ReplyRing due;
  private final Outgoing outgoing;
  private final Incoming incoming;

  private final Turn reading = new Turn();

  /** Whether somebody reads all the time. */
  private volatile boolean attended;

  /** The turn of the fiber that looks after limits of time. */
  private final Turn watching = new Turn();

  /** What a caller has to do: written by whom, and read by whom. */
  private static final int TO_WRITE = 1;

  private static final int TO_READ = 2;

  /** Has to start the fiber that looks after limits of time. */
  private static final int TO_WATCH = 4;

  /**
   * Makes a connection on which nothing has been written yet.
   *
   * @param connection carries the bytes; belongs to this from now on
   * @param scope what fibers are started in that work for several callers; when it is left, this is
   *     to be closed
   * @param limits of what is read
   * @param limit how long a command may wait for its reply
   * @param listener is told of what comes unasked, and of the end
   */
  public RedisConnection(
      Connection connection,
      Scope scope,
      RespLimits limits,
      Duration limit,
      ServerListener listener) {
    this(connection, scope, limits, limit, listener, ConnectionObserver.NONE);
  }

  /**
   * The same with somebody who looks at what goes over it.
   *
   * @param connection carries the bytes; belongs to this from now on
   * @param scope what fibers are started in that work for several callers; when it is left, this is
   *     to be closed
   * @param limits of what is read
   * @param limit how long a command may wait for its reply
   * @param listener is told of what comes unasked, and of the end
   * @param observer is told of all
   */
  public RedisConnection(
      Connection connection,
      Scope scope,
      RespLimits limits,
      Duration limit,
      ServerListener listener,
      ConnectionObserver observer) {
    this.connection = Objects.requireNonNull(connection, "connection");
    this.scope = Objects.requireNonNull(scope, "scope");
    this.limit = nanos(limit);
    this.listener = Objects.requireNonNull(listener, "listener");
    this.observer = Objects.requireNonNull(observer, "observer");
    this.due = new ReplyRing(PLACES);
    this.outgoing = new Outgoing(connection, due, observer);
    this.incoming =
        new Incoming(connection, scope, limits, due, outgoing, listener, observer, this::lose);
  }

  /**
   * What messages call this.
   *
   * @return the server's address
   */
  public String name() {
    return connection.name();
  }

  /**
   * How many commands have no reply yet. Looks at each.
   *
   * @return from 0
   */
  public int inFlight() {
    return due.due();
  }

  /**
   * Whether this can still be used, as far as is known.
   *
   * @return false once it has been lost or closed
   */
  public boolean isOpen() {
    return !outgoing.hasEnded();
  }

  /**
   * Whether this can still be used, with a look at what has come meanwhile: the end of the
   * connection may have. Does not suspend.
   *
   * @return false once it has been lost or closed
   */
  public boolean isAlive() {
    if (isOpen() && reading.take()) {
      try {
        incoming.receiveNow();
      } catch (IOException e) {
        lose(e);
      } finally {
        release(TO_READ);
      }
    }
    return isOpen();
  }

  // ---- commands --------------------------------------------------------------------------------

  /**
   * Sends a command and waits for its reply. Suspends.
   *
   * @param command the command
   * @return the reply; an error of the server is one too
   * @throws UnansweredException if none comes
   * @throws CancellationException if the computation is cancelled; the command may then be executed
   *     or not
   */
  public RespValue call(RespCommand command) throws UnansweredException {
    return call(command, limit);
  }

  /**
   * {@link #call(RespCommand)} with another limit of time.
   *
   * @param command the command
   * @param time how long it may wait for its reply
   * @return the reply; an error of the server is one too
   * @throws UnansweredException if none comes
   * @throws CancellationException if the computation is cancelled; the command may then be executed
   *     or not
   */
  public RespValue call(RespCommand command, Duration time) throws UnansweredException {
    return call(command, nanos(time));
  }

  private RespValue call(RespCommand command, long nanos) throws UnansweredException {
    Objects.requireNonNull(command, "command");
    begin();
    Call call = new Call(1, nanos);
    return (RespValue) replyTo(call, enqueue(call, command));
  }

  /** What every operation does first. */
  private static void begin() {
    // Who has taken a part in reading or writing for others has to be able to leave it again.
    Fiber.requireStack();
    STM.effect(OPERATION);
    Fiber.beforeWait();
  }

  /** So that sums with points in time do not overflow: at most a century. */
  private static long nanos(Duration time) {
    return time.compareTo(FOR_EVER) < 0 ? time.toNanos() : FOR_EVER.toNanos();
  }

  /**
   * Sends commands, one directly behind the other, and waits for all replies. Suspends.
   *
   * @param commands the commands
   * @return their replies, in order; errors of the server are replies too
   * @throws UnansweredException if some do not come
   * @throws CancellationException if the computation is cancelled; each command may then be
   *     executed or not
   */
  @SuppressWarnings("unchecked")
  public List<RespValue> call(List<? extends RespCommand> commands) throws UnansweredException {
    begin();
    return switch (commands.size()) {
      case 0 -> List.of();
      case 1 -> List.of(call(commands.getFirst()));
      default -> {
        Call call = new Call(commands.size(), limit);
        yield (List<RespValue>) replyTo(call, enqueue(call, new Batch(commands)));
      }
    };
  }

  /**
   * Sends commands, one directly behind the other, and does not wait for replies. Suspends only
   * while too much waits to be sent or answered.
   *
   * @param commands the commands, at least one
   * @param listener is given the replies
   * @throws UnansweredException if this is lost or closed; nothing is sent
   * @throws CancellationException if the computation is cancelled; nothing is sent then
   */
  public void write(List<? extends RespCommand> commands, ReplyListener listener)
      throws UnansweredException {
    write(commands, Duration.ofNanos(limit), listener);
  }

  /**
   * {@link #write(List, ReplyListener)} with another limit of time.
   *
   * @param commands the commands, at least one
   * @param time how long they may wait for their replies
   * @param listener is given the replies
   * @throws UnansweredException if this is lost or closed; nothing is sent
   * @throws CancellationException if the computation is cancelled; nothing is sent then
   */
  public void write(List<? extends RespCommand> commands, Duration time, ReplyListener listener)
      throws UnansweredException {
    Objects.requireNonNull(listener, "listener");
    if (commands.isEmpty()) {
      throw new IllegalArgumentException("no commands");
    }
    begin();
    delegate(
        enqueue(
            new ListenerReplies(listener, scope, commands.size(), nanos(time)),
            new Batch(commands)));
    Fiber.reachedWait();
  }

  /**
   * Sends a command if there is room for it now, and does not wait for the reply. Never suspends.
   *
   * @param command the command
   * @param time how long it may wait for its reply
   * @param listener is given the reply
   * @return false if there is no room, or this is lost or closed: then the command is not sent, and
   *     the listener not called
   */
  public boolean offer(RespCommand command, Duration time, ReplyListener listener) {
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(listener, "listener");
    Fiber.requireStack();
    STM.effect(OPERATION);
    // Nobody reads while no reply is due: the server may have ended the connection meanwhile.
    if (!isAlive()) {
      return false;
    }
    Boolean isMine = outgoing.offer(new ListenerReplies(listener, scope, 1, nanos(time)), command);
    if (isMine == null) {
      return false;
    }
    delegate(todo(isMine, true));
    return true;
  }

  /**
   * Puts commands where they will be written from. Suspends while there is no room.
   *
   * @return what the caller has to do
   */
  private int enqueue(@Nullable PendingReplies pending, RespCommand commands)
      throws UnansweredException {
    return todo(outgoing.add(pending, commands, limit), pending != null);
  }

  /**
   * What one has to do who has put commands there.
   *
   * @param isToWrite whether nobody writes
   * @param isAnswered whether there will be replies
   */
  private int todo(boolean isToWrite, boolean isAnswered) {
    int todo = isToWrite ? TO_WRITE : 0;
    if (isAnswered) {
      todo |= reading.take() ? TO_READ : 0;
      todo |= watching.take() ? TO_WATCH : 0;
    }
    return todo;
  }

  /** Does what is to be done, waits for the replies, and leaves to others what is left to do. */
  private Object replyTo(AwaitedReplies call, int todo) throws UnansweredException {
    int left = todo;
    try {
      delegate(left & TO_WATCH);
      left &= ~TO_WATCH;
      Fiber.reachedWait();
      if ((left & TO_READ) != 0) {
        incoming.receiveNow();
      }
      boolean inTime = true;
      if ((left & TO_WRITE) != 0) {
        outgoing.letOthersAdd();
        if (outgoing.size() > Outgoing.SURELY_TAKEN) {
          // The server may want to be read before it reads on.
          delegate(left & TO_READ);
          left &= ~TO_READ;
          inTime = inTimeOf(call, outgoing::write);
        } else {
          outgoing.write();
        }
        if (inTime) {
          left &= ~TO_WRITE;
          release(TO_WRITE);
        }
      }
      while ((left & TO_READ) != 0 && call.waiter.item() == null && inTime) {
        inTime = receiveFor(call);
      }
    } catch (IOException e) {
      lose(e);
    } finally {
      release(left);
    }
    Object reply = call.waiter.await(this);
    if (reply instanceof UnansweredException unanswered) {
      throw unanswered;
    }
    return reply;
  }

  /**
   * Waits for bytes for a caller; whether they have come in its time. Who hears nothing at all is
   * told by the end of the connection, which needs no timer of its own.
   */
  private boolean receiveFor(AwaitedReplies call) throws IOException {
    if (incoming.received() - call.issued <= 0 && due.isNext(call)) {
      incoming.receive();
      return true;
    }
    return inTimeOf(call, incoming::receive);
  }

  /** What a caller does for all, and others can go on with. */
  @FunctionalInterface
  private interface Part {
    void run() throws IOException;
  }

  /** Does a part until the time of a call is over; whether it was done before. */
  private static boolean inTimeOf(AwaitedReplies call, Part part) throws IOException {
    try {
      return Async.<Boolean, IOException>timeoutNanos(
          call.left(System.nanoTime()),
          () -> {
            part.run();
            return true;
          });
    } catch (TimeoutException _) {
      return false;
    }
  }

  // ---- what one does for all -------------------------------------------------------------------

  /** Starts fibers that do what is left to do. */
  private void delegate(int todo) {
    try {
      if ((todo & TO_WATCH) != 0) {
        start(this::watch);
      }
      if ((todo & TO_WRITE) != 0) {
        start(this::writeAll);
      }
      if ((todo & TO_READ) != 0) {
        start(this::receiveAll);
      }
    } catch (IllegalStateException _) {
      lose(left());
    }
  }

  private void start(Runnable work) {
    Future<Boolean> started =
        scope.background(
            () -> {
              try {
                work.run();
              } catch (CancellationException left) {
                lose(left());
                throw left;
              }
              return true;
            });
    if (started.poll() instanceof Result.Failure<?>) {
      // It was cancelled before it began.
      lose(left());
    }
  }

  private ConnectionLoss left() {
    return new ConnectionLoss(name() + ": the scope of the connection has been left", false, null);
  }

  /** Goes, and leaves it to a fiber of the scope to go on if there is more to do. */
  private void release(int done) {
    int left = 0;
    if ((done & TO_WRITE) != 0 && outgoing.isMoreToWrite()) {
      left |= TO_WRITE;
    }
    if ((done & TO_READ) != 0 && reading.keep(this::isMoreToRead)) {
      left |= TO_READ;
    }
    delegate(left);
  }

  private boolean isMoreToRead() {
    return isOpen() && (attended || !due.isEmpty());
  }

  /** Writes until nothing is left. */
  private void writeAll() {
    try {
      while (outgoing.isMoreToWrite()) {
        outgoing.write();
      }
    } catch (IOException e) {
      lose(e);
    }
  }

  /** Reads until nobody waits for a reply. */
  private void receiveAll() {
    try {
      while (reading.keep(this::isMoreToRead)) {
        incoming.receive();
      }
    } catch (IOException e) {
      lose(e);
    }
  }

  private void tell(Runnable what) {
    try {
      what.run();
    } catch (RuntimeException | Error e) {
      scope.report(e);
    }
  }

  // ---- limits of time --------------------------------------------------------------------------

  /** Fails the commands whose time is over, as long as there are commands. */
  private void watch() {
    for (; ; ) {
      long now = System.nanoTime();
      PendingReplies overdue = due.overdue(now);
      if (overdue != null && incoming.received() - overdue.issued <= 0) {
        TimeoutException late = TimeoutException.ofNanos(overdue.limit);
        lose(
            new ConnectionLoss(
                name() + ": the server says nothing: " + late.getMessage(), true, late));
        return;
      }
      long left = due.failOverdue(now, this::late);
      if (left == Long.MAX_VALUE && !watching.keep(this::isMoreToWatch)) {
        return;
      }
      Async.sleepNanos(Math.min(left, limit));
    }
  }

  private boolean isMoreToWatch() {
    return isOpen() && !due.isEmpty();
  }

  private UnansweredException late(PendingReplies each) {
    TimeoutException late = TimeoutException.ofNanos(each.limit);
    return new UnansweredException(
        name() + ": no reply: " + late.getMessage(), outgoing.isSent(each.start()), true, late);
  }

  // ---- what comes unasked ----------------------------------------------------------------------

  /**
   * Has what the server sends unasked be read at once, whether or not there are commands, and the
   * end of the connection be noticed. Does not suspend.
   *
   * @param wanted whether that is so from now on; at first it is not
   */
  public void attend(boolean wanted) {
    attended = wanted;
    if (wanted && isOpen() && reading.take()) {
      delegate(TO_READ);
    }
  }

  /**
   * Sends a command that has no reply, or is answered by what counts as unasked. Suspends only
   * while too much waits to be sent.
   *
   * @param command the command
   * @throws UnansweredException if this is lost or closed; nothing is sent
   * @throws CancellationException if the computation is cancelled; nothing is sent then
   */
  public void send(RespCommand command) throws UnansweredException {
    Objects.requireNonNull(command, "command");
    begin();
    delegate(enqueue(null, command));
    Fiber.reachedWait();
  }

  /**
   * Sends a command that is answered by pushes, unless it is refused, and waits until they have
   * come. Only in RESP3. Suspends.
   *
   * @param command the command
   * @return why it was refused; null if it was not
   * @throws UnansweredException if the connection is lost before
   * @throws CancellationException if the computation is cancelled; the command may then be executed
   *     or not
   */
  public @Nullable ErrorValue callWithoutReply(RespCommand command) throws UnansweredException {
    Objects.requireNonNull(command, "command");
    begin();
    // Allowed to every user; its reply comes behind all that comes of the command.
    RespCommand hello = RespCommand.of("HELLO");
    Confirmation call = new Confirmation(limit);
    Object end = replyTo(call, enqueue(call, new Batch(List.of(command, hello))));
    return end instanceof ErrorValue refusal ? refusal : null;
  }

  // ---- the end ---------------------------------------------------------------------------------

  private void lose(IOException cause) {
    String message = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
    lose(
        new ConnectionLoss(
            message.startsWith(name()) ? message : name() + ": " + message, false, cause));
  }

  private void lose(ConnectionLoss why) {
    if (!outgoing.end(why)) {
      return;
    }
    due.failAll(each -> why.of(outgoing.isSent(each.start())));
    tell(() -> observer.lost(why.of(false)));
    tell(() -> listener.lost(why.of(false)));
    try {
      connection.close();
    } catch (IOException _) {
      // It is over in any case.
    }
  }

  /**
   * Ends the connection: commands that have no reply yet fail. Again it does nothing. May suspend.
   */
  @Override
  public void close() {
    STM.effect(OPERATION);
    lose(new ConnectionLoss(name() + ": closed", false, null));
  }

  /** Closes this: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }

  /**
   * What this is connected to.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "Redis connection with " + name() + (isOpen() ? "" : ", closed");
  }
}
