package yona.library.sql;

import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.library.argument.Failure;
import yona.sql.Sql;

/** A part of a statement with its parameters, as a value. Prints without them. */
final class Fragment extends Opaque {

  private final Sql sql;

  /** The parameters as the program gave them. */
  private final Seq values;

  Fragment(Sql sql, Seq values) {
    this.sql = sql;
    this.values = values;
  }

  /** The fragment of a value; another value is {@code :typeerror}. */
  static Fragment of(Object value, String where) {
    if (value instanceof Fragment fragment) {
      return fragment;
    }
    throw Failure.type(where, "a fragment of SQL, as sql\\Sql::fragment makes it", value);
  }

  Sql sql() {
    return sql;
  }

  Seq values() {
    return values;
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<sql " + Failure.shown(Seq.text(sql.text())) + ">";
  }
}
