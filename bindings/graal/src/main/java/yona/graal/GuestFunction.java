package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import yona.language.runtime.Function;

/**
 * A function. With fewer arguments than parameters it gives a function of the rest; arguments
 * beyond go to the result if that is a function, and are left out else.
 */
@ExportLibrary(InteropLibrary.class)
final class GuestFunction extends GuestValue {
  private final Function function;

  GuestFunction(Function function) {
    super(function);
    this.function = function;
  }

  @ExportMessage
  boolean isExecutable() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object execute(Object[] arguments) {
    YonaContext context = YonaContext.current();
    return context.views().guest(Applying.function(context, null, function, arguments));
  }

  @ExportMessage
  boolean hasExecutableName() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object getExecutableName() {
    return function.name();
  }
}
