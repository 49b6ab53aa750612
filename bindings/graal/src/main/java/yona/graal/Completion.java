package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.function.UnaryOperator;
import yona.language.runtime.YonaError;

/** Takes the result of a promise, or an awaitable, of another language. */
final class Completion {
  private final YonaContext context;
  private final Pending pending;

  Completion(YonaContext context, Pending pending) {
    this.context = context;
    this.pending = pending;
  }

  /** A function for guests, to be called with the value. */
  Object success() {
    return new Callback(this::succeed);
  }

  /** A function for guests, to be called with what was thrown. */
  Object failure() {
    return new Callback(this::fail);
  }

  private Object succeed(Object guest) {
    try {
      pending.succeed(
          pending.isJavaScript()
              ? context.views().ofJavaScript(guest)
              : context.views().value(guest));
    } catch (AbstractTruffleException thrown) {
      pending.result().fail(ForeignErrors.error(context, thrown));
    } catch (Throwable problem) {
      pending.result().fail(problem);
    }
    return GuestUnit.UNIT;
  }

  private Object fail(Object guest) {
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      if (interop.isException(guest)) {
        throw interop.throwException(guest);
      }
      String language = context.views().language(guest, interop);
      pending
          .result()
          .fail(
              YonaError.of(
                  language.isEmpty() ? "js" : language,
                  interop.asString(interop.toDisplayString(guest, false))));
    } catch (AbstractTruffleException thrown) {
      pending.result().fail(ForeignErrors.error(context, thrown));
    } catch (InteropException refusal) {
      pending.result().fail(ForeignErrors.refused(refusal));
    } catch (Throwable problem) {
      pending.result().fail(problem);
    }
    return GuestUnit.UNIT;
  }

  /** A function of one parameter. */
  @ExportLibrary(InteropLibrary.class)
  static final class Callback implements TruffleObject {
    private final UnaryOperator<Object> body;

    Callback(UnaryOperator<Object> body) {
      this.body = body;
    }

    @ExportMessage
    boolean isExecutable() {
      return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(Object[] arguments) {
      return body.apply(arguments.length == 0 ? GuestUnit.UNIT : arguments[0]);
    }
  }
}
