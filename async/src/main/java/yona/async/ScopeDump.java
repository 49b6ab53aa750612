package yona.async;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import yona.async.dump.ScopeTree;
import yona.async.dump.TreeJson;
import yona.async.dump.TreeText;
import yona.async.events.Observation;

/**
 * Who waits for what, at one moment: all scopes of the process as a tree, with their fibers, the
 * scopes inside, the futures that have no fiber, and what is linked.
 *
 * <p>The tree grows from the threads that called in, {@link Program}'s for one, and that stand in a
 * scope or wait. Below a fiber stand the fibers that were started in its outermost scope and the
 * scope that it opened; below a scope its members, what is linked to it, and the scope that its
 * owner opened inside. A fiber is
 *
 * <ul>
 *   <li>{@code running}: it runs, or is ready to;
 *   <li>{@code waiting}, at a channel, the result of another fiber, the end of a scope's members;
 *   <li>{@code blocked}: in a wait that is not this library's;
 *   <li>{@code in place}: in an operation that blocks its thread in the kernel;
 *   <li>{@code new} or {@code ended}.
 * </ul>
 *
 * <p>A dump is taken while the program runs on, from any thread, and stops nobody: no fiber is
 * suspended for it (unless frames are wanted, and then one that waits, for as long as its stack is
 * copied), and what it shows of two fibers may be of two moments. It calls {@code toString} of what
 * fibers wait at, and shows what that raises. It has a bound: of too many fibers the deeper and
 * older ones are left out and counted. See {@link Names} for what things are called. Nothing here
 * suspends.
 */
public final class ScopeDump {

  /** How many fibers and threads a dump shows unless the caller says. */
  public static final int LIMIT = 10_000;

  private final ScopeTree tree;
  private final Instant time;

  private ScopeDump(ScopeTree tree, Instant time) {
    this.tree = tree;
    this.time = time;
  }

  /**
   * Takes a dump of at most {@link #LIMIT} fibers, without frames.
   *
   * @return the dump
   */
  public static ScopeDump take() {
    return take(LIMIT, 0);
  }

  /**
   * Takes a dump.
   *
   * @param limit how many fibers and threads it shows at most, and of one scope a tenth of that, or
   *     100 if that is more
   * @param frames how many frames of each fiber that waits, the innermost of the program's own
   *     code; each fiber then costs some microseconds more
   * @return the dump
   */
  public static ScopeDump take(int limit, int frames) {
    if (limit < 1 || frames < 0) {
      throw new IllegalArgumentException("a dump of " + limit + " fibers, " + frames + " frames");
    }
    return take(
        limit,
        ScopeTreeBuilder.View.of(
            frames == 0 ? null : stack -> ScopeTreeBuilder.framesOf(stack, frames)));
  }

  private static ScopeDump take(int limit, ScopeTreeBuilder.View view) {
    Instant now = Instant.now();
    return new ScopeDump(ScopeTreeBuilder.take(limit, view), now);
  }

  /** What a dump shows of a stack. */
  @FunctionalInterface
  public interface Frames {
    /**
     * The lines to show.
     *
     * @param stack of one fiber, innermost first
     * @return lines without line ends; none to show nothing
     */
    List<String> of(StackTraceElement[] stack);
  }

  /**
   * Takes a dump of at most {@link #LIMIT} fibers for somebody who wonders why a program hangs: of
   * each fiber it also says since when it waits, where {@link FiberWatch} counts that, by which
   * other one it was started, and where in the program it is, also while it runs.
   *
   * @param within only what this thread, which called in, has started; null for all
   * @param frames what to show of the stack of each
   * @return the dump
   */
  public static ScopeDump ofHang(@Nullable Thread within, Frames frames) {
    Objects.requireNonNull(frames, "frames");
    return take(LIMIT, new ScopeTreeBuilder.View(frames, true, within));
  }

  /**
   * The dump for people: a line for each fiber and scope, indented by its depth.
   *
   * @return lines, each with its line end
   */
  public String text() {
    return new TreeText(tree).write(time);
  }

  /**
   * The dump for programs, one JSON object:
   *
   * <pre>{@code
   * dump    {"version": 1, "time": ISO instant, "shown": fibers and threads in it,
   *          "threads": [fiber], "threadsLeftOut": count}
   * fiber   {"id": number, "kind": "fiber" or "thread", "name": text or null, "background": boolean,
   *          "state": "running", "waiting", "blocked", "in place", "new" or "ended",
   *          "at": text or null, "awaits": id of the fiber whose result it waits for, or null,
   *          "frames": [text], and the members of a scope}
   * scope   {"label": text, "name": text or null, and the members of a scope}
   * members "cancelled": boolean, "fibers": [fiber], "fibersLeftOut": count,
   *         "futures": count of those without a fiber, "cancellables": [text],
   *         "cancellablesLeftOut": boolean, "scope": the scope opened inside, or null,
   *         "scopeLeftOut": boolean, true if there is one that is too deep
   * }</pre>
   *
   * <p>Members may be added in later versions; what is there keeps its meaning while the version
   * stays the same.
   *
   * @return the text of the object, without a line end
   */
  public String json() {
    return new TreeJson(tree).write(time);
  }

  /**
   * The same as {@link #text}.
   *
   * @return lines
   */
  @Override
  public String toString() {
    return text();
  }

  /** How many fibers and threads the dump shows. */
  int shown() {
    return tree.shown();
  }

  // ---- for operators ---------------------------------------------------------------------------

  /** The dumps that {@link #publish} offers over JMX, as {@code yona.async:type=Scopes}. */
  public interface ScopesMXBean {
    /**
     * A dump for people.
     *
     * @return {@link ScopeDump#text}
     */
    String text();

    /**
     * A dump for programs.
     *
     * @return {@link ScopeDump#json}
     */
    String json();
  }

  private static final class Scopes implements ScopesMXBean {
    @Override
    public String text() {
      return take().text();
    }

    @Override
    public String json() {
      return take().json();
    }
  }

  /**
   * Lets operators take dumps of this process from outside, also when everything in it waits: over
   * JMX, as the operations {@code text} and {@code json} of {@code yona.async:type=Scopes}, and by
   * the event {@code yona.ScopeDump} of recordings. Does nothing where the JDK lacks the module
   * that it takes, or the second time. Takes some tens of milliseconds, since it loads the JDK's
   * management.
   */
  public static void publish() {
    Observation.offerDumps();
    if (ModuleLayer.boot().findModule("java.management").isPresent()) {
      Management.register();
    }
  }

  /** Loaded where the JDK has the module. */
  private static final class Management {
    static synchronized void register() {
      try {
        var server = ManagementFactory.getPlatformMBeanServer();
        var name = new ObjectName("yona.async:type=Scopes");
        if (!server.isRegistered(name)) {
          server.registerMBean(new Scopes(), name);
        }
      } catch (JMException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
