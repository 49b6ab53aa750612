package yona.async.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.Fiber;
import yona.async.Listener;
import yona.async.Names;
import yona.async.Source;
import yona.async.WaitQueue;
import yona.async.Waiter;
import yona.async.events.Events;
import yona.async.scheduler.Backoff;
import yona.async.stack.StackRoom;

/**
 * Values handed from senders to readers: each to exactly one reader, in the order in which they
 * were sent. Any number of fibers and threads may send, read and close at the same time.
 *
 * <p>The kinds differ in how many values they hold for readers to come: a {@link SyncChannel} none,
 * a {@link BufferedChannel} some, an {@link UnboundedChannel} as many as are sent.
 *
 * <p><b>How it works.</b> A buffer, a queue of senders and a queue of readers, under one lock that
 * is held for some ten nanoseconds. The <em>head</em> is the value that is read next: the first of
 * the buffer, else that of the first sender. Between operations:
 *
 * <ul>
 *   <li>senders wait only if the buffer is full;
 *   <li>readers wait only if there is no head, or if all of them have refused it.
 * </ul>
 *
 * <p>A fiber that sends or reads and finds its partner waiting completes the partner's {@link
 * Claim} and goes on: it waits nowhere else, so one claim decides. Where a waiting reader meets a
 * waiting sender, both perhaps selects with places at other channels too, both claims are held
 * before either is completed; {@link Claim} says why that ends. A select never meets itself.
 *
 * <p>The lock is a spin lock, since what it guards is shorter than a parking; the thread that has
 * it may lose its processor, so those who wait for it give theirs away after some looks. It knows
 * its holder, so that a listener that uses the channel that calls it gets an error and no deadlock.
 *
 * <p><b>Compared with others.</b> Unlike Kotlin's channels (Koval, Alistarh &amp; Elizarov, Fast
 * and Scalable Channels in Kotlin Coroutines, PPoPP 2023) and jox, whose readers and senders meet
 * in cells without a lock, readers here may refuse a value and leave it, which a cell that is
 * handed out in advance cannot do; and on a scheduler that keeps fibers that wake each other on one
 * carrier the lock is nearly always free. From Scala gears come the sources and listeners; unlike
 * there, what is buffered at the close can still be read, and sends are sources too.
 *
 * @param <T> the values
 */
@SuppressWarnings("ReferenceEquality") // claims, listeners and threads are compared by identity
public abstract sealed class Channel<T extends @Nullable Object>
    implements SendableChannel<T>, ReadableChannel<T>, CloseableChannel
    permits SyncChannel, BufferedChannel, UnboundedChannel {

  private static final VarHandle LOCKER;

  static {
    try {
      LOCKER = MethodHandles.lookup().findVarHandle(Channel.class, "locker", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Who has the lock, which guards all fields below. */
  private volatile @Nullable Thread locker;

  private final Ring<T> buffer;

  /** Those who wait for a value. */
  private final WaitQueue<Read<T>> readers = new WaitQueue<>();

  /** Those who wait for their value, the offer of their place, to be taken. */
  private final WaitQueue<Boolean> senders = new WaitQueue<>();

  private boolean closed;

  /** The multiplexers that read from this or send to it; null if there never was one. */
  private @Nullable Relays relays;

  /** A channel that holds so many values. */
  Channel(int capacity) {
    buffer = new Ring<>(capacity);
  }

  // ---- the lock
  // ----------------------------------------------------------------------------------

  /** Operations check first that what they do under the lock, and after it, fits on the stack. */
  private void lock() {
    Thread thread = Thread.currentThread();
    for (int looks = 0; !LOCKER.compareAndSet(this, (Thread) null, thread); looks++) {
      if (locker == thread) {
        throw new IllegalStateException("a listener must not use the channel that calls it");
      }
      Backoff.pause(looks);
    }
  }

  private void unlock() {
    Relays multiplexers = relays;
    if (multiplexers == null) {
      LOCKER.setRelease(this, (Thread) null);
    } else {
      if (multiplexers.isFed()) {
        boolean wanted = multiplexers.isWanted();
        multiplexers.note(
            room() + (wanted && buffer.capacity() == 0 && senders.isEmpty() ? 1 : 0),
            wanted || !readers.isEmpty(),
            closed);
      }
      Relay[] woken = multiplexers.takeWoken();
      LOCKER.setRelease(this, (Thread) null);
      for (Relay relay : woken) {
        relay.multiplexer.pump();
      }
    }
  }

  // ---- sending
  // -----------------------------------------------------------------------------------

  /** The wait of a fiber that has its place here. */
  private abstract static class Waiting<I> extends Waiter<I> implements Names.Labelled {

    /** Waits, and counts as a wait. */
    final I awaitTurn() {
      try {
        Fiber.reachedWait();
        if (Events.on()) {
          report();
        }
      } catch (Throwable error) {
        // It may be too late to leave. What others raised here is raised, but not for want of stack
        // what has been served.
        boolean left = abandon();
        if (left) {
          abandoned();
        }
        if (left || !(error instanceof StackOverflowError)) {
          throw error;
        }
      }
      return await(this);
    }

    /** Tells recordings that somebody has to wait. */
    abstract void report();
  }

  /** The wait of a fiber that sends. */
  private final class Sender extends Waiting<Boolean> {
    @Override
    void report() {
      Events.full(Channel.this, capacity());
    }

    @Override
    protected void abandoned() {
      dropSender(this);
    }

    @Override
    public String label() {
      return sendLabel();
    }

    @Override
    public String toString() {
      return "send to " + Channel.this;
    }
  }

  @Override
  public final void send(T value) {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    Sender sender = null;
    lock();
    try {
      if (closed) {
        throw new ChannelClosedException();
      }
      if (!accept(value)) {
        sender = new Sender();
        waitToSend(sender, value);
      }
    } finally {
      unlock();
    }
    if (sender == null) {
      Fiber.reachedWait();
    } else if (!sender.awaitTurn()) {
      throw new ChannelClosedException();
    }
  }

  @Override
  public final boolean trySend(T value) {
    StackRoom.require();
    Boolean sent = pollSend(value);
    if (Boolean.FALSE.equals(sent)) {
      throw new ChannelClosedException();
    }
    return sent != null;
  }

  /** Sends a value if that can be done at once; false if the channel is closed. */
  private @Nullable Boolean pollSend(T value) {
    lock();
    try {
      if (closed) {
        return false;
      }
      if (accept(value)) {
        return true;
      }
      if (relays == null) {
        return null;
      }
    } finally {
      unlock();
    }
    Attempt<Boolean> attempt = new Attempt<>(null);
    attemptToSend(attempt, value);
    return attempt.item;
  }

  /** Waits, to send, just for what multiplexers do about it at once. */
  private void attemptToSend(Attempt<Boolean> attempt, T value) {
    lock();
    try {
      if (sendFor(attempt, value) != Meeting.NONE) {
        return;
      }
      waitToSend(attempt, value);
    } finally {
      unlock();
    }
    lock();
    try {
      if (senders.remove(attempt)) {
        offerHead();
      }
    } finally {
      unlock();
    }
  }

  /** Gives a value to a reader that waits or to the buffer; false if it has to wait. */
  private boolean accept(T value) {
    if (!readers.isEmpty() && acceptedByReader(value)) {
      return true;
    }
    if (buffer.isFull()) {
      return false;
    }
    buffer.add(value);
    wakeReading(Relay.SOON);
    return true;
  }

  private void waitToSend(Listener<? super Boolean> sender, T value) {
    senders.add(sender, value);
    wakeReading(Relay.WHEN_STUCK);
  }

  private boolean acceptedByReader(T value) {
    Read<T> read = new Read.Value<>(value);
    WaitQueue.Place<Read<T>> behind;
    for (WaitQueue.Place<Read<T>> reader = readers.first(); reader != null; reader = behind) {
      behind = reader.behind();
      if (!hasHeadFor(reader.listener()) && readers.offer(reader, read)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public final Source<Boolean> canSend(T value) {
    return new Sending(value);
  }

  /** The sending of one value. */
  private final class Sending implements Source<Boolean>, Names.Labelled {
    private final T value;

    Sending(T value) {
      this.value = value;
    }

    @Override
    public @Nullable Boolean poll() {
      StackRoom.require();
      return pollSend(value);
    }

    @Override
    public boolean poll(Listener<? super Boolean> listener) {
      StackRoom.require();
      lock();
      try {
        Meeting meeting = sendFor(listener, value);
        if (meeting != Meeting.NONE || relays == null) {
          return meeting == Meeting.MET;
        }
      } finally {
        unlock();
      }
      Attempt<Boolean> attempt = new Attempt<>(listener);
      attemptToSend(attempt, value);
      return attempt.met;
    }

    @Override
    public void onComplete(Listener<? super Boolean> listener) {
      StackRoom.require();
      if (comeToSend(listener, value) && Events.on()) {
        Events.full(Channel.this, capacity());
      }
    }

    @Override
    public void dropListener(Listener<? super Boolean> listener) {
      StackRoom.require();
      dropSender(listener);
    }

    @Override
    public String label() {
      return sendLabel();
    }

    @Override
    public String toString() {
      return "send to " + Channel.this;
    }
  }

  /** Whether a sender that has come has to wait. */
  final boolean comeToSend(Listener<? super Boolean> sender, T value) {
    lock();
    try {
      boolean waits = sendFor(sender, value) == Meeting.NONE;
      if (waits) {
        waitToSend(sender, value);
      }
      return waits;
    } finally {
      unlock();
    }
  }

  private void dropSender(Listener<?> sender) {
    lock();
    try {
      if (senders.drop(sender)) {
        offerHead();
      }
    } finally {
      unlock();
    }
  }

  // ---- reading
  // -----------------------------------------------------------------------------------

  /** The wait of a fiber that reads. */
  private final class Reader extends Waiting<Read<T>> {
    @Override
    void report() {
      Events.empty(Channel.this);
    }

    @Override
    protected void abandoned() {
      dropReader(this);
    }

    @Override
    public String label() {
      return readLabel();
    }

    @Override
    public String toString() {
      return "read from " + Channel.this;
    }
  }

  @Override
  public final Read<T> read() {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    Reader reader = null;
    Read<T> read;
    lock();
    try {
      read = takeHead();
      if (read == null) {
        reader = new Reader();
        waitToRead(reader);
      }
    } finally {
      unlock();
    }
    if (reader != null) {
      return reader.awaitTurn();
    }
    Fiber.reachedWait();
    return read;
  }

  @Override
  public final @Nullable Read<T> tryRead() {
    StackRoom.require();
    return pollRead();
  }

  private @Nullable Read<T> pollRead() {
    lock();
    try {
      Read<T> read = takeHead();
      if (read != null || relays == null) {
        return read;
      }
    } finally {
      unlock();
    }
    Attempt<Read<T>> attempt = new Attempt<>(null);
    attemptToRead(attempt);
    return attempt.item;
  }

  /** Waits, to read, just for what multiplexers do about it at once. */
  private void attemptToRead(Attempt<Read<T>> attempt) {
    lock();
    try {
      if (comeToRead(attempt) != Meeting.NONE) {
        return;
      }
      waitToRead(attempt);
    } finally {
      unlock();
    }
    lock();
    try {
      readers.remove(attempt);
    } finally {
      unlock();
    }
  }

  /** Takes the head; null if there is none and the channel is open. */
  private @Nullable Read<T> takeHead() {
    Read<T> read = buffer.isEmpty() ? takeFromSender() : new Read.Value<>(pollBuffer());
    if (read == null) {
      return closed ? Read.closed() : null;
    }
    if (!readers.isEmpty()) {
      offerHead();
    }
    return read;
  }

  private void waitToRead(Listener<? super Read<T>> reader) {
    readers.add(reader);
    wakeSending(Relay.ALWAYS);
  }

  private @Nullable Read<T> takeFromSender() {
    for (WaitQueue.Place<Boolean> sender = senders.first();
        sender != null;
        sender = senders.first()) {
      senders.remove(sender);
      T value = offerOf(sender);
      if (tell(sender.listener())) {
        return new Read.Value<>(value);
      }
    }
    return null;
  }

  /** Takes the first value of the buffer, and lets a sender have the place that becomes free. */
  private T pollBuffer() {
    T first = buffer.poll();
    for (WaitQueue.Place<Boolean> sender = senders.first();
        sender != null && !buffer.isFull();
        sender = senders.first()) {
      senders.remove(sender);
      T value = offerOf(sender);
      if (tell(sender.listener())) {
        buffer.add(value);
      }
    }
    wakeSending(Relay.SOON);
    return first;
  }

  @Override
  public final Source<Read<T>> canRead() {
    return new Reading();
  }

  /** Reading as a source. */
  private final class Reading implements Source<Read<T>>, Names.Labelled {

    @Override
    public @Nullable Read<T> poll() {
      return tryRead();
    }

    @Override
    public boolean poll(Listener<? super Read<T>> listener) {
      StackRoom.require();
      lock();
      try {
        Meeting meeting = comeToRead(listener);
        if (meeting != Meeting.NONE || relays == null) {
          return meeting == Meeting.MET;
        }
      } finally {
        unlock();
      }
      Attempt<Read<T>> attempt = new Attempt<>(listener);
      attemptToRead(attempt);
      return attempt.met;
    }

    @Override
    public void onComplete(Listener<? super Read<T>> listener) {
      StackRoom.require();
      boolean waits;
      lock();
      try {
        waits = comeToRead(listener) == Meeting.NONE;
        if (waits) {
          waitToRead(listener);
        }
      } finally {
        unlock();
      }
      if (waits && Events.on()) {
        Events.empty(Channel.this);
      }
    }

    @Override
    public void dropListener(Listener<? super Read<T>> listener) {
      StackRoom.require();
      dropReader(listener);
    }

    @Override
    public String label() {
      return readLabel();
    }

    @Override
    public String toString() {
      return "read from " + Channel.this;
    }
  }

  private void dropReader(Listener<?> reader) {
    lock();
    try {
      readers.drop(reader);
    } finally {
      unlock();
    }
  }

  /** A wait that does not outlast the call that makes it. */
  private static final class Attempt<I> extends WaitQueue.Place<I> implements Listener<I> {
    private final @Nullable Listener<? super I> listener;

    /** What it was completed with; guarded by the channel's lock until it has left. */
    @Nullable I item;

    boolean met;

    Attempt(@Nullable Listener<? super I> listener) {
      this.listener = listener;
    }

    @Override
    public Listener<I> listener() {
      return this;
    }

    @Override
    public boolean complete(I given) {
      if (listener == null) {
        item = given;
        met = true;
      } else {
        met = listener.complete(given);
      }
      return met;
    }

    @Override
    public @Nullable Claim<?> claim() {
      return listener == null ? null : listener.claim();
    }
  }

  // ---- for multiplexers
  // --------------------------------------------------------------------------

  /** Lets a multiplexer know of what happens here. */
  final void attach(Relay relay) {
    lock();
    try {
      if (relays == null) {
        relays = new Relays();
      }
      relays.add(relay);
    } finally {
      unlock();
    }
  }

  final void detach(Relay relay) {
    lock();
    try {
      if (relays != null) {
        relays.remove(relay);
      }
    } finally {
      unlock();
    }
  }

  /** Tells multiplexers that read from this, when the lock is free, what they want to know. */
  private void wakeReading(int event) {
    if (relays != null) {
      relays.wakeReading(event);
    }
  }

  /** Tells multiplexers that send to this, when the lock is free, what they want to know. */
  private void wakeSending(int event) {
    if (relays != null && (event == Relay.ALWAYS || !buffer.isFull())) {
      relays.wakeSending(event);
    }
  }

  /** How many values could be accepted now. */
  private int room() {
    int capacity = buffer.capacity();
    return capacity > 0 ? capacity - buffer.size() : senders.isEmpty() ? readers.size() : 0;
  }

  /** Gives a multiplexer as many values as there are, and wakes it later if that is not enough. */
  final void fill(Hand hand, int most, Relay intake, int wakesAt) {
    boolean fed;
    lock();
    try {
      while (hand.size < most) {
        Read<T> read = takeHead();
        if (read == null || read.isClosed()) {
          intake.closed = read != null;
          break;
        }
        hand.values[hand.size++] = read.get();
      }
      if (hand.size < most) {
        intake.wakesAt = wakesAt;
      }
      intake.awaited = !senders.isEmpty();
      fed = relays != null && relays.isFed();
    } finally {
      unlock();
    }
    if (fed && hand.size == 0 && wakesAt == Relay.SOON && !intake.closed) {
      // Another multiplexer that feeds this passes values on for a reader that waits.
      Read<T> read = pollRead();
      if (read instanceof Read.Value<T>(T value)) {
        hand.values[hand.size++] = value;
      }
    }
  }

  /** Says whether senders wait for a multiplexer, and wakes it later. */
  final void look(Relay intake, int wakesAt) {
    lock();
    try {
      intake.wakesAt = wakesAt;
      intake.awaited = !senders.isEmpty();
    } finally {
      unlock();
    }
  }

  /** Takes what it can of what a multiplexer holds. */
  @SuppressWarnings("unchecked") // an outlet leads to a channel of its items
  final void give(Hand hand, Relay.Outlet outlet) {
    boolean wanted;
    lock();
    try {
      while (!closed
          && outlet.given < hand.size
          && accept((T) outlet.item(hand.values[outlet.given]))) {
        outlet.given++;
      }
      wanted = buffer.capacity() == 0 && relays != null && relays.isWanted();
    } finally {
      unlock();
    }
    // At a rendezvous, another multiplexer takes a value of a sender that waits.
    while (wanted
        && outlet.given < hand.size
        && Boolean.TRUE.equals(pollSend((T) outlet.item(hand.values[outlet.given])))) {
      outlet.given++;
    }
  }

  /** Wakes a multiplexer when there is room; true if there is some already. */
  final boolean wakeWhenRoom(Relay.Outlet outlet) {
    lock();
    try {
      if (closed || !buffer.isFull()) {
        return true;
      }
      outlet.wakesAt = Relay.SOON;
      return false;
    } finally {
      unlock();
    }
  }

  // ---- those who wait meet
  // -----------------------------------------------------------------------

  /** What became of a listener that came to the channel. */
  private enum Meeting {
    /** It has been completed. */
    MET,
    /** It has to wait. */
    NONE,
    /** It was completed or given up elsewhere, or threw, and wants nothing any more. */
    GONE
  }

  @SuppressWarnings("unchecked") // senders bring values of this channel
  private T offerOf(WaitQueue.Place<Boolean> sender) {
    return (T) sender.offer();
  }

  /** Tells a sender that its value is taken; false if it has given up. */
  private static boolean tell(Listener<? super Boolean> sender) {
    if (sender.claim() != null) {
      return sender.complete(true);
    }
    try {
      sender.complete(true);
    } catch (Throwable error) {
      Listener.threw(error);
    }
    return true;
  }

  /** The first sender that has not given up; the others leave. */
  private WaitQueue.@Nullable Place<Boolean> firstSender() {
    WaitQueue.Place<Boolean> sender = senders.first();
    while (sender != null && !sender.isOpen()) {
      senders.remove(sender);
      sender = senders.first();
    }
    return sender;
  }

  /** Offers an item to a listener that is in no queue. */
  private static <I> Meeting offer(Listener<? super I> listener, I item) {
    try {
      if (listener.complete(item)) {
        return Meeting.MET;
      }
    } catch (Throwable error) {
      Listener.threw(error);
      return Meeting.GONE;
    }
    return isOpen(listener) ? Meeting.NONE : Meeting.GONE;
  }

  private static boolean isOpen(Listener<?> listener) {
    Claim<?> claim = listener.claim();
    return claim == null || claim.isOpen();
  }

  /** Whether two listeners stand for one wait. */
  private static boolean isSame(Listener<?> one, Listener<?> other) {
    Claim<?> claim = one.claim();
    return claim != null && claim == other.claim();
  }

  /** Whether there is a head that a reader may take; if it waits it has refused that. */
  private boolean hasHeadFor(Listener<?> reader) {
    if (!buffer.isEmpty()) {
      return true;
    }
    for (WaitQueue.Place<Boolean> sender = firstSender();
        sender != null;
        sender = sender.behind()) {
      if (sender.isOpen() && !isSame(reader, sender.listener())) {
        return true;
      }
    }
    return false;
  }

  /** Lets a reader that has come take the head, and those who wait what is behind it. */
  private Meeting comeToRead(Listener<? super Read<T>> reader) {
    Meeting meeting = readFor(reader);
    if (meeting == Meeting.MET && !readers.isEmpty()) {
      offerHead();
    }
    return meeting;
  }

  /** Lets a reader that has come, or waits, take the head. */
  private Meeting readFor(Listener<? super Read<T>> reader) {
    if (!buffer.isEmpty()) {
      Meeting meeting = offer(reader, new Read.Value<>(buffer.peek()));
      if (meeting == Meeting.MET) {
        pollBuffer();
      }
      return meeting;
    }
    WaitQueue.Place<Boolean> behind;
    for (WaitQueue.Place<Boolean> sender = firstSender(); sender != null; sender = behind) {
      behind = sender.behind();
      if (isSame(reader, sender.listener())) {
        // A select that would read what it sends itself: what is behind it is the head for it.
        continue;
      }
      Meeting meeting = meet(reader, sender.listener(), offerOf(sender));
      if (meeting == Meeting.MET || !sender.isOpen()) {
        senders.remove(sender);
      }
      if (meeting != Meeting.NONE) {
        return meeting;
      }
      if (sender.isOpen()) {
        return Meeting.NONE;
      }
    }
    return closed ? offer(reader, Read.closed()) : Meeting.NONE;
  }

  /** Lets a sender that has come give its value to a reader that waits, or to the buffer. */
  private Meeting sendFor(Listener<? super Boolean> sender, T value) {
    if (closed) {
      return offer(sender, false);
    }
    WaitQueue.Place<Read<T>> behind;
    for (WaitQueue.Place<Read<T>> reader = readers.first(); reader != null; reader = behind) {
      behind = reader.behind();
      if (hasHeadFor(reader.listener()) || isSame(reader.listener(), sender)) {
        continue;
      }
      Meeting meeting = meet(reader.listener(), sender, value);
      if (meeting != Meeting.NONE || !reader.isOpen()) {
        readers.remove(reader);
      }
      if (meeting == Meeting.MET || !isOpen(sender)) {
        return meeting == Meeting.MET ? meeting : Meeting.GONE;
      }
    }
    if (buffer.isFull()) {
      return Meeting.NONE;
    }
    if (!tell(sender)) {
      return Meeting.GONE;
    }
    buffer.add(value);
    wakeReading(Relay.SOON);
    return Meeting.MET;
  }

  /**
   * Hands a value from a sender to a reader, or does nothing: both take part or neither.
   *
   * @return {@link Meeting#GONE} if the reader wants nothing any more; {@link Meeting#NONE} if it
   *     refuses the value or if the sender has given up
   */
  private Meeting meet(
      Listener<? super Read<T>> reader, Listener<? super Boolean> sender, T value) {
    Claim<?> reading = reader.claim();
    Claim<?> sending = sender.claim();
    if (sending != null && !(reading == null ? sending.hold() : Claim.holdBoth(reading, sending))) {
      return reading == null || reading.isOpen() ? Meeting.NONE : Meeting.GONE;
    }
    try {
      Meeting meeting = offer(reader, new Read.Value<>(value));
      if (meeting == Meeting.MET) {
        tell(sender);
      }
      return meeting;
    } finally {
      if (sending != null) {
        sending.release();
        if (reading != null) {
          reading.release();
        }
      }
    }
  }

  /** Offers a new head to the readers, who have refused the one before; and the one behind it. */
  private void offerHead() {
    WaitQueue.Place<Read<T>> reader = readers.first();
    while (reader != null) {
      WaitQueue.Place<Read<T>> behind = reader.behind();
      Meeting meeting = readFor(reader.listener());
      if (meeting != Meeting.NONE) {
        readers.remove(reader);
      }
      reader = meeting == Meeting.MET ? readers.first() : behind;
    }
  }

  // ---- closing
  // -----------------------------------------------------------------------------------

  @Override
  public final void close() {
    StackRoom.require();
    end();
  }

  final void end() {
    lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      for (WaitQueue.Place<Boolean> sender : senders.clear()) {
        offer(sender.listener(), false);
      }
      offerHead();
      wakeReading(Relay.ALWAYS);
      wakeSending(Relay.ALWAYS);
    } finally {
      unlock();
    }
  }

  @Override
  public final boolean isClosed() {
    StackRoom.require();
    lock();
    try {
      return closed;
    } finally {
      unlock();
    }
  }

  /**
   * How many values are buffered at this moment.
   *
   * @return at most the {@link #capacity}
   */
  public final int size() {
    StackRoom.require();
    lock();
    try {
      return buffer.size();
    } finally {
      unlock();
    }
  }

  /** How many wait at this moment, also those whose wait is over and who have not left. */
  final int waiting() {
    lock();
    try {
      return readers.size() + senders.size();
    } finally {
      unlock();
    }
  }

  /**
   * How many values can be buffered.
   *
   * @return 0 for a rendezvous, {@link Integer#MAX_VALUE} if there is no bound
   */
  public abstract int capacity();

  private String sendLabel() {
    return "send to " + Names.label(this);
  }

  private String readLabel() {
    return "read from " + Names.label(this);
  }

  /**
   * What this is and how full, at a glance that takes no lock.
   *
   * @return the label of {@link Names}, and the numbers of values and of those who wait
   */
  @Override
  public final String toString() {
    int capacity = capacity();
    String room = capacity == Integer.MAX_VALUE ? "" : " of " + capacity;
    return Names.label(this)
        + (" (" + buffer.size() + room + ", " + senders.size() + " send, " + readers.size())
        + (closed ? " read, closed)" : " read)");
  }
}
