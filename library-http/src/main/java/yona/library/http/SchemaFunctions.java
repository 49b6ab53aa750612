package yona.library.http;

import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of what module {@code http\\Server} does with schemas. Needs no grant. */
public final class SchemaFunctions {

  private static final Symbol OK = Symbol.of("ok");
  private static final Symbol WRONG = Symbol.of("wrong");
  private static final Symbol FORM = Symbol.of("form");
  private static final Symbol JSON = Symbol.of("json");

  private SchemaFunctions() {}

  public static Object check(@Applied Object expected, Object given, String where) {
    if (!(expected instanceof Tuple pair && pair.length() == 2)
        || !(pair.get(0).equals(FORM) || pair.get(0).equals(JSON))) {
      throw Failure.badarg(
          where, "(:form, schema) or (:json, schema) is expected, not " + Failure.shown(expected));
    }
    boolean isForm = pair.get(0).equals(FORM);
    Schema schema =
        isForm
            ? SchemaReader.of(Arguments.dict(pair.get(1), where), where)
            : SchemaReader.of(pair.get(1), where);
    SchemaFaults faults = new SchemaFaults("the value");
    Object value = schema.value(isForm ? fields(given, where) : given, "", faults);
    return faults.count() == 0 ? Tuple.of(OK, value) : Tuple.of(WRONG, faults.messages());
  }

  private static Dict fields(Object given, String where) {
    Dict fields = Arguments.dict(given, where);
    for (Tuple each : fields) {
      var _ = Arguments.text(each.get(0), where + ", the name of a field");
      Seq values = Arguments.seq(each.get(1), where + ", the values of a field");
      if (values.isEmpty()) {
        throw Failure.badarg(where, "a field has at least one value");
      }
      values.forEach(value -> Arguments.string(value, where + ", a value of a field"));
    }
    return RequestValue.asTexts(fields);
  }
}
