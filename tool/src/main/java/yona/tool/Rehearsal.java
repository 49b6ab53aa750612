package yona.tool;

/** The training run of the JDK's ahead-of-time cache. */
public final class Rehearsal {
  private Rehearsal() {}

  /**
   * Does what most programs do first.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    Main.run("-e", "1 + 1");
    Main.run("--version");
  }
}
