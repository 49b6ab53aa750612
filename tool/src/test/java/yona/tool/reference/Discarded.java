package yona.tool.reference;

/** The program says nothing: it runs too long, or what it gives is not laid down. */
final class Discarded extends RuntimeException {
  private static final long serialVersionUID = 1;

  Discarded() {
    super(null, null, false, false);
  }
}
