package yona.library.stream;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Tuple;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Function;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * One walk of a collection through a reducer (language.md 12).
 *
 * <p>A step ends the walk early in two ways. {@code Transducers::done} leaves the step, so that the
 * accumulator from before it counts. A transducer like {@code take} gives its accumulator and asks
 * the walk {@linkplain #stop() to end after this step}; that way needs nothing of the accumulator,
 * which other transducers, written in Yona perhaps, may have wrapped into one of theirs. Both
 * concern the innermost walk of the fiber; {@code Transducers::cat} passes the end on to the walk
 * around it.
 */
public final class Reduction {
  private static final ThreadLocal<@Nullable Reduction> INNERMOST = new ThreadLocal<>();

  private final @Nullable Reduction around;
  private boolean stopped;

  private Reduction(@Nullable Reduction around) {
    this.around = around;
  }

  /** Leaves a step and ends the walk with the accumulator from before it. */
  public static final class Done extends ControlTransfer {
    private static final long serialVersionUID = 1;
  }

  /** The walk that the calling fiber is in, null if there is none. */
  public static @Nullable Reduction current() {
    return INNERMOST.get();
  }

  /**
   * What {@code Transducers::done} raises: inside a step the end of the walk, elsewhere an error.
   */
  public static RuntimeException done(String where) {
    if (INNERMOST.get() == null) {
      return Failure.badarg(where, "it stands in no step of a reduction");
    }
    return new Done();
  }

  /** Ends the walk after the step that runs. */
  public void stop() {
    stopped = true;
  }

  public boolean isStopped() {
    return stopped;
  }

  /**
   * Runs elements through a reducer.
   *
   * @param reducer what should be {@code (initial, step, complete)}
   * @param elements the elements
   * @param where the function's name for errors
   * @return the final result
   */
  public static Object run(Object reducer, Iterable<?> elements, String where) {
    return run(checked(reducer, where), elements.iterator());
  }

  /** The same for a Stream; what it holds is released however the walk ends. */
  public static Object run(Object reducer, Stream elements, String where) {
    Tuple parts = checked(reducer, where);
    Walk walk = elements.walk();
    Object result;
    try {
      result = accumulated(parts, walk);
    } catch (Throwable error) {
      walk.abandon();
      throw error;
    }
    walk.close();
    return ((Function) parts.get(2)).apply(result);
  }

  private static Object run(Tuple parts, Iterator<?> elements) {
    return ((Function) parts.get(2)).apply(accumulated(parts, elements));
  }

  private static Object accumulated(Tuple parts, Iterator<?> elements) {
    Function step = (Function) parts.get(1);
    Reduction walk = new Reduction(INNERMOST.get());
    INNERMOST.set(walk);
    Object accumulator = parts.get(0);
    try {
      if (!(accumulator instanceof Finished)) {
        while (elements.hasNext()) {
          accumulator = step.apply(accumulator, elements.next());
          if (walk.stopped) {
            break;
          }
        }
      }
    } catch (Done _) {
      walk.stopped = true;
    } finally {
      walk.leave();
    }
    return accumulator;
  }

  /**
   * One step outside of the elements' walk, as a completion makes it that hands on what it kept: a
   * {@code done} in it has nothing more to end.
   */
  public static Object lastStep(Function step, Object accumulator, Object element) {
    Reduction walk = new Reduction(INNERMOST.get());
    INNERMOST.set(walk);
    try {
      return step.apply(accumulator, element);
    } catch (Done _) {
      return accumulator;
    } finally {
      walk.leave();
    }
  }

  private void leave() {
    if (around == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(around);
    }
  }

  /** An initial accumulator of a transducer that wants no element at all. */
  public record Finished(Object accumulator) {}

  /**
   * A reducer: a tuple of an initial accumulator, a step and a completion; else {@code :badarg}.
   */
  public static Tuple checked(Object reducer, String where) {
    if (reducer instanceof Tuple tuple
        && tuple.length() == 3
        && tuple.get(1) instanceof Function
        && tuple.get(2) instanceof Function) {
      if (!(tuple.get(0) instanceof Finished)) {
        Arguments.step(tuple.get(1), tuple.get(0), where);
      }
      return tuple;
    }
    throw Failure.badarg(
        where, Failure.described(reducer) + " is no reducer (initial, step, complete)");
  }
}
