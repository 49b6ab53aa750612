package yona.haskell;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A call of Haskell on the calling thread: memory for its arguments, and its outcome. They are
 * taken and released again, as most calls are short. One is used by one thread at a time.
 */
final class OutgoingCall implements Outcome {
  /** The status of a stretch that has prepared something. */
  private static final long WAITS = 2;

  /** Haskell has told the result by a call, as it is large or has references. */
  private static final long TOLD = 3;

  /** There is too little of the stack for Haskell to tell what it has raised. */
  private static final long DEEP = 5;

  private static final int WORDS = Frame.ARGUMENTS + 2 * ExportedFunction.MOST_PARAMETERS;

  /** How many bytes of values there is room for. */
  static final int ROOM = 2048;

  /** Threads seldom meet at a place: places are apart by more than a line of the cache. */
  private static final int PLACES = 32;

  private static final int APART = 32;

  private static final AtomicReferenceArray<@Nullable OutgoingCall> FREE =
      new AtomicReferenceArray<>(PLACES * APART);

  private static final List<OutgoingCall> OTHERS = new ArrayList<>();

  private static volatile OutgoingCall[] all = {};

  private final int number;
  private final long frame;
  private @Nullable Object result;
  private @Nullable Throwable error;

  /** The quote that this stretch of Haskell has prepared, to run when the stretch has ended. */
  private Quotes.@Nullable Task task;

  /** Whether Haskell wants the result of the quote by its contents. */
  private boolean wantsValue;

  private OutgoingCall(int number) {
    this.number = number;
    this.frame = NativeMemory.allocate(8L * WORDS + ROOM);
  }

  static OutgoingCall take() {
    OutgoingCall free = FREE.getAndSet(place(), null);
    return free != null ? free : another();
  }

  private static int place() {
    return (int) (Thread.currentThread().threadId() & PLACES - 1) * APART;
  }

  private static OutgoingCall another() {
    synchronized (OTHERS) {
      if (!OTHERS.isEmpty()) {
        return OTHERS.removeLast();
      }
      OutgoingCall[] known = all;
      OutgoingCall[] more = java.util.Arrays.copyOf(known, known.length + 1);
      OutgoingCall made = new OutgoingCall(known.length);
      more[known.length] = made;
      all = more;
      return made;
    }
  }

  void release() {
    result = null;
    error = null;
    task = null;
    OutgoingCall other = FREE.getAndSet(place(), this);
    if (other != null) {
      synchronized (OTHERS) {
        OTHERS.add(other);
      }
    }
  }

  /** The one of a word that is even. */
  static OutgoingCall of(long word) {
    return all[(int) (word >> 1)];
  }

  /** What Haskell knows it by. */
  long word() {
    return (long) number << 1;
  }

  /** Where its arguments go. */
  long frame() {
    return frame;
  }

  /** Takes what is to be done behind the stretch of Haskell that runs. */
  void prepare(Quotes quotes, int index, long given) {
    Frame arguments = new Frame(given);
    task = quotes.task(index, arguments);
    wantsValue = Memory.getLong(given) != 0;
    if (arguments.hasViews()) {
      arguments.close();
      throw new IllegalArgumentException(
          "a View of Haskell's memory ends before what a Fiber waits for begins");
    }
  }

  /**
   * Runs a function of stretches: does what they want, and lets Haskell go on with that, to the
   * end. Suspends as that does.
   *
   * @param entry the function
   * @param function a stable pointer to it
   * @return the last status
   */
  long run(MemorySegment entry, long function) {
    long last =
        GatheredEntries.areWorthIt()
            ? GatheredEntries.enter(function, frame, word(), Haskell.BEGINS)
            : Haskell.call(entry, frame, word());
    while (last == WAITS) {
      long next = Memory.getLong(frame);
      long status = runTask();
      last =
          GatheredEntries.areWorthIt()
              ? GatheredEntries.enter(next, frame, word(), status)
              : Haskell.enter(next, frame, word(), status);
    }
    return last;
  }

  private long runTask() {
    Quotes.Task prepared = Objects.requireNonNull(task);
    task = null;
    Memory.putLong(frame, wantsValue ? room() : 0);
    Memory.putLong(frame + 8, ROOM);
    try {
      prepared.run(new Frame(frame));
      return Entry.DONE;
    } catch (Throwable thrown) {
      return Entry.thrown(thrown, frame);
    }
  }

  /** Where small values go. */
  long room() {
    return frame + 8L * WORDS;
  }

  @Override
  public void complete(Frame told) {
    result = told.getObject(1);
  }

  @Override
  public void fail(Throwable failure) {
    error = failure;
  }

  /**
   * The result, or what has been raised.
   *
   * @param last the last status
   * @param type that of the result
   */
  @Nullable Object result(long last, Class<?> type) throws Throwable {
    if (last == TOLD) {
      return result;
    }
    if (last == DEEP) {
      throw new StackOverflowError("below Haskell");
    }
    if (last != Entry.DONE) {
      throw error != null ? error : new IllegalStateException("Haskell tells no error");
    }
    long word = Memory.getLong(frame);
    return type.isPrimitive() ? Words.value(word, type) : Values.read(word);
  }
}
