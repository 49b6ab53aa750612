package yona.graal;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.nodes.LanguageInfo;
import com.oracle.truffle.api.source.SourceSection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import yona.data.Symbol;
import yona.language.interop.JavaErrors;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.StackTrace;
import yona.language.runtime.YonaError;

/**
 * What other languages throw, for Yona: an error whose symbol is the id of the language, as {@code
 * :js}, and {@code :java} for what the host throws. Its stack trace has the functions there, and
 * below them those of Yona. What came from Yona is the same error again.
 */
final class ForeignErrors {
  private static final int MOST_FRAMES = 128;

  private ForeignErrors() {}

  /**
   * Does something in the context.
   *
   * @throws YonaError for an error of guest code
   * @throws Leave for what the engine throws to leave guest code
   */
  static Object guarded(YonaContext context, Supplier<Object> body) {
    try {
      return body.get();
    } catch (AbstractTruffleException thrown) {
      throw error(context, thrown);
    } catch (YonaError | ControlTransfer | StackOverflowError thrown) {
      throw thrown;
    } catch (RuntimeException refused) {
      if (context.isEnding()) {
        throw new Leave(refused);
      }
      throw YonaError.of("polyglot", String.valueOf(refused.getMessage()), refused);
    } catch (Throwable thrown) {
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        // What the JDK and the engine do at the end of the stack wrap it in errors of their own.
        if (cause instanceof StackOverflowError overflow) {
          throw overflow;
        }
      }
      throw new Leave(thrown);
    }
  }

  /** The error for what guest code has thrown. To be called in the context. */
  static RuntimeException error(YonaContext context, AbstractTruffleException thrown) {
    return error(context, thrown, "polyglot");
  }

  /**
   * The same.
   *
   * @param symbol of what says no language
   */
  static RuntimeException error(
      YonaContext context, AbstractTruffleException thrown, String symbol) {
    if (thrown instanceof YonaException ours) {
      return ours.error();
    }
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      ExceptionType type = interop.getExceptionType(thrown);
      if (type == ExceptionType.INTERRUPT) {
        return new Leave(thrown);
      }
      if (context.env().isHostException(thrown)) {
        RuntimeException raised = JavaErrors.raised(context.env().asHostException(thrown));
        return raised instanceof YonaError error
            ? YonaError.foreign(error.symbol(), error.getMessage(), frames(thrown), thrown)
            : raised;
      }
      String known =
          interop.hasLanguage(thrown)
              ? language(context, thrown)
              : type == ExceptionType.PARSE_ERROR ? "syntax" : symbol;
      return YonaError.foreign(Symbol.of(known), message(thrown, type), frames(thrown), thrown);
    } catch (UnsupportedMessageException broken) {
      return new Leave(broken);
    }
  }

  /** {@code :polyglot}: an object of another language does not do what it is asked. */
  static YonaError refused(InteropException refusal) {
    return YonaError.of("polyglot", String.valueOf(refusal.getMessage()), refusal);
  }

  /**
   * The same, where one message alone is not understood by what it is sent to.
   *
   * @param missing what that says of it, for a reader of errors
   */
  static YonaError refused(InteropException refusal, Object guest, String missing) {
    return refusal instanceof UnsupportedMessageException
        ? YonaError.of("polyglot", display(guest) + " " + missing, refusal)
        : refused(refusal);
  }

  /** How the language of an object shows it. */
  static String display(Object guest) {
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      return interop.asString(interop.toDisplayString(guest, false));
    } catch (UnsupportedMessageException broken) {
      return "<object>";
    }
  }

  private static String language(YonaContext context, Object thrown)
      throws UnsupportedMessageException {
    LanguageInfo info =
        context.env().getLanguageInfo(InteropLibrary.getUncached().getLanguage(thrown));
    return info == null ? "polyglot" : info.getId();
  }

  private static String message(AbstractTruffleException thrown, ExceptionType type)
      throws UnsupportedMessageException {
    InteropLibrary interop = InteropLibrary.getUncached();
    if (interop.hasExceptionMessage(thrown)) {
      return interop.asString(interop.getExceptionMessage(thrown));
    }
    return type == ExceptionType.EXIT
        ? "exit with status " + interop.getExceptionExitStatus(thrown)
        : interop.asString(interop.toDisplayString(thrown, false));
  }

  private static List<StackTrace.Frame> frames(AbstractTruffleException thrown)
      throws UnsupportedMessageException {
    InteropLibrary interop = InteropLibrary.getUncached();
    List<StackTrace.Frame> frames = new ArrayList<>();
    if (!interop.hasExceptionStackTrace(thrown)) {
      return frames;
    }
    Object trace = interop.getExceptionStackTrace(thrown);
    long length = Math.min(interop.getArraySize(trace), MOST_FRAMES);
    for (long i = 0; i < length; i++) {
      try {
        Object element = interop.readArrayElement(trace, i);
        String function =
            interop.hasExecutableName(element)
                ? interop.asString(interop.getExecutableName(element))
                : "";
        if (interop.hasSourceLocation(element)) {
          SourceSection place = interop.getSourceLocation(element);
          if (!YonaLanguage.ID.equals(place.getSource().getLanguage())) {
            frames.add(
                new StackTrace.Frame(
                    place.getSource().getName(),
                    function,
                    place.isAvailable() ? place.getStartLine() : 0,
                    place.isAvailable() ? place.getStartColumn() : 0));
          }
        }
      } catch (InteropException unreadable) {
        // The other frames say where it was, too.
      }
    }
    return frames;
  }
}
