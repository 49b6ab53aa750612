package yona.async.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.Listener;
import yona.async.WaitQueue;
import yona.async.scheduler.Backoff;

/**
 * The buffer of a channel and the two queues of those who wait there, how they meet, and the lock
 * that guards all of it; {@link Channel} explains them. A caller holds the lock, except for {@link
 * #lock}, {@link #glance} and {@link #capacity}.
 *
 * <p>Waits and sources refer to this object, and find the channel only for its name: a select of
 * many channels reads one object fewer for each.
 *
 * <p>The buffer is a ring that grows up to its capacity, and shrinks when it is mostly empty. It
 * has no class of its own, since one object more would cost each channel 16 bytes.
 *
 * @param <T> the values
 */
@SuppressWarnings("ReferenceEquality") // claims, listeners and threads are compared by identity
final class ChannelQueues<T extends @Nullable Object> {

  /** The cells before the first value: many channels never hold one. */
  private static final @Nullable Object[] NO_CELLS = {};

  /** With so many cells a buffer begins that can hold more. */
  private static final int FIRST_CELLS = 8;

  /** No array shorter than this is given back. */
  private static final int SHRINKS_ABOVE = 1_024;

  private static final VarHandle LOCKER;

  static {
    try {
      LOCKER = MethodHandles.lookup().findVarHandle(ChannelQueues.class, "locker", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The thread that holds the lock. */
  private volatile @Nullable Thread locker;

  /** The channel that these belong to. */
  final Channel<T> channel;

  private final int capacity;
  private @Nullable Object[] cells = NO_CELLS;
  private int head;
  private int size;

  /** Those who wait for a value. */
  final WaitQueue<Read<T>> readers = new WaitQueue<>();

  /** Those who wait for their value, the offer of their place, to be taken. */
  final WaitQueue<Boolean> senders = new WaitQueue<>();

  boolean closed;

  /** Is told of each event here; null until a multiplexer follows the channel. */
  @Nullable ChannelObserver observer;

  ChannelQueues(Channel<T> channel, int capacity) {
    this.channel = channel;
    this.capacity = capacity;
  }

  // ---- the lock

  /**
   * Takes the lock. Operations check first that what they do under the lock, and after it, fits on
   * the stack.
   */
  void lock() {
    Thread thread = Thread.currentThread();
    for (int looks = 0; !LOCKER.compareAndSet(this, (Thread) null, thread); looks++) {
      if (locker == thread) {
        throw new IllegalStateException("a listener must not use the channel that calls it");
      }
      Backoff.pause(looks);
    }
  }

  /** Ends an operation: releases the lock, or leaves that to the observer. */
  void unlock() {
    ChannelObserver observer = this.observer;
    if (observer == null) {
      release();
    } else {
      observer.unlock(this);
    }
  }

  /** Releases the lock, and no more. */
  void release() {
    LOCKER.setRelease(this, (Thread) null);
  }

  // ---- the buffer

  /** The next power of two of a positive number. */
  private static int roundUp(int number) {
    return number == 1 ? 1 : 1 << (32 - Integer.numberOfLeadingZeros(number - 1));
  }

  /** How many values the buffer can hold. */
  int capacity() {
    return capacity;
  }

  /** How many values are buffered. */
  int size() {
    return size;
  }

  /** Whether a value without a reader would have to wait. */
  boolean isFull() {
    return size == capacity;
  }

  private boolean isEmpty() {
    return size == 0;
  }

  private void add(T value) {
    if (cells.length == 0) {
      cells = new Object[roundUp(Math.min(FIRST_CELLS, capacity))];
    } else if (size == cells.length) {
      resize(2 * size);
    }
    cells[(head + size) & (cells.length - 1)] = value;
    size++;
  }

  @SuppressWarnings("unchecked")
  private T first() {
    return (T) cells[head];
  }

  private T removeFirst() {
    T value = first();
    cells[head] = null;
    head = (head + 1) & (cells.length - 1);
    size--;
    if (cells.length > SHRINKS_ABOVE && size < cells.length >> 3) {
      resize(cells.length >> 1);
    }
    return value;
  }

  private void resize(int length) {
    @Nullable Object[] moved = Arrays.copyOfRange(cells, head, head + length);
    int untilEnd = cells.length - head;
    if (size > untilEnd) {
      System.arraycopy(cells, 0, moved, untilEnd, size - untilEnd);
    }
    cells = moved;
    head = 0;
  }

  // ---- sending

  /** Gives a value to a reader that waits or to the buffer; false if it has to wait. */
  boolean accept(T value) {
    if (!readers.isEmpty() && acceptedByReader(value)) {
      return true;
    }
    if (isFull()) {
      return false;
    }
    add(value);
    becameReadable(ChannelObserver.SOON);
    return true;
  }

  void waitToSend(Listener<? super Boolean> sender, T value) {
    senders.add(sender, value);
    becameReadable(ChannelObserver.WHEN_STUCK);
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

  // ---- reading

  /** Takes the head; null if there is none and the channel is open. */
  @Nullable Read<T> takeHead() {
    Read<T> read = isEmpty() ? takeFromSender() : new Read.Value<>(pollBuffer());
    if (read == null) {
      return closed ? Read.closed() : null;
    }
    if (!readers.isEmpty()) {
      offerHead();
    }
    return read;
  }

  void waitToRead(Listener<? super Read<T>> reader) {
    readers.add(reader);
    becameSendable(ChannelObserver.ALWAYS);
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
    T first = removeFirst();
    for (WaitQueue.Place<Boolean> sender = senders.first();
        sender != null && !isFull();
        sender = senders.first()) {
      senders.remove(sender);
      T value = offerOf(sender);
      if (tell(sender.listener())) {
        add(value);
      }
    }
    becameSendable(ChannelObserver.SOON);
    return first;
  }

  // ---- for the observer

  /** Readers may find more values. */
  private void becameReadable(int event) {
    if (observer != null) {
      observer.onReadable(event);
    }
  }

  /** Senders may find more room, unless it has been used up again. */
  private void becameSendable(int event) {
    if (observer != null && (event == ChannelObserver.ALWAYS || !isFull())) {
      observer.onSendable(event);
    }
  }

  /** How many values could be accepted now. */
  int room() {
    return capacity > 0 ? capacity - size : senders.isEmpty() ? readers.size() : 0;
  }

  // ---- closing

  /** Closes, if that has not been done: tells all who wait. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (WaitQueue.Place<Boolean> sender : senders.clear()) {
      offer(sender.listener(), false);
    }
    offerHead();
    becameReadable(ChannelObserver.ALWAYS);
    becameSendable(ChannelObserver.ALWAYS);
  }

  /** How full this is, at a glance that takes no lock. */
  String glance() {
    String room = capacity == Integer.MAX_VALUE ? "" : " of " + capacity;
    return "("
        + (size + room + ", " + senders.size() + " send, " + readers.size())
        + (closed ? " read, closed)" : " read)");
  }

  // ---- those who wait meet

  /** What became of a listener that came to the channel. */
  enum Meeting {
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
  static <I> Meeting offer(Listener<? super I> listener, I item) {
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
    if (!isEmpty()) {
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
  Meeting comeToRead(Listener<? super Read<T>> reader) {
    Meeting meeting = readFor(reader);
    if (meeting == Meeting.MET && !readers.isEmpty()) {
      offerHead();
    }
    return meeting;
  }

  /** Lets a reader that has come, or waits, take the head. */
  private Meeting readFor(Listener<? super Read<T>> reader) {
    if (!isEmpty()) {
      Meeting meeting = offer(reader, new Read.Value<>(first()));
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
  Meeting sendFor(Listener<? super Boolean> sender, T value) {
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
    if (isFull()) {
      return Meeting.NONE;
    }
    if (!tell(sender)) {
      return Meeting.GONE;
    }
    add(value);
    becameReadable(ChannelObserver.SOON);
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
  void offerHead() {
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
}
