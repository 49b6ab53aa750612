package yona.graal;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.StopIterationException;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Walk;
import yona.language.runtime.Walkable;

/**
 * An array or iterable of another language: comprehensions and reductions walk over its elements,
 * as they are when each is reached.
 */
final class ForeignSequence extends ForeignObject implements Walkable {
  ForeignSequence(ForeignViews.Source source) {
    super(source);
  }

  @Override
  public boolean maySuspend() {
    return true;
  }

  @Override
  public Walk walk() {
    return new Elements(
        context()
            .inside(
                () -> {
                  InteropLibrary interop = InteropLibrary.getUncached();
                  try {
                    return interop.hasArrayElements(guest()) || interop.isIterator(guest())
                        ? guest()
                        : interop.getIterator(guest());
                  } catch (InteropException refusal) {
                    throw ForeignErrors.refused(refusal);
                  }
                }));
  }

  /** Walks over an array by index, or goes on with an iterator. */
  private final class Elements extends Walk {
    private final Object guest;
    private long next;

    Elements(Object guest) {
      this.guest = guest;
    }

    @Override
    public @Nullable Object pull() {
      Object element = context().settled(context().inside(this::element));
      return YonaContext.isNone(element) ? null : element;
    }

    private Object element() {
      InteropLibrary interop = InteropLibrary.getUncached();
      try {
        if (!interop.hasArrayElements(guest)) {
          return value(interop.getIteratorNextElement(guest));
        }
        return next < interop.getArraySize(guest)
            ? value(interop.readArrayElement(guest, next++))
            : YonaContext.NONE;
      } catch (StopIterationException | InvalidArrayIndexException _) {
        return YonaContext.NONE;
      } catch (InteropException refusal) {
        throw ForeignErrors.refused(refusal);
      }
    }

    @Override
    public void close() {}
  }
}
