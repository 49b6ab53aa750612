package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names that stand for values in programs of a context: those that the host has put here. A
 * program sees what is here of the names that it mentions, whenever it runs.
 */
@ExportLibrary(InteropLibrary.class)
final class Bindings implements TruffleObject {
  private final Map<String, Object> values = new ConcurrentHashMap<>();

  /** The names, in ascending order. */
  List<String> names() {
    return values.keySet().stream().sorted().toList();
  }

  /** A value of guests; null of guests if the name was taken away meanwhile. */
  Object value(String name) {
    Object value = values.get(name);
    return value == null ? GuestUnit.UNIT : value;
  }

  @ExportMessage
  boolean hasLanguage() {
    return true;
  }

  @ExportMessage
  Class<? extends TruffleLanguage<?>> getLanguage() {
    return YonaLanguage.class;
  }

  @ExportMessage
  boolean isScope() {
    return true;
  }

  @ExportMessage
  Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
    return "bindings of Yona";
  }

  @ExportMessage
  boolean hasMembers() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
    return new GuestNames(names());
  }

  @ExportMessage(name = "isMemberReadable")
  @ExportMessage(name = "isMemberModifiable")
  @ExportMessage(name = "isMemberRemovable")
  @TruffleBoundary
  boolean isBound(String member) {
    return values.containsKey(member);
  }

  @ExportMessage
  @TruffleBoundary
  boolean isMemberInsertable(String member) {
    return !isBound(member) && isName(member);
  }

  private static boolean isName(String text) {
    return !text.isEmpty() && Character.isLowerCase(text.codePointAt(0));
  }

  @ExportMessage
  @TruffleBoundary
  Object readMember(String member) throws UnknownIdentifierException {
    Object value = values.get(member);
    if (value == null) {
      throw UnknownIdentifierException.create(member);
    }
    return value;
  }

  @ExportMessage
  @TruffleBoundary
  void writeMember(String member, Object value) throws UnknownIdentifierException {
    if (!isName(member)) {
      throw UnknownIdentifierException.create(member);
    }
    values.put(member, value);
  }

  @ExportMessage
  @TruffleBoundary
  void removeMember(String member) throws UnknownIdentifierException {
    if (values.remove(member) == null) {
      throw UnknownIdentifierException.create(member);
    }
  }
}
