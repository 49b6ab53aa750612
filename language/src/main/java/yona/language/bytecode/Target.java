package yona.language.bytecode;

/** What becomes of the value of an expression. */
enum Target {
  /** It is the result of the method. */
  TAIL,
  /** It is not wanted. */
  NONE,
  LONG,
  DOUBLE,
  BOOLEAN,
  SEQ,
  OBJECT;

  /** On the stack in a shape. */
  static Target of(Shape shape) {
    return switch (shape) {
      case LONG -> LONG;
      case DOUBLE -> DOUBLE;
      case BOOLEAN -> BOOLEAN;
      case SEQ -> SEQ;
      case OBJECT -> OBJECT;
    };
  }

  /** The shape on the stack; for {@link #TAIL} and {@link #NONE} there is none. */
  Shape shape() {
    return switch (this) {
      case LONG -> Shape.LONG;
      case DOUBLE -> Shape.DOUBLE;
      case BOOLEAN -> Shape.BOOLEAN;
      case SEQ -> Shape.SEQ;
      default -> Shape.OBJECT;
    };
  }
}
