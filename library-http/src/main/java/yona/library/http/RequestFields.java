package yona.library.http;

import java.util.ArrayList;
import java.util.List;
import yona.data.Seq;
import yona.data.Tuple;
import yona.http.Headers;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** Header fields of requests that a function takes as a Dict. */
final class RequestFields {

  private RequestFields() {}

  /** The fields: names are Strings or Symbols, values Strings or Seqs of String. */
  static Headers of(Object value, String where) {
    List<String> fields = new ArrayList<>();
    for (Tuple field : Arguments.dict(value, where)) {
      String name = RequestValue.fieldName(field.get(0), where);
      if (field.get(1) instanceof Seq seq && !seq.isText()) {
        for (Object each : seq) {
          fields.add(name);
          fields.add(Arguments.text(each, where));
        }
      } else {
        fields.add(name);
        fields.add(Arguments.text(field.get(1), where));
      }
    }
    try {
      return Headers.of(fields.toArray(new String[0]));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }
}
