package yona.library.archive;

/** A header that cannot be read; who knows where it stands makes an error of it. */
final class Broken extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * A fault.
   *
   * @param problem what is wrong
   */
  Broken(String problem) {
    super(problem, null, false, false);
  }

  String problem() {
    return String.valueOf(getMessage());
  }
}
