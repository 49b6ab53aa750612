package yona.library.stream;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** The stages that elements of streams go through. */
public final class StreamStages {
  private StreamStages() {}

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
      Object given = f.apply(element);
      @Nullable Stream stream = Stream.ofElements(given);
      if (stream == null) {
        throw Failure.type(where, "a Stream, Seq, Set or Dict from its function", given);
      }
      frame.push(stream, place);
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

  static final class Chunks extends StreamStage {
    private final long size;
    private SeqBuilder chunk = Seq.builder();
    private long length;

    Chunks(long size) {
      this.size = size;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      chunk.add(element);
      return ++length < size ? null : whole();
    }

    @Override
    @Nullable Object last() {
      return length == 0 ? null : whole();
    }

    private Seq whole() {
      Seq whole = chunk.build();
      chunk = Seq.builder();
      length = 0;
      return whole;
    }
  }
}
