package yona.library.sql;

import yona.data.Kind;
import yona.data.Opaque;

/** A parameter that is more than its value tells, as a value. Prints without what it holds. */
final class TypedParameter extends Opaque {

  private final String type;
  private final Object parameter;

  /**
   * A parameter.
   *
   * @param type what it is, for people
   * @param parameter what the database is given
   */
  TypedParameter(String type, Object parameter) {
    this.type = type;
    this.parameter = parameter;
  }

  Object parameter() {
    return parameter;
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<" + type + " for sql>";
  }
}
