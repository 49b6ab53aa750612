package yona.library.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.http.Headers;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** Header fields of requests that a function takes as a Dict. */
final class RequestFields {

  private RequestFields() {}

  /** The fields: names are Strings or Symbols, values Strings or Seqs of String. */
  static Headers of(Object value, String where) {
    return of(value, where, null);
  }

  /**
   * The fields of a request that may have some behind its content.
   *
   * @param trailers gets those whose values are functions; null if there must not be any
   */
  static Headers of(Object value, String where, @Nullable TrailerFields trailers) {
    List<String> fields = new ArrayList<>();
    for (Tuple field : Arguments.dict(value, where)) {
      String name = RequestValue.fieldName(field.get(0), where);
      String told = where + ", " + name;
      if (trailers != null && field.get(1) instanceof Function function) {
        trailers.put(name, function);
      } else if (field.get(1) instanceof Seq seq && !seq.isText()) {
        for (Object each : seq) {
          fields.add(name);
          fields.add(Arguments.text(each, told));
        }
      } else {
        fields.add(name);
        fields.add(Arguments.text(field.get(1), told));
      }
    }
    try {
      Headers all = Headers.of(fields.toArray(new String[0]));
      return trailers == null ? all : trailers.announcedIn(all);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }
}
