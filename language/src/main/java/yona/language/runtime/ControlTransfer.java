package yona.language.runtime;

/**
 * Leaves computations on purpose: no error, so no {@code catch} of a program sees it, but on its
 * way every {@code with} releases its resource. Whoever throws it catches it.
 */
public abstract class ControlTransfer extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Made once and thrown often: it carries no stack trace. */
  protected ControlTransfer() {
    super(null, null, false, false);
  }

  /** One that something has led to. */
  ControlTransfer(Throwable cause) {
    super(null, cause, false, false);
  }
}
