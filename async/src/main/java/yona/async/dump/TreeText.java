package yona.async.dump;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import yona.async.dump.ScopeTree.FiberNode;
import yona.async.dump.ScopeTree.ScopeNode;

/** Writes a tree of scopes for people. */
public final class TreeText {

  /** Fibers in a row that differ in nothing but the number share a line if there are so many. */
  private static final int ALIKE = 4;

  private final ScopeTree tree;
  private final StringBuilder text = new StringBuilder();

  /**
   * A text that is not written yet.
   *
   * @param tree what it is of
   */
  public TreeText(ScopeTree tree) {
    this.tree = tree;
  }

  /**
   * Writes it. To be called once.
   *
   * @param time when the picture was taken
   * @return lines, each with its line end
   */
  public String write(Instant time) {
    text.append("Scopes at ").append(time).append(", ").append(count(tree.shown(), "fiber"));
    text.append(" and threads\n");
    tree.threads().forEach(thread -> fiber(thread, 0));
    if (tree.threadsLeftOut() > 0) {
      line(0).append(count(tree.threadsLeftOut(), "more thread")).append('\n');
    }
    return text.toString();
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private StringBuilder line(int depth) {
    return text.repeat(' ', 2 * depth);
  }

  private void fiber(FiberNode fiber, int depth) {
    line(depth).append(fiber.label()).append(doing(fiber)).append(time(fiber.nanos(), -1));
    text.append(start(fiber)).append('\n');
    frames(fiber, depth);
    members(fiber.root(), depth + 1);
  }

  private void frames(FiberNode fiber, int depth) {
    for (String frame : fiber.frames()) {
      line(depth + 2).append("at ").append(frame).append('\n');
    }
  }

  /** For how long, from the one time to the other; nothing if that is not known. */
  private static String time(long least, long most) {
    if (least < 0) {
      return "";
    }
    String from = seconds(least);
    String to = most < 0 ? from : seconds(most);
    return ", for " + (from.equals(to) ? from : from + " to " + to) + " s";
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e9);
  }

  private static String start(FiberNode fiber) {
    return fiber.startedBy() == null ? "" : ", started by " + fiber.startedBy();
  }

  /** What a fiber does, in the words that follow its label. */
  private static String doing(FiberNode fiber) {
    return (fiber.background() ? " (background) " : " ")
        + switch (fiber.state()) {
          case "waiting" -> fiber.at() == null ? "waiting" : "waiting at " + fiber.at();
          case "blocked" -> "blocked in code that is not the library's";
          case "in place" -> "in an operation in place";
          default -> fiber.state();
        }
        + (fiber.root().cancelled ? ", cancelled" : "");
  }

  private void scope(ScopeNode scope, int depth) {
    line(depth).append(scope.label).append(scope.cancelled ? ", cancelled" : "").append('\n');
    members(scope, depth + 1);
  }

  private void members(ScopeNode scope, int depth) {
    if (scope.fibersLeftOut > 0) {
      line(depth).append(scope.fibersLeftOut).append(" fibers or futures left out\n");
    }
    List<FiberNode> fibers = scope.fibers;
    for (int i = 0, end; i < fibers.size(); i = end) {
      end = endOfAlike(fibers, i);
      if (end - i < ALIKE) {
        end = i + 1;
        fiber(fibers.get(i), depth);
      } else {
        alike(fibers.subList(i, end), depth);
      }
    }
    if (scope.futures > 0) {
      line(depth).append(count(scope.futures, "future")).append(" without a fiber\n");
    }
    for (String cancellable : scope.cancellables) {
      line(depth).append("linked: ").append(cancellable).append('\n');
    }
    if (scope.cancellablesLeftOut) {
      line(depth).append("linked: more\n");
    }
    if (scope.innerLeftOut) {
      line(depth).append("deeper scopes left out\n");
    }
    if (scope.inner != null) {
      scope(scope.inner, depth);
    }
  }

  private void alike(List<FiberNode> fibers, int depth) {
    FiberNode first = fibers.getFirst();
    line(depth).append(fibers.size()).append(" fibers, #").append(first.id()).append(" to #");
    text.append(fibers.getLast().id()).append(", each").append(doing(first));
    long least = fibers.stream().mapToLong(FiberNode::nanos).min().orElse(-1);
    long most = fibers.stream().mapToLong(FiberNode::nanos).max().orElse(-1);
    text.append(time(least, most)).append(start(first)).append('\n');
    frames(first, depth);
  }

  private static int endOfAlike(List<FiberNode> fibers, int from) {
    int end = from + 1;
    if (isPlain(fibers.get(from))) {
      String doing = doing(fibers.get(from));
      while (end < fibers.size()
          && isPlain(fibers.get(end))
          && doing.equals(doing(fibers.get(end)))
          && fibers.get(from).frames().equals(fibers.get(end).frames())) {
        end++;
      }
    }
    return end;
  }

  /** Whether there is nothing below a fiber. */
  private static boolean isPlain(FiberNode fiber) {
    ScopeNode root = fiber.root();
    return fiber.name() == null
        && root.fibers.isEmpty()
        && root.fibersLeftOut == 0
        && root.futures == 0
        && root.cancellables.isEmpty()
        && root.inner == null
        && !root.innerLeftOut;
  }
}
