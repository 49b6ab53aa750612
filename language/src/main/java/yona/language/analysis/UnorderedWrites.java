package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Finds writes in the bodies of comprehensions, and in functions for {@code Seq::map} and its like,
 * that go to one file for all elements and come after something that may wait: their order is that
 * in which the bodies get there. {@code yona check} says so.
 */
final class UnorderedWrites {
  private static final Set<String> WRITES =
      Set.of(
          "append_text",
          "append_bytes",
          "write_text",
          "write_bytes",
          "replace_text",
          "write",
          "write_line");

  private static final Set<String> MAPS = Set.of("each_together", "map", "map_limit");

  private final SourceUnit unit;
  private final Suspensions suspensions;

  /** What differs from element to element. */
  private final Set<Variable> inside = new HashSet<>();

  private UnorderedWrites(SourceUnit unit, Suspensions suspensions) {
    this.unit = unit;
    this.suspensions = suspensions;
  }

  /** Looks through all functions of the source. */
  static void check(SourceUnit unit, Suspensions suspensions) {
    Set<Core> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (FunctionDefinition function : unit.functions) {
      Definitions.forEach(
          function.body(),
          core -> {
            if (core instanceof Core.Each each && seen.add(each)) {
              nested(each.body(), seen);
              check(unit, suspensions, List.of(each.element()), each.body());
            } else if (core instanceof Core.CallStatic call
                && call.function().module().equals("Seq")
                && MAPS.contains(call.function().name())) {
              for (Core argument : call.arguments()) {
                if (argument instanceof Core.Closure closure) {
                  FunctionDefinition mapped = closure.function();
                  check(unit, suspensions, mapped.parameters(), mapped.body());
                }
              }
            }
          });
    }
  }

  /** Further sources of the same comprehension, whose bodies are looked at with the first. */
  private static void nested(Core body, Set<Core> seen) {
    Definitions.forEach(
        body,
        core -> {
          if (core instanceof Core.Each) {
            seen.add(core);
          }
        });
  }

  private static void check(
      SourceUnit unit, Suspensions suspensions, List<Variable> elements, Core body) {
    List<Core> writes = new ArrayList<>();
    Definitions.forEach(
        body,
        core -> {
          if (isWrite(core)) {
            writes.add(core);
          }
        });
    if (!writes.isEmpty()) {
      UnorderedWrites found = new UnorderedWrites(unit, suspensions);
      found.inside.addAll(elements);
      found.inside.addAll(Captures.boundIn(body));
      found.find(body, null);
    }
  }

  private static boolean isWrite(Core core) {
    return core instanceof Core.CallStatic call
        && call.function().module().equals("File")
        && WRITES.contains(call.function().name());
  }

  /**
   * Looks through an expression.
   *
   * @param waited what comes before it and may wait, or null
   */
  private void find(Core core, @Nullable Core waited) {
    switch (core) {
      case Core.CallStatic call when isWrite(call) -> {
        Core before = waited;
        for (Core argument : call.arguments()) {
          find(argument, waited);
          before = orWaiting(before, argument);
        }
        if (before != null
            && Collections.disjoint(Captures.of(call.arguments().getFirst()), inside)) {
          report(call, before);
        }
      }
      case Core.Let let -> {
        find(let.value(), waited);
        find(let.body(), orWaiting(waited, let.value()));
      }
      case Core.LetAliases let -> {
        Core before = waited;
        Deque<Core> parts = new ArrayDeque<>();
        CoreWalk.children(let, parts::add);
        Core body = parts.removeLast();
        for (Core value : parts) {
          find(value, waited);
          before = orWaiting(before, value);
        }
        find(body, before);
      }
      case Core.Sequence sequence -> inOrder(sequence.steps(), waited);
      case Core.Logical logical -> inOrder(logical.operands(), waited);
      case Core.If choice -> {
        Core before = waited;
        for (Core.Branch branch : choice.branches()) {
          find(branch.condition(), before);
          before = orWaiting(before, branch.condition());
          find(branch.body(), before);
        }
        find(choice.otherwise(), before);
      }
      default -> CoreWalk.children(core, child -> find(child, waited));
    }
  }

  private void inOrder(List<Core> steps, @Nullable Core waited) {
    Core before = waited;
    for (Core step : steps) {
      find(step, before);
      before = orWaiting(before, step);
    }
  }

  private @Nullable Core orWaiting(@Nullable Core before, Core next) {
    return before == null && suspensions.of(next).always ? next : before;
  }

  private void report(Core.CallStatic write, Core before) {
    unit.defer(
        Diagnostic.warning(
                Code.UNORDERED_WRITES,
                unit.source,
                write.at(),
                "This writes to one file for all elements, in the order in which they get here and"
                    + " not in their own")
            .withNote(before.at(), "what comes before it may wait, longer for some than for others")
            .withHint(
                "To keep the order, compute the values first, and write them in another"
                    + " comprehension"));
  }
}
