package yona.library.argument;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;

/**
 * A function applied to every element of a sequence, as one group (language.md 11.2): if the
 * function may suspend, its applications wait together, a bounded number at a time; if not, each
 * takes place when its result is asked for, and nothing is set up for concurrency.
 */
public final class Applications {
  private Applications() {}

  /** The results, in the order of the elements. Every result is to be taken. */
  public static Iterator<Object> of(Function f, Seq seq) {
    return f.maySuspend() ? Groups.mapTogether(f, seq).iterator() : new OneByOne(f, seq);
  }

  /** Applies when asked, up to an element with which the function may have to wait. */
  private static final class OneByOne implements Iterator<Object> {
    private final Function f;
    private final Seq seq;
    private final Iterator<Object> elements;
    private long taken;

    /** The results of that element and of those behind it. */
    private @Nullable Iterator<Object> together;

    OneByOne(Function f, Seq seq) {
      this.f = f;
      this.seq = seq;
      this.elements = seq.iterator();
    }

    @Override
    public boolean hasNext() {
      return together == null ? elements.hasNext() : together.hasNext();
    }

    @Override
    public Object next() {
      if (together != null) {
        return together.next();
      }
      Object element = elements.next();
      if (f.suspendsWith(0, element)) {
        together = Groups.mapTogether(f, seq.drop(taken)).iterator();
        return together.next();
      }
      taken++;
      return f.apply(element);
    }
  }
}
