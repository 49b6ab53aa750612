package yona.haskell;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Promise;

/** A function of Haskell, which keeps it until the object is garbage. */
final class HaskellFunction
    implements Function0<@Nullable Object>,
        Function1<@Nullable Object, @Nullable Object>,
        Function2<@Nullable Object, @Nullable Object, @Nullable Object>,
        Function3<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object>,
        Function4<
            @Nullable Object,
            @Nullable Object,
            @Nullable Object,
            @Nullable Object,
            @Nullable Object>,
        Function5<
            @Nullable Object,
            @Nullable Object,
            @Nullable Object,
            @Nullable Object,
            @Nullable Object,
            @Nullable Object> {
  private static final Cleaner CLEANER = Cleaner.create();

  private final long function;

  /** Of a stable pointer. */
  HaskellFunction(long function) {
    this.function = function;
    freeWith(this, function);
  }

  /** Frees a stable pointer when an object is garbage. */
  static void freeWith(Object object, long pointer) {
    CLEANER.register(object, () -> Haskell.free(pointer));
  }

  private @Nullable Object run(@Nullable Object... arguments) {
    Haskell.refuseInLeaf();
    return new Running(Object.class).await(running -> start(Values.write(arguments), running));
  }

  private long start(long arguments, long running) {
    try {
      return Haskell.start(function, arguments, running);
    } finally {
      // Haskell has the function from here on: it is freed when this is garbage.
      Reference.reachabilityFence(this);
    }
  }

  /** A call of Haskell that is under way on a thread there. */
  static final class Running implements Outcome {
    private final Class<?> type;
    private final Promise<@Nullable Object> result = new Promise<>();

    /** One whose result is of a type. */
    Running(Class<?> type) {
      this.type = type;
    }

    /**
     * Waits for the result. The thread is interrupted when the caller is cancelled, and its end is
     * waited for.
     *
     * @param start starts the thread, with what Haskell knows the call by; gives the thread
     */
    @Nullable Object await(LongUnaryOperator start) {
      long number = Entry.REFERENCES.add(this);
      try {
        long thread = start.applyAsLong(number << 1 | 1);
        try {
          return result.value();
        } catch (CancellationException cancelled) {
          Haskell.interrupt(thread);
          var _ = Async.shielded(result::await);
          throw cancelled;
        } finally {
          Haskell.free(thread);
        }
      } finally {
        Entry.REFERENCES.free(number);
      }
    }

    @Override
    public void complete(Frame frame) {
      result.complete(
          type.isPrimitive() ? Words.value(frame.getLong(1), type) : frame.getObject(1));
    }

    @Override
    public void fail(Throwable error) {
      result.fail(error);
    }
  }

  @Override
  public @Nullable Object call() {
    return run();
  }

  @Override
  public @Nullable Object call(@Nullable Object first) {
    return run(first);
  }

  @Override
  public @Nullable Object call(@Nullable Object first, @Nullable Object second) {
    return run(first, second);
  }

  @Override
  public @Nullable Object call(
      @Nullable Object first, @Nullable Object second, @Nullable Object third) {
    return run(first, second, third);
  }

  @Override
  public @Nullable Object call(
      @Nullable Object first,
      @Nullable Object second,
      @Nullable Object third,
      @Nullable Object fourth) {
    return run(first, second, third, fourth);
  }

  @Override
  public @Nullable Object call(
      @Nullable Object first,
      @Nullable Object second,
      @Nullable Object third,
      @Nullable Object fourth,
      @Nullable Object fifth) {
    return run(first, second, third, fourth, fifth);
  }
}
