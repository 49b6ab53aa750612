package yona.graal;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Function;

/**
 * A function of another language. It has as many parameters as that says, for functions that ask
 * how many one takes; but a call is a call, with as many arguments as it has, since there are
 * languages that tell nothing of optional ones. It counts as waiting.
 */
final class ForeignFunction extends Function {
  private final ForeignViews.Source source;

  /** The object whose method it is, and the method's name, if it was read so. */
  private final @Nullable ForeignObject receiver;

  private final @Nullable String member;

  ForeignFunction(ForeignViews.Source source, int arity) {
    this(source, arity, null, null);
  }

  private ForeignFunction(
      ForeignViews.Source source,
      int arity,
      @Nullable ForeignObject receiver,
      @Nullable String member) {
    super(arity);
    this.source = source;
    this.receiver = receiver;
    this.member = member;
  }

  /** The function as a method of an object, which it is called on. */
  ForeignFunction of(ForeignObject object, String name) {
    return new ForeignFunction(source, arity(), object, name);
  }

  /** The same function with another number of parameters. */
  ForeignFunction withArity(int other) {
    return new ForeignFunction(source, other, receiver, member);
  }

  @SuppressWarnings("ReferenceEquality") // contexts are compared by identity
  boolean isOf(YonaContext other) {
    return source.context() == other && receiver == null;
  }

  ForeignViews.Source looksAt() {
    return source;
  }

  Object guest() {
    return source.guest();
  }

  @Override
  public String name() {
    return member == null ? "<function of another language>" : member;
  }

  @Override
  public boolean maySuspend() {
    return true;
  }

  /** Calls it with any number of arguments. */
  Object invoke(Object... arguments) {
    if (receiver != null && member != null) {
      return receiver.call(member, arguments);
    }
    YonaContext context = source.context();
    return source.use(
        () -> {
          try {
            Object[] guests = context.views().guests(arguments);
            return source.value(InteropLibrary.getUncached().execute(source.guest(), guests));
          } catch (InteropException refusal) {
            throw ForeignErrors.refused(refusal, source.guest(), "cannot be called");
          }
        });
  }

  @Override
  public Object apply() {
    return arity() == 0 ? invoke() : this;
  }

  @Override
  public Object apply(Object a) {
    return invoke(a);
  }

  @Override
  public Object apply(Object a, Object b) {
    return invoke(a, b);
  }

  @Override
  public Object apply(Object a, Object b, Object c) {
    return invoke(a, b, c);
  }

  @Override
  public Object apply(Object a, Object b, Object c, Object d) {
    return invoke(a, b, c, d);
  }

  @Override
  protected Object step(Object a) {
    return apply(a);
  }

  @Override
  protected Object step(Object a, Object b) {
    return apply(a, b);
  }

  @Override
  protected Object step(Object a, Object b, Object c) {
    return apply(a, b, c);
  }

  @Override
  protected Object step(Object a, Object b, Object c, Object d) {
    return apply(a, b, c, d);
  }

  @Override
  protected Object call(Object[] arguments) {
    return invoke(arguments);
  }
}
