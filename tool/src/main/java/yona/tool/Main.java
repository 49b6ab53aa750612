package yona.tool;

/** The {@code yona} command. */
public final class Main {
  private Main() {}

  /**
   * Carries out one command.
   *
   * @param arguments as given on the command line
   */
  public static void main(String[] arguments) {
    System.out.println("yona 0.9.0");
  }
}
