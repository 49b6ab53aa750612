package yona.async.continuation;

import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Scope;
import yona.async.scheduler.FiberAccess;

/**
 * A coroutine: a body between its start and its end, and the two sides that pass control to each
 * other: whoever starts or resumes it, and the body.
 *
 * <p>A coroutine only ever gives control to its own resumer. A suspension to a prompt further out
 * is carried there step by step: the resumer, which is itself inside the next coroutine, suspends
 * that in the body's name and passes the answer back in. So coroutines of both kinds nest in any
 * order.
 */
@SuppressWarnings("ReferenceEquality") // prompts, scopes and homes have an identity
abstract class Coroutine {

  static final FiberAccess FIBERS = FiberAccess.get();

  /** What the body said when it gave control back. */
  private enum Said {
    NOTHING,
    SUSPENDED,
    SUSPENDED_FURTHER_OUT,
    ENDED,
    FAILED
  }

  private final Prompt<?, ?> prompt;
  private final Body<?, ?> body;

  /**
   * What its resumers must stand in, and what coroutines started inside must: see {@link #home}.
   */
  private final @Nullable Object boundTo;

  /** The coroutine that this one runs in; to be looked at while it runs. */
  private @Nullable Coroutine around;

  /** The scope that its resumer stands in. */
  private @Nullable Scope scope;

  // Written by one side, read by the other when it has control.

  private Said said = Said.NOTHING;
  private @Nullable Object message;
  private @Nullable Throwable error;
  private @Nullable Prompt<?, ?> target;
  private boolean unwinding;

  /**
   * A coroutine that has not run.
   *
   * @param boundTo where alone it may be resumed; null: anywhere
   */
  Coroutine(Prompt<?, ?> prompt, Body<?, ?> body, @Nullable Object boundTo) {
    this.prompt = prompt;
    this.body = body;
    this.boundTo = boundTo;
  }

  /**
   * Where the calling code stands as far as threads are concerned: in the innermost movable
   * coroutine, or on the fiber itself. Equal homes have equal threads, whatever coroutines run on.
   */
  static Object home(Fiber fiber) {
    Coroutine innermost = innermost(fiber);
    return innermost == null ? fiber : innermost.boundTo == null ? innermost : innermost.boundTo;
  }

  static @Nullable Coroutine innermost(Fiber fiber) {
    return (Coroutine) FIBERS.coroutine(fiber);
  }

  final boolean isOf(Prompt<?, ?> other) {
    return prompt == other;
  }

  final @Nullable Coroutine around() {
    return around;
  }

  /** Whoever keeps this alive while it is suspended; null if that needs nobody. */
  abstract @Nullable Object keeper();

  /** Gives control to the body; comes back when the body gives it back. */
  abstract void switchIn(Fiber fiber);

  /** Gives control back; comes back when it is given again. For the body's side. */
  abstract void switchOut();

  // ---- the side of the resumer -----------------------------------------------------------------

  final void checkHome() {
    if (boundTo != null && boundTo != home(Fiber.current())) {
      throw new IllegalStateException(
          "a continuation that was started with Prompt.start is resumed where it was started;"
              + " Prompt.startMovable makes one that any fiber can resume");
    }
  }

  final void answer(@Nullable Object answer) {
    message = answer;
    error = null;
  }

  final void answerWith(Throwable raised) {
    message = null;
    error = raised;
  }

  final void unwind(CancellationException raised) {
    unwinding = true;
    answerWith(raised);
  }

  /** Runs the body to its next suspension to its own prompt, or to its end. */
  @SuppressWarnings("unchecked")
  final <S extends @Nullable Object, A extends @Nullable Object, R extends @Nullable Object>
      Step<S, A, R> advance(@Nullable Object keeper) {
    for (; ; ) {
      Fiber fiber = Fiber.current();
      Coroutine before = innermost(fiber);
      around = before;
      scope = fiber.scope();
      FIBERS.setCoroutine(fiber, this);
      try {
        switchIn(fiber);
      } finally {
        FIBERS.setCoroutine(fiber, before);
        around = null;
        scope = null;
        Reference.reachabilityFence(keeper);
      }
      Object value = message;
      message = null;
      switch (said) {
        case SUSPENDED -> {
          return new Continuation<>(this, (S) value, keeper);
        }
        case ENDED -> {
          return new Step.Done<>((R) value);
        }
        case SUSPENDED_FURTHER_OUT -> {
          Prompt<?, ?> further = target;
          try {
            answer(before.suspend(further, value));
          } catch (Throwable raised) {
            answerWith(raised);
          }
        }
        default -> throw Coroutine.<RuntimeException>sneak(error);
      }
    }
  }

  // ---- the side of the body --------------------------------------------------------------------

  /** Runs the whole body; what came of it is the last message. */
  final void runBody() {
    Object result = null;
    Throwable raised = null;
    try {
      result = body.run();
    } catch (Throwable thrown) {
      raised = thrown;
    }
    message = result;
    error = raised;
    said = raised == null ? Said.ENDED : Said.FAILED;
  }

  /** What the body raised; null if it ended otherwise. */
  final @Nullable Throwable failure() {
    return said == Said.FAILED ? error : null;
  }

  /** Suspends to a prompt that is this coroutine's or one further out. */
  final @Nullable Object suspend(Prompt<?, ?> to, @Nullable Object value) {
    if (unwinding) {
      throw new CancellationException();
    }
    if (Fiber.current().scope() != scope) {
      throw new IllegalStateException(
          "a scope that was opened in the body is open: it belongs to the fiber and cannot be"
              + " suspended with the body; close it before, or open it around the start");
    }
    message = value;
    target = to;
    said = to == prompt ? Said.SUSPENDED : Said.SUSPENDED_FURTHER_OUT;
    switchOut();
    Object answer = message;
    message = null;
    Throwable raised = error;
    if (raised != null) {
      error = null;
      throw Coroutine.<RuntimeException>sneak(raised);
    }
    return answer;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> RuntimeException sneak(Throwable error) throws X {
    throw (X) error;
  }
}
