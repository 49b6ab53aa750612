package yona.language.bytecode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.data.Checkpoint;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.Variable;

/**
 * Which expressions of a function become methods of their own.
 *
 * <p>HotSpot does not compile methods of more than 8,000 bytes, and the JVM takes none of more than
 * 65,535. A function that is larger keeps its variables in an array, which its methods share; from
 * the leaves up, whatever has grown to a certain size becomes a method.
 */
final class Outlining {
  /** A function of an estimated size up to this is one method. */
  static final int MAXIMUM = 7_000;

  /** The size from which on an expression becomes a method of its own. */
  private static final int PART = 1_500;

  /** Of an expression with many operands that is larger than this, each becomes a method. */
  private static final int NODE = 6_000;

  /** Operands up to this size stay in place. */
  private static final int SMALL = 24;

  /** The size of a call of a part. */
  private static final int CALL = 8;

  private final boolean framed;

  /** The parts, each with its size without those inside it. */
  private final IdentityHashMap<Core, Integer> parts = new IdentityHashMap<>();

  private final Map<Variable, Integer> indexes = new HashMap<>();

  Outlining(Core body, Replacements replacements) {
    this.framed = size(body, replacements) > MAXIMUM;
    if (framed) {
      findParts(body, replacements);
    }
  }

  /** Whether the variables are in an array. */
  boolean framed() {
    return framed;
  }

  boolean isOutlined(Core core) {
    Checkpoint.pass();
    return framed && parts.containsKey(core);
  }

  /** The estimated size of a part without the parts inside it. */
  int partSize(Core core) {
    return parts.getOrDefault(core, MAXIMUM);
  }

  /** The place of a variable in the array. */
  int index(Variable variable) {
    return indexes.computeIfAbsent(variable, _ -> indexes.size());
  }

  /** An estimate of the number of bytes of code for an expression. */
  static int size(Core body, Replacements replacements) {
    return (int) size(List.of(body), replacements, Integer.MAX_VALUE);
  }

  /** Whether some expressions together are larger than so many bytes of code, about. */
  static boolean isLarger(int bytes, List<Core> parts, Replacements replacements) {
    return size(parts, replacements, bytes + 1) > bytes;
  }

  /** The size of some expressions, up to a limit: beyond it nothing is looked at. */
  private static long size(List<Core> parts, Replacements replacements, int limit) {
    long size = 0;
    ArrayDeque<Core> open = new ArrayDeque<>(parts);
    while (!open.isEmpty() && size < limit) {
      Core core = replacements.of(open.pop());
      size += own(core);
      CoreWalk.children(core, open::push);
    }
    return Math.min(size, limit);
  }

  private void findParts(Core body, Replacements replacements) {
    List<Core> order = new ArrayList<>();
    Set<Core> loops = Collections.newSetFromMap(new IdentityHashMap<>());
    ArrayDeque<Core> open = new ArrayDeque<>();
    open.push(body);
    while (!open.isEmpty()) {
      Core core = replacements.of(open.pop());
      order.add(core);
      if (core instanceof Core.Collect collect) {
        markLoop(replacements.of(collect.loop()), loops, replacements);
      }
      CoreWalk.children(core, open::push);
    }
    IdentityHashMap<Core, Integer> sizes = new IdentityHashMap<>();
    for (Core core : order.reversed()) {
      int[] size = {own(core)};
      CoreWalk.children(core, child -> size[0] += sizes.getOrDefault(replacements.of(child), CALL));
      if (size[0] > NODE) {
        size[0] = own(core);
        CoreWalk.children(
            core,
            child -> {
              Core part = replacements.of(child);
              if (sizes.getOrDefault(part, CALL) > SMALL && !loops.contains(part)) {
                parts.put(part, sizes.get(part));
                sizes.put(part, CALL);
              }
              size[0] += sizes.getOrDefault(part, CALL);
            });
      }
      if (size[0] > PART && !loops.contains(core)) {
        parts.put(core, size[0]);
        size[0] = CALL;
      }
      sizes.put(core, size[0]);
    }
  }

  /** What emits into a comprehension stays where its builder is. */
  private static void markLoop(Core loop, Set<Core> loops, Replacements replacements) {
    ArrayDeque<Core> open = new ArrayDeque<>();
    open.push(loop);
    while (!open.isEmpty()) {
      Core core = replacements.of(open.pop());
      loops.add(core);
      switch (core) {
        case Core.Let c -> open.push(c.body());
        case Core.LetFunctions c -> open.push(c.body());
        case Core.Group c -> open.push(c.body());
        case Core.Sequence c -> c.steps().forEach(open::push);
        case Core.Each c -> open.push(c.body());
        case Core.EachTogether c when c.sequential() != null -> open.push(c.sequential().body());
        case Core.If c -> {
          c.branches().forEach(branch -> open.push(branch.body()));
          open.push(c.otherwise());
        }
        case Core.Match c ->
            c.clauses()
                .forEach(clause -> clause.bodies().forEach(guarded -> open.push(guarded.body())));
        default -> {}
      }
    }
  }

  /** How many variables the array must hold at most. */
  static int variables(Core body, List<Variable> inputs, Replacements replacements) {
    int[] count = {inputs.size()};
    ArrayDeque<Core> open = new ArrayDeque<>();
    open.push(body);
    while (!open.isEmpty()) {
      Core core = replacements.of(open.pop());
      CoreWalk.bound(core, _ -> count[0]++);
      CoreWalk.children(core, open::push);
    }
    return count[0];
  }

  /** The bytes of code for an expression without those inside it, on the safe side. */
  private static int own(Core core) {
    return switch (core) {
      case Core.Constant _ -> 4;
      case Core.Get c -> c.mention() ? 12 : 4;
      case Core.Binary _ -> 52;
      case Core.LeftChain c -> 52 * c.links().size();
      case Core.RightChain c -> 20 * c.links().size();
      case Core.Unary _ -> 8;
      case Core.Logical c -> 8 * c.operands().size();
      case Core.If c -> 12 * c.branches().size();
      case Core.Match c -> {
        int[] size = {16};
        for (Core.MatchClause clause : c.clauses()) {
          size[0] += 12 + 8 * clause.bodies().size() + patternSize(clause);
        }
        yield size[0];
      }
      case Core.Try _ -> 24;
      case Core.Group c -> 60 + 40 * c.members().size();
      case Core.MakeSeq c -> 12 + 6 * c.elements().size();
      case Core.MakeSet c -> 12 + 6 * c.elements().size();
      case Core.MakeTuple c -> 12 + 6 * c.elements().size();
      case Core.MakeDict c -> 12 + 4 * c.keysAndValues().size();
      case Core.MakeRecord c -> 12 + 6 * c.fields().size();
      case Core.UpdateRecord c -> 20 + 6 * c.fields().size();
      case Core.Interpolation c -> 8 + 10 * c.parts().size();
      case Core.Closure c -> closure(c.function());
      case Core.With c -> 20 + closure(c.body());
      case Core.CallKnown c -> 8 + 4 * c.function().captures().size();
      case Core.LetFunctions c ->
          c.functions().stream().mapToInt(f -> f.variable() == null ? 0 : closure(f)).sum();
      case Core.MakeModule c ->
          60 + c.module().functions().stream().mapToInt(f -> 16 + 4 * f.captures().size()).sum();
      case Core.Collect _, Core.Each _ -> 40;
      case Core.EachTogether c -> 80 + 2 * closure(c.body());
      default -> 12;
    };
  }

  /** The bytes of code that make and bind the value of a function. */
  static int closure(FunctionDefinition function) {
    int captures = function.captures().size();
    return 12 + (captures > MethodGroup.MAXIMUM_SLOTS ? 12 : 5) * captures;
  }

  /** The bytes of code for the patterns of a clause. */
  static int patternSize(Core.MatchClause clause) {
    int[] size = {0};
    ArrayDeque<CorePattern> open = new ArrayDeque<>(clause.patterns());
    while (!open.isEmpty()) {
      CorePattern pattern = open.pop();
      if (pattern instanceof CorePattern.Wildcard) {
        continue;
      }
      size[0] += 16;
      switch (pattern) {
        case CorePattern.TuplePattern p -> p.elements().forEach(open::push);
        case CorePattern.SeqPattern p -> {
          p.heads().forEach(open::push);
          p.lasts().forEach(open::push);
        }
        case CorePattern.AffixPattern p -> open.push(p.rest());
        case CorePattern.DictPattern p -> p.values().forEach(open::push);
        case CorePattern.RecordPattern p -> p.patterns().forEach(open::push);
        case CorePattern.As p -> open.push(p.pattern());
        default -> {}
      }
    }
    return size[0];
  }
}
