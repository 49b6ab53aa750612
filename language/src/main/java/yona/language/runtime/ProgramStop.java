package yona.language.runtime;

/** The end of a program that its host wants, or that has used more than it may. */
public final class ProgramStop extends ControlTransfer {
  private static final long serialVersionUID = 1;

  /** Why a program is stopped. */
  public enum Reason {
    /** Its time is over. */
    TIME,
    /** It has started more fibers than it may have. */
    FIBERS,
    /** The memory of the process was about to run out, or did, while it ran. */
    MEMORY,
    /** It has written more than it may. */
    OUTPUT,
    /** Whoever waited for it was interrupted. */
    INTERRUPTED,
    /** Its main part has ended; what still runs in the background has to end too. */
    ENDED
  }

  private final Reason reason;

  ProgramStop(Reason reason) {
    this.reason = reason;
  }

  /** Why it is stopped. */
  public Reason reason() {
    return reason;
  }
}
