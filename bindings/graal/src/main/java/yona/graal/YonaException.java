package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import org.jspecify.annotations.Nullable;
import yona.data.Text;
import yona.language.runtime.YonaError;

/**
 * An error of Yona as guests see it. Its message is the symbol and the text; members are {@code
 * symbol} and {@code message}. When it comes back to Yona it is the same error again.
 */
@ExportLibrary(InteropLibrary.class)
final class YonaException extends AbstractTruffleException {
  private static final long serialVersionUID = 1;
  private static final String SYMBOL = "symbol";
  private static final String MESSAGE = "message";

  private final transient YonaError error;

  YonaException(YonaError error, @Nullable Node location) {
    super(text(error), error.getCause(), UNLIMITED_STACK_TRACE, location);
    this.error = error;
  }

  private static String text(YonaError error) {
    String text = error.getMessage();
    return Text.source(error.symbol()) + (text.isEmpty() ? "" : ": " + text);
  }

  YonaError error() {
    return error;
  }

  @ExportMessage
  boolean hasMembers() {
    return true;
  }

  @ExportMessage
  Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
    return new GuestNames(java.util.List.of(SYMBOL, MESSAGE));
  }

  @ExportMessage
  boolean isMemberReadable(String member) {
    return member.equals(SYMBOL) || member.equals(MESSAGE);
  }

  @ExportMessage
  @TruffleBoundary
  Object readMember(String member) throws UnknownIdentifierException {
    return switch (member) {
      case SYMBOL -> new GuestSymbol(error.symbol());
      case MESSAGE -> error.getMessage();
      default -> throw UnknownIdentifierException.create(member);
    };
  }

  @ExportMessage
  boolean hasMetaObject() {
    return true;
  }

  @ExportMessage
  Object getMetaObject() {
    return GuestType.ERROR;
  }
}
