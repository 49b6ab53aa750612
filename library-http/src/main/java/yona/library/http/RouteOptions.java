package yona.library.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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

  private final String where;
  private Object body = Symbol.of("any");
  private FormLimits limits = FormLimits.DEFAULT;
  private @Nullable Schema query;
  private @Nullable Schema content;
  private @Nullable Duration time;
  private Dict described = Dict.EMPTY;

  private RouteOptions(String where) {
    this.where = where;
  }

  static RouteOptions of(Object options, String where) {
    RouteOptions given = new RouteOptions(where);
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("body", given::takeBody);
    takers.put("limits", given::takeLimits);
    takers.put("query", value -> given.query = given.fields(value, ":query"));
    takers.put("timeout", given::takeTimeout);
    takers.put(
        "summary",
        value ->
            given.described =
                given.described.put(
                    Seq.text("summary"), Arguments.string(value, where + ", :summary")));
    takers.put("tags", given::takeTags);
    OptionDict.take(options, takers, where);
    return given;
  }

  private Schema fields(Object value, String option) {
    return SchemaReader.of(Arguments.dict(value, where + ", " + option), where + ", " + option);
  }

  private void takeBody(Object value) {
    body = value;
    if (value instanceof Dict || (value instanceof Seq list && !list.isText())) {
      String shown = Failure.shown(value);
      throw Failure.badarg(
          where,
          ":body says how the content is sent, too: (:json, "
              + shown
              + ")"
              + (value instanceof Dict ? " or (:form, " + shown + ")" : ""));
    }
    if (value instanceof Tuple pair && pair.length() == 2) {
      content =
          switch (Arguments.symbol(pair.get(0), where + ", :body").name()) {
            case "json" -> SchemaReader.of(pair.get(1), where + ", :body");
            case "form" -> fields(pair.get(1), ":body");
            default -> throw noBody();
          };
      return;
    }
    switch (Arguments.symbol(value, where + ", :body").name()) {
      case "any", "text", "bytes", "stream", "json", "form" -> content = null;
      case "upload" -> Invocation.require(Grant.FILES);
      default -> throw noBody();
    }
  }

  private RuntimeException noBody() {
    return Failure.badarg(
        where,
        ":body is :any, :text, :bytes, :stream, :json, :form, :upload, (:json, schema) or"
            + " (:form, schema), not "
            + Failure.shown(body));
  }

  private void takeLimits(Object value) {
    String limit = where + ": :limits";
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put(
        "parts", each -> limits = limits.withParts((int) Math.min(size("parts", each), 1 << 20)));
    takers.put(
        "field",
        each -> limits = limits.withField((int) Math.min(size("field", each), Integer.MAX_VALUE)));
    takers.put("file", each -> limits = limits.withFile(size("file", each)));
    takers.put("total", each -> limits = limits.withAll(size("total", each)));
    OptionDict.take(value, takers, limit);
  }

  private long size(String option, Object value) {
    return Arguments.positive(value, where + ": :limits, :" + option);
  }

  private void takeTimeout(Object value) {
    time = Duration.ofNanos(Spans.nanos(value, where + ", :timeout"));
    if (!time.isPositive()) {
      throw Failure.badarg(where, ":timeout is positive");
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

  private void takeTags(Object value) {
    Seq tags = Arguments.seq(value, where + ", :tags");
    tags.forEach(each -> Arguments.string(each, where + ", :tags"));
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
