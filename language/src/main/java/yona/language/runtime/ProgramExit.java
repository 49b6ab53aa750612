package yona.language.runtime;

/** The end of a program that it has asked for: {@code System::exit}. */
public final class ProgramExit extends ControlTransfer {
  private static final long serialVersionUID = 1;

  private final int status;

  ProgramExit(int status) {
    this.status = status;
  }

  /**
   * What the process that runs the program is to end with.
   *
   * @return 0 to 255
   */
  public int status() {
    return status;
  }
}
