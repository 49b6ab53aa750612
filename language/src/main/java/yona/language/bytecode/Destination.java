package yona.language.bytecode;

/** What becomes of the value of an expression. */
enum Destination {
  /** It is the result of the method. */
  TAIL,
  /** It is not wanted. */
  NONE,
  LONG,
  DOUBLE,
  BOOLEAN,
  SEQ,
  OBJECT;

  /** On the stack in a representation. */
  static Destination of(Representation representation) {
    return switch (representation) {
      case LONG -> LONG;
      case DOUBLE -> DOUBLE;
      case BOOLEAN -> BOOLEAN;
      case SEQ -> SEQ;
      case OBJECT -> OBJECT;
    };
  }

  /** The representation on the stack; for {@link #TAIL} and {@link #NONE} there is none. */
  Representation representation() {
    return switch (this) {
      case LONG -> Representation.LONG;
      case DOUBLE -> Representation.DOUBLE;
      case BOOLEAN -> Representation.BOOLEAN;
      case SEQ -> Representation.SEQ;
      default -> Representation.OBJECT;
    };
  }
}
