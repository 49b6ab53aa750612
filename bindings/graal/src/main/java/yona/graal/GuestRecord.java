package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import yona.data.Record;

/** A record: an object whose members are the fields. */
@ExportLibrary(InteropLibrary.class)
final class GuestRecord extends GuestValue {
  private final Record record;

  GuestRecord(Record record) {
    super(record);
    this.record = record;
  }

  @ExportMessage
  boolean hasMembers() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
    return new GuestNames(record.type().fields());
  }

  @ExportMessage
  @TruffleBoundary
  boolean isMemberReadable(String member) {
    return record.type().indexOf(member) >= 0;
  }

  @ExportMessage
  @TruffleBoundary
  Object readMember(String member) throws UnknownIdentifierException {
    int index = record.type().indexOf(member);
    if (index < 0) {
      throw UnknownIdentifierException.create(member);
    }
    return guest(record.get(index + 1));
  }
}
