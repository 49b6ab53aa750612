package yona.http.filter;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.http.Headers;
import yona.http.Request;

/**
 * Ties what a handler asks of other services to the trace of its request (W3C Trace Context): the
 * server opens a scope for each request, in which the client finds the trace, in other fibers of
 * the handler, too.
 */
public final class TraceScope {
  static final String FIELD = "traceparent";
  static final String STATE = "tracestate";

  private final Request request;

  /** The step that a filter has made for the request; null if there is no such filter. */
  private volatile @Nullable TraceParent step;

  private TraceScope(Request request) {
    this.request = request;
  }

  /**
   * Opens the scope of a request. Does not suspend.
   *
   * @param request the request
   * @return the scope, which the calling fiber has to close
   */
  public static Scope open(Request request) {
    return Scope.open(new TraceScope(request));
  }

  /** Notes the step that a filter has made for the request that the calling fiber works for. */
  static void enter(TraceParent step) {
    TraceScope scope = current();
    if (scope != null) {
      scope.step = step;
    }
  }

  /**
   * The fields that tell another service of the trace of the request that the calling fiber works
   * for: a step behind that of the request, and the state of the trace as it came.
   *
   * @return the fields; none outside of handlers, or where the request tells of no trace and no
   *     filter has begun one
   */
  public static Headers passedOn() {
    TraceScope scope = current();
    if (scope == null) {
      return Headers.NONE;
    }
    TraceParent told = TraceParent.of(scope.request);
    TraceParent step = scope.step;
    if (step == null && told == null) {
      return Headers.NONE;
    }
    Headers fields = Headers.of(FIELD, (step == null ? told.next() : step).text());
    List<String> states = told == null ? List.of() : scope.request.headers().all(STATE);
    for (String state : states) {
      fields = fields.adding(STATE, state);
    }
    return fields;
  }

  private static @Nullable TraceScope current() {
    for (Scope around = Scope.current(); around != null; around = around.parent()) {
      if (around.local() instanceof TraceScope scope) {
        return scope;
      }
    }
    return null;
  }
}
