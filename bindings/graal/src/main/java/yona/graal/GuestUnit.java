package yona.graal;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import yona.data.Unit;

/** {@code ()}: null. */
@ExportLibrary(InteropLibrary.class)
final class GuestUnit extends GuestValue {
  static final GuestUnit UNIT = new GuestUnit();

  private GuestUnit() {
    super(Unit.UNIT);
  }

  @ExportMessage
  boolean isNull() {
    return true;
  }
}
