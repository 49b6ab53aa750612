package yona.haskell;

import java.lang.ref.Cleaner;
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
    Running running = new Running();
    long call = Entry.REFERENCES.add(running);
    try {
      long thread = Haskell.start(function, Values.write(arguments), call);
      try {
        return running.result.value();
      } catch (CancellationException cancelled) {
        Haskell.interrupt(thread);
        var _ = Async.shielded(running.result::await);
        throw cancelled;
      } finally {
        Haskell.free(thread);
      }
    } finally {
      Entry.REFERENCES.free(call);
    }
  }

  /** A call of it that is under way. */
  static final class Running {
    private final Promise<@Nullable Object> result = new Promise<>();

    void complete(@Nullable Object value) {
      result.complete(value);
    }

    void fail(Throwable error) {
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
