package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;

/** What expressions evaluate to in the end: the last step, the branch that is taken. */
final class Results {
  /** What these give may be what somebody else has put in, or computed. */
  private static final Set<String> PASSING_ON =
      Set.of(
          "Builtins",
          "Channel",
          "Dict",
          "Java",
          "Opt",
          "Reducers",
          "STM",
          "Seq",
          "Set",
          "Stream",
          "Task",
          "Transducers",
          "Tuple",
          "context\\Local");

  /** But for those of them that give {@code ()}, or nothing. */
  private static final Set<String> GIVING_NOTHING =
      Set.of(
          "close",
          "drop",
          "each",
          "each_together",
          "eprint",
          "eprintln",
          "infi",
          "never",
          "print",
          "println",
          "send",
          "sleep",
          "times",
          "write");

  private final Definitions definitions;

  Results(Definitions definitions) {
    this.definitions = definitions;
  }

  /** Visits each expression whose value may be that of the whole. */
  void forEach(Core root, Consumer<Core> each) {
    Deque<Core> pending = new ArrayDeque<>();
    pending.push(root);
    while (!pending.isEmpty()) {
      switch (pending.pop()) {
        case Core.Let c -> pending.push(c.body());
        case Core.LetAliases c -> pending.push(c.body());
        case Core.LetFunctions c -> pending.push(c.body());
        case Core.Sequence c -> pending.push(c.steps().getLast());
        case Core.If c -> {
          c.branches().forEach(branch -> pending.push(branch.body()));
          pending.push(c.otherwise());
        }
        case Core.Match c ->
            c.clauses()
                .forEach(clause -> clause.bodies().forEach(body -> pending.push(body.body())));
        case Core.Try c -> {
          pending.push(c.body());
          pending.push(c.handler());
        }
        case Core.With c -> pending.push(c.body().body());
        case Core.Mention c -> pending.push(c.value());
        case Core result -> each.accept(result);
      }
    }
  }

  /** Whether the value may be a function, as far as is known. */
  boolean mayBeFunction(Core root) {
    Set<FunctionDefinition> seen = new HashSet<>();
    Deque<Core> pending = new ArrayDeque<>();
    pending.push(root);
    boolean[] may = new boolean[1];
    while (!pending.isEmpty() && !may[0]) {
      forEach(
          pending.pop(),
          result -> {
            switch (result) {
              case Core.CallKnown call -> {
                if (seen.add(call.function())) {
                  pending.push(call.function().body());
                }
              }
              case Core.CallStatic call -> may[0] |= mayGiveFunction(call.function());
              case Core.Get get -> {
                Core value = definitions.value(get.variable());
                if (value == null || value instanceof Core.Get) {
                  may[0] = true;
                } else {
                  pending.push(value);
                }
              }
              case Core.Constant _,
                  Core.Binary _,
                  Core.LeftChain _,
                  Core.RightChain _,
                  Core.Unary _,
                  Core.Logical _,
                  Core.Interpolation _,
                  Core.MakeSeq _,
                  Core.MakeSet _,
                  Core.MakeDict _,
                  Core.MakeTuple _,
                  Core.MakeRange _,
                  Core.MakeRecord _,
                  Core.Collect _,
                  Core.Raise _,
                  Core.RaiseAlways _ -> {}
              default -> may[0] = true;
            }
          });
    }
    return may[0];
  }

  /** Whether the result of a function may be a function, as far as is known. */
  static boolean mayGiveFunction(StaticFunction function) {
    return PASSING_ON.contains(function.module()) && !GIVING_NOTHING.contains(function.name());
  }
}
