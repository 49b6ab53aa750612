package yona.graal;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.language.interop.ForeignReceiver;
import yona.language.runtime.YonaError;

/**
 * An object of another language: a view, through which programs see its members as they are now.
 * {@code object::name} reads a member, and calls it if it is a function without parameters; {@code
 * object::name a b} calls it. All of that is done in the context, by whoever is there.
 */
class ForeignObject extends Opaque implements ForeignReceiver {
  private final ForeignViews.Source source;
  private final YonaContext context;
  private final Object guest;

  ForeignObject(ForeignViews.Source source) {
    this.source = source;
    this.context = source.context();
    this.guest = source.guest();
  }

  /** A part of the object for Yona. */
  final Object value(Object part) {
    return source.value(part);
  }

  final ForeignViews.Source looksAt() {
    return source;
  }

  final YonaContext context() {
    return context;
  }

  final Object guest() {
    return guest;
  }

  /**
   * The object itself.
   *
   * @throws YonaError {@code :polyglot} in another context than its own
   */
  @SuppressWarnings("ReferenceEquality") // contexts are compared by identity
  final Object guestIn(YonaContext other) {
    if (other != context) {
      throw YonaError.of(
          "polyglot",
          "an object of one context cannot be used in another one; polyglot\\Value::from makes a"
              + " value of it that can");
    }
    return guest;
  }

  @Override
  public final Kind kind() {
    return Kind.NATIVE;
  }

  @Override
  public final String source() {
    try {
      return ((Seq) use((interop, object) -> interop.toDisplayString(object, false))).asString();
    } catch (YonaError | Leave unreachable) {
      return "<object of a context that is closed>";
    }
  }

  /** A use of the object that its language may refuse. */
  @FunctionalInterface
  interface Use {
    /** Uses it, in the context. */
    Object of(InteropLibrary interop, Object guest) throws InteropException;
  }

  /**
   * Uses the object. May suspend.
   *
   * @return the result for Yona, waited for
   */
  final Object use(Use use) {
    return source.use(
        () -> {
          try {
            return value(use.of(InteropLibrary.getUncached(), guest));
          } catch (InteropException refusal) {
            throw ForeignErrors.refused(refusal);
          }
        });
  }

  @Override
  public final Object mention(String name) {
    Object value = use((interop, object) -> member(interop, object, name));
    return value instanceof ForeignFunction function
        ? function.arity() == 0 ? call(name, new Object[0]) : function.of(this, name)
        : value;
  }

  @Override
  public final Object call(String name, Object[] arguments) {
    return use(
        (interop, object) -> {
          Object[] guests = context.views().guests(arguments);
          if (interop.isMemberInvocable(object, name)) {
            return interop.invokeMember(object, name, guests);
          }
          Object member = member(interop, object, name);
          InteropLibrary called = InteropLibrary.getUncached();
          if (!called.isExecutable(member)) {
            throw YonaError.of(
                "polyglot",
                ForeignErrors.display(object)
                    + " has no function "
                    + name
                    + ", but "
                    + ForeignErrors.display(member));
          }
          return called.execute(member, guests);
        });
  }

  private static Object member(InteropLibrary interop, Object object, String name)
      throws InteropException {
    try {
      return interop.readMember(object, name);
    } catch (UnknownIdentifierException unknown) {
      throw YonaError.of(
          "polyglot", ForeignErrors.display(object) + " has no member " + name, unknown);
    }
  }
}
