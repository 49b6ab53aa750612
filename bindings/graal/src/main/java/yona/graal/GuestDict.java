package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;

/** A Dict: a hash, whose keys are found as Yona finds them. */
@ExportLibrary(InteropLibrary.class)
final class GuestDict extends GuestValue {
  private final Dict dict;

  GuestDict(Dict dict) {
    super(dict);
    this.dict = dict;
  }

  @ExportMessage
  boolean hasHashEntries() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  long getHashSize() {
    return dict.size();
  }

  private @Nullable Object find(Object key) {
    return dict.get(YonaContext.current().views().value(key));
  }

  @ExportMessage
  @TruffleBoundary
  boolean isHashEntryReadable(Object key) {
    return find(key) != null;
  }

  @ExportMessage
  @TruffleBoundary
  Object readHashValue(Object key) throws UnknownKeyException {
    Object found = find(key);
    if (found == null) {
      throw UnknownKeyException.create(key);
    }
    return guest(found);
  }

  @ExportMessage
  @TruffleBoundary
  Object getHashEntriesIterator() {
    return new GuestIterator(dict.iterator());
  }
}
