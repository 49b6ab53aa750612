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
 * parameter with a kind, that before any text, and that before all that is left; a branch that has
 * no route of the method is left for the next one.
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
   * The route of a request, and the values of its parameters.
   *
   * @param values in the order of the route's parameters
   */
  record Found(Route route, List<String> values) {}

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

  /**
   * Finds the route of a method and a path.
   *
   * @param segments the path, decoded
   * @return null if there is none
   */
  @Nullable Found find(String method, List<String> segments) {
    List<String> values = new ArrayList<>();
    Route route = find(root, method, segments, 0, values);
    return route == null ? null : new Found(route, values);
  }

  private static @Nullable Route find(
      Node node, String method, List<String> segments, int index, List<String> values) {
    if (index == segments.size()) {
      return taking(method, node.routes);
    }
    String segment = segments.get(index);
    Node literal = node.literals.get(segment);
    if (literal != null) {
      Route found = find(literal, method, segments, index + 1, values);
      if (found != null) {
        return found;
      }
    }
    int held = values.size();
    for (ParameterKind kind : NARROW_FIRST) {
      Node parameter = node.parameters.get(kind);
      if (parameter != null && kind.takes(segment)) {
        values.add(segment);
        Route found = find(parameter, method, segments, index + 1, values);
        if (found != null) {
          return found;
        }
        values.subList(held, values.size()).clear();
      }
    }
    Route rest = taking(method, node.rest);
    if (rest != null) {
      values.add(String.join("/", segments.subList(index, segments.size())));
    }
    return rest;
  }

  private static @Nullable Route taking(String method, @Nullable Map<String, Route> routes) {
    if (routes == null) {
      return null;
    }
    Route route = routes.get(method);
    return route == null && method.equals("HEAD") ? routes.get("GET") : route;
  }

  /**
   * The methods that a path takes, also those that are answered without a route.
   *
   * @return none if no route fits the path
   */
  Set<String> methods(List<String> segments) {
    Set<String> methods = new TreeSet<>();
    collect(root, segments, 0, methods);
    if (!methods.isEmpty()) {
      methods.add("OPTIONS");
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return methods;
  }

  private static void collect(Node node, List<String> segments, int index, Set<String> methods) {
    if (index == segments.size()) {
      addMethods(node.routes, methods);
      return;
    }
    String segment = segments.get(index);
    Node literal = node.literals.get(segment);
    if (literal != null) {
      collect(literal, segments, index + 1, methods);
    }
    node.parameters.forEach(
        (kind, parameter) -> {
          if (kind.takes(segment)) {
            collect(parameter, segments, index + 1, methods);
          }
        });
    addMethods(node.rest, methods);
  }

  private static void addMethods(@Nullable Map<String, Route> routes, Set<String> methods) {
    if (routes != null) {
      methods.addAll(routes.keySet());
    }
  }
}
