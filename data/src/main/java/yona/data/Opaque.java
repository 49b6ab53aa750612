package yona.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A value that only its identity tells apart: a function, a module or a resource. It is equal to
 * itself alone.
 */
public abstract class Opaque {
  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final VarHandle NUMBER;

  static {
    try {
      NUMBER = MethodHandles.lookup().findVarHandle(Opaque.class, "number", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The place in the total order; 0 until somebody asks, so that making a closure stays free of it.
   */
  private volatile long number;

  /** Made by subclasses. */
  protected Opaque() {}

  /** {@link Kind#FUNCTION}, {@link Kind#MODULE}, {@link Kind#RESOURCE} or {@link Kind#NATIVE}. */
  public abstract Kind kind();

  /**
   * The source text of the value, as {@code inspect} shows it: {@code foldl/3}, {@code <file
   * a.txt>}.
   */
  public abstract String source();

  /** The plain text of the value; the source text unless a subclass says otherwise. */
  public String plain() {
    return source();
  }

  /**
   * The place among values of the same rank, given out when first asked for and kept from then on.
   */
  final long number() {
    long known = number;
    if (known == 0) {
      NUMBER.compareAndSet(this, 0L, nextNumber());
      known = number;
    }
    return known;
  }

  static long nextNumber() {
    return NUMBERS.incrementAndGet();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public final int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return source();
  }
}
