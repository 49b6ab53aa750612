package yona.async.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.AmongFibers;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Names;
import yona.async.Scope;
import yona.async.Waiter;
import yona.async.channel.Relay.Intake;
import yona.async.channel.Relay.Outlet;
import yona.async.scheduler.Backoff;
import yona.async.stack.StackRoom;

/**
 * Every value of any of the publishers, to each of the subscribers.
 *
 * <p>Publishers are channels that this reads from, subscribers channels that it sends to; both come
 * and go at any time. From {@link #start} on, or while a fiber is in {@link #run}, every subscriber
 * receives every value that is taken from a publisher, all subscribers in one and the same order,
 * and the values of a publisher in the order in which they were sent. Safe for use by any number of
 * fibers and threads.
 *
 * <pre>{@code
 * Async.blocking(() -> {
 *   var prices = new BufferedChannel<Price>(16);
 *   try (var multiplexer = new ChannelMultiplexer<Price>().start()) {
 *     multiplexer.addPublisher(prices);
 *     var chart = multiplexer.subscribe(16);
 *     var log = multiplexer.subscribe(16);
 *     ...
 *   }
 * });
 * }</pre>
 *
 * <p><b>A slow subscriber</b> delays the others and the publishers: a value is taken from a
 * publisher when each subscriber has room for it, a free place in its buffer or a reader that
 * waits. Nothing is dropped, and the others get ahead of it by as much as its buffer holds. <b>A
 * dead one</b>, which nobody reads any more, stops everything when it is full, until it is closed
 * or removed; one that is closed leaves by itself and delays nobody. Without subscribers the values
 * stay with their publishers.
 *
 * <p><b>Closing</b> tells the subscribers, behind the values that had been taken for them, and
 * closes nobody's channel: subscribers of {@link #addSubscriber} read {@link Read.Closed}, and the
 * channels that {@link #subscribe} made, which are this multiplexer's own, are closed. Publishers
 * that are closed leave when their last value has been taken; the last of them closes the
 * multiplexer if it is one {@link #endingWithPublishers ending with them}.
 *
 * <p><b>How it works.</b> No fiber carries the values. Two channels in a row with a fiber between
 * them cost two suspensions for each value where one channel costs one; so here the values are
 * passed on by whoever makes that possible, on its own thread, as soon as it has let go of the lock
 * of its channel: a reader that finds nothing, a sender that finds a reader waiting behind the
 * multiplexer, or has to wait itself. They tell the multiplexer by its {@link Relay} at their
 * channel, and one at a time passes on: the first one takes {@link #state} from {@link #FREE} to
 * {@link #BUSY}, whoever comes meanwhile only leaves {@link #AGAIN} and goes on. Nobody waits here,
 * and no channel is locked while another one is, so multiplexers may stand behind each other, or in
 * circles, without deadlock. A thread that has passed on {@link #ROUNDS} times leaves the rest to
 * the fiber in {@link #run}, and so does one that fails, by a stack overflow say.
 *
 * <p>Where channels have buffers, values go through in bulk: they stay in the publisher's buffer
 * until a subscriber's reader finds nothing or a publisher's sender has to wait, and then as many
 * go at once as there is room for, two locks for all of them. Nobody can tell, since every
 * operation that would notice passes on first; only {@link Channel#size} shows it.
 *
 * <p><b>Compared with Scala gears</b>, from where the concept comes: there, the fiber in {@code
 * run} reads one value after the other and sends it to one subscriber after the other; it takes
 * values when there are no subscribers, which are then lost; closing waits for each subscriber to
 * read that.
 *
 * @param <T> the values
 */
@SuppressWarnings("ReferenceEquality") // channels and threads are compared by identity
public final class ChannelMultiplexer<T extends @Nullable Object>
    implements AutoCloseable, AmongFibers {

  private static final int FREE = 0;
  private static final int BUSY = 1;
  private static final int AGAIN = 2;

  /** How often somebody passes values on for others before it may go on with its own work. */
  private static final int ROUNDS = 64;

  private static final Intake<?>[] NO_INTAKES = {};
  private static final Outlet[] NO_OUTLETS = {};

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(ChannelMultiplexer.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Whether somebody passes values on, who owns the fields below; and has to look again. */
  private volatile int state;

  /** Who does. Others may read something outdated, but nobody reads itself who is not the owner. */
  private @Nullable Thread owner;

  private Intake<T>[] publishers = none();
  private Outlet[] subscribers = NO_OUTLETS;
  private final Batch batch = new Batch();

  /** The publisher that was looked at last, so that each has its turn. */
  private int turn;

  private boolean running;

  /** Set by the owner, read by all. */
  private volatile boolean closed;

  /** The wait of the fiber in {@link #run}, which has a stack of its own. */
  private volatile @Nullable Waiter<Boolean> runner;

  /** Whether this is closed by the last of its publishers. */
  private final boolean endsWithPublishers;

  /** Makes a multiplexer without publishers and subscribers, which goes on until it is closed. */
  public ChannelMultiplexer() {
    this(false);
  }

  private ChannelMultiplexer(boolean endsWithPublishers) {
    this.endsWithPublishers = endsWithPublishers;
  }

  /**
   * Makes a multiplexer that closes itself when the last of its publishers has been closed and its
   * values have been taken: its subscribers then end as the publishers did. One that is removed
   * does not close it; nor does one that is closed while there are no subscribers, before there is
   * one.
   *
   * @param <T> the values
   * @return a multiplexer without publishers and subscribers
   */
  public static <T extends @Nullable Object> ChannelMultiplexer<T> endingWithPublishers() {
    return new ChannelMultiplexer<>(true);
  }

  @SuppressWarnings("unchecked") // there is nothing in it
  private static <T> Intake<T>[] none() {
    return (Intake<T>[]) NO_INTAKES;
  }

  // ---- who stands where

  /**
   * Reads from a channel from now on, as its only reader: values that others read there are not
   * passed on. Does nothing if it is a publisher already. Never suspends.
   *
   * @param publisher where values come from
   * @throws ChannelClosedException if this multiplexer is closed
   */
  public void addPublisher(ReadableChannel<? extends T> publisher) {
    Objects.requireNonNull(publisher, "publisher");
    Channel<? extends T> channel = (Channel<? extends T>) publisher;
    change(
        () -> {
          requireOpen();
          if (find(publishers, channel) == null) {
            Intake<T> intake = new Intake<>(this, channel);
            publishers = Relays.with(publishers, intake);
            Relays.attach(intake);
          }
        });
  }

  /**
   * Reads from a channel no longer. What it has at this moment is passed on first, as far as the
   * subscribers have room for it. Does nothing if it is no publisher. Never suspends.
   *
   * @param publisher where no values come from any more; stays open
   */
  public void removePublisher(ReadableChannel<? extends T> publisher) {
    Objects.requireNonNull(publisher, "publisher");
    change(() -> leave(find(publishers, publisher)));
  }

  /**
   * Sends to a channel from now on: values, and at last {@link Read.Closed}. Does nothing if it is
   * a subscriber already. Never suspends.
   *
   * @param subscriber where all values go that are taken from now on; others may send there too
   * @throws ChannelClosedException if this multiplexer is closed
   */
  public void addSubscriber(SendableChannel<? super Read<T>> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber");
    add(subscriber, false);
  }

  /**
   * Makes a channel that values are sent to from now on, until it is closed or this multiplexer is,
   * which closes it. Never suspends.
   *
   * @param capacity how many values the channel holds for its readers, that is how many others may
   *     be ahead of them: 0 for a rendezvous, {@link Integer#MAX_VALUE} for no bound
   * @return a channel to be read; closing it ends the subscription
   * @throws ChannelClosedException if this multiplexer is closed
   * @throws IllegalArgumentException if the capacity is negative
   */
  public Channel<T> subscribe(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("a buffer of 0 values or more, not " + capacity);
    }
    Channel<T> channel =
        switch (capacity) {
          case 0 -> new SyncChannel<>();
          case Integer.MAX_VALUE -> new UnboundedChannel<>();
          default -> new BufferedChannel<>(capacity);
        };
    add(channel, true);
    return channel;
  }

  @SuppressWarnings("unchecked") // an outlet sends what its channel is for
  private void add(SendableChannel<?> subscriber, boolean own) {
    Channel<@Nullable Object> channel = (Channel<@Nullable Object>) subscriber;
    change(
        () -> {
          requireOpen();
          if (find(subscribers, channel) == null) {
            Outlet outlet = new Outlet(this, channel, own);
            outlet.given = batch.size;
            subscribers = Relays.with(subscribers, outlet);
            Relays.attach(outlet);
          }
        });
  }

  /**
   * Sends to a channel no longer; what was taken for it and did not fit yet is not sent any more.
   * Does nothing if it is no subscriber. Never suspends.
   *
   * @param subscriber where no values go any more; is not told and stays open
   */
  public void removeSubscriber(SendableChannel<?> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber");
    change(() -> leave(find(subscribers, subscriber)));
  }

  private static <R extends Relay> @Nullable R find(R[] relays, Object channel) {
    for (R relay : relays) {
      if (relay.channel() == channel) {
        return relay;
      }
    }
    return null;
  }

  private void requireOpen() {
    if (closed) {
      throw new ChannelClosedException("the multiplexer is closed");
    }
  }

  private void leave(@Nullable Relay relay) {
    if (relay != null) {
      Relays.detach(relay);
      publishers = Relays.without(publishers, relay);
      subscribers = Relays.without(subscribers, relay);
    }
  }

  // ---- running and closing

  /**
   * Lets values through by itself from now on, in the background of the nearest scope that holds
   * fibers, until this is closed; leaving the scope closes it. Never suspends.
   *
   * @return this
   * @throws IllegalStateException if the caller stands in no scope
   */
  public ChannelMultiplexer<T> start() {
    Scope.holding().background(this::runAndClose);
    return this;
  }

  private boolean runAndClose() {
    try {
      run();
    } finally {
      // Subscribers that outlive the scope are told.
      close();
    }
    return true;
  }

  /**
   * Lets values through until this multiplexer is closed, on the calling fiber; {@link #start} does
   * it on one of its own. Suspends; counts as a wait for the start rule of groups. When it is
   * cancelled the values stay where they are, and may be let through by another call.
   *
   * @throws CancellationException if the computation is cancelled
   * @throws IllegalStateException if it runs already
   */
  public void run() {
    Fiber.beforeWait();
    change(
        () -> {
          if (running) {
            throw new IllegalStateException("this multiplexer runs already");
          }
          running = true;
        });
    try {
      while (!closed) {
        Waiter<Boolean> waiter = new Waiter<>();
        runner = waiter;
        change(() -> {});
        Async.yield();
        if (!closed) {
          waiter.await(this);
        }
      }
    } finally {
      runner = null;
      change(() -> running = false);
    }
  }

  /**
   * Takes no more values from the publishers, and tells the subscribers when they have got what was
   * taken for them. Ends {@link #run}. Closing again does nothing. Never suspends.
   */
  @Override
  public void close() {
    change(
        () -> {
          closed = true;
          for (Intake<T> publisher : publishers) {
            Relays.detach(publisher);
          }
          publishers = none();
        });
    wakeRunner();
  }

  /**
   * Whether this has been closed.
   *
   * @return true from the first {@link #close} on
   */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public String toString() {
    return Names.label(this);
  }

  private void wakeRunner() {
    Waiter<Boolean> waiter = runner;
    if (waiter != null) {
      waiter.complete(true);
    }
  }

  // ---- who passes on

  /**
   * Passes on what can be passed on, or has it done by those who do so already. Called by those who
   * have done their own, so nothing may go wrong here.
   */
  void pump() {
    try {
      // There may be a multiplexer behind this one, and another behind that.
      StackRoom.requireHere();
    } catch (StackOverflowError error) {
      wakeRunner();
      return;
    }
    do {
      int now = state;
      if (now == AGAIN || (now == BUSY && STATE.compareAndSet(this, BUSY, AGAIN))) {
        return;
      }
    } while (!STATE.compareAndSet(this, FREE, BUSY));
    settleOrLeave();
  }

  /** Passes on, as the owner, or if that fails has it done by the fiber in {@link #run}. */
  private void settleOrLeave() {
    try {
      settle();
    } catch (Throwable error) {
      // Whoever comes by is not to blame.
      wakeRunner();
    }
  }

  /** Makes a change when nobody passes on; what came before it is passed on before it. */
  private void change(Runnable change) {
    StackRoom.require();
    for (int looks = 0; !STATE.compareAndSet(this, FREE, BUSY); looks++) {
      if (owner == Thread.currentThread()) {
        throw new IllegalStateException("a listener must not use the multiplexer that calls it");
      }
      Backoff.pause(looks);
    }
    boolean done = false;
    try {
      owner = Thread.currentThread();
      passOn();
      change.run();
      done = true;
    } finally {
      if (!done) {
        owner = null;
        state = FREE;
        // Others may have left something to the owner that is no more.
        wakeRunner();
      }
    }
    settleOrLeave();
  }

  /** Passes on, as the owner, until nobody has come in the meantime, and is the owner no more. */
  private void settle() {
    boolean done = false;
    try {
      for (int times = 0; !done && times < ROUNDS; times++) {
        if (state == AGAIN) {
          state = BUSY;
        }
        owner = Thread.currentThread();
        passOn();
        owner = null;
        done = STATE.compareAndSet(this, BUSY, FREE);
      }
    } finally {
      if (!done) {
        owner = null;
        state = FREE;
      }
    }
    if (!done) {
      wakeRunner();
    }
  }

  // ---- passing on

  private void passOn() {
    for (int round = 0; pass(); round++) {
      if (round == ROUNDS) {
        wakeRunner();
        return;
      }
    }
  }

  /** One round: false if nothing more can be done before something happens at a channel. */
  private boolean pass() {
    int room = Batch.CAPACITY;
    boolean given = true;
    boolean awaited = false;
    for (Outlet subscriber : subscribers) {
      if (subscriber.given < batch.size) {
        subscriber.give(batch);
      }
      if (subscriber.closed) {
        leave(subscriber);
        continue;
      }
      room = Math.min(room, subscriber.noteRoom(batch.size));
      given &= subscriber.given == batch.size;
      awaited |= subscriber.awaited;
    }
    if (!given) {
      return block(true);
    }
    if (batch.size > 0) {
      batch.clear();
      for (Outlet subscriber : subscribers) {
        subscriber.given = 0;
      }
    }
    if (closed) {
      tellOfTheClose();
      return false;
    }
    if (!running || subscribers.length == 0) {
      return false;
    }
    return room == 0
        ? block(awaited)
        : take(room, awaited ? ChannelObserver.SOON : ChannelObserver.WHEN_STUCK);
  }

  /** Takes values from the first publisher that has any; false if nothing has changed. */
  private boolean take(int room, int wakesAt) {
    Intake<T>[] all = publishers;
    boolean left = false;
    for (int i = 0; i < all.length && batch.size == 0; i++) {
      turn = (turn + 1) % all.length;
      Intake<T> publisher = all[turn];
      publisher.fill(batch, room, wakesAt);
      if (publisher.closed) {
        leave(publisher);
        left = true;
      }
    }
    if (left && endsWithPublishers && publishers.length == 0) {
      closed = true;
      wakeRunner();
      return true;
    }
    return batch.size > 0;
  }

  /**
   * Sees to it that things go on when the subscribers that have no room get some: a rendezvous says
   * so by itself, since it has room when a reader waits. A buffer is asked to do so only if
   * somebody waits for that; else its reader comes when it is empty, which saves a look for each
   * value.
   *
   * @return whether there is room by now
   */
  private boolean block(boolean urgent) {
    boolean buffers = false;
    for (Outlet subscriber : subscribers) {
      buffers |= subscriber.full;
    }
    boolean awaited = urgent;
    for (Intake<T> publisher : publishers) {
      // Nobody but the owner makes it wake earlier.
      if (buffers || publisher.wakesAt != ChannelObserver.ALWAYS) {
        publisher.look(buffers ? ChannelObserver.WHEN_STUCK : ChannelObserver.ALWAYS);
        awaited |= publisher.awaited;
      }
    }
    boolean room = false;
    if (buffers && awaited) {
      for (Outlet subscriber : subscribers) {
        room |= subscriber.full && subscriber.wakeWhenRoom();
      }
    }
    return room;
  }

  private void tellOfTheClose() {
    for (Outlet subscriber : subscribers) {
      if (!subscriber.told) {
        if (subscriber.own) {
          subscriber.channel.end();
        } else {
          // Stays in the channel until somebody reads it, and needs no multiplexer for that.
          SendSource.stay(subscriber.channel.queues, told -> true, Read.closed());
        }
        // If leaving fails there is another try.
        subscriber.told = true;
      }
      leave(subscriber);
    }
  }
}
