package yona.tool;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Scope;
import yona.language.runtime.ManagedResource;
import yona.language.runtime.StackTrace;

/**
 * What has been left behind in the scope of a test when the test has ended: fibers that go on, and
 * resources that nobody has released. The scope would end both, as it does for programs; but a test
 * that leaves them does not show that what it tests tidies up.
 */
final class Leftovers {
  /** So many of each kind are looked at. */
  private static final int MOST = 10_000;

  /** So many places are shown. */
  private static final int SHOWN = 10;

  /** Things of one kind that come from the same place. */
  private record Kind(String what, StackTrace.@Nullable Frame place) {}

  private static final class Found {
    private final List<StackTrace.Frame> origin;
    private int count;

    Found(List<StackTrace.Frame> origin) {
      this.origin = origin;
    }
  }

  private final Map<Kind, Found> found = new LinkedHashMap<>();

  private Leftovers() {}

  /**
   * What is left in a scope. Suspends for a while if fibers are: one that is about to end, and has
   * only been overtaken by the test, is not left behind.
   *
   * @param scope the scope, opened by the calling fiber
   * @param patienceNanos how long to wait for fibers to end by themselves
   */
  static Leftovers in(Scope scope, long patienceNanos) {
    Leftovers left = new Leftovers();
    // Those that have ended by then are no members any more.
    boolean _ = scope.awaitMembersNanos(patienceNanos);
    Set<StackTrace.@Nullable Frame> places = new HashSet<>();
    for (ManagedResource resource : ManagedResource.heldBy(scope, MOST).reversed()) {
      Kind kind = left.add("not released: " + resource.source(), resource.origin());
      places.add(kind.place);
    }
    for (Fiber fiber : scope.newestMembers(MOST).reversed()) {
      StackTrace origin = fiber.origin() instanceof StackTrace trace ? trace : null;
      // A multiplexer's fiber, or a stream's, ends with it.
      if (!places.contains(innermost(origin))) {
        left.add("still running: a fiber", origin);
      }
    }
    return left;
  }

  private Kind add(String what, @Nullable StackTrace origin) {
    Kind kind = new Kind(what, innermost(origin));
    found.computeIfAbsent(kind, _ -> new Found(origin == null ? List.of() : origin.frames()))
        .count++;
    return kind;
  }

  private static StackTrace.@Nullable Frame innermost(@Nullable StackTrace origin) {
    return origin == null ? null : origin.frames().stream().findFirst().orElse(null);
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * Each with the line where it was made.
   *
   * @param otherwise the place that is shown for what was made outside of the sources; may be null
   * @return a text for each, several lines long
   */
  List<Leftover> shown(StackTrace.@Nullable Frame otherwise, Sources sources, boolean colour) {
    List<Leftover> all = new ArrayList<>();
    found.forEach(
        (kind, each) -> {
          if (all.size() < SHOWN) {
            List<StackTrace.Frame> places = new ArrayList<>(each.origin);
            if (otherwise != null) {
              places.add(otherwise);
            }
            String times = each.count == 1 ? "" : " (" + each.count + " times)";
            all.add(new Leftover(kind.what + times, ErrorReport.excerpt(places, sources, colour)));
          }
        });
    int more = found.size() - SHOWN;
    if (more > 0) {
      all.add(new Leftover("and from " + more + (more == 1 ? " more place" : " more places"), ""));
    }
    return all;
  }

  /**
   * What a report says of something that was left.
   *
   * @param what what it is, in a line
   * @param excerpt where it was made, ready to be shown; may be empty
   */
  record Leftover(String what, String excerpt) {}
}
