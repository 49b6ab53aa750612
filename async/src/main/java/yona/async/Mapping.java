package yona.async;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The applications of one function to many elements.
 *
 * <p>The elements are cut into runs as the work goes: a run's fiber takes elements until it reaches
 * a wait, at which point the group's owner comes back and takes them from there. The iterator
 * passes between fibers in the same way as the right to start the next member does, so never two
 * use it at a time.
 */
final class Mapping<E, T extends @Nullable Object, X extends Throwable> {

  private final Iterator<? extends E> elements;
  private final Application<? super E, ? extends T, ? extends X> function;
  private final List<Run> runs = new ArrayList<>();

  Mapping(
      Iterator<? extends E> elements, Application<? super E, ? extends T, ? extends X> function) {
    this.elements = elements;
    this.function = function;
  }

  /** Begins a run with the next element. */
  Run nextRun() {
    Run run = new Run(elements.next());
    runs.add(run);
    return run;
  }

  List<T> results() {
    List<T> all = new ArrayList<>(runs.size());
    for (Run run : runs) {
      all.add(run.first);
      if (run.others != null) {
        all.addAll(run.others);
      }
    }
    return all;
  }

  /** Consecutive elements that one fiber took. */
  final class Run implements Body<@Nullable Object, X> {
    private final E element;
    private @Nullable T first;
    private @Nullable List<T> others;

    private Run(E element) {
      this.element = element;
    }

    void startIn(Group<?> group) {
      group.start(this);
    }

    /** Applies the function to the first element alone. */
    @Nullable Object single() throws X {
      first = function.apply(element);
      return null;
    }

    /** Applies the function to the first element and on until one has reached a wait. */
    @Override
    public @Nullable Object run() throws X {
      Fiber fiber = Fiber.current();
      first = function.apply(element);
      while (fiber.isBeforeFirstWait() && !fiber.isCancelled() && elements.hasNext()) {
        T result = function.apply(elements.next());
        if (others == null) {
          others = new ArrayList<>();
        }
        others.add(result);
      }
      return null;
    }
  }
}
