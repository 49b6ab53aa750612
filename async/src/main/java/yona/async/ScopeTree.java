package yona.async;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A picture of all scopes and fibers of the process: the model of a {@link ScopeDump}.
 *
 * <p>It is taken while the program runs on: each fiber is looked at by itself, at its own moment,
 * and the members of a scope are listed under the scope's monitor, which nobody holds for longer
 * than a few instructions. It goes level by level, so that where there are too many fibers it is
 * the deeper ones that are left out.
 */
final class ScopeTree {

  /** What belongs to a scope. Of a fiber's outermost scope, which nobody opened, to the fiber. */
  static final class ScopeNode {
    final String label;
    final @Nullable String name;
    final boolean cancelled;

    /** Oldest first, the newest if there are too many. */
    final List<FiberNode> fibers = new ArrayList<>();

    int fibersLeftOut;

    /** How many futures have no fiber: they have not started, or run where they are awaited. */
    int futures;

    final List<String> cancellables = new ArrayList<>();
    boolean cancellablesLeftOut;

    /** The scope that the owner opened inside. */
    @Nullable ScopeNode inner;

    /** Whether there is one that is too deep. */
    boolean innerLeftOut;

    ScopeNode(Scope scope) {
      this.label = scope.label();
      this.name = Names.name(scope);
      this.cancelled = scope.isCancelled();
    }
  }

  /**
   * What is looked at.
   *
   * @param frames what is shown of stacks, or null
   * @param whole whether it is for somebody who looks for a fault: more of each fiber
   * @param within only what this thread has started, or null
   */
  record View(ScopeDump.@Nullable Frames frames, boolean whole, @Nullable Thread within) {
    static View of(ScopeDump.@Nullable Frames frames) {
      return new View(frames, false, null);
    }
  }

  /** A fiber, or a thread that called in. */
  static final class FiberNode {
    final long id;
    final String label;
    final @Nullable String name;
    final boolean own;
    final boolean background;
    final String state;

    /** What it waits at, or null. */
    final @Nullable String at;

    /** The number of the fiber whose result it waits for, or 0. */
    final long awaits;

    /** For how long it waits, in nanoseconds, or -1 if that is not known. */
    final long nanos;

    /** Who has started it, if that is to be said. */
    final @Nullable String startedBy;

    final List<String> frames;
    final ScopeNode root;

    FiberNode(Fiber fiber, View view) {
      Fiber.Look look = fiber.look();
      this.id = fiber.id();
      this.label = fiber.label();
      this.name = fiber.name();
      this.own = fiber.own;
      this.background = fiber.background;
      this.state = look.state();
      Object where = look.waitsAt();
      this.at = where == null ? null : Names.describe(where);
      Fiber awaited =
          where instanceof Member<?> member
              ? member.runner()
              : where instanceof Fiber started ? started : null;
      this.awaits = awaited == null ? 0 : awaited.id();
      boolean timed = view.whole && where != null && look.since() != 0;
      this.nanos = timed ? FiberWatch.nanosSince(look.since()) : -1;
      this.startedBy = view.whole && own ? fiber.root.parent.owner.label() : null;
      this.frames =
          view.frames == null || (look.runs() && !view.whole)
              ? List.of()
              : view.frames.of(fiber.thread().getStackTrace());
      this.root = new ScopeNode(fiber.root);
    }
  }

  private record Rest(Scope scope, ScopeNode node, int depth) {}

  /** Scopes and fibers that are deeper are left out. */
  private static final int DEEPEST = 100;

  /** So many fibers of one scope are shown if the dump has room for them, however small it is. */
  private static final int SMALL = 100;

  /** How many cancellables of a scope are listed. */
  private static final int CANCELLABLES = 20;

  private final int limit;
  private final int limitOfScope;
  private final View view;
  private final ArrayDeque<Rest> rest = new ArrayDeque<>();

  /** The threads that have called in and stand in scopes, or wait outside of any. */
  final List<FiberNode> threads = new ArrayList<>();

  int threadsLeftOut;

  /** How many fibers and threads it holds. */
  int shown;

  private ScopeTree(int limit, View view) {
    this.limit = limit;
    this.limitOfScope = Math.max(limit / 10, Math.min(limit, SMALL));
    this.view = view;
  }

  static ScopeTree take(int limit, View view) {
    ScopeTree tree = new ScopeTree(limit, view);
    for (Fiber thread : ForeignFibers.inside()) {
      if (view.within != null && !view.within.equals(thread.thread())) {
        continue;
      }
      if (tree.shown < limit) {
        tree.threads.add(tree.node(thread, 0));
      } else {
        tree.threadsLeftOut++;
      }
    }
    for (Rest next = tree.rest.poll(); next != null; next = tree.rest.poll()) {
      tree.fill(next);
    }
    return tree;
  }

  private FiberNode node(Fiber fiber, int depth) {
    shown++;
    FiberNode node = new FiberNode(fiber, view);
    rest.add(new Rest(fiber.root, node.root, depth));
    return node;
  }

  private void fill(Rest each) {
    Scope scope = each.scope;
    ScopeNode node = each.node;
    int below = each.depth + 1;
    int live = scope.live;
    int room = below > DEEPEST ? 0 : Math.min(limitOfScope, limit - shown);
    List<Fiber> members = live == 0 ? List.of() : scope.newestMembers(room + 1);
    boolean all = members.size() <= room;
    for (Fiber member : (all ? members : members.subList(0, room))) {
      node.fibers.add(node(member, below));
    }
    Collections.reverse(node.fibers);
    if (all) {
      node.futures = Math.max(0, live - members.size());
    } else {
      node.fibersLeftOut = Math.max(1, live - room);
    }
    for (Cancellable linked : scope.newestLinks(CANCELLABLES + 1)) {
      if (node.cancellables.size() == CANCELLABLES) {
        node.cancellablesLeftOut = true;
      } else {
        node.cancellables.add(Names.describe(linked));
      }
    }
    Scope inner = scope.inner;
    if (inner != null && below > DEEPEST) {
      node.innerLeftOut = true;
    } else if (inner != null) {
      node.inner = new ScopeNode(inner);
      rest.add(new Rest(inner, node.inner, below));
    }
  }

  /** The innermost frames of the program's own code, less the library's and the JDK's. */
  static List<String> framesOf(StackTraceElement[] stack, int most) {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement frame : stack) {
      if (isOfProgram(frame.getClassName()) && frames.size() < most) {
        frames.add(frame.toString());
      }
    }
    return frames;
  }

  private static boolean isOfProgram(String type) {
    return !type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("yona.async.");
  }
}
