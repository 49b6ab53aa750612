package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computations that wait together and are all done before the caller goes on.
 *
 * <p>The members start from left to right; each next one starts when the one before has ended or
 * has reached its first operation that may wait ({@link Fiber#reachedWait}). The last one needs no
 * fiber: the caller runs it itself ({@link #inPlace}). When a member fails, those that still run
 * are cancelled and their cleanup is awaited, then the caller raises the error that came first, the
 * very object; a member that fails before a later one has started keeps it from starting. Later
 * errors go to the scope's {@link ErrorReporter}.
 *
 * <pre>{@code
 * try (var group = new Group<IOException>()) {
 *   Future<String> left = group.fork(() -> read(first));
 *   String right = group.inPlace(() -> read(second));
 *   group.join();
 *   return left.value() + right;
 * }
 * }</pre>
 *
 * <p>A member may wait for another one's future. A group belongs to the fiber that made it; it is a
 * scope, but background fibers and cancellables go past it to the nearest scope that holds them.
 *
 * <p><b>Compared with Scala gears</b>, whose {@code Async.group} cancels what still runs when the
 * body is done, and where a future that fails cancels nothing. That is {@link Async#blocking} and
 * {@link Scope#open} here. A group is for parts of one piece of work, each of which is needed: so
 * it waits for its members instead of cancelling them, and the first error cancels the others,
 * whose work nobody can use any more. What it cancels it waits for, like every scope. Its members
 * start in order and not all at once, so that what each does before its first wait, like taking its
 * place in a queue, happens in the order of the text. A member that must end what it has begun does
 * so in {@link Async#uninterruptible}; the group then waits for that too.
 *
 * @param <X> the checked exceptions that members may raise
 */
@SuppressWarnings("ReferenceEquality") // errors are compared by identity
public class Group<X extends Throwable> extends Scope {

  private static final VarHandle FIRST;

  static {
    try {
      FIRST = MethodHandles.lookup().findVarHandle(Group.class, "first", Throwable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The error that came first. */
  private volatile @Nullable Throwable first;

  /** Whether {@link #first} was raised by the caller itself, in {@link #inPlace}. */
  private boolean failedInPlace;

  /** All members are done, and the group has been closed for that and nothing else. */
  private volatile boolean joined;

  @Override
  final String kind() {
    return "Group";
  }

  /** Opens a group inside the current scope of the calling fiber. */
  public Group() {
    super(false, false, null);
  }

  /**
   * Starts a member in a fiber of its own and returns when it has ended or has reached its first
   * operation that may wait. Members may start further ones; everything else is for the fiber that
   * opened the group.
   *
   * @param body what the member runs
   * @param <T> its result
   * @return the result to come
   * @throws X the first error of the group, if a member has failed; the group is then closed
   * @throws CancellationException if the computation around the group is cancelled; in a member, if
   *     the group is
   * @throws IllegalStateException if the group is closed
   */
  public final <T extends @Nullable Object> Future<T> fork(Body<? extends T, ? extends X> body)
      throws X {
    Objects.requireNonNull(body, "body");
    requireOpen();
    Member<T> member = start(body);
    requireOpen();
    return member;
  }

  /** Starts a member and returns when it has ended or has reached its first wait. */
  final <T extends @Nullable Object> Member<T> start(Body<? extends T, ?> body) {
    Member<T> member = new Member<>(this, Member.Kind.OF_GROUP, body);
    enter();
    member.startAndAwaitFirstWait(Fiber.current());
    return member;
  }

  /** Starts a member and goes on at once; any fiber that is a member may call. */
  final void startAside(Body<?, ?> body) {
    Member<?> member = new Member<>(this, Member.Kind.OF_GROUP, body);
    enter();
    member.start();
  }

  /**
   * Runs a member on the calling fiber: the last one, for which there is nothing left to start. May
   * suspend.
   *
   * @param body what the member runs
   * @param <T> its result
   * @return the result
   * @throws X the first error of the group, this member's or another's; the group is then closed
   * @throws CancellationException if the computation around the group is cancelled
   */
  public final <T extends @Nullable Object> T inPlace(Body<? extends T, ? extends X> body)
      throws X {
    Objects.requireNonNull(body, "body");
    requireOwner();
    requireOpen();
    try {
      return body.run();
    } catch (Throwable error) {
      throw failInPlace(error);
    }
  }

  /**
   * Fails the group on behalf of a member that ran on the calling fiber.
   *
   * @param error what it raised
   * @return nothing; so that callers can write {@code throw}
   * @throws X the first error of the group, which need not be this one; the group is then closed
   */
  public final RuntimeException failInPlace(Throwable error) throws X {
    Objects.requireNonNull(error, "error");
    if (joined) {
      throw Errors.<X>sneak(error);
    }
    if (level == OPEN && FIRST.compareAndSet(this, null, error)) {
      failedInPlace = true;
    } else {
      reportLater(error);
    }
    throw fail();
  }

  /**
   * Waits until all members are done and closes the group. Suspends unless they are done already.
   * Joining a group again that has been joined does nothing.
   *
   * @throws X the first error, if a member has failed
   * @throws CancellationException if the computation around the group is cancelled
   */
  public final void join() throws X {
    requireOwner();
    if (joined) {
      return;
    }
    awaitAllOrCancellation();
    requireOpen();
    close();
    joined = true;
  }

  /**
   * Runs all bodies as members, the last one on the calling fiber, and closes the group. Suspends
   * if they do.
   *
   * @param bodies what the members run, at least one
   * @return their results, in the order of the bodies
   * @throws X the first error, if a member has failed
   * @throws CancellationException if the computation around the group is cancelled
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final @Nullable Object[] all(Body<?, ? extends X>... bodies) throws X {
    Objects.requireNonNull(bodies, "bodies");
    requireBodies(Arrays.asList(bodies), "a group's all");
    int last = bodies.length - 1;
    Future<?>[] futures = new Future<?>[last];
    for (int i = 0; i < last; i++) {
      futures[i] = fork(bodies[i]);
    }
    @Nullable Object[] results = new Object[last + 1];
    results[last] = inPlace(bodies[last]);
    join();
    for (int i = 0; i < last; i++) {
      results[i] = futures[i].value();
    }
    return results;
  }

  /**
   * Runs all bodies as members; the first to end, by value or by error, decides. The others are
   * cancelled and awaited; what they still raise is reported. Closes the group.
   *
   * @param bodies what the members run, at least one
   * @param <T> their results
   * @return the result of the first to end
   * @throws X the error of the first to end
   * @throws CancellationException if the computation around the group is cancelled
   */
  public final <T extends @Nullable Object> T race(
      List<? extends Body<? extends T, ? extends X>> bodies) throws X {
    Objects.requireNonNull(bodies, "bodies");
    requireBodies(bodies, "a race");
    requireOpen();
    Race<T> race = new Race<>(this);
    int last = bodies.size() - 1;
    for (int i = 0; i < last && level == OPEN; i++) {
      start(race.entrant(bodies.get(i)));
    }
    boolean wonInPlace = level == OPEN && race.run(bodies.get(last));
    awaitAllOrCancellation();
    close();
    Result<T> outcome = race.outcome();
    if (outcome == null) {
      throw owner.cancellation();
    }
    joined = true;
    if (outcome instanceof Result.Failure<T>(Throwable error)) {
      throw Errors.<X>sneak(wonInPlace ? error : crossing(error));
    }
    return outcome.get();
  }

  private static void requireBodies(List<? extends Body<?, ?>> bodies, String what) {
    if (bodies.isEmpty()) {
      throw new IllegalArgumentException(what + " needs at least one body");
    }
    for (Body<?, ?> body : bodies) {
      Objects.requireNonNull(body, "body");
    }
  }

  /**
   * Members that are run one by one, each by whoever has the right to start the next one.
   *
   * @param <X> what they may raise
   */
  public interface Members<X extends Throwable> {
    /**
     * Whether a member is left that has not started. Called by one fiber at a time.
     *
     * @return whether {@link #next} may be called
     */
    boolean hasNext();

    /**
     * Starts the next member and runs it to its end on the calling fiber. May suspend; while it
     * does, another fiber may call {@link #hasNext} and {@link #next} for the members behind it.
     *
     * @throws X what the member raises
     */
    void next() throws X;
  }

  /**
   * Members of which nobody knows how many there are, or when the next one can be run, without
   * waiting perhaps: each is fetched first, by the fiber that is then going to run it.
   *
   * @param <X> what they may raise
   */
  public interface FetchedMembers<X extends Throwable> extends Members<X> {
    /**
     * Makes the next member ready, if there is one. May suspend; meanwhile no other member starts,
     * and those that run go on. Called after {@link #hasNext}, which must not wait and says false
     * when this has found the end.
     *
     * @return whether {@link #next} may be called
     * @throws X what fails the group
     */
    boolean fetch() throws X;
  }

  /**
   * Runs members on the calling fiber, one after the other, for as long as none reaches an
   * operation that may wait; from then on the members behind it run on a fiber of their own in the
   * same way. Closes the group. No fiber is started if no member waits. Suspends if they do.
   *
   * @param limit how many members may be unfinished at a time, at least 1
   * @param members the members
   * @throws X the first error, if a member has failed
   * @throws CancellationException if the computation around the group is cancelled
   */
  public final void inTurn(int limit, Members<? extends X> members) throws X {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "at least one member may be unfinished at a time, not " + limit);
    }
    Objects.requireNonNull(members, "members");
    requireOpen();
    try {
      new Turns<X>(this, limit, members).run(owner);
    } catch (Throwable error) {
      throw failInPlace(error);
    }
    join();
  }

  /**
   * Applies a function to every element, the applications being members that are run {@link
   * #inTurn}, and closes the group. Suspends if they do.
   *
   * @param elements the elements, taken as they are needed, never by two fibers at a time
   * @param limit how many applications may be unfinished at a time, at least 1
   * @param function what is applied
   * @param <E> the elements
   * @param <T> the results
   * @return the results, in the order of the elements
   * @throws X the first error, if an application has failed
   * @throws CancellationException if the computation around the group is cancelled
   */
  public final <E, T extends @Nullable Object> List<T> map(
      Iterator<? extends E> elements,
      int limit,
      Application<? super E, ? extends T, ? extends X> function)
      throws X {
    Objects.requireNonNull(elements, "elements");
    Objects.requireNonNull(function, "function");
    List<Slot<T>> slots = new ArrayList<>();
    inTurn(
        limit,
        new Members<X>() {
          @Override
          public boolean hasNext() {
            return elements.hasNext();
          }

          @Override
          public void next() throws X {
            Slot<T> slot = new Slot<>();
            slots.add(slot);
            slot.value = function.apply(elements.next());
          }
        });
    return values(slots);
  }

  /**
   * Like {@link #map} with elements that may have to be waited for: each is asked for when there is
   * room for another application, and waiting for it delays no application that runs.
   *
   * @param elements gives the next element, or null at the end, never asked by two fibers at a time
   * @param limit how many applications may be unfinished at a time, at least 1
   * @param function what is applied
   * @param <E> the elements
   * @param <T> the results
   * @return the results, in the order of the elements
   * @throws X the first error, if an application, or asking for an element, has failed
   * @throws CancellationException if the computation around the group is cancelled
   */
  public final <E, T extends @Nullable Object> List<T> mapFed(
      Body<? extends @Nullable E, ? extends X> elements,
      int limit,
      Application<? super E, ? extends T, ? extends X> function)
      throws X {
    Objects.requireNonNull(elements, "elements");
    Objects.requireNonNull(function, "function");
    List<Slot<T>> slots = new ArrayList<>();
    inTurn(
        limit,
        new FetchedMembers<X>() {
          private @Nullable E fetched;
          private boolean over;

          @Override
          public boolean hasNext() {
            return !over;
          }

          @Override
          public boolean fetch() throws X {
            fetched = elements.run();
            over = fetched == null;
            return !over;
          }

          @Override
          public void next() throws X {
            E element = Objects.requireNonNull(fetched);
            fetched = null;
            Slot<T> slot = new Slot<>();
            slots.add(slot);
            slot.value = function.apply(element);
          }
        });
    return values(slots);
  }

  private static <T extends @Nullable Object> List<T> values(List<Slot<T>> slots) {
    List<T> values = new ArrayList<>(slots.size());
    for (Slot<T> slot : slots) {
      values.add(slot.value);
    }
    return values;
  }

  /** Where an application leaves its result. */
  private static final class Slot<T extends @Nullable Object> {
    private T value;
  }

  /** Raises what has ended the group, if anything has. */
  private void requireOpen() throws X {
    if (level != OPEN) {
      throw fail();
    }
  }

  private void requireOwner() {
    if (Fiber.current() != owner) {
      throw new IllegalStateException("a group is run and joined by the fiber that opened it");
    }
  }

  private void awaitAllOrCancellation() {
    if (live != 0) {
      Fiber.reachedWait();
      awaitMembersOrCancellation();
    }
  }

  private void awaitMembersOrCancellation() {
    Fiber fiber = owner;
    fiber.startWaiting(this);
    try {
      while (live != 0 && level == OPEN) {
        fiber.park();
      }
    } finally {
      fiber.endWaiting();
    }
  }

  /** Cancels what runs, awaits it, closes the group and raises its error. */
  private RuntimeException fail() throws X {
    if (joined) {
      throw new IllegalStateException("the group is closed: all its members are done");
    }
    if (Fiber.current() != owner) {
      // A member of a group that is being cancelled; the owner raises the error.
      throw new CancellationException();
    }
    close();
    Throwable error = first;
    if (error == null) {
      throw owner.cancellation();
    }
    throw Errors.<X>sneak(failedInPlace ? error : crossing(error));
  }

  /**
   * What the caller raises for an error that came from another fiber; called on the caller's fiber
   * when all members have ended. A subclass may give another one, which has the caller's frames
   * too, for instance. This one gives the error itself.
   *
   * @param error what the member raised
   * @return what to raise
   */
  protected Throwable crossing(Throwable error) {
    return error;
  }

  @Override
  final void memberFailed(Throwable error, boolean cancelled) {
    if (level == OPEN && FIRST.compareAndSet(this, null, error)) {
      cancel();
    } else {
      reportLater(error);
    }
  }

  /**
   * An error that comes when the group is cancelled already, by its first error or from outside.
   */
  final void reportLater(Throwable error) {
    if (error != first && !Errors.isCancellation(error)) {
      reporter.report(error);
    }
  }
}
