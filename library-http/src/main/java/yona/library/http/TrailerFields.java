package yona.library.http;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import yona.async.Scope;
import yona.data.Seq;
import yona.data.Unit;
import yona.http.Headers;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * The header fields of a message whose values are functions without parameters: they stand behind
 * the content, and are made when that has been sent.
 */
final class TrailerFields implements Supplier<Headers> {

  private static final String ANNOUNCEMENT = "trailer";

  /** Fields that a receiver has to know before the content (RFC 9110, section 6.5.1). */
  private static final Set<String> BEFORE =
      Set.of(
          "authorization",
          "cache-control",
          "connection",
          "content-encoding",
          "content-length",
          "content-range",
          "content-type",
          "cookie",
          "expect",
          "host",
          "keep-alive",
          "location",
          "proxy-authorization",
          "range",
          "set-cookie",
          "te",
          ANNOUNCEMENT,
          "transfer-encoding",
          "upgrade",
          "vary",
          "www-authenticate");

  /** Most answers have none. */
  private Map<String, Function> functions = Map.of();

  private final Invocation invocation;
  private final String where;

  /**
   * Begins without fields.
   *
   * @param invocation in which the functions are called
   * @param where the function that has taken the fields, for errors
   */
  TrailerFields(Invocation invocation, String where) {
    this.invocation = invocation;
    this.where = where;
  }

  void put(String name, Function function) {
    String field = where + ", the header field " + name;
    if (BEFORE.contains(name.toLowerCase(Locale.ROOT))) {
      throw Failure.badarg(field, "it stands before the content, so its value is no function");
    }
    var _ = checked(Headers.NONE, name, "");
    if (functions.isEmpty()) {
      functions = new TreeMap<>();
    }
    functions.put(name, Arguments.function(function, 0, "a function without parameters", field));
  }

  boolean isEmpty() {
    return functions.isEmpty();
  }

  /** Header fields with the one that names what follows (RFC 9110, section 6.6.2). */
  Headers announcedIn(Headers headers) {
    return isEmpty() || headers.contains(ANNOUNCEMENT)
        ? headers
        : headers.with(ANNOUNCEMENT, String.join(", ", functions.keySet()));
  }

  /** Calls the functions. Suspends as they do. */
  @Override
  public Headers get() {
    Headers fields = Headers.NONE;
    try (Scope _ = Scope.open(invocation)) {
      for (Map.Entry<String, Function> each : functions.entrySet()) {
        fields = with(fields, each.getKey(), each.getValue().applyAll());
      }
    }
    return fields;
  }

  private Headers with(Headers fields, String name, Object value) {
    return switch (value) {
      case Unit _ -> fields;
      case Seq text when text.isText() -> checked(fields, name, text.asString());
      case Seq all -> {
        Headers more = fields;
        for (Object each : all) {
          more = checked(more, name, Arguments.text(each, where + ", the trailer " + name));
        }
        yield more;
      }
      default ->
          throw Failure.type(
              where + ", the trailer " + name, "a String, a Seq of String or ()", value);
    };
  }

  private Headers checked(Headers fields, String name, String value) {
    try {
      return fields.adding(name, value);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }
}
