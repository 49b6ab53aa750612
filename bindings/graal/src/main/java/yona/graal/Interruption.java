package yona.graal;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/** Ends what a thread does in a context, because nobody wants it any more. */
@ExportLibrary(InteropLibrary.class)
final class Interruption extends AbstractTruffleException {
  private static final long serialVersionUID = 1;

  Interruption(String message) {
    super(message);
  }

  @ExportMessage
  ExceptionType getExceptionType() {
    return ExceptionType.INTERRUPT;
  }
}
