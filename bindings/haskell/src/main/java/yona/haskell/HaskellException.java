package yona.haskell;

/** An error of Haskell in Java. Where it comes back to Haskell, it is what it was there. */
public final class HaskellException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient long pointer;

  HaskellException(String message, long pointer) {
    super(message);
    this.pointer = pointer;
    HaskellFunction.freeWith(this, pointer);
  }

  /** The stable pointer to the error. */
  long pointer() {
    return pointer;
  }
}
