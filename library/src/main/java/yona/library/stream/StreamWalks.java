package yona.library.stream;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.language.runtime.Walk;

/** Sources that take their elements from several streams, in the fiber that asks for them. */
abstract class StreamWalks extends StreamSource {
  /** One of each stream; at its end it gives null as often as it is pulled. */
  final Walk[] walks;

  /** Begins the walks of all. */
  private StreamWalks(Stream... streams) {
    walks = new Walk[streams.length];
    for (int i = 0; i < walks.length; i++) {
      try {
        walks[i] = streams[i].walk();
      } catch (Throwable error) {
        abandon(0, i);
        throw error;
      }
    }
  }

  private void abandon(int from, int to) {
    for (Walk walk : Arrays.asList(walks).subList(from, to)) {
      walk.abandon();
    }
  }

  @Override
  protected void close() {
    for (int i = 0; i < walks.length; i++) {
      try {
        walks[i].close();
      } catch (Throwable error) {
        abandon(i + 1, walks.length);
        throw error;
      }
    }
  }

  /** The elements of two streams side by side; ends with the shorter one. */
  static final class Zipped extends StreamWalks {
    private final @Nullable Function f;

    /**
     * Begins the walks of both.
     *
     * @param f what is made of two elements; null for pairs
     */
    Zipped(@Nullable Function f, Stream left, Stream right) {
      super(left, right);
      this.f = f;
    }

    @Override
    protected @Nullable Object next() {
      @Nullable Object a = walks[0].pull();
      @Nullable Object b = a == null ? null : walks[1].pull();
      if (a == null || b == null) {
        return null;
      }
      return f == null ? Tuple.of(a, b) : f.apply(a, b);
    }
  }

  /** The elements of two streams side by side; ends with the longer one. */
  static final class ZippedLongest extends StreamWalks {
    private final Object filler;

    ZippedLongest(Object filler, Stream left, Stream right) {
      super(left, right);
      this.filler = filler;
    }

    @Override
    protected @Nullable Object next() {
      @Nullable Object a = walks[0].pull();
      @Nullable Object b = walks[1].pull();
      return a == null && b == null
          ? null
          : Tuple.of(a == null ? filler : a, b == null ? filler : b);
    }
  }

  /** The elements of two streams in turn, then the rest of the longer one. */
  static final class Interleaved extends StreamWalks {
    private int turn;

    Interleaved(Stream left, Stream right) {
      super(left, right);
    }

    @Override
    protected @Nullable Object next() {
      @Nullable Object element = taken();
      return element == null ? taken() : element;
    }

    private @Nullable Object taken() {
      Walk walk = walks[turn];
      turn = 1 - turn;
      return walk.pull();
    }
  }

  /** The elements of streams in ascending order, in that order; of equals those of the first. */
  static final class MergedSorted extends StreamWalks {
    private record Head(Object element, int walk) {}

    private final PriorityQueue<Head> heads =
        new PriorityQueue<>(
            Comparator.<Head, Object>comparing(Head::element, TotalOrder::compare)
                .thenComparingInt(Head::walk));

    /** The walk that the last element came from; before the first one -1. */
    private int last = -1;

    MergedSorted(Stream... streams) {
      super(streams);
    }

    @Override
    protected @Nullable Object next() {
      if (last >= 0) {
        ask(last);
      } else {
        for (int i = 0; i < walks.length; i++) {
          ask(i);
        }
      }
      Head head = heads.poll();
      if (head == null) {
        return null;
      }
      last = head.walk;
      return head.element;
    }

    private void ask(int walk) {
      @Nullable Object element = walks[walk].pull();
      if (element != null) {
        heads.add(new Head(element, walk));
      }
    }
  }
}
