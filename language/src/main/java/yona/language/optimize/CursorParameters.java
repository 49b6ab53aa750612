package yona.language.optimize;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.Traversal;
import yona.language.core.Variable;

/**
 * Parameters of a function from whose front its own loop takes elements: each tail call of itself
 * passes what a pattern has left of the parameter, or the parameter as it is, and before that
 * nobody asks for either.
 *
 * <pre>
 * dot [] _ sum = sum
 * dot (x -| xs) (y -| ys) sum = dot xs ys (sum + x * y)
 * </pre>
 *
 * <p>Such a parameter holds a cursor ({@link yona.data.SeqCursor}), which goes on with each tail
 * call; where the loop ends, the program gets a Seq of what is left.
 */
public final class CursorParameters {
  private static final CursorParameters NONE = new CursorParameters();

  private final Set<Variable> parameters = new HashSet<>();
  private final Set<Variable> aliases = new HashSet<>();

  private CursorParameters() {}

  /** Looks for them in a function. */
  static CursorParameters of(FunctionDefinition function, Replacements replacements) {
    Loops loops = new Loops(function, replacements);
    if (loops.calls.isEmpty()) {
      return NONE;
    }
    CursorParameters all = new CursorParameters();
    for (int i = 0; i < function.parameters().size(); i++) {
      Variable parameter = function.parameters().get(i);
      if (loops.mayGoOn(parameter, i)) {
        Search search = new Search(loops, parameter, i);
        search.tail(function.body());
        if (search.holds && search.goesOn) {
          all.parameters.add(parameter);
          all.aliases.addAll(search.aliases);
        }
      }
    }
    return all;
  }

  /** Whether a parameter of the function holds a cursor. */
  public boolean has(Variable parameter) {
    return parameters.contains(parameter);
  }

  /** Whether a variable that is bound to a cursor, or to what is left of it, is another name. */
  public boolean isAlias(Variable variable) {
    return aliases.contains(variable);
  }

  /** Where a function calls itself last. */
  private static final class Loops {
    private final FunctionDefinition function;
    private final Replacements replacements;

    /** The expressions in tail position that may end in such a call. */
    private final Set<Core> looping = Collections.newSetFromMap(new IdentityHashMap<>());

    private final List<Core.CallKnown> calls = new ArrayList<>();

    Loops(FunctionDefinition function, Replacements replacements) {
      this.function = function;
      this.replacements = replacements;
      boolean _ = loops(function.body());
    }

    private boolean loops(Core root) {
      List<Core> spine = new ArrayList<>();
      Core core = replacements.of(root);
      for (Core next = body(core); next != null; next = body(core)) {
        spine.add(core);
        core = replacements.of(next);
      }
      spine.add(core);
      boolean loops = false;
      switch (core) {
        case Core.CallKnown call when isLoop(call) -> {
          calls.add(call);
          loops = true;
        }
        case Core.If c -> {
          for (Core.Branch branch : c.branches()) {
            loops |= loops(branch.body());
          }
          loops |= loops(c.otherwise());
        }
        case Core.Match c -> {
          for (Core.MatchClause clause : c.clauses()) {
            for (Core.Guarded guarded : clause.bodies()) {
              loops |= loops(guarded.body());
            }
          }
        }
        default -> {}
      }
      if (loops) {
        looping.addAll(spine);
      }
      return loops;
    }

    /** What follows at the end of an expression that has more than one, else null. */
    static @Nullable Core body(Core core) {
      return switch (core) {
        case Core.Let c -> c.body();
        case Core.LetFunctions c -> c.body();
        case Core.Group c -> c.body();
        case Core.Sequence c -> c.steps().getLast();
        default -> null;
      };
    }

    boolean isLoop(Core.CallKnown call) {
      return call.function().equals(function);
    }

    /** Whether some call passes another variable: most parameters can be left out so. */
    boolean mayGoOn(Variable parameter, int index) {
      return calls.stream()
          .anyMatch(
              call ->
                  replacements.of(call.arguments().get(index)) instanceof Core.Get get
                      && !get.variable().equals(parameter));
    }
  }

  /** The question whether one parameter is such a one. */
  private static final class Search {
    private final Loops loops;
    private final Replacements replacements;
    private final int index;

    /** The parameter, its other names and what is left of it. */
    private final Set<Variable> names = new HashSet<>();

    /** What is left behind at least one element. */
    private final Set<Variable> tails = new HashSet<>();

    private final Set<Variable> aliases = new HashSet<>();
    private boolean holds = true;
    private boolean goesOn;

    Search(Loops loops, Variable parameter, int index) {
      this.loops = loops;
      this.replacements = loops.replacements;
      this.index = index;
      names.add(parameter);
    }

    /** Looks at an expression in tail position; where the loop ends, all is allowed. */
    void tail(Core root) {
      Core core = replacements.of(root);
      while (holds && core != null && loops.looping.contains(core)) {
        core = step(core);
      }
    }

    /** Looks at what stands before the rest of an expression; gives the rest, or null. */
    private @Nullable Core step(Core core) {
      switch (core) {
        case Core.Let c -> {
          if (replacements.of(c.value()) instanceof Core.Get get
              && names.contains(get.variable())) {
            names.add(c.variable());
            aliases.add(c.variable());
            if (tails.contains(get.variable())) {
              tails.add(c.variable());
            }
          } else {
            mentionsNone(c.value());
          }
        }
        case Core.Sequence c ->
            c.steps().subList(0, c.steps().size() - 1).forEach(this::mentionsNone);
        case Core.LetFunctions c -> keepsNone(c);
        case Core.Group c -> keepsNone(c);
        case Core.If c -> {
          c.branches().forEach(branch -> mentionsNone(branch.condition()));
          c.branches().forEach(branch -> tail(branch.body()));
          tail(c.otherwise());
        }
        case Core.Match c -> match(c);
        case Core.CallKnown c -> call(c);
        default -> throw Traversal.unexpected(core);
      }
      Core body = Loops.body(core);
      return body == null ? null : replacements.of(body);
    }

    private void call(Core.CallKnown call) {
      for (int i = 0; i < call.arguments().size(); i++) {
        Core argument = replacements.of(call.arguments().get(i));
        if (i != index) {
          mentionsNone(argument);
        } else if (argument instanceof Core.Get get && names.contains(get.variable())) {
          goesOn |= tails.contains(get.variable());
        } else {
          holds = false;
        }
      }
    }

    private void match(Core.Match match) {
      for (Core.MatchClause clause : match.clauses()) {
        for (int i = 0; i < match.subjects().size(); i++) {
          Variable subject = match.subjects().get(i);
          CorePattern pattern = clause.patterns().get(i);
          if (names.contains(subject)) {
            front(pattern, tails.contains(subject));
          } else {
            CoreWalk.children(pattern, this::mentionsNone);
          }
        }
        for (Core.Guarded guarded : clause.bodies()) {
          if (guarded.guard() != null) {
            mentionsNone(guarded.guard());
          }
        }
        clause.bodies().forEach(guarded -> tail(guarded.body()));
      }
    }

    /** A pattern for the parameter or, if {@code isTail}, for what is left of it. */
    private void front(CorePattern pattern, boolean isTail) {
      switch (pattern) {
        case CorePattern.Bind p -> name(p.variable(), isTail);
        case CorePattern.As p -> {
          name(p.variable(), isTail);
          front(p.pattern(), isTail);
        }
        case CorePattern.SeqPattern p -> {
          p.heads().forEach(head -> CoreWalk.children(head, this::mentionsNone));
          if (p.tails() != null) {
            holds &= p.lasts().isEmpty();
            front(p.tails(), isTail || !p.heads().isEmpty());
          } else {
            p.lasts().forEach(last -> CoreWalk.children(last, this::mentionsNone));
          }
        }
        // Is compared with a Seq of what is left, each time.
        case CorePattern.Literal p -> holds &= !(p.value() instanceof Seq);
        case CorePattern.EqualTo _, CorePattern.AffixPattern _, CorePattern.Both _ -> holds = false;
        case CorePattern.Wildcard _,
            CorePattern.TuplePattern _,
            CorePattern.EmptyDict _,
            CorePattern.DictPattern _,
            CorePattern.RecordPattern _ ->
            CoreWalk.children(pattern, this::mentionsNone);
      }
    }

    private void name(Variable variable, boolean isTail) {
      names.add(variable);
      if (isTail) {
        tails.add(variable);
      }
    }

    private void mentionsNone(Core root) {
      ArrayDeque<Core> open = new ArrayDeque<>();
      open.push(root);
      while (holds && !open.isEmpty()) {
        Core core = replacements.of(open.pop());
        keepsNone(core);
        CoreWalk.children(core, open::push);
      }
    }

    private void keepsNone(Core core) {
      CoreWalk.reads(core, this::keepsNot);
      CoreWalk.functions(core, this::captures);
    }

    private void captures(FunctionDefinition function) {
      function.captures().forEach(this::keepsNot);
    }

    private void keepsNot(Variable variable) {
      holds &= !names.contains(variable);
    }
  }
}
