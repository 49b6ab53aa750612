package yona.http.filter;

import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Request;

/**
 * The place of a request in a trace through several services (W3C Trace Context, level 1).
 * Immutable.
 *
 * @param trace the trace's id: 32 hexadecimal digits
 * @param span the id of the step in it: 16 hexadecimal digits
 * @param flags eight bits, of which the lowest says whether the trace is recorded
 */
public record TraceParent(String trace, String span, int flags) {

  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;

  /** Later versions may have more behind the flags. */
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  /**
   * Describes a place.
   *
   * @throws IllegalArgumentException if it is none
   */
  public TraceParent {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(span, "span");
    if (!isId(trace, 2 * TRACE_BYTES) || !isId(span, 2 * SPAN_BYTES) || (flags & ~0xff) != 0) {
      throw new IllegalArgumentException("no place in a trace: " + trace + " " + span);
    }
  }

  private static boolean isId(String text, int digits) {
    return text.length() == digits
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))
        && text.chars().anyMatch(c -> c != '0');
  }

  /**
   * A filter: handlers see the field {@code traceparent} with a new step of the trace that the
   * client told of, or with the first step of a new trace, which {@link
   * yona.http.client.HttpClient} passes on to other services. {@code tracestate} is removed where
   * there was no such trace. Without this filter the client passes on the traces of requests that
   * tell of one.
   *
   * @return the filter, which never suspends itself
   */
  public static UnaryOperator<Handler> filter() {
    return handler ->
        request -> {
          TraceParent parent = of(request);
          Headers fields = request.headers();
          TraceParent here = parent == null ? started() : parent.next();
          TraceScope.enter(here);
          return handler.handle(
              request.withHeaders(
                  (parent == null ? fields.without(TraceScope.STATE) : fields)
                      .with(TraceScope.FIELD, here.text())));
        };
  }

  /**
   * The place that a request tells.
   *
   * @param request the request
   * @return the place, or null if it tells none, more than one, or a malformed one
   */
  public static @Nullable TraceParent of(Request request) {
    if (request.headers().all(TraceScope.FIELD).size() != 1) {
      return null;
    }
    Matcher parts = FORM.matcher(Objects.requireNonNull(request.header(TraceScope.FIELD)));
    if (!parts.matches()) {
      return null;
    }
    String version = parts.group(1);
    String trace = parts.group(2);
    String span = parts.group(3);
    boolean isKnown = version.equals("00") ? parts.group(5) == null : !version.equals("ff");
    return isKnown && isId(trace, 2 * TRACE_BYTES) && isId(span, 2 * SPAN_BYTES)
        ? new TraceParent(trace, span, Integer.parseInt(parts.group(4), 16))
        : null;
  }

  /**
   * The first step of a new trace, which is not recorded unless somebody says so.
   *
   * @return a place with random ids
   */
  public static TraceParent started() {
    return new TraceParent(RandomId.of(TRACE_BYTES), RandomId.of(SPAN_BYTES), 0);
  }

  /**
   * A step behind this one.
   *
   * @return a place in the same trace
   */
  public TraceParent next() {
    return new TraceParent(trace, RandomId.of(SPAN_BYTES), flags & 1);
  }

  /**
   * The value of the field {@code traceparent}.
   *
   * @return in version 00
   */
  public String text() {
    return "00-" + trace + "-" + span + "-" + String.format(Locale.ROOT, "%02x", flags);
  }
}
