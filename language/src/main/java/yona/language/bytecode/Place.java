package yona.language.bytecode;

/** Where a variable is while a method runs. */
sealed interface Place {
  /** The shape in which it is read. */
  Shape shape();

  /** A local variable of the JVM. */
  record Slot(int index, Shape shape) implements Place {}

  /** An element of the array that the methods of a very large function share. */
  record Element(int index) implements Place {
    @Override
    public Shape shape() {
      return Shape.OBJECT;
    }
  }
}
