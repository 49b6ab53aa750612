package yona.async;

import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Raised in a cancelled computation at the point where it waits, and again at each further wait;
 * and by {@link Future#value} of a future that was cancelled.
 *
 * <p>A computation may catch it to clean up, but it cannot survive: as long as it stands inside the
 * cancelled scope, every operation that may wait raises it anew. Whoever awaits a future that
 * somebody else has cancelled is not cancelled himself and may go on: {@link #isOwn} tells the two
 * apart. {@link #reason} and {@link #by} say why and by whom.
 *
 * <p>It is not the exception of {@code java.util.concurrent}, which only says that a result was
 * cancelled. Immutable.
 */
public final class CancellationException extends RuntimeException {

  private static final long serialVersionUID = 2;

  /** Why a computation was cancelled. */
  public enum Reason {
    /** Somebody called {@code cancel} of the scope, the future or the continuation. */
    CANCELLED("cancelled"),
    /** The scope that it ran in was left, which ends what still runs there. */
    SCOPE_LEFT("cancelled, as its scope was left"),
    /** Another member of its group failed; that error is the {@linkplain #getCause cause}. */
    SIBLING_FAILED("cancelled, as another member of its group failed"),
    /** Another one had won the race. */
    RACE_DECIDED("cancelled, as its race was decided"),
    /** A timeout or a deadline was over. */
    DEADLINE("cancelled, as its time was over"),
    /** The program was asked to end. */
    STOPPED("cancelled, as its program ends"),
    /** Somebody outside of this library interrupted the thread. */
    INTERRUPTED("cancelled, as its thread was interrupted");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  /**
   * What a scope remembers of its cancellation.
   *
   * @param reason why
   * @param by the fiber, or the thread that is none, that cancelled it, or null
   * @param error the error that it was cancelled for, or null
   */
  record Cause(Reason reason, @Nullable Object by, @Nullable Throwable error) {
    static final Cause SCOPE_LEFT = new Cause(Reason.SCOPE_LEFT, null, null);
    static final Cause RACE_DECIDED = new Cause(Reason.RACE_DECIDED, null, null);
    static final Cause DEADLINE = new Cause(Reason.DEADLINE, null, null);
    static final Cause INTERRUPTED = new Cause(Reason.INTERRUPTED, null, null);

    /** For the calling thread. */
    static Cause of(Reason reason) {
      return new Cause(reason, caller(), null);
    }

    /** For the calling thread, which has met an error. */
    static Cause of(Throwable error) {
      return new Cause(Reason.SIBLING_FAILED, caller(), error);
    }
  }

  /** Of what stands for no fiber. */
  private static final long NOBODY = 0;

  private final Reason reason;
  private final @Nullable String by;

  /** The fiber whose computation was cancelled. */
  private final long fiber;

  /** Makes the exception for the calling computation, with the stack of the point of the call. */
  public CancellationException() {
    this(Reason.CANCELLED, null, null, Fiber.current().id());
  }

  private CancellationException(
      Reason reason, @Nullable String by, @Nullable Throwable error, long fiber) {
    super(by == null ? reason.words : reason.words + " by " + by, error);
    this.reason = reason;
    this.by = by;
    this.fiber = fiber;
  }

  /** For a fiber that has met the cancellation of its scope, perhaps by an error of Java's. */
  static CancellationException of(Fiber fiber, Scope scope, @Nullable Throwable raised) {
    Cause cause = scope.cause();
    return new CancellationException(
        cause.reason, label(cause.by), cause.error == null ? raised : cause.error, fiber.id());
  }

  /** For a fiber whose thread was interrupted outside of any scope. */
  static CancellationException interrupted(Fiber fiber) {
    return new CancellationException(Reason.INTERRUPTED, null, null, fiber.id());
  }

  /** The result of a future that the calling thread cancels. */
  static CancellationException ofFuture() {
    return new CancellationException(Reason.CANCELLED, label(caller()), null, NOBODY);
  }

  /** The calling fiber, or thread: it need not become one for this. */
  private static Object caller() {
    Thread thread = Thread.currentThread();
    return thread.getUncaughtExceptionHandler() instanceof Fiber fiber ? fiber : thread;
  }

  private static @Nullable String label(@Nullable Object by) {
    return switch (by) {
      case null -> null;
      case Thread thread -> Fiber.label(thread);
      default -> by.toString();
    };
  }

  /**
   * Why the computation was cancelled.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * Who cancelled it: for {@link Reason#CANCELLED} the fiber or thread that called {@code cancel},
   * for {@link Reason#SIBLING_FAILED} the member that failed, for {@link Reason#STOPPED} the thread
   * that stopped the program.
   *
   * @return what that is called in dumps, or null where nobody did it by a call
   */
  public @Nullable String by() {
    return by;
  }

  /**
   * Whether it is the calling computation that was cancelled, and not one whose result it has asked
   * for. To be called where the exception is caught.
   *
   * @return false if this came out of a future that somebody cancelled, or that was a part of what
   *     somebody cancelled
   */
  public boolean isOwn() {
    return fiber == Fiber.current().id();
  }

  /**
   * Whether an error is how a computation ends that was cancelled: this exception, or what Java's
   * own operations raise when their thread is interrupted.
   *
   * @param error what was raised
   * @return true also of {@link InterruptedException}, {@link ClosedByInterruptException} and what
   *     {@code java.net} and {@code java.io} say for it; false of a {@link SocketTimeoutException}
   */
  public static boolean isCancellation(Throwable error) {
    return switch (Objects.requireNonNull(error, "error")) {
      case CancellationException _, InterruptedException _ -> true;
      case ClosedByInterruptException _, FileLockInterruptionException _ -> true;
      case InterruptedIOException _ -> !(error instanceof SocketTimeoutException);
      // Of virtual threads, whose sockets have no class for it.
      case SocketException _ -> "Closed by interrupt".equals(error.getMessage());
      default -> false;
    };
  }
}
