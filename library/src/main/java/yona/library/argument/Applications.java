package yona.library.argument;

import java.util.Iterator;
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
    Iterator<Object> elements = seq.iterator();
    return f.maySuspend()
        ? Groups.mapTogether(f, seq).iterator()
        : new Iterator<>() {
          @Override
          public boolean hasNext() {
            return elements.hasNext();
          }

          @Override
          public Object next() {
            return f.apply(elements.next());
          }
        };
  }
}
