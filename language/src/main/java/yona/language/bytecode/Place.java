package yona.language.bytecode;

import yona.language.optimize.CursorParameters;

/** Where a variable is while a method runs. */
sealed interface Place {
  /** The representation in which it is read. */
  Representation representation();

  /** A local variable of the JVM. */
  record Slot(int index, Representation representation) implements Place {}

  /** An element of the array that the methods of a very large function share. */
  record Element(int index) implements Place {
    @Override
    public Representation representation() {
      return Representation.OBJECT;
    }
  }

  /**
   * What is left of a cursor ({@link CursorParameters}); read, it becomes a Seq.
   *
   * @param cursor the local that holds the cursor, or a value that is no Seq
   * @param passed behind how many elements of the cursor it begins; if any, it is one
   */
  record Rest(int cursor, int passed) implements Place {
    @Override
    public Representation representation() {
      return passed == 0 ? Representation.OBJECT : Representation.SEQ;
    }
  }
}
