package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.EnumMap;
import java.util.Map;
import yona.data.Kind;
import yona.data.Record;

/** What sort of value something is, for guests: by the kinds of Yona; of a record its type. */
@ExportLibrary(InteropLibrary.class)
final class GuestType implements TruffleObject {
  /** Errors, which are no values of Yona. */
  static final GuestType ERROR = new GuestType("Error");

  private static final Map<Kind, GuestType> KINDS = new EnumMap<>(Kind.class);

  static {
    for (Kind kind : Kind.values()) {
      KINDS.put(kind, new GuestType(name(kind)));
    }
  }

  private final String name;

  private GuestType(String name) {
    this.name = name;
  }

  /** The type of a value of Yona. */
  static GuestType of(Object value) {
    return value instanceof Record record
        ? new GuestType(record.type().name().name())
        : KINDS.get(Kind.of(value));
  }

  private static String name(Kind kind) {
    return switch (kind) {
      case UNIT -> "Unit";
      case BOOLEAN -> "Boolean";
      case INTEGER -> "Int";
      case BYTE -> "Byte";
      case BIG -> "Big";
      case FLOAT -> "Float";
      case CHAR -> "Char";
      case SYMBOL -> "Symbol";
      case TUPLE -> "Tuple";
      case SEQ -> "Seq";
      case SET -> "Set";
      case DICT -> "Dict";
      case FUNCTION -> "Function";
      case MODULE -> "Module";
      case RESOURCE -> "Resource";
      case NATIVE -> "Native";
    };
  }

  @ExportMessage
  boolean isMetaObject() {
    return true;
  }

  @ExportMessage(name = "getMetaQualifiedName")
  @ExportMessage(name = "getMetaSimpleName")
  Object getMetaName() {
    return name;
  }

  @ExportMessage
  @TruffleBoundary
  boolean isMetaInstance(Object instance) {
    return instance instanceof GuestValue guest
        ? of(guest.value()).name.equals(name)
        : instance instanceof YonaException && name.equals(ERROR.name);
  }

  @ExportMessage
  Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
    return name;
  }
}
