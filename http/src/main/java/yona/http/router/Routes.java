package yona.http.router;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.router.Pattern.Segment;

/**
 * The routes as a tree of segments. Where several fit a path, what stands for itself comes before a
 * parameter with a kind, that before any text, and that before all that is left; a branch that
 * leads nowhere is left for the next one.
 */
final class Routes {

  /** A place in the tree. */
  private static final class Node {
    final Map<String, Node> literals = new HashMap<>();
    final Map<ParameterKind, Node> parameters = new LinkedHashMap<>();
    @Nullable Map<String, Route> rest;
    @Nullable Map<String, Route> routes;
  }

  /**
   * A route.
   *
   * @param pattern its pattern, for messages
   * @param parameters its parameters, in their order
   * @param handler answers
   */
  record Route(Pattern pattern, List<Segment.Parameter> parameters, Handler handler) {}

  /**
   * The routes of a path, and the values of its parameters.
   *
   * @param routes by method
   * @param values of the parameters, in their order
   */
  record Found(Map<String, Route> routes, List<String> values) {

    /** The methods that the path takes, also those that are answered without a route. */
    Set<String> methods() {
      Set<String> methods = new TreeSet<>(routes.keySet());
      methods.add("OPTIONS");
      if (methods.contains("GET")) {
        methods.add("HEAD");
      }
      return methods;
    }
  }

  private static final List<ParameterKind> NARROW_FIRST =
      List.of(ParameterKind.UUID, ParameterKind.INT, ParameterKind.FLOAT, ParameterKind.TEXT);

  private final Node root = new Node();

  private Handler otherwise =
      request -> {
        throw new HttpException(404, "nothing at " + request.path());
      };

  /** Answers requests to paths that no route fits. */
  Handler otherwise() {
    return otherwise;
  }

  void otherwise(Handler handler) {
    otherwise = handler;
  }

  /** Adds a route. */
  void add(String method, Pattern pattern, Handler handler) {
    Node node = root;
    List<Segment.Parameter> parameters = new ArrayList<>();
    boolean isRest = false;
    for (Segment segment : pattern.segments()) {
      switch (segment) {
        case Segment.Literal literal ->
            node = node.literals.computeIfAbsent(literal.text(), _ -> new Node());
        case Segment.Parameter parameter -> {
          parameters.add(parameter);
          node = node.parameters.computeIfAbsent(parameter.kind(), _ -> new Node());
        }
        case Segment.Rest rest -> {
          parameters.add(new Segment.Parameter(rest.name(), ParameterKind.TEXT));
          isRest = true;
        }
      }
    }
    Map<String, Route> routes = isRest ? node.rest : node.routes;
    if (routes == null) {
      routes = new HashMap<>();
      if (isRest) {
        node.rest = routes;
      } else {
        node.routes = routes;
      }
    }
    Route before = routes.putIfAbsent(method, new Route(pattern, List.copyOf(parameters), handler));
    if (before != null) {
      throw new IllegalArgumentException(
          "the route "
              + method
              + " "
              + pattern.text()
              + " is the same as "
              + before.pattern.text());
    }
  }

  /** Finds the routes of a path, given as decoded segments; null if there are none. */
  @Nullable Found find(List<String> segments) {
    List<String> values = new ArrayList<>();
    Map<String, Route> routes = find(root, segments, 0, values);
    return routes == null ? null : new Found(routes, values);
  }

  private static @Nullable Map<String, Route> find(
      Node node, List<String> segments, int index, List<String> values) {
    if (index == segments.size()) {
      return node.routes;
    }
    String segment = segments.get(index);
    Node literal = node.literals.get(segment);
    if (literal != null) {
      Map<String, Route> found = find(literal, segments, index + 1, values);
      if (found != null) {
        return found;
      }
    }
    int held = values.size();
    for (ParameterKind kind : NARROW_FIRST) {
      Node parameter = node.parameters.get(kind);
      if (parameter != null && kind.takes(segment)) {
        values.add(segment);
        Map<String, Route> found = find(parameter, segments, index + 1, values);
        if (found != null) {
          return found;
        }
        values.subList(held, values.size()).clear();
      }
    }
    if (node.rest != null) {
      values.add(String.join("/", segments.subList(index, segments.size())));
    }
    return node.rest;
  }
}
