package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.function.Consumer;
import yona.async.Promise;
import yona.language.runtime.YonaError;

/** Takes the result of a promise, or an awaitable, of another language. */
final class Completion {
  private final YonaContext context;
  private final boolean javaScript;
  private final Promise<Object> result = new Promise<>();

  Completion(YonaContext context, boolean javaScript) {
    this.context = context;
    this.javaScript = javaScript;
  }

  /** The result to come. */
  Pending pending() {
    return new Pending(result);
  }

  /** A function for guests, to be called with the value. */
  Object success() {
    return new Callback(this::succeed);
  }

  /** A function for guests, to be called with what was thrown. */
  Object failure() {
    return new Callback(this::fail);
  }

  private void succeed(Object guest) {
    try {
      result.complete(
          javaScript ? context.views().ofJavaScript(guest) : context.views().value(guest));
    } catch (AbstractTruffleException thrown) {
      result.fail(ForeignErrors.error(context, thrown));
    } catch (Throwable problem) {
      result.fail(problem);
    }
  }

  private void fail(Object guest) {
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      if (interop.isException(guest)) {
        throw interop.throwException(guest);
      }
      String language = context.views().language(guest, interop);
      result.fail(
          YonaError.of(
              language.isEmpty() ? "js" : language,
              interop.asString(interop.toDisplayString(guest, false))));
    } catch (AbstractTruffleException thrown) {
      result.fail(ForeignErrors.error(context, thrown));
    } catch (InteropException refusal) {
      result.fail(ForeignErrors.refused(refusal));
    } catch (Throwable problem) {
      result.fail(problem);
    }
  }

  /** A function of one parameter. */
  @ExportLibrary(InteropLibrary.class)
  static final class Callback implements TruffleObject {
    private final Consumer<Object> body;

    Callback(Consumer<Object> body) {
      this.body = body;
    }

    @ExportMessage
    boolean isExecutable() {
      return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(Object[] arguments) {
      body.accept(arguments.length == 0 ? GuestUnit.UNIT : arguments[0]);
      return GuestUnit.UNIT;
    }
  }
}
