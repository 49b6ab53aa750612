package yona.async;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.dump.ScopeTree;
import yona.async.dump.ScopeTree.FiberNode;
import yona.async.dump.ScopeTree.ScopeNode;

/**
 * Takes the picture of all scopes and fibers of the process that a {@link ScopeDump} shows.
 *
 * <p>It is taken while the program runs on: each fiber is looked at by itself, at its own moment,
 * and the members of a scope are listed under the scope's monitor, which nobody holds for longer
 * than a few instructions. It goes level by level, so that where there are too many fibers it is
 * the deeper ones that are left out.
 */
final class ScopeTreeBuilder {

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

  private final List<FiberNode> threads = new ArrayList<>();
  private int threadsLeftOut;
  private int shown;

  private ScopeTreeBuilder(int limit, View view) {
    this.limit = limit;
    this.limitOfScope = Math.max(limit / 10, Math.min(limit, SMALL));
    this.view = view;
  }

  static ScopeTree take(int limit, View view) {
    return new ScopeTreeBuilder(limit, view).take();
  }

  private ScopeTree take() {
    for (Fiber thread : ForeignFibers.inside()) {
      if (view.within != null && !view.within.equals(thread.thread())) {
        continue;
      }
      if (shown < limit) {
        threads.add(node(thread, 0));
      } else {
        threadsLeftOut++;
      }
    }
    for (Rest next = rest.poll(); next != null; next = rest.poll()) {
      fill(next);
    }
    return new ScopeTree(threads, threadsLeftOut, shown);
  }

  private FiberNode node(Fiber fiber, int depth) {
    shown++;
    FiberNode node = look(fiber);
    rest.add(new Rest(fiber.root, node.root(), depth));
    return node;
  }

  private FiberNode look(Fiber fiber) {
    FiberLook look = FiberLook.at(fiber);
    Object where = look.waitsAt();
    Fiber awaited =
        where instanceof Member<?> member
            ? member.runner()
            : where instanceof Fiber started ? started : null;
    boolean timed = view.whole && where != null && look.since() != 0;
    return new FiberNode(
        fiber.id(),
        fiber.label(),
        fiber.name(),
        fiber.own,
        fiber.background,
        look.state(),
        where == null ? null : Names.describe(where),
        awaited == null ? 0 : awaited.id(),
        timed ? FiberWatch.nanosSince(look.since()) : -1,
        view.whole && fiber.own ? fiber.root.parent.owner.label() : null,
        view.frames == null || (look.runs() && !view.whole)
            ? List.of()
            : view.frames.of(fiber.thread().getStackTrace()),
        look(fiber.root));
  }

  private static ScopeNode look(Scope scope) {
    return new ScopeNode(scope.label(), Names.name(scope), scope.isCancelled());
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
      node.inner = look(inner);
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
