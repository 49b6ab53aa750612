package yona.async.stm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A value of a variable, with the number of the commit that wrote it. */
final class Version {

  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(Version.class, "value", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Stands in {@link #value} until the other variables of the same commit have theirs too. */
  static final Object UNSETTLED = new Object();

  /** Set before the version can be seen; 0 for a first value. */
  long number;

  /** The value, or {@link #UNSETTLED} at first. */
  private @Nullable Object value;

  Version(long number, @Nullable Object value) {
    this.number = number;
    this.value = value;
  }

  /**
   * The value, for a transaction, which has synchronized with the commit: that was complete at the
   * transaction's snapshot.
   */
  @Nullable Object value() {
    return value;
  }

  /**
   * The value, or {@link #UNSETTLED}, for who reads outside of transactions: who finds it here
   * finds the new versions in the other variables of the commit too.
   */
  @Nullable Object committed() {
    return VALUE.getAcquire(this);
  }

  /** Puts the value in its place, when all versions of the commit are in theirs. */
  void settle(@Nullable Object settled) {
    VALUE.setRelease(this, settled);
  }
}
