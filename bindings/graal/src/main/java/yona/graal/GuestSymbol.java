package yona.graal;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import yona.data.Symbol;

/** A Symbol: a string, of its name without the colon, which comes back to Yona as the Symbol. */
@ExportLibrary(InteropLibrary.class)
final class GuestSymbol extends GuestValue {
  private final String name;

  GuestSymbol(Symbol symbol) {
    super(symbol);
    this.name = symbol.name();
  }

  @ExportMessage
  boolean isString() {
    return true;
  }

  @ExportMessage
  String asString() {
    return name;
  }
}
