package yona.library.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** The stages that elements of streams go through. */
public final class StreamStages {
  private StreamStages() {}

  /** The elements that a function has given. */
  private static Stream elements(Object given, String where) {
    @Nullable Stream stream = Stream.ofElements(given);
    if (stream == null) {
      throw Failure.type(where, "a Stream, Seq, Set or Dict from its function", given);
    }
    return stream;
  }

  static final class Map extends StreamStage {
    private final Function f;

    Map(Function f) {
      this.f = f;
    }

    @Override
    Object apply(Object element, StreamWalk.Frame frame) {
      return f.apply(element);
    }
  }

  static final class Filter extends StreamStage {
    private final Function test;
    private final boolean wanted;
    private final String where;

    Filter(Function test, boolean wanted, String where) {
      this.test = test;
      this.wanted = wanted;
      this.where = where;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      return Arguments.truth(test.apply(element), where) == wanted ? element : null;
    }
  }

  static final class FilterMap extends StreamStage {
    private final Function f;
    private final String where;

    FilterMap(Function f, String where) {
      this.f = f;
      this.where = where;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      return Opts.value(f.apply(element), where);
    }
  }

  /** Puts the elements of what a function gives in the place of an element. */
  static final class FlatMap extends StreamStage {
    private final Function f;
    private final String where;

    FlatMap(Function f, String where) {
      this.f = f;
      this.where = where;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      frame.push(elements(f.apply(element), where), place);
      return null;
    }
  }

  /** Takes elements apart that are streams. */
  static final class Flatten extends StreamStage {
    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      frame.push((Stream) element, place);
      return null;
    }
  }

  static final class TakeWhile extends StreamStage {
    private final Function test;
    private final String where;

    TakeWhile(Function test, String where) {
      this.test = test;
      this.where = where;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      if (Arguments.truth(test.apply(element), where)) {
        return element;
      }
      frame.end(place);
      return null;
    }
  }

  static final class DropWhile extends StreamStage {
    private final String where;
    private @Nullable Function test;

    DropWhile(Function test, String where) {
      this.test = test;
      this.where = where;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      if (test != null && Arguments.truth(test.apply(element), where)) {
        return null;
      }
      test = null;
      return element;
    }
  }

  static final class Take extends StreamStage {
    private long left;

    Take(long count) {
      left = count;
    }

    @Override
    void begin(StreamWalk.Frame frame) {
      if (left == 0) {
        frame.end(place);
      }
    }

    @Override
    Object apply(Object element, StreamWalk.Frame frame) {
      if (--left == 0) {
        frame.endBeforeNext(place);
      }
      return element;
    }
  }

  static final class Drop extends StreamStage {
    private long left;

    Drop(long count) {
      left = count;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      if (left > 0) {
        left--;
        return null;
      }
      return element;
    }
  }

  static final class Enumerate extends StreamStage {
    private long index;

    @Override
    Object apply(Object element, StreamWalk.Frame frame) {
      return Tuple.of(index++, element);
    }
  }

  static final class Scan extends StreamStage {
    private final Function f;
    private Object accumulator;

    Scan(Function f, Object init) {
      this.f = f;
      this.accumulator = init;
    }

    @Override
    Object first() {
      return accumulator;
    }

    @Override
    Object apply(Object element, StreamWalk.Frame frame) {
      accumulator = f.apply(accumulator, element);
      return accumulator;
    }
  }

  /** Lets every n-th element through, the first one included, or all others. */
  static final class Every extends StreamStage {
    private final long step;
    private final boolean wanted;
    private long left;

    Every(long step, boolean wanted) {
      this.step = step;
      this.wanted = wanted;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      boolean hit = left == 0;
      left = (hit ? step : left) - 1;
      return hit == wanted ? element : null;
    }
  }

  /** Drops the elements whose key equals that of the one before. */
  static final class Dedupe extends StreamStage {
    private final @Nullable Function key;
    private @Nullable Object previous;

    /** By a key; null if it is the element itself. */
    Dedupe(@Nullable Function key) {
      this.key = key;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      Object next = key == null ? element : key.apply(element);
      boolean equal = previous != null && Equality.equal(previous, next);
      previous = next;
      return equal ? null : element;
    }
  }

  /** Drops the elements whose key equals that of an earlier one. */
  static final class Unique extends StreamStage {
    private final @Nullable Function key;
    private final Set.Builder seen = Set.builder();

    /** By a key; null if it is the element itself. */
    Unique(@Nullable Function key) {
      this.key = key;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      Object next = key == null ? element : key.apply(element);
      int before = seen.size();
      return seen.add(next).size() == before ? null : element;
    }
  }

  static final class Intersperse extends StreamStage {
    private final Object between;
    private boolean begun;

    Intersperse(Object between) {
      this.between = between;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      if (!begun) {
        begun = true;
        return element;
      }
      frame.push(Stream.of(List.of(between, element)), place);
      return null;
    }
  }

  /** Puts what a function makes of a state and an element in its place. */
  static final class Transform extends StreamStage {
    private static final Symbol DONE = Symbol.of("done");

    private final Function f;
    private final String where;
    private Object state;

    Transform(Function f, Object state, String where) {
      this.f = f;
      this.state = state;
      this.where = where;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      Object given = f.apply(state, element);
      if (DONE.equals(given)) {
        frame.end(place);
        return null;
      }
      Tuple step = Arguments.pairFrom(given, "(elements, state) or :done", where);
      state = step.get(1);
      if (step.get(0) instanceof Seq few && few.length() <= 1) {
        return few.isEmpty() ? null : few.head();
      }
      frame.push(elements(step.get(0), where), place);
      return null;
    }
  }
}
