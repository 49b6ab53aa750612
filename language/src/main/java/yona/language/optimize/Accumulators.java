package yona.language.optimize;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.StaticFunction;
import yona.language.core.Variable;

/**
 * Parameters of a function that hold a collection which only the function's own loop can see: each
 * tail call of itself passes what a standard function makes of the parameter, or the parameter as
 * it is, and nothing else keeps it.
 *
 * <pre>
 * strike i p n marks = if i >= n then marks else strike (i + p) p n (Seq::put i false marks)
 * </pre>
 *
 * <p>From the first update on such a parameter holds a transient, which is changed in place ({@link
 * yona.language.runtime.Transients}); where the loop gives the parameter away, which is where it
 * ends, the transient becomes persistent. On the way it may be asked for elements.
 */
public final class Accumulators {
  /** Functions whose last argument may be a transient, which they change and give back. */
  private static final Set<String> UPDATES = Set.of("Seq::put", "Set::add", "Dict::put");

  /** Functions whose last argument may be a transient, which they only look into. */
  private static final Set<String> QUESTIONS =
      Set.of(
          "Seq::lookup",
          "Seq::len",
          "Set::contains",
          "Set::len",
          "Dict::get",
          "Dict::lookup",
          "Dict::contains",
          "Dict::len");

  private static final Accumulators NONE = new Accumulators();

  private final Set<Variable> names = new HashSet<>();
  private final Set<Core> plain = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Core> updated = Collections.newSetFromMap(new IdentityHashMap<>());

  private Accumulators() {}

  /** Looks for them in a function. */
  public static Accumulators of(FunctionDefinition function, Replacements replacements) {
    if (!mayUpdate(function, replacements)) {
      return NONE;
    }
    Accumulators all = new Accumulators();
    List<Variable> parameters = function.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      Search search = new Search(function, i, replacements);
      search.tail(function.body());
      if (search.isWorthwhile()) {
        all.names.addAll(search.all);
        all.plain.addAll(search.plain);
        all.updated.addAll(search.updated);
      }
    }
    return all;
  }

  /** Whether it calls both itself and a function that updates: most do not. */
  private static boolean mayUpdate(FunctionDefinition function, Replacements replacements) {
    boolean calls = false;
    boolean updates = false;
    ArrayDeque<Core> open = new ArrayDeque<>();
    open.push(function.body());
    while (!open.isEmpty() && !(calls && updates)) {
      Core core = replacements.of(open.pop());
      calls |= core instanceof Core.CallKnown call && call.function().equals(function);
      updates |= core instanceof Core.CallStatic call && is(call, UPDATES);
      CoreWalk.children(core, open::push);
    }
    return calls && updates;
  }

  private static boolean is(Core.CallStatic call, Set<String> names) {
    StaticFunction function = call.function();
    return !function.java()
        && function.owner().equals("yona/module/" + function.module())
        && names.contains(function.module() + "::" + function.name());
  }

  /** Whether a variable may hold a transient. */
  public boolean has(Variable variable) {
    return names.contains(variable);
  }

  /** Whether the value of the variable is wanted as it is, be it a transient. */
  public boolean isPlain(Core.Get get) {
    return plain.contains(get);
  }

  /** Whether the variable is updated there, so that it has to become a transient. */
  public boolean isUpdated(Core.Get get) {
    return updated.contains(get);
  }

  /** The question whether one parameter is such a one. */
  private static final class Search {
    private final FunctionDefinition function;
    private final int parameter;
    private final Replacements replacements;

    /** All variables that may hold the transient. */
    private final Set<Variable> all = new HashSet<>();

    /** Those that hold it, or what it will be made of, where the search is. */
    private Set<Variable> names = new HashSet<>();

    /** Those that held it before an update, which has changed it since. */
    private Set<Variable> before = Set.of();

    private final Set<Core> plain = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Core> updated = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean holds = true;
    private boolean asks;
    private boolean puts;

    Search(FunctionDefinition function, int parameter, Replacements replacements) {
      this.function = function;
      this.parameter = parameter;
      this.replacements = replacements;
      name(function.parameters().get(parameter));
    }

    /**
     * A dict that is only put to lets the entries wait and inserts many at once, which is faster
     * for large ones; where the loop asks, they cannot wait.
     */
    boolean isWorthwhile() {
      return holds && !updated.isEmpty() && (asks || !puts);
    }

    private void name(Variable variable) {
      names.add(variable);
      all.add(variable);
    }

    /** Looks at an expression in tail position. */
    void tail(Core root) {
      Set<Variable> namesAround = names;
      Set<Variable> beforeAround = before;
      Core core = replacements.of(root);
      while (holds && core != null) {
        core = step(core);
      }
      names = namesAround;
      before = beforeAround;
    }

    /** Looks at what stands before the rest of an expression; gives the rest, or null. */
    private @Nullable Core step(Core core) {
      return switch (core) {
        case Core.Let c -> {
          if (carries(c.value())) {
            carried(c.variable());
          }
          yield replacements.of(c.body());
        }
        case Core.Sequence c -> {
          c.steps().subList(0, c.steps().size() - 1).forEach(this::value);
          yield replacements.of(c.steps().getLast());
        }
        case Core.LetFunctions c -> {
          keepsNone(c);
          yield replacements.of(c.body());
        }
        case Core.Group c -> {
          group(c);
          yield replacements.of(c.body());
        }
        case Core.If c -> {
          for (Core.Branch branch : c.branches()) {
            value(branch.condition());
            tail(branch.body());
          }
          yield replacements.of(c.otherwise());
        }
        case Core.Match c -> {
          match(c);
          yield null;
        }
        case Core.CallKnown c when c.function().equals(function) -> {
          for (int i = 0; i < c.arguments().size(); i++) {
            if (i != parameter) {
              mentionsNone(c.arguments().get(i));
            }
          }
          boolean _ = carries(c.arguments().get(parameter));
          yield null;
        }
        default -> {
          end(core);
          yield null;
        }
      };
    }

    /** Looks at an expression after which the loop does not go on: what it gets is finished. */
    private void end(Core root) {
      ArrayDeque<Core> open = new ArrayDeque<>();
      open.push(root);
      while (holds && !open.isEmpty()) {
        Core core = replacements.of(open.pop());
        if (!(core instanceof Core.Get get && names.contains(get.variable()))) {
          keepsNone(core);
        }
        CoreWalk.children(core, open::push);
      }
    }

    private void match(Core.Match match) {
      holds &= Collections.disjoint(match.subjects(), before);
      for (Core.MatchClause clause : match.clauses()) {
        for (int i = 0; i < match.subjects().size(); i++) {
          CorePattern pattern = clause.patterns().get(i);
          if (!names.contains(match.subjects().get(i))) {
            CoreWalk.children(pattern, this::value);
          } else if (pattern instanceof CorePattern.Bind bind) {
            name(bind.variable());
          } else {
            holds &= pattern instanceof CorePattern.Wildcard;
          }
        }
        for (Core.Guarded guarded : clause.bodies()) {
          if (guarded.guard() != null) {
            value(guarded.guard());
          }
          tail(guarded.body());
        }
      }
    }

    /** One member alone may mention the transient: members may run at the same time. */
    private void group(Core.Group group) {
      Variable result = null;
      boolean found = false;
      for (int i = 0; i < group.members().size(); i++) {
        FunctionDefinition member = group.members().get(i).function();
        holds &= Collections.disjoint(member.captures(), before);
        if (!Collections.disjoint(member.captures(), names)) {
          holds &= !found;
          found = true;
          if (carries(member.body())) {
            result = group.results().get(i);
          }
        }
      }
      if (result != null) {
        carried(result);
      }
    }

    /** From here on another variable holds the transient. */
    private void carried(Variable variable) {
      before = new HashSet<>(before);
      before.addAll(names);
      names = new HashSet<>();
      name(variable);
    }

    /** Looks at an expression; gives whether its value is the transient. */
    private boolean carries(Core root) {
      Set<Core> kind = plain;
      for (Core core = replacements.of(root); ; ) {
        switch (core) {
          case Core.CallStatic call when is(call, UPDATES) -> {
            List<Core> arguments = call.arguments();
            arguments.subList(0, arguments.size() - 1).forEach(this::value);
            core = replacements.of(arguments.getLast());
            kind = updated;
            puts |= call.function().module().equals("Dict");
          }
          case Core.Group group -> {
            arguments(group);
            core = replacements.of(group.body());
          }
          case Core.Let let -> {
            value(let.value());
            core = replacements.of(let.body());
          }
          case Core.Get get when names.contains(get.variable()) -> {
            kind.add(get);
            return true;
          }
          default -> {
            value(core);
            return false;
          }
        }
      }
    }

    /** The members of a group beside an update; they are done when that begins. */
    private void arguments(Core.Group group) {
      boolean found = false;
      for (Core.GroupMember member : group.members()) {
        List<Variable> captures = member.function().captures();
        holds &= Collections.disjoint(captures, before);
        if (!Collections.disjoint(captures, names)) {
          holds &= !found;
          found = true;
          value(member.function().body());
        }
      }
    }

    /** Looks at an expression that is evaluated before an update. */
    private void value(Core root) {
      look(root, true);
    }

    private void mentionsNone(Core root) {
      look(root, false);
    }

    private void look(Core root, boolean questions) {
      ArrayDeque<Core> open = new ArrayDeque<>();
      open.push(root);
      while (holds && !open.isEmpty()) {
        Core core = replacements.of(open.pop());
        List<Core> question = questions ? question(core) : List.of();
        if (!question.isEmpty()
            && replacements.of(question.getLast()) instanceof Core.Get get
            && names.contains(get.variable())) {
          asks = true;
          plain.add(get);
          question.subList(0, question.size() - 1).forEach(open::push);
        } else {
          keepsNone(core);
          CoreWalk.children(core, open::push);
        }
      }
    }

    /** The operands of an expression that only looks into the last one, else none. */
    private static List<Core> question(Core core) {
      return switch (core) {
        case Core.CallStatic call when is(call, QUESTIONS) -> call.arguments();
        case Core.Binary binary when binary.operator() == BinaryOperator.IN ->
            List.of(binary.left(), binary.right());
        default -> List.of();
      };
    }

    private void keepsNone(Core core) {
      CoreWalk.reads(core, this::keepsNot);
      CoreWalk.functions(core, each -> each.captures().forEach(this::keepsNot));
    }

    private void keepsNot(Variable variable) {
      holds &= !names.contains(variable) && !before.contains(variable);
    }
  }
}
