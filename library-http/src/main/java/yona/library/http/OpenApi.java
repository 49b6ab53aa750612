package yona.library.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;

/** The routes of a server as OpenAPI 3.1 describes them. */
final class OpenApi {

  /** A part of a pattern that stands for what a path has there. */
  private static final Pattern PARAMETER =
      Pattern.compile("/(?::(\\w+)(?:\\((\\w+)\\))?|\\*(\\w+))", Pattern.UNICODE_CHARACTER_CLASS);

  /**
   * A route.
   *
   * @param method in upper case
   * @param pattern the whole pattern, with those of its groups
   * @param options those of the route
   */
  record Route(String method, String pattern, RouteOptions options) {}

  private OpenApi() {}

  /** The document, as {@code JSON::generate} takes it. */
  static Dict document(Dict info, List<Route> routes) {
    Dict paths = Dict.EMPTY;
    for (Route each : routes) {
      Seq path = Seq.text(path(each.pattern));
      Dict methods = paths.get(path) instanceof Dict known ? known : Dict.EMPTY;
      Seq method = Seq.text(each.method.toLowerCase(Locale.ROOT));
      paths = paths.put(path, methods.put(method, operation(each)));
    }
    return Dict.builder()
        .put(Seq.text("openapi"), Seq.text("3.1.0"))
        .put(Seq.text("info"), info)
        .put(Seq.text("paths"), paths)
        .build();
  }

  private static String path(String pattern) {
    return PARAMETER
        .matcher(pattern)
        .replaceAll(
            found -> "/{" + (found.group(1) == null ? found.group(3) : found.group(1)) + "}");
  }

  private static Dict operation(Route route) {
    RouteOptions options = route.options;
    Dict operation = options.described();
    SeqBuilder parameters = Seq.builder();
    pathParameters(route.pattern).forEach(parameters::add);
    Dict query = options.queryDescribed();
    if (query != null && query.get(Seq.text("properties")) instanceof Dict fields) {
      Seq required = query.get(Seq.text("required")) instanceof Seq names ? names : Seq.EMPTY;
      for (Tuple field : fields) {
        boolean isRequired = false;
        for (Object name : required) {
          isRequired |= name.equals(field.get(0));
        }
        parameters.add(parameter((Seq) field.get(0), "query", isRequired, (Dict) field.get(1)));
      }
    }
    Seq all = parameters.build();
    operation = all.isEmpty() ? operation : operation.put(Seq.text("parameters"), all);
    Dict body = options.bodyDescribed();
    operation =
        body == null
            ? operation
            : operation.put(
                Seq.text("requestBody"),
                Dict.builder()
                    .put(Seq.text("required"), true)
                    .put(Seq.text("content"), body)
                    .build());
    boolean mayRefuse = query != null || body != null;
    Dict responses = response("default", "the answer");
    return operation.put(
        Seq.text("responses"),
        mayRefuse
            ? responses.put(Seq.text("400"), description("the request does not fit"))
            : responses);
  }

  private static Dict response(String status, String text) {
    return Dict.builder().put(Seq.text(status), description(text)).build();
  }

  private static Dict description(String text) {
    return Dict.builder().put(Seq.text("description"), Seq.text(text)).build();
  }

  private static List<Dict> pathParameters(String pattern) {
    List<Dict> parameters = new ArrayList<>();
    Matcher found = PARAMETER.matcher(pattern);
    while (found.find()) {
      String name = found.group(1) == null ? found.group(3) : found.group(1);
      parameters.add(parameter(Seq.text(name), "path", true, kind(found.group(2))));
    }
    return parameters;
  }

  private static Dict kind(@Nullable String kind) {
    Dict.Builder schema = Dict.builder();
    Seq type = Seq.text("type");
    switch (kind) {
      case "int" -> schema.put(type, Seq.text("integer"));
      case "float" -> schema.put(type, Seq.text("number"));
      case "uuid" -> schema.put(type, Seq.text("string")).put(Seq.text("format"), Seq.text("uuid"));
      case null, default -> schema.put(type, Seq.text("string"));
    }
    return schema.build();
  }

  private static Dict parameter(Seq name, String place, boolean isRequired, Dict schema) {
    return Dict.builder()
        .put(Seq.text("name"), name)
        .put(Seq.text("in"), Seq.text(place))
        .put(Seq.text("required"), isRequired)
        .put(Seq.text("schema"), schema)
        .build();
  }
}
