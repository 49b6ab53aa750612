package yona.library.stream;

import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;

/** The stages that gather elements of streams in Seqs. */
public final class StreamPieces {
  private StreamPieces() {}

  static final class Chunks extends StreamStage {
    private final long size;
    private SeqBuilder chunk = Seq.builder();

    Chunks(long size) {
      this.size = size;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      chunk.add(element);
      return chunk.length() < size ? null : whole();
    }

    @Override
    @Nullable Object last() {
      return chunk.length() == 0 ? null : whole();
    }

    private Seq whole() {
      Seq whole = chunk.build();
      chunk = Seq.builder();
      return whole;
    }
  }

  /** Runs of neighbours; a new one begins where two do not belong together. */
  abstract static class Runs extends StreamStage {
    private SeqBuilder run = Seq.builder();

    /** Whether an element belongs to the one before; asked for each, one after the other. */
    abstract boolean continues(Object element);

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      @Nullable Seq whole = null;
      if (!continues(element) && run.length() > 0) {
        whole = run.build();
        run = Seq.builder();
      }
      run.add(element);
      return whole;
    }

    @Override
    @Nullable Object last() {
      return run.length() == 0 ? null : run.build();
    }
  }

  static final class ChunkBy extends Runs {
    private final Function f;
    private @Nullable Object previous;

    ChunkBy(Function f) {
      this.f = f;
    }

    @Override
    boolean continues(Object element) {
      Object next = f.apply(element);
      boolean equal = previous != null && Equality.equal(previous, next);
      previous = next;
      return equal;
    }
  }

  static final class ChunkWhile extends Runs {
    private final Function together;
    private final String where;
    private @Nullable Object previous;

    ChunkWhile(Function together, String where) {
      this.together = together;
      this.where = where;
    }

    @Override
    boolean continues(Object element) {
      @Nullable Object before = previous;
      previous = element;
      return before != null && Arguments.truth(together.apply(before, element), where);
    }
  }

  /** Runs of neighbours that overlap, or leave elements out; what they share is held once. */
  static final class Window extends StreamStage {
    private final long size;
    private final long step;
    private Seq window = Seq.EMPTY;

    /** How many elements stand before the next window. */
    private long gap;

    Window(long size, long step) {
      this.size = size;
      this.step = step;
    }

    @Override
    @Nullable Object apply(Object element, StreamWalk.Frame frame) {
      if (gap > 0) {
        gap--;
        return null;
      }
      Seq whole = window.append(element);
      if (whole.length() < size) {
        window = whole;
        return null;
      }
      window = whole.drop(Math.min(step, size));
      gap = Math.max(0, step - size);
      return whole;
    }
  }
}
