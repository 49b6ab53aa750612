package yona.async.stm;

import org.jspecify.annotations.Nullable;

/** A value of a variable, with the number of the commit that wrote it. */
final class Version {

  /** Stands in {@link #value} until the other variables of the same commit have theirs too. */
  static final Object UNSETTLED = new Object();

  /** Set before the version can be seen; 0 for a first value. */
  long number;

  /**
   * The value, or {@link #UNSETTLED}. Written again without a fence: whoever finds this version has
   * synchronized with the commit that put it there, which had the value already.
   */
  @Nullable Object value;

  Version(long number, @Nullable Object value) {
    this.number = number;
    this.value = value;
  }
}
