package yona.async.continuation;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Fiber;
import yona.async.Scope;

/**
 * Marks how far a {@link Continuation} reaches: from a suspension to the innermost start or resume
 * that is under way on this prompt.
 *
 * <p>A prompt holds nothing and may be used by any number of threads at the same time, also as a
 * constant; started inside itself, the inner one is suspended to.
 *
 * @param <S> what suspensions hand out
 * @param <A> what they are answered with
 */
public final class Prompt<S extends @Nullable Object, A extends @Nullable Object> {

  /** Whether bodies that stay on their thread may be bare continuations of the virtual machine. */
  private final boolean bare;

  /** Makes a prompt. */
  public Prompt() {
    this(true);
  }

  /** A prompt that runs all its bodies on threads, if the first is false. */
  Prompt(boolean bare) {
    this.bare = bare && BareCoroutine.AVAILABLE;
  }

  /**
   * Runs a body until it suspends to this prompt or ends. What is left of it stays where it is:
   * only the fiber that started it can resume it (see {@link Continuation}). Suspends its fiber
   * when the body does.
   *
   * @param body what to run, on the calling fiber
   * @param <R> its result
   * @param <X> what it may raise
   * @return how far it has come
   * @throws X what the body raises before its first suspension
   */
  public <R extends @Nullable Object, X extends Throwable> Step<S, A, R> start(
      Body<? extends R, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    Fiber fiber = Fiber.current();
    Object home = Coroutine.home(fiber);
    Coroutine coroutine =
        bare ? new BareCoroutine(this, body, home) : new ThreadCoroutine(this, body, home);
    return coroutine.advance(coroutine.keeper());
  }

  /**
   * Runs a body like {@link #start}, on a thread of its own, so that any fiber can resume it.
   *
   * @param body what to run, as part of the calling fiber
   * @param <R> its result
   * @param <X> what it may raise
   * @return how far it has come
   * @throws X what the body raises before its first suspension
   */
  public <R extends @Nullable Object, X extends Throwable> Step<S, A, R> startMovable(
      Body<? extends R, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    Coroutine coroutine = new ThreadCoroutine(this, body, null);
    return coroutine.advance(coroutine.keeper());
  }

  /**
   * Gives control back to whoever last started or resumed the body around this call, with a value
   * and what is left of the body; comes back when that is resumed. Suspends no fiber and is no
   * wait: no cancellation is raised here.
   *
   * @param value what to hand out
   * @return the answer given to {@link Continuation#resume}
   * @throws IllegalStateException if no body of this prompt runs here, if a {@link Scope} that was
   *     opened since is still open, or if native code stands in between that the virtual machine
   *     cannot suspend; nothing has happened then
   */
  @SuppressWarnings("unchecked")
  public A suspend(S value) {
    Fiber fiber = Fiber.current();
    Coroutine.FIBERS.refuse(fiber, "Prompt.suspend");
    Coroutine innermost = Coroutine.innermost(fiber);
    Coroutine target = innermost;
    while (target != null && !target.isOf(this)) {
      target = target.around();
    }
    if (innermost == null || target == null) {
      throw new IllegalStateException(
          "nothing to suspend: this code does not run in a body of the prompt");
    }
    return (A) innermost.suspend(this, value);
  }
}
