package yona.library.stream;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Opts;

/** Sources of streams that hold nothing. */
public final class StreamSources {
  private StreamSources() {}

  /** The elements of a collection. */
  static final class Given extends StreamSource {
    private final Iterator<?> elements;

    Given(Iterator<?> elements) {
      this.elements = elements;
    }

    @Override
    protected @Nullable Object next() {
      return elements.hasNext() ? elements.next() : null;
    }

    @Override
    protected boolean isDone() {
      return !elements.hasNext();
    }
  }

  /** Integers in ascending order. */
  static final class Range extends StreamSource {
    private final long to;
    private long next;

    Range(long from, long to) {
      this.next = from;
      this.to = to;
    }

    @Override
    protected @Nullable Object next() {
      return next < to ? (Object) next++ : null;
    }

    @Override
    protected boolean isDone() {
      return next >= to;
    }
  }

  /** One value again and again. */
  static final class Repeated extends StreamSource {
    private final Object value;

    Repeated(Object value) {
      this.value = value;
    }

    @Override
    protected Object next() {
      return value;
    }
  }

  /** The elements of a collection again and again. */
  static final class Cycled extends StreamSource {
    private final Iterable<?> collection;
    private Iterator<?> elements;

    Cycled(Iterable<?> collection) {
      this.collection = collection;
      elements = collection.iterator();
    }

    @Override
    protected @Nullable Object next() {
      if (!elements.hasNext()) {
        elements = collection.iterator();
      }
      return elements.hasNext() ? elements.next() : null;
    }
  }

  /** A value, and then always what a function makes of the one before. */
  static final class Iterated extends StreamSource {
    private final Function f;
    private Object value;
    private boolean begun;

    Iterated(Function f, Object value) {
      this.f = f;
      this.value = value;
    }

    @Override
    protected Object next() {
      if (begun) {
        value = f.apply(value);
      }
      begun = true;
      return value;
    }
  }

  /** What a function makes of a state, which it changes. */
  static final class Unfolded extends StreamSource {
    private final Function f;
    private final String where;
    private Object state;

    Unfolded(Function f, Object state, String where) {
      this.where = where;
      this.f = f;
      this.state = state;
    }

    @Override
    protected @Nullable Object next() {
      @Nullable Object step = Opts.value(f.apply(state), where);
      if (step == null) {
        return null;
      }
      Tuple pair = Arguments.pairFrom(step, "(:ok, (element, state)) or :none", where);
      state = pair.get(1);
      return pair.get(0);
    }
  }

  /** What a function without parameters gives. */
  static final class Generated extends StreamSource {
    private final Function f;
    private final String where;

    Generated(Function f, String where) {
      this.f = f;
      this.where = where;
    }

    @Override
    protected @Nullable Object next() {
      return Opts.value(f.apply(), where);
    }
  }
}
