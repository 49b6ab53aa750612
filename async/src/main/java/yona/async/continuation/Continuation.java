package yona.async.continuation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.CancellationException;

/**
 * What is left of a body that has suspended to a {@link Prompt}: a one-shot delimited continuation.
 *
 * <p>{@link Prompt#start} runs a body. Somewhere below, {@link Prompt#suspend} hands out a value,
 * and start comes back with that value and with this object. {@link #resume} goes on behind the
 * suspension, with an answer, and {@link #raise} with an error; both come back like start does, at
 * the next suspension or at the end.
 *
 * <pre>{@code
 * Prompt<Integer, String> ask = new Prompt<>();
 * var step = ask.start(() -> "sum: " + (ask.suspend(1) + ask.suspend(2)));
 * while (step instanceof Continuation<Integer, String, String> k) {
 *   step = k.resume("<" + k.value() + ">");
 * }
 * // step is Done("sum: <1><2>")
 * }</pre>
 *
 * <h2>Where it comes from</h2>
 *
 * <p>Prompts are Felleisen's (The Theory and Practice of First-Class Prompts, POPL 1988). Danvy and
 * Filinski (Abstracting Control, LFP 1990) have shift and reset, whose continuation carries its
 * prompt along, and so does this one: after a resume, suspensions arrive at that resume. It does
 * not keep the prompt around the code that handles a suspension; that code stands outside, where
 * start was called. So it is Dybvig, Peyton Jones and Sabry's control0 with a prompt put back (A
 * Monadic Framework for Delimited Continuations, JFP 2007), or a shallow handler of one effect that
 * is handled again at each resume, which makes it a deep one; prompts are many and are objects, as
 * there. One-shot continuations are Bruggeman, Waddell and Dybvig's (Representing Control in the
 * Presence of One-Shot Continuations, PLDI 1996): what may be resumed once needs no copy, and the
 * virtual machine moves frames between stack and heap instead. OCaml 5 came to the same for effects
 * (Sivaramakrishnan et al., Retrofitting Effect Handlers onto OCaml, PLDI 2021), where too a second
 * resume is an error found when it runs. Different from there, a value is handed to the caller of
 * start instead of to a handler function: that is how Java programs are written, and a suspension
 * costs no call.
 *
 * <h2>What it runs on</h2>
 *
 * <p>With {@code --add-exports java.base/jdk.internal.vm=yona.async} and {@code --add-opens
 * java.base/java.lang=yona.async} (on the class path {@code =ALL-UNNAMED}) a body given to {@link
 * Prompt#start} is a continuation of the virtual machine on the stack of its caller: 145 ns for a
 * suspension and a resume. A bare one would be at 100, and is wrong in two ways that cost the rest:
 * on JDK 25 it takes along the monitors that its <em>caller</em> holds, which the caller silently
 * loses, and it leaves its scoped values behind. Without the flags, and always in {@link
 * Prompt#startMovable}, a body has a virtual thread of its own and control is handed to and fro by
 * park and unpark: some 300 ns on the scheduler of this library, several times that without flags
 * and with two processors. What holds is the same:
 *
 * <ul>
 *   <li>A body is a part of the fiber that starts or resumes it. {@link yona.async.Fiber#current}
 *       is that fiber; its cancellation is raised where the body waits, and a body that waits, or
 *       blocks in Java code, makes that fiber wait.
 *   <li>What {@link Prompt#start} started is resumed by the fiber that started it (inside a movable
 *       body: by code of that body), and another's attempt is refused: the virtual machine's
 *       compiler takes for granted that a method begins and ends on the same thread, so code that
 *       has seen {@link Thread#currentThread} once would go on with it elsewhere. What {@link
 *       Prompt#startMovable} started may be resumed by any fiber and any thread.
 *   <li>A {@link yona.async.Scope}, group or timeout belongs to the fiber, so none that was opened
 *       in the body may be open at a suspension: it is refused.
 *   <li>Scoped values are the body's own, as on a new thread. Thread locals belong to the thread,
 *       which may or may not be the caller's.
 *   <li>A monitor ({@code synchronized}) belongs to the thread. Those of the caller stay with the
 *       caller. A body should hold none at a suspension: nobody can enter it until the body leaves
 *       it, and a bare continuation has to leave it with the same locks of its caller held. The
 *       virtual machine cannot tell, so this is not refused. {@link yona.async.sync.Mutex} or a
 *       semaphore can be held anywhere.
 *   <li>Native code between start and suspension, a class initializer say, cannot be left: a bare
 *       continuation refuses the suspension; a thread of its own blocks a carrier meanwhile.
 * </ul>
 *
 * <h2>Why fibers are not made of it</h2>
 *
 * <p>A fiber is a virtual thread, and that is a continuation of the virtual machine with a thread
 * around it. This class stands beside it on the same continuation, not below it. The thread is what
 * makes Java code work on a fiber: it has an identity, thread locals and an interrupt of its own,
 * sockets, locks and monitors suspend it alone, debuggers and dumps show it, and it may go on with
 * another carrier. A body here has none of that for itself: it is a part of the fiber that resumes
 * it, which is the point of it. Fibers made of this class would have to make all that anew, and
 * would need flags of the virtual machine, without which it takes a virtual thread anyway.
 *
 * <p>A suspended continuation that nobody can reach any more is collected with all that it holds;
 * its thread, if it has one, is made to end by a {@link CancellationException} at the suspension.
 * So finally blocks run in some cases and never in others: call {@link #cancel}, or link the
 * continuation to a scope, where they matter. A body on a thread of its own that refers to its own
 * continuation keeps itself alive, and has to be cancelled.
 *
 * <p>Of several threads that resume the same continuation at the same time one succeeds.
 *
 * @param <S> what suspensions hand out
 * @param <A> what they are answered with
 * @param <R> the body's result
 */
public final class Continuation<
        S extends @Nullable Object, A extends @Nullable Object, R extends @Nullable Object>
    implements Step<S, A, R>, Cancellable {

  private static final VarHandle USED;

  static {
    try {
      USED = MethodHandles.lookup().findVarHandle(Continuation.class, "used", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Coroutine coroutine;
  private final S value;

  /** Keeps the coroutine's thread; not to be reached from that thread itself. */
  private final @Nullable Object keeper;

  private volatile boolean used;

  Continuation(Coroutine coroutine, S value, @Nullable Object keeper) {
    this.coroutine = coroutine;
    this.value = value;
    this.keeper = keeper;
  }

  /**
   * What the suspension handed out.
   *
   * @return the value given to {@link Prompt#suspend}
   */
  public S value() {
    return value;
  }

  /**
   * Goes on with the body behind the suspension, which gives the answer. Suspends the calling fiber
   * when the body does.
   *
   * @param answer what {@link Prompt#suspend} gives
   * @return how far the body has come; what it raises, checked or not, is raised here
   * @throws IllegalStateException if this was resumed or cancelled before, or belongs to another
   *     fiber; nothing has happened then
   */
  public Step<S, A, R> resume(A answer) {
    take();
    coroutine.answer(answer);
    return coroutine.advance(keeper);
  }

  /**
   * Goes on with the body behind the suspension, which raises the error. Suspends the calling fiber
   * when the body does.
   *
   * @param error what {@link Prompt#suspend} raises: this very object
   * @return how far the body has come; what it raises, checked or not, is raised here
   * @throws IllegalStateException if this was resumed or cancelled before, or belongs to another
   *     fiber; nothing has happened then
   */
  public Step<S, A, R> raise(Throwable error) {
    Objects.requireNonNull(error, "error");
    take();
    coroutine.answerWith(error);
    return coroutine.advance(keeper);
  }

  /**
   * Unwinds the body: a {@link CancellationException} is raised at the suspension and at every
   * further one. Does nothing if this was resumed or cancelled before. May suspend the calling
   * fiber, where finally blocks do. An error other than the cancellation is raised here.
   *
   * @throws IllegalStateException if this belongs to another fiber
   */
  @Override
  public void cancel() {
    if (used) {
      return;
    }
    coroutine.checkHome();
    if (!takeFirst()) {
      return;
    }
    coroutine.unwind(new CancellationException());
    try {
      coroutine.advance(keeper);
    } catch (CancellationException _) {
      // The body has been unwound.
    }
  }

  private void take() {
    coroutine.checkHome();
    if (!takeFirst()) {
      throw new IllegalStateException(
          "a continuation is one-shot, and this one has been resumed or cancelled before");
    }
  }

  /** False if somebody was faster. */
  private boolean takeFirst() {
    return !(boolean) USED.getAndSet(this, true);
  }
}
