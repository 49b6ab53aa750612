package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import yona.language.runtime.Function;
import yona.language.runtime.Module;

/** A module: an object whose members are the functions that it exports. */
@ExportLibrary(InteropLibrary.class)
final class GuestModule extends GuestValue {
  private final Module module;

  GuestModule(Module module) {
    super(module);
    this.module = module;
  }

  @ExportMessage
  boolean hasMembers() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
    return new GuestNames(
        module.functions().stream().map(Function::name).filter(this::isExported).toList());
  }

  @ExportMessage(name = "isMemberReadable")
  @ExportMessage(name = "isMemberInvocable")
  @TruffleBoundary
  boolean isExported(String member) {
    return module.exports().contains(member)
        && module.functions().stream().anyMatch(function -> function.name().equals(member));
  }

  @ExportMessage
  @TruffleBoundary
  Object readMember(String member) throws UnknownIdentifierException {
    if (!isExported(member)) {
      throw UnknownIdentifierException.create(member);
    }
    return guest(module.member(member));
  }

  @ExportMessage
  @TruffleBoundary
  Object invokeMember(String member, Object[] arguments) throws UnknownIdentifierException {
    if (!isExported(member)) {
      throw UnknownIdentifierException.create(member);
    }
    return new GuestFunction(module.member(member)).execute(arguments);
  }
}
