package yona.async.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.Listener;
import yona.async.WaitQueue;
import yona.async.scheduler.Backoff;

/**
 * Where the values of a {@link Channel} pass from senders to readers. Nothing here suspends; who
 * has to wait leaves a listener.
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
 * carrier the lock is nearly always free. From Scala gears come the sources and listeners, and that
 * sends are sources too ({@code sendSource} there); unlike there, what is buffered at the close can
 * still be read: whoever sent it was told that it was sent.
 *
 * <p><b>Stack.</b> A stack overflow leaves neither the lock held nor a value half way, since the
 * channel's operations first make sure that there is room on the stack for all that they do here.
 * That is why nothing here does so again: it would be too late.
 *
 * @param <T> the values
 */
@SuppressWarnings("ReferenceEquality") // claims, listeners and threads are compared by identity
abstract sealed class Exchange<T extends @Nullable Object> permits Channel {

  private static final VarHandle LOCKER;

  static {
    try {
      LOCKER = MethodHandles.lookup().findVarHandle(Exchange.class, "locker", Thread.class);
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

  boolean closed;

  /** The multiplexers that read from this or send to it; null if there never was one. */
  private @Nullable Relays relays;

  /** An exchange that holds so many values. */
  Exchange(int capacity) {
    buffer = new Ring<>(capacity);
  }

  // ---- the lock

  /** Operations check first that what they do under the lock, and after it, fits on the stack. */
  final void lock() {
    Thread thread = Thread.currentThread();
    for (int looks = 0; !LOCKER.compareAndSet(this, (Thread) null, thread); looks++) {
      if (locker == thread) {
        throw new IllegalStateException("a listener must not use the channel that calls it");
      }
      Backoff.pause(looks);
    }
  }

  final void unlock() {
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

  /** Sends a value if that can be done at once; false if the channel is closed. */
  final @Nullable Boolean pollSend(T value) {
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

  /** Sends a value if that can be done at once and the listener takes that. */
  final boolean pollSend(Listener<? super Boolean> listener, T value) {
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
  final boolean accept(T value) {
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

  final void waitToSend(Listener<? super Boolean> sender, T value) {
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

  /** Sends a value, or stays until it is taken: whether it does that. */
  final boolean stayToSend(Listener<? super Boolean> sender, T value) {
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

  final void dropSender(Listener<?> sender) {
    lock();
    try {
      senders.drop(sender);
      // Also if somebody has taken its place away in passing, since its wait was over: those who
      // have refused its value have not been offered the one behind it.
      offerHead();
    } finally {
      unlock();
    }
  }

  // ---- reading

  /** Reads a value if there is one. */
  final @Nullable Read<T> pollRead() {
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

  /** Reads a value if there is one and the listener takes it. */
  final boolean pollRead(Listener<? super Read<T>> listener) {
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
  final @Nullable Read<T> takeHead() {
    Read<T> read = buffer.isEmpty() ? takeFromSender() : new Read.Value<>(pollBuffer());
    if (read == null) {
      return closed ? Read.closed() : null;
    }
    if (!readers.isEmpty()) {
      offerHead();
    }
    return read;
  }

  final void waitToRead(Listener<? super Read<T>> reader) {
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

  /** Reads a value, or stays until there is one: whether it does that. */
  final boolean stayToRead(Listener<? super Read<T>> listener) {
    lock();
    try {
      boolean waits = comeToRead(listener) == Meeting.NONE;
      if (waits) {
        waitToRead(listener);
      }
      return waits;
    } finally {
      unlock();
    }
  }

  final void dropReader(Listener<?> reader) {
    lock();
    try {
      readers.drop(reader);
    } finally {
      unlock();
    }
  }

  // ---- for multiplexers

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

  /** Whether senders wait. The caller has the lock. */
  final boolean hasSenders() {
    return !senders.isEmpty();
  }

  /** Whether a value without a reader would have to wait. The caller has the lock. */
  final boolean isFull() {
    return buffer.isFull();
  }

  /** Whether values come from a multiplexer. The caller has the lock. */
  final boolean isFed() {
    return relays != null && relays.isFed();
  }

  /** Whether a multiplexer would take a value of a sender that waits. The caller has the lock. */
  final boolean isWanted() {
    return buffer.capacity() == 0 && relays != null && relays.isWanted();
  }

  // ---- those who wait meet

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

  /** Closes; does nothing the second time. */
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

  /** How many values are buffered at this moment. */
  final int buffered() {
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

  /** How full this is, at a glance that takes no lock. */
  final String glance() {
    int capacity = buffer.capacity();
    String room = capacity == Integer.MAX_VALUE ? "" : " of " + capacity;
    return "("
        + (buffer.size() + room + ", " + senders.size() + " send, " + readers.size())
        + (closed ? " read, closed)" : " read)");
  }
}
