/** The empty program: what a Java process costs before it does anything. */
final class Empty {
  private Empty() {}

  public static void main(String[] arguments) {}
}
