package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import yona.data.Set;

/** A Set: something to iterate over. */
@ExportLibrary(InteropLibrary.class)
final class GuestSet extends GuestValue {
  private final Set set;

  GuestSet(Set set) {
    super(set);
    this.set = set;
  }

  @ExportMessage
  boolean hasIterator() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object getIterator() {
    return new GuestIterator(set.iterator());
  }
}
