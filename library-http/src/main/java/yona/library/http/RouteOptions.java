package yona.library.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.filter.TimeLimit;
import yona.http.form.FormLimits;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.http.RequestBody.Reading;

/** Options of a route that a function takes as a Dict. */
final class RouteOptions {

  private Object body = Symbol.of("any");
  private FormLimits limits = FormLimits.DEFAULT;
  private @Nullable Schema query;
  private @Nullable Schema content;
  private @Nullable Duration time;
  private Dict described = Dict.EMPTY;

  private RouteOptions() {}

  static RouteOptions of(Object options, String where) {
    RouteOptions given = new RouteOptions();
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("body", given::takeBody);
    takers.put("limits", given::takeLimits);
    takers.put("query", (value, at) -> given.query = fields(value, at));
    takers.put("timeout", given::takeTimeout);
    takers.put(
        "summary",
        (value, at) ->
            given.described =
                given.described.put(Seq.text("summary"), Arguments.string(value, at)));
    takers.put("tags", given::takeTags);
    OptionDict.take(options, takers, where);
    return given;
  }

  private static Schema fields(Object value, String where) {
    return SchemaReader.of(Arguments.dict(value, where), where);
  }

  private void takeBody(Object value, String where) {
    body = value;
    if (value instanceof Dict || (value instanceof Seq list && !list.isText())) {
      String shown = Failure.shown(value);
      throw Failure.badarg(
          where,
          "expected how the content is sent, too: (:json, "
              + shown
              + ")"
              + (value instanceof Dict ? " or (:form, " + shown + ")" : ""));
    }
    if (value instanceof Tuple pair && pair.length() == 2) {
      content =
          switch (Arguments.symbol(pair.get(0), where).name()) {
            case "json" -> SchemaReader.of(pair.get(1), where);
            case "form" -> fields(pair.get(1), where);
            default -> throw noBody(where);
          };
      return;
    }
    switch (Arguments.symbol(value, where).name()) {
      case "any", "text", "bytes", "stream", "json", "form" -> content = null;
      case "upload" -> Invocation.require(Grant.FILES);
      default -> throw noBody(where);
    }
  }

  private RuntimeException noBody(String where) {
    return Failure.badarg(
        where,
        "expected :any, :text, :bytes, :stream, :json, :form, :upload, (:json, schema) or"
            + " (:form, schema), found "
            + Failure.shown(body));
  }

  private void takeLimits(Object value, String where) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put(
        "parts",
        (each, at) ->
            limits = limits.withParts((int) Math.min(Arguments.positive(each, at), 1 << 20)));
    takers.put(
        "field",
        (each, at) ->
            limits =
                limits.withField((int) Math.min(Arguments.positive(each, at), Integer.MAX_VALUE)));
    takers.put("file", (each, at) -> limits = limits.withFile(Arguments.positive(each, at)));
    takers.put("total", (each, at) -> limits = limits.withAll(Arguments.positive(each, at)));
    OptionDict.take(value, takers, where);
  }

  private void takeTimeout(Object value, String where) {
    time = Duration.ofNanos(Spans.nanos(value, where));
    if (!time.isPositive()) {
      throw Failure.badarg(where, "the time " + Failure.shown(value) + " is not positive");
    }
  }

  /** How the handler gets the content. */
  private Reading body() {
    Schema expected = content;
    if (expected != null) {
      boolean isForm = ((Tuple) body).get(0).equals(Symbol.of("form"));
      Reading reading = isForm ? RequestBody.form(limits) : RequestBody::json;
      return request -> {
        Object value = reading.of(request);
        return checked(expected, isForm ? RequestValue.asTexts((Dict) value) : value, "the body");
      };
    }
    return switch (((Symbol) body).name()) {
      case "text" -> RequestBody::text;
      case "bytes" -> RequestBody::bytes;
      case "stream" -> RequestBody::stream;
      case "json" -> RequestBody::json;
      case "form" -> RequestBody.form(limits);
      case "upload" -> RequestBody.upload(limits);
      default -> RequestBody::any;
    };
  }

  /** How the handler gets the query. */
  private Reading query() {
    Schema expected = query;
    return expected == null
        ? RequestValue::query
        : request ->
            checked(expected, RequestValue.asTexts(RequestValue.query(request)), "the query");
  }

  private static Object checked(Schema expected, Object given, String whole) throws HttpException {
    SchemaFaults faults = new SchemaFaults(whole);
    Object value = expected.value(given, "", faults);
    faults.check();
    return value;
  }

  private void takeTags(Object value, String where) {
    Seq tags = Arguments.seq(value, where);
    tags.forEach(each -> Arguments.string(each, where));
    described = described.put(Seq.text("tags"), tags);
  }

  // ---- for OpenAPI -----------------------------------------------------------------------------

  /** The summary and the tags. */
  Dict described() {
    return described;
  }

  /** JSON Schema of the query; null if nothing is known of it. */
  @Nullable Dict queryDescribed() {
    return query == null ? null : query.described();
  }

  /** JSON Schemas of the content by media types; null if nothing is known of it. */
  @Nullable Dict bodyDescribed() {
    String kind = body instanceof Tuple pair ? ((Symbol) pair.get(0)).name() : "";
    String type =
        switch (kind) {
          case "json" -> "application/json";
          case "form" -> "application/x-www-form-urlencoded";
          default -> "";
        };
    if (content == null || type.isEmpty()) {
      return null;
    }
    Dict schema = Dict.builder().put(Seq.text("schema"), content.described()).build();
    return Dict.builder().put(Seq.text(type), schema).build();
  }

  // ---- handlers --------------------------------------------------------------------------------

  /** The argument of a handler. */
  FunctionHandler.ArgumentsOf arguments() {
    return RequestValue.ofRoute(query(), body());
  }

  /** A handler within the limits of time. */
  Handler limited(Handler handler) {
    return time == null ? handler : TimeLimit.of(time).apply(handler);
  }
}
