package yona.language.runtime;

/** A function that has got some of its arguments. */
final class Partial extends Function {
  private final Function function;
  private final Object[] given;

  /**
   * The function is no Partial with all its arguments; given is not changed by anybody afterwards.
   */
  Partial(Function function, Object[] given) {
    super(function.arity() - given.length);
    if (function instanceof Partial inner) {
      this.function = inner.function;
      this.given = inner.with(given);
    } else {
      this.function = function;
      this.given = given;
    }
  }

  private Object[] with(Object... more) {
    Object[] all = java.util.Arrays.copyOf(given, given.length + more.length);
    System.arraycopy(more, 0, all, given.length, more.length);
    return all;
  }

  @Override
  public String name() {
    String name = function.qualifiedName();
    String inner = name.startsWith("<") ? name.substring(1, name.length() - 1) : name;
    return "<" + inner + ", given " + given.length + " of " + function.arity() + " arguments>";
  }

  @Override
  public boolean maySuspend() {
    if (function.maySuspend()) {
      return true;
    }
    for (int i = 0; i < given.length; i++) {
      if (function.suspendsWith(i, given[i])) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long applied() {
    return left(function.applied());
  }

  /** The shared bit of the last parameters stays. */
  private long left(long parameters) {
    return parameters >> Math.min(given.length, Long.SIZE - 1);
  }

  @Override
  public boolean readsInput() {
    if (function.readsInput()) {
      return true;
    }
    for (int i = 0; i < given.length; i++) {
      if (function.readsInputWith(i, given[i])) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long called() {
    return left(function.called());
  }

  @Override
  public boolean bounces() {
    return function.bounces();
  }

  @Override
  public Object apply(Object a) {
    if (arity() != 1) {
      return super.apply(a);
    }
    return switch (given.length) {
      case 1 -> function.apply(given[0], a);
      case 2 -> function.apply(given[0], given[1], a);
      case 3 -> function.apply(given[0], given[1], given[2], a);
      default -> function.applyAll(with(a));
    };
  }

  @Override
  public Object apply(Object a, Object b) {
    if (arity() != 2) {
      return super.apply(a, b);
    }
    return switch (given.length) {
      case 1 -> function.apply(given[0], a, b);
      case 2 -> function.apply(given[0], given[1], a, b);
      default -> function.applyAll(with(a, b));
    };
  }

  @Override
  public Object apply(Object a, Object b, Object c) {
    if (arity() != 3) {
      return super.apply(a, b, c);
    }
    return given.length == 1 ? function.apply(given[0], a, b, c) : function.applyAll(with(a, b, c));
  }

  @Override
  public Object apply(Object a, Object b, Object c, Object d) {
    return arity() == 4 ? function.applyAll(with(a, b, c, d)) : super.apply(a, b, c, d);
  }

  @Override
  protected Object call(Object[] arguments) {
    return function.applyAll(with(arguments));
  }

  @Override
  protected Object step(Object a) {
    return arity() == 1 ? function.stepAll(with(a)) : super.step(a);
  }

  @Override
  protected Object step(Object a, Object b) {
    return arity() == 2 ? function.stepAll(with(a, b)) : super.step(a, b);
  }

  @Override
  protected Object step(Object a, Object b, Object c) {
    return arity() == 3 ? function.stepAll(with(a, b, c)) : super.step(a, b, c);
  }

  @Override
  protected Object step(Object a, Object b, Object c, Object d) {
    return arity() == 4 ? function.stepAll(with(a, b, c, d)) : super.step(a, b, c, d);
  }

  @Override
  protected Object callStep(Object[] arguments) {
    return function.stepAll(with(arguments));
  }
}
