package yona.language.embedding;

import yona.language.runtime.ProgramStop;

/**
 * A run was stopped because it had used more than its engine allows. What it had opened is
 * released, and nothing of it runs any more.
 */
public final class StoppedException extends YonaException {
  private static final long serialVersionUID = 1;

  private final ProgramStop.Reason reason;

  StoppedException(ProgramStop.Reason reason) {
    super(
        switch (reason) {
          case TIME -> "the script was stopped: its time was over";
          case FIBERS -> "the script was stopped: it had started too many fibers";
          case MEMORY -> "the script was stopped: the memory of the process was about to run out";
          case OUTPUT -> "the script was stopped: it had written too much";
          case INTERRUPTED, ENDED ->
              "the script was stopped: the thread that called it was interrupted";
        },
        null);
    this.reason = reason;
  }

  /**
   * What it had used too much of; {@code MEMORY} says that it was computing when the process had
   * too little left, not that it was the one that held it; {@code INTERRUPTED} only from a function
   * that Java called.
   */
  public ProgramStop.Reason reason() {
    return reason;
  }
}
