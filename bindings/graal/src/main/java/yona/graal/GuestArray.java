package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/** A value that is an array for other languages, which cannot change it. */
@ExportLibrary(InteropLibrary.class)
abstract class GuestArray extends GuestValue {
  GuestArray(Object value) {
    super(value);
  }

  /** How many elements it has. */
  abstract long length();

  /**
   * One of them.
   *
   * @param index from 0, below {@link #length}
   */
  abstract Object element(long index);

  @ExportMessage
  boolean hasArrayElements() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  long getArraySize() {
    return length();
  }

  @ExportMessage
  @TruffleBoundary
  boolean isArrayElementReadable(long index) {
    return index >= 0 && index < length();
  }

  @ExportMessage
  @TruffleBoundary
  Object readArrayElement(long index) throws InvalidArrayIndexException {
    if (!isArrayElementReadable(index)) {
      throw InvalidArrayIndexException.create(index);
    }
    return guest(element(index));
  }
}
