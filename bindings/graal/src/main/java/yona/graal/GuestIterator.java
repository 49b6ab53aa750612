package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.Iterator;

/** Walks over the elements of a collection, for guests. Used by one thread at a time. */
@ExportLibrary(InteropLibrary.class)
final class GuestIterator implements TruffleObject {
  private final Iterator<?> elements;

  /**
   * An iterator.
   *
   * @param elements values of Yona
   */
  GuestIterator(Iterator<?> elements) {
    this.elements = elements;
  }

  @ExportMessage
  boolean isIterator() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  boolean hasIteratorNextElement() {
    return elements.hasNext();
  }

  @ExportMessage
  @TruffleBoundary
  Object getIteratorNextElement() throws StopIterationException {
    if (!elements.hasNext()) {
      throw StopIterationException.create();
    }
    return GuestValue.guest(elements.next());
  }
}
