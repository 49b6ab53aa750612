package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import yona.data.Equality;
import yona.language.runtime.Shown;

/**
 * A value of Yona as other languages see it: a view, whose parts become values of guests when
 * somebody asks for them. It never changes. Two are identical if Yona finds their values equal.
 */
@ExportLibrary(InteropLibrary.class)
abstract class GuestValue implements TruffleObject {
  private final Object value;

  GuestValue(Object value) {
    this.value = value;
  }

  /** The value. */
  final Object value() {
    return value;
  }

  /** A part of the value, for guests. To be asked in the context. */
  static Object guest(Object part) {
    return YonaContext.current().views().guest(part);
  }

  @ExportMessage
  final boolean hasLanguage() {
    return true;
  }

  @ExportMessage
  final Class<? extends TruffleLanguage<?>> getLanguage() {
    return YonaLanguage.class;
  }

  @ExportMessage
  final boolean hasMetaObject() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  final Object getMetaObject() {
    return GuestType.of(value);
  }

  @ExportMessage
  @TruffleBoundary
  final Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
    return Shown.value(value);
  }

  @ExportMessage
  static final class IsIdenticalOrUndefined {
    @Specialization
    @TruffleBoundary
    static TriState values(GuestValue receiver, GuestValue other) {
      return TriState.valueOf(Equality.equal(receiver.value, other.value));
    }

    @Fallback
    @SuppressWarnings("unused")
    static TriState others(GuestValue receiver, Object other) {
      return TriState.UNDEFINED;
    }
  }

  @ExportMessage
  @TruffleBoundary
  final int identityHashCode() {
    return Equality.hash(value);
  }
}
