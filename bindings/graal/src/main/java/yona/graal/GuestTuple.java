package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import yona.data.Tuple;

/** A tuple: an array. */
@ExportLibrary(InteropLibrary.class)
final class GuestTuple extends GuestValue {
  private final Tuple tuple;

  GuestTuple(Tuple tuple) {
    super(tuple);
    this.tuple = tuple;
  }

  @ExportMessage
  boolean hasArrayElements() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  long getArraySize() {
    return tuple.length();
  }

  @ExportMessage
  @TruffleBoundary
  boolean isArrayElementReadable(long index) {
    return index >= 0 && index < tuple.length();
  }

  @ExportMessage
  @TruffleBoundary
  Object readArrayElement(long index) throws InvalidArrayIndexException {
    if (!isArrayElementReadable(index)) {
      throw InvalidArrayIndexException.create(index);
    }
    return guest(tuple.get((int) index));
  }
}
