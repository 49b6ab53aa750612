package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.async.scheduler.Fibers;

/**
 * Computations that run together and are all done before the caller goes on.
 *
 * <p>The members start at once and run beside each other: none holds another one up, whatever it
 * blocks in, be it a wait of this library, a lock, a queue, a socket or {@code Thread.sleep}. What
 * two of them do has no order but the one that they bring about themselves. When a member fails,
 * those that still run are cancelled and their cleanup is awaited, then the caller raises the error
 * that came first, the very object; a member that has not begun then does not run. Later errors go
 * to the scope's {@link ErrorReporter}, unless {@link #failedLater} takes them.
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
 * <p><b>In order.</b> The members of a group that is made by {@link #inOrder} start from left to
 * right: each next one starts when the one before has ended or has reached its first operation of
 * this library that may wait ({@link Fiber#reachedWait}). So what each does before its first wait,
 * like taking its place in a queue, happens in the order of the forks, and a member that fails
 * before its first wait keeps those behind it from starting. That is what the groups of the
 * language Yona are. It has a price: a member that blocks in anything else, a socket of Java or
 * {@code Thread.sleep}, keeps the next one from starting until it goes on.
 *
 * <p><b>Compared with Scala gears</b>, whose {@code Async.group} cancels what still runs when the
 * body is done, and where a future that fails cancels nothing. That is {@link Async#blocking} and
 * {@link Scope#open} here. A group is for parts of one piece of work, each of which is needed: so
 * it waits for its members instead of cancelling them, and the first error cancels the others,
 * whose work nobody can use any more. What it cancels it waits for, like every scope. A member that
 * must end what it has begun does so in {@link Async#uninterruptible}; the group then waits for
 * that too.
 *
 * @param <X> the checked exceptions that members may raise
 */
@SuppressWarnings("ReferenceEquality") // errors are compared by identity
public class Group<X extends Throwable> extends Scope {

  /**
   * How long a body of a race that does not wait holds up the next one: many times as long as the
   * system keeps a thread from its processor, so that a body which soon ends always does so first.
   */
  private static final long LONGEST_START = TimeUnit.MILLISECONDS.toNanos(50);

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

  /** Somebody has been given {@link #first}. Only the owner touches it. */
  private boolean given;

  /** All members are done, and the group has been closed for that and nothing else. */
  private volatile boolean joined;

  @Override
  final String kind() {
    return "Group";
  }

  /** Whether members start one behind the other, each up to its first wait. */
  private final boolean inOrder;

  /**
   * Opens a group inside the current scope of the calling fiber, whose members start at once and
   * run beside each other.
   */
  public Group() {
    this(false);
  }

  /**
   * For groups of one's own.
   *
   * @param inOrder whether its members start as those of {@link #inOrder} do
   */
  protected Group(boolean inOrder) {
    this.inOrder = inOrder;
  }

  /**
   * Opens a group inside the current scope of the calling fiber, whose members start in the order
   * in which they are forked: each when the one before has ended or has reached its first operation
   * of this library that may wait. A member that blocks in anything else holds up those behind it.
   *
   * @param <X> the checked exceptions that members may raise
   * @return the group, which the calling fiber has to close
   */
  public static <X extends Throwable> Group<X> inOrder() {
    return new Group<>(true);
  }

  /**
   * Starts a member in a fiber of its own, and returns at once; in a group {@link #inOrder}, when
   * the member has ended or has reached its first operation that may wait. Members may start
   * further ones; everything else is for the fiber that opened the group.
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
    if (!inOrder) {
      return startAside(body);
    }
    Member<T> member = startInOrder(body);
    requireOpen();
    return member;
  }

  /**
   * {@link #fork(Body)} of a body without a result.
   *
   * @param body what the member runs
   * @return its end to come
   * @throws X the first error of the group, if a member has failed; the group is then closed
   */
  public final Future<@Nullable Void> fork(Action<? extends X> body) throws X {
    return fork(Action.<X>asBody(body));
  }

  /** Starts a member and returns when it has ended or has reached its first wait. */
  private <T extends @Nullable Object> Member<T> startInOrder(Body<? extends T, ?> body) {
    Member<T> member = new Member<>(this, Member.Kind.OF_GROUP, body);
    enter();
    member.startAndAwaitFirstWait(Fiber.current());
    return member;
  }

  /**
   * A member that may be needed: it starts when the calling fiber waits or blocks, or another
   * carrier has nothing to do.
   */
  final Member<?> standBy(Body<?, ?> body) {
    Member<?> member = new Member<>(this, Member.Kind.OF_GROUP, body);
    enter();
    member.standBy();
    return member;
  }

  /** Starts a member and goes on at once; any fiber that is a member may call. */
  final <T extends @Nullable Object> Member<T> startAside(Body<? extends T, ?> body) {
    Member<T> member = new Member<>(this, Member.Kind.OF_GROUP, body);
    enter();
    member.start();
    return member;
  }

  /**
   * Whether the last one of several members is better run by the caller than by one more fiber. Not
   * by a platform thread: where that blocks in the kernel, no interrupt reaches it.
   */
  private boolean runsLastInPlace() {
    return inOrder || owner.thread().isVirtual();
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
   * {@link #inPlace(Body)} of a body without a result. May suspend.
   *
   * @param body what the member runs
   * @throws X the first error of the group, this member's or another's; the group is then closed
   */
  public final void inPlace(Action<? extends X> body) throws X {
    inPlace(Action.<X>asBody(body));
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
      because(CancellationException.Cause.of(error));
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
   * Runs all bodies as members and closes the group. Suspends if they do. The last one needs no
   * fiber if the caller is one: it runs there.
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
    int forked = runsLastInPlace() ? bodies.length - 1 : bodies.length;
    Future<?>[] futures = new Future<?>[forked];
    for (int i = 0; i < forked; i++) {
      futures[i] = fork(bodies[i]);
    }
    @Nullable Object[] results = new Object[bodies.length];
    for (int i = forked; i < bodies.length; i++) {
      results[i] = inPlace(bodies[i]);
    }
    join();
    for (int i = 0; i < forked; i++) {
      results[i] = futures[i].value();
    }
    return results;
  }

  /**
   * Runs all bodies as members, beside each other; the first to end, by value or by error, decides.
   * The others are cancelled and awaited; an error that one of them raises, a cancellation
   * excepted, is always reported, though it may have come at the same moment. Closes the group.
   *
   * <p>In a group {@link #inOrder} the bodies start in their order, as its members do: of several
   * that soon end and wait for nothing the first one wins, and those behind it do not run. A body
   * that has computed for 50 ms holds up the next one no longer, so that one which never ends loses
   * the race.
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
    int last = runsLastInPlace() ? bodies.size() - 1 : bodies.size();
    for (int i = 0; i < last && level == OPEN; i++) {
      if (inOrder) {
        Member<?> entrant = new Member<>(this, Member.Kind.OF_GROUP, race.entrant(bodies.get(i)));
        enter();
        entrant.startAndAwaitFirstWait(owner, LONGEST_START);
      } else {
        startAside(race.entrant(bodies.get(i)));
      }
    }
    if (!inOrder && last > 0 && last < bodies.size()) {
      // Those that stand behind the caller on its carrier are not to start later than its own.
      Fibers.letOthersRun();
    }
    boolean wonInPlace = last < bodies.size() && level == OPEN && race.run(bodies.get(last));
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
   * same way: they start as in a group {@link #inOrder}, whichever this is. Closes the group. No
   * fiber is started if no member waits. Suspends if they do.
   *
   * @param limit how many members may be unfinished at a time, at least 1
   * @param members the members
   * @throws X the first error, if a member has failed
   * @throws CancellationException if the computation around the group is cancelled
   */
  public final void inTurn(int limit, Members<? extends X> members) throws X {
    requireRoom(limit);
    Objects.requireNonNull(members, "members");
    requireOpen();
    try {
      new LazyMembers<X>(this, limit, members).run(owner);
    } catch (Throwable error) {
      throw failInPlace(error);
    }
    join();
  }

  /**
   * Applies a function to every element, and closes the group. The applications are members: they
   * run beside each other, whatever they block in; in a group {@link #inOrder} they are run {@link
   * #inTurn}. Either way those that wait for nothing cost no fiber each. Suspends if they do.
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
      SuspendingFunction<? super E, ? extends T, ? extends X> function)
      throws X {
    Objects.requireNonNull(elements, "elements");
    Objects.requireNonNull(function, "function");
    if (!inOrder) {
      return apply(
          limit,
          () -> elements.hasNext() ? new Workers.Work<E, T>(elements.next()) : null,
          function);
    }
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
      SuspendingFunction<? super E, ? extends T, ? extends X> function)
      throws X {
    Objects.requireNonNull(elements, "elements");
    Objects.requireNonNull(function, "function");
    if (!inOrder) {
      return apply(
          limit,
          () -> {
            E element = elements.run();
            return element == null ? null : new Workers.Work<E, T>(element);
          },
          function);
    }
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

  /** Applies a function beside each other. */
  private <E, T extends @Nullable Object> List<T> apply(
      int limit,
      Body<Workers.@Nullable Work<E, T>, ? extends X> feed,
      SuspendingFunction<? super E, ? extends T, ? extends X> function)
      throws X {
    requireRoom(limit);
    requireOpen();
    Workers<E, T, X> workers = new Workers<>(this, limit, feed, function);
    if (owner.thread().isVirtual()) {
      inPlace(workers);
    } else {
      startAside(workers);
    }
    join();
    return workers.results();
  }

  private static void requireRoom(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "at least one member may be unfinished at a time, not " + limit);
    }
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
      throw CancellationException.of(Fiber.current(), this, null);
    }
    given = true;
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

  /**
   * Leaves the group: cancels and awaits what still runs in it. The error of a member is reported
   * if the group is left without a {@link #join} that could have raised it. May suspend.
   *
   * @throws IllegalStateException if another fiber than the owner calls
   */
  @Override
  public final void close() {
    super.close();
    Throwable error = first;
    if (error != null && !given) {
      given = true;
      if (!Errors.isCancellation(error)) {
        reporter.report(error);
      }
    }
  }

  @Override
  final void memberFailed(Throwable error, boolean cancelled) {
    if (level == OPEN && FIRST.compareAndSet(this, null, error)) {
      cancel(CANCELLED, CancellationException.Cause.of(error));
    } else {
      reportLater(error);
    }
  }

  /**
   * An error that comes when the group is cancelled already, by its first error or from outside.
   */
  final void reportLater(Throwable error) {
    Throwable earlier = first;
    if (error != earlier && !Errors.isCancellation(error)) {
      failedLater(error, earlier);
    }
  }

  /**
   * Takes the error of a member that nobody is going to raise. This one reports it; a subclass may
   * have it go with the first one. Called by any fiber of the group, before the group is closed.
   *
   * @param error what the member raised
   * @param first the error that came first, which the owner raises; null in a race, or if the group
   *     was cancelled from outside
   */
  protected void failedLater(Throwable error, @Nullable Throwable first) {
    reporter.report(error);
  }
}
