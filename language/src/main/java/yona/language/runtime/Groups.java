package yona.language.runtime;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Group;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.async.SuspendingFunction;
import yona.data.Seq;
import yona.data.SeqBuilder;

/**
 * Groups: members that wait together (language.md 11.2 to 11.4). The members run on the calling
 * fiber as long as none of them waits; a fiber is started only behind one that does.
 */
public final class Groups {
  private static final Object[] NOTHING = {};

  /** How many elements may be unfinished at a time unless the program says. */
  private static final int LIMIT = 1_024;

  private Groups() {}

  /**
   * Runs the members of a group. Suspends.
   *
   * @param members functions of as many parameters as they have dependencies
   * @param dependencies for each member the indexes of those whose results it is called with
   * @param barriers whether it starts only when all before it are done, and those after it when it
   *     is
   * @return the results
   */
  public static Object[] run(Function[] members, int[][] dependencies, boolean[] barriers) {
    Aliases aliases = new Aliases(members, dependencies, barriers);
    try (YonaGroup group = new YonaGroup()) {
      group.inTurn(Integer.MAX_VALUE, aliases);
    }
    return aliases.results;
  }

  /**
   * Runs the members of a group that do not depend on each other. Suspends.
   *
   * @param members functions without parameters
   * @return the results
   */
  public static Object[] run(Function[] members) {
    Operands operands = new Operands(members);
    try (YonaGroup group = new YonaGroup()) {
      group.inTurn(Integer.MAX_VALUE, operands);
    }
    return operands.results;
  }

  /**
   * Calls operands that are names together, if one holds a function without parameters that may
   * have to wait, and a later one holds one too. Suspends as those.
   *
   * @return for each the value of its mention; null if they are to be mentioned one by one
   */
  public static Object @Nullable [] mentions(Object[] values) {
    boolean together = false;
    boolean waits = false;
    for (Object value : values) {
      together |= waits && Function.isMentionACall(value);
      waits |= Function.suspendsMentioned(value);
    }
    if (!together) {
      return null;
    }
    List<Function> called = new ArrayList<>();
    for (Object value : values) {
      if (Function.isMentionACall(value)) {
        called.add((Function) value);
      }
    }
    Object[] given = run(called.toArray(Function[]::new));
    Object[] results = values.clone();
    int next = 0;
    for (int i = 0; i < results.length; i++) {
      if (Function.isMentionACall(results[i])) {
        results[i] = given[next++];
      }
    }
    return results;
  }

  /** What two operands that are names mention, as {@link #mentions} does it. Suspends so. */
  public static Object[] mentionBoth(Object left, Object right) {
    Object[] both = mentions(new Object[] {left, right});
    return both == null ? new Object[] {Function.mention(left), Function.mention(right)} : both;
  }

  /**
   * A mention of a function among operands. Suspends as that.
   *
   * @param results what {@link #mentions} gave, or null
   */
  public static Object mentioned(Object value, @Nullable Object results, int index) {
    return results == null ? Function.mention(value) : ((Object[]) results)[index];
  }

  /**
   * Runs the members of a group that is too large to be set up by code in line. Suspends.
   *
   * @param members a Seq of functions, as for {@link #run(Function[], int[][], boolean[])}
   * @param plan a text: for each member {@code !} if it is a barrier, its dependencies with a space
   *     behind each, and a semicolon
   * @return the results, for {@link #result}
   */
  public static Object runAll(Object members, Object plan) {
    List<Function> functions = new ArrayList<>();
    ((Seq) members).forEach(member -> functions.add((Function) member));
    int[][] dependencies = new int[functions.size()][];
    boolean[] barriers = new boolean[functions.size()];
    String[] plans = ((Seq) plan).asString().split(";", -1);
    for (int i = 0; i < dependencies.length; i++) {
      barriers[i] = plans[i].startsWith("!");
      StringTokenizer needed = new StringTokenizer(plans[i].substring(barriers[i] ? 1 : 0));
      dependencies[i] = new int[needed.countTokens()];
      for (int k = 0; k < dependencies[i].length; k++) {
        dependencies[i][k] = Integer.parseInt(needed.nextToken());
      }
    }
    return run(functions.toArray(Function[]::new), dependencies, barriers);
  }

  /**
   * One of the results of {@link #runAll}.
   *
   * @param index a Long
   */
  public static Object result(Object results, Object index) {
    return ((Object[]) results)[(int) (long) (Long) index];
  }

  /**
   * Applies a function to all elements of a Seq, Set, Dict or {@link Walkable} together, at most a
   * bounded number (1,024) unfinished at once, so an element is asked for when there is room for
   * it; one after the other when the function cannot wait, or reads standard input. Suspends as the
   * function and the source.
   *
   * @return the results in the order of the elements
   */
  public static Seq mapTogether(Function function, Object source) {
    return mapTogether(LIMIT, function, source);
  }

  /**
   * Like {@link #mapTogether(Function, Object)} with another bound.
   *
   * @param limit how many applications may be unfinished at once, at least 1
   */
  public static Seq mapTogether(int limit, Function function, Object source) {
    Iterator<?> elements = Comprehensions.elements(source);
    SeqBuilder results = Seq.builder();
    try {
      Object first = null;
      if (function.readsInput()) {
        while (elements.hasNext()) {
          results.add(function.apply(elements.next()));
        }
        return results.build();
      }
      if (!function.maySuspend()) {
        first = applyInPlace(function, elements, results);
        if (first == null) {
          return results.build();
        }
      }
      Iterator<?> all = first == null ? elements : new Before(first, elements);
      return addTogether(results, limit, function, all);
    } catch (Throwable error) {
      Comprehensions.abandon(elements);
      throw error;
    }
  }

  /**
   * Like {@link #mapTogether(Function, Object)} for what is left of a source. An error leaves it to
   * the caller to abandon that.
   *
   * @param first the element with which the function may have to wait
   * @param others those after it
   */
  public static Seq mapTogether(Function function, Object first, Iterator<?> others) {
    return addTogether(Seq.builder(), LIMIT, function, new Before(first, others));
  }

  private static Seq addTogether(
      SeqBuilder results, int limit, Function function, Iterator<?> elements) {
    try (YonaGroup group = new YonaGroup()) {
      for (Object result : mapped(group, limit, function, elements)) {
        results.add(result);
      }
    }
    return results.build();
  }

  /**
   * Applies the function to elements one after the other, up to one with which it may have to wait.
   *
   * @return that element, or null if there is none
   */
  private static @Nullable Object applyInPlace(
      Function function, Iterator<?> elements, SeqBuilder results) {
    while (elements.hasNext()) {
      Object element = elements.next();
      if (function.suspendsWith(0, element)) {
        return element;
      }
      results.add(function.apply(element));
    }
    return null;
  }

  /** An element, then those of an iterator, which may have to wait for them. */
  private static final class Before extends Walk {
    private @Nullable Object first;
    private final Iterator<?> others;

    Before(Object first, Iterator<?> others) {
      this.first = first;
      this.others = others;
    }

    @Override
    public @Nullable Object pull() {
      Object element = first;
      first = null;
      if (element != null) {
        return element;
      }
      return others.hasNext() ? others.next() : null;
    }

    @Override
    public void close() {
      Comprehensions.abandon(others);
    }
  }

  private static List<Object> mapped(
      YonaGroup group, int limit, Function function, Iterator<?> elements) {
    boolean asks = (function.called() & 1) != 0;
    SuspendingFunction<Object, Object, RuntimeException> mapping =
        asks ? new InputOrder().applying(function) : function::apply;
    return elements instanceof Walk walk
        ? group.<Object, Object>mapFed(walk::pull, limit, mapping)
        : group.<Object, Object>map(elements, limit, mapping);
  }

  /**
   * Calls functions together; the first to end, by value or error, decides, and the others are
   * cancelled. Suspends.
   *
   * @param members functions without parameters, at least one
   * @return the first result
   */
  public static Object race(List<Function> members) {
    List<Body<Object, RuntimeException>> bodies = new ArrayList<>();
    members.forEach(member -> bodies.add(member::apply));
    try (YonaGroup group = new YonaGroup()) {
      return group.<Object>race(bodies);
    }
  }

  /**
   * Starts a fiber beside the scope's own work; its error is reported, and shows where it was
   * started.
   */
  public static void background(Scope scope, Body<?, ?> body) {
    scope.background(showingItsStart(body));
  }

  /**
   * Starts a fiber whose result is awaited; its error shows where it was started, and is reported
   * when the scope ends if nobody has seen it.
   */
  public static Future<Object> spawn(Scope scope, Body<Object, ?> body) {
    return scope.future(showingItsStart(body));
  }

  /**
   * A body whose fiber knows where it was started, which is here; so does its error, if it is
   * raised in another fiber than this one.
   *
   * @param <T> what the body gives
   */
  public static <T> Body<T, ?> showingItsStart(Body<T, ?> body) {
    Fiber starter = Fiber.current();
    StackTrace started = StackTrace.here();
    return Body.<T, Throwable>from(
        started,
        () -> {
          try {
            return body.run();
          } catch (CancellationException cancelled) {
            throw cancelled;
          } catch (Throwable error) {
            YonaError failure = Errors.caught(error);
            if (Fiber.current() != starter) {
              failure.enclose(started);
            }
            throw failure;
          }
        });
  }

  /**
   * Calls functions together and waits for all of them; the failure of one does not disturb the
   * others. Suspends.
   *
   * @param members functions without parameters
   * @return the outcomes, in the order of the functions; the failures are errors of the language
   */
  public static List<Result<Object>> settle(List<Function> members) {
    try (YonaGroup group = new YonaGroup()) {
      return group.map(
          members.iterator(), Integer.MAX_VALUE, member -> outcome(showingItsStart(member::apply)));
    }
  }

  private static Result<Object> outcome(Body<Object, ?> body) {
    try {
      return new Result.Success<>(body.run());
    } catch (CancellationException | ControlTransfer transfer) {
      throw transfer;
    } catch (Throwable error) {
      return new Result.Failure<>(error);
    }
  }

  /**
   * Calls functions together until one of them has a result; the others are then cancelled. If all
   * of them fail, that is the error of the last. Suspends.
   *
   * @param members functions without parameters, at least one
   * @return the first result
   */
  public static Object firstSuccess(List<Function> members) {
    AtomicInteger left = new AtomicInteger(members.size());
    List<Body<Object, RuntimeException>> bodies = new ArrayList<>();
    for (Function member : members) {
      bodies.add(() -> succeed(member, left));
    }
    try (YonaGroup group = new YonaGroup()) {
      return group.<Object>race(bodies);
    }
  }

  /** The result, or the error if it is the last one; who fails before waits for the others. */
  private static Object succeed(Function member, AtomicInteger left) {
    try {
      return member.apply();
    } catch (CancellationException | ControlTransfer transfer) {
      throw transfer;
    } catch (Throwable error) {
      if (left.decrementAndGet() == 0) {
        throw error;
      }
      if (error instanceof YonaError lost) {
        lost.reportReleases();
      }
    }
    throw Async.never();
  }

  /** A group whose errors show the frames of the fiber that waits for it. */
  private static final class YonaGroup extends Group<RuntimeException> {
    YonaGroup() {
      super(true);
    }

    @Override
    protected Throwable crossing(Throwable error) {
      if (error instanceof ControlTransfer) {
        return error;
      }
      YonaError crossed = Errors.caught(error);
      crossed.joined();
      return crossed;
    }

    /** A catch that takes the first error takes the later ones with it. */
    @Override
    protected void failedLater(Throwable error, @Nullable Throwable first) {
      if (first instanceof YonaError raised && !(error instanceof ControlTransfer)) {
        raised.accompaniedBy(Errors.caught(error));
      } else {
        super.failedLater(error, first);
      }
    }
  }

  /**
   * The order of the members that may read standard input: each starts when those before it are
   * done. If one fails, the group is cancelled, and who waits here with it.
   */
  private static final class InputOrder {
    private @Nullable Place last;

    /** The place of the member that is being started. */
    Place enter() {
      Place place = new Place(last);
      last = place;
      return place;
    }

    /** Applies a function that reads if it is given one that does. */
    SuspendingFunction<Object, Object, RuntimeException> applying(Function function) {
      return element -> {
        if (!function.readsInputWith(0, element)) {
          return function.apply(element);
        }
        Place place = enter();
        place.awaitTurn();
        Object result = function.apply(element);
        place.leave();
        return result;
      };
    }

    /** The place of a member that reads, or of which that is not known yet. */
    private static final class Place {
      private final Promise<Boolean> done = new Promise<>();

      /** Null once all before this are done. */
      private volatile @Nullable Place before;

      Place(@Nullable Place before) {
        this.before = before;
      }

      /** Waits for those before this. Suspends. */
      void awaitTurn() {
        for (Place each = before; each != null; each = each.before) {
          if (each.done.poll() == null) {
            each.done.await();
          }
        }
        before = null;
      }

      /** The member is done, or does not read. */
      void leave() {
        done.complete(true);
      }
    }
  }

  /** Members without dependencies. */
  private static final class Operands implements Group.Members<RuntimeException> {
    private final Function[] members;
    private final Object[] results;
    private final InputOrder input = new InputOrder();
    private int next;

    Operands(Function[] members) {
      this.members = members;
      this.results = new Object[members.length];
    }

    @Override
    public boolean hasNext() {
      return next < members.length;
    }

    @Override
    public void next() {
      int index = next++;
      Function member = members[index];
      if (!member.readsInput()) {
        results[index] = member.apply();
        return;
      }
      InputOrder.Place place = input.enter();
      place.awaitTurn();
      results[index] = member.apply();
      place.leave();
    }
  }

  /** The aliases of a let: a member waits for those that it depends on. */
  private static final class Aliases implements Group.Members<RuntimeException> {
    private final Function[] members;
    private final int[][] dependencies;
    private final boolean[] barriers;
    private final Object[] results;

    /** Completed when the member is done; what was run in place before is done already. */
    private final @Nullable Promise<@Nullable Object>[] done;

    private final InputOrder input = new InputOrder();
    private int next;
    private int lastBarrier = -1;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Aliases(Function[] members, int[][] dependencies, boolean[] barriers) {
      this.members = members;
      this.dependencies = dependencies;
      this.barriers = barriers;
      this.results = new Object[members.length];
      this.done = new Promise[members.length];
      for (int i = 0; i < members.length; i++) {
        done[i] = Promise.amongFibers("alias that it needs");
      }
    }

    @Override
    public boolean hasNext() {
      return next < members.length;
    }

    @Override
    public void next() {
      int index = next++;
      int barrier = lastBarrier;
      if (barriers[index]) {
        lastBarrier = index;
        for (int before = Math.max(barrier, 0); before < index; before++) {
          await(before);
        }
      } else if (barrier >= 0) {
        await(barrier);
      }
      Function member = members[index];
      // Its place is before the later members', whatever it has to wait for until it is known.
      InputOrder.Place place = member.readsInput() || member.called() != 0 ? input.enter() : null;
      Object[] arguments = arguments(dependencies[index]);
      if (place != null) {
        if (readsInput(member, arguments)) {
          place.awaitTurn();
        } else {
          place.leave();
        }
      }
      Object result = arguments.length == 0 ? member.apply() : member.applyAll(arguments);
      results[index] = result;
      done[index].complete(null);
      if (place != null) {
        place.leave();
      }
    }

    private static boolean readsInput(Function member, Object[] arguments) {
      if (member.readsInput()) {
        return true;
      }
      for (int i = 0; i < arguments.length; i++) {
        if (member.readsInputWith(i, arguments[i])) {
          return true;
        }
      }
      return false;
    }

    private Object[] arguments(int[] needed) {
      if (needed.length == 0) {
        return NOTHING;
      }
      Object[] arguments = new Object[needed.length];
      for (int i = 0; i < needed.length; i++) {
        await(needed[i]);
        arguments[i] = results[needed[i]];
      }
      return arguments;
    }

    /** Waits for a member; one that failed cancels the group, and so whoever waits here. */
    private void await(int member) {
      if (done[member].poll() == null) {
        done[member].await();
      }
    }
  }
}
