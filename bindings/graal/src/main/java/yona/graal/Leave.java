package yona.graal;

import yona.language.runtime.ControlTransfer;

/**
 * Takes what the engine throws to leave guest code (a context is cancelled, a thread is
 * interrupted) through Yona's code, where no {@code catch} may see it. Whoever lets it out throws
 * what it carries.
 */
final class Leave extends ControlTransfer {
  private static final long serialVersionUID = 1;

  private final transient Throwable thrown;

  Leave(Throwable thrown) {
    this.thrown = thrown;
  }

  /** What the engine has thrown. */
  Throwable thrown() {
    return thrown;
  }
}
