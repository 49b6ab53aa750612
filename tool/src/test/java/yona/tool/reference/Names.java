package yona.tool.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/**
 * What each name of a program stands for, by the rules of the reference (language.md 5) alone: the
 * tree is all that it shares with the compiler.
 */
final class Names {
  /** What a name is introduced as. */
  enum Kind {
    LOCAL,
    MODULE_FUNCTION,
    BUILTIN
  }

  /** One binding of a name; compared by identity. */
  static final class Binding {
    private final String name;
    private final Kind kind;

    Binding(String name, Kind kind) {
      this.name = name;
      this.kind = kind;
    }

    String name() {
      return name;
    }

    Kind kind() {
      return kind;
    }
  }

  /** The names that the generated programs take from the library. */
  private static final Set<String> BUILTINS = Set.of("identity", "log", "pause");

  private final IdentityHashMap<Tree, Binding> meanings = new IdentityHashMap<>();
  private final IdentityHashMap<Tree, Boolean> compared = new IdentityHashMap<>();

  /** Where local names stand, by their place in the text. */
  private final TreeMap<Integer, Binding> places = new TreeMap<>();

  private final List<Tree.Let> lets = new ArrayList<>();

  private final Map<String, Binding> builtins = new HashMap<>();

  private boolean sound = true;

  private Names() {}

  static Names of(Tree.Expression program) {
    Names names = new Names();
    BUILTINS.forEach(name -> names.builtins.put(name, new Binding(name, Kind.BUILTIN)));
    names.expression(program, new Plain(names.builtins, null));
    return names;
  }

  /** Whether each name is bound, and none is needed before it is there (D23). */
  boolean isSound() {
    return sound;
  }

  /** The binding of a name in an expression, in a pattern, or of a module's function clause. */
  Binding binding(Tree name) {
    Binding binding = meanings.get(name);
    if (binding == null) {
      throw new IllegalArgumentException("no name: " + name);
    }
    return binding;
  }

  /** Whether a name in a pattern is compared with, and binds nothing. */
  boolean isCompared(Tree name) {
    return compared.containsKey(name);
  }

  /** The binding of a name that no program binds. */
  Binding builtin(String name) {
    return Objects.requireNonNull(builtins.get(name));
  }

  /** All {@code let}s of the program. */
  List<Tree.Let> lets() {
    return lets;
  }

  /** The local names that stand in a part of the text, bound or mentioned. */
  Set<Binding> within(Range range) {
    return new HashSet<>(places.subMap(range.start(), range.end()).values());
  }

  /** The same program in which no two bindings have the same name. */
  String renamed(String text) {
    IdentityHashMap<Binding, String> fresh = new IdentityHashMap<>();
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (Map.Entry<Integer, Binding> place : places.entrySet()) {
      Binding binding = place.getValue();
      int start = place.getKey();
      result.append(text, copied, start);
      result.append(fresh.computeIfAbsent(binding, b -> b.name + "_" + fresh.size()));
      copied = start + binding.name.length();
    }
    return result.append(text.substring(copied)).toString();
  }

  // Scopes.

  /** The names that are visible at a place. */
  private sealed interface Scope {
    /**
     * What a name stands for, or null.
     *
     * @param below whether names count that are bound below the function which mentions them
     */
    @Nullable Binding find(String name, boolean below);
  }

  private record Plain(Map<String, Binding> names, @Nullable Scope outer) implements Scope {
    @Override
    public @Nullable Binding find(String name, boolean below) {
      Binding here = names.get(name);
      return here != null || outer == null ? here : outer.find(name, below);
    }
  }

  /** A list of aliases, seen from one of them. */
  private record Inside(Aliases list, int place, Scope outer) implements Scope {
    @Override
    public @Nullable Binding find(String name, boolean below) {
      boolean function = place < list.functions.size() && list.functions.get(place);
      int found = -1;
      for (int i = 0; i < list.bound.size(); i++) {
        if (!list.bound.get(i).containsKey(name)) {
          continue;
        }
        if (i < place || (function && i == place)) {
          found = i;
        } else if (function && below && found < 0) {
          found = i;
        }
      }
      if (found < 0) {
        return outer.find(name, below);
      }
      if (place < list.mentions.size()) {
        list.mentions.get(place).add(found);
      }
      return list.bound.get(found).get(name);
    }
  }

  private static final class Aliases {
    final List<Map<String, Binding>> bound = new ArrayList<>();
    final List<Boolean> functions = new ArrayList<>();
    final List<Set<Integer>> mentions = new ArrayList<>();

    /** The greatest place of a value that a function needs, through other functions too. */
    int needs(int function, Set<Integer> seen) {
      int last = -1;
      if (seen.add(function)) {
        for (int mentioned : mentions.get(function)) {
          last = Math.max(last, functions.get(mentioned) ? needs(mentioned, seen) : mentioned);
        }
      }
      return last;
    }

    boolean isReady() {
      for (int place = 0; place < bound.size(); place++) {
        for (int mentioned : mentions.get(place)) {
          if (!functions.get(place)
              && functions.get(mentioned)
              && needs(mentioned, new HashSet<>()) >= place) {
            return false;
          }
        }
      }
      return true;
    }
  }

  private Binding bind(Tree node, Range at, String name, Kind kind) {
    Binding binding = new Binding(name, kind);
    mean(node, at, binding);
    return binding;
  }

  private void mean(Tree node, Range at, Binding binding) {
    meanings.put(node, binding);
    if (binding.kind == Kind.LOCAL) {
      places.put(at.start(), binding);
    }
  }

  private void mention(Tree.NameExpression name, Scope scope) {
    Binding binding = scope.find(name.text(), true);
    if (binding == null) {
      sound = false;
    } else {
      mean(name, name.range(), binding);
    }
  }

  // Expressions.

  private void all(List<? extends Tree.Expression> trees, Scope scope) {
    trees.forEach(tree -> expression(tree, scope));
  }

  private void expression(Tree.Expression tree, Scope scope) {
    switch (tree) {
      case Tree.NameExpression t -> mention(t, scope);
      case Tree.StringLiteral t -> {
        for (Tree.StringPart part : t.parts()) {
          if (part instanceof Tree.Interpolation interpolation) {
            expression(interpolation.value(), scope);
          }
        }
      }
      case Tree.Literal _ -> {}
      case Tree.Parenthesized t -> expression(t.inner(), scope);
      case Tree.Tuple t -> all(t.elements(), scope);
      case Tree.Sequence t -> all(t.elements(), scope);
      case Tree.SetExpression t -> all(t.elements(), scope);
      case Tree.InfixChain t -> {
        expression(t.first(), scope);
        for (Tree.InfixLink link : t.links()) {
          expression(link.function(), scope);
          expression(link.operand(), scope);
        }
      }
      case Tree.DictExpression t -> {
        for (Tree.Entry entry : t.entries()) {
          expression(entry.key(), scope);
          expression(entry.value(), scope);
        }
      }
      case Tree.RangeExpression t -> {
        expression(t.from(), scope);
        expression(t.to(), scope);
      }
      case Tree.Lambda t -> lambda(t, scope);
      case Tree.Call t -> {
        expression(t.callee(), scope);
        all(t.arguments(), scope);
      }
      case Tree.Member t -> {
        if (!(t.receiver() instanceof Tree.ModuleReference)) {
          expression(t.receiver(), scope);
        }
      }
      case Tree.Chain t -> {
        expression(t.first(), scope);
        t.links().forEach(link -> expression(link.operand(), scope));
      }
      case Tree.Prefix t -> expression(t.operand(), scope);
      case Tree.If t -> {
        for (Tree.Branch branch : t.branches()) {
          expression(branch.condition(), scope);
          expression(branch.consequence(), scope);
        }
        expression(t.otherwise(), scope);
      }
      case Tree.Let t -> {
        lets.add(t);
        expression(t.body(), aliases(t.aliases(), scope));
      }
      case Tree.With t -> {
        expression(t.manager(), scope);
        Tree.Name name = Objects.requireNonNull(t.name());
        Binding resource = bind(name, name.range(), name.text(), Kind.LOCAL);
        aliases(t.steps(), new Plain(Map.of(name.text(), resource), scope));
      }
      case Tree.Do t -> aliases(t.steps(), scope);
      case Tree.Case t -> {
        expression(t.scrutinee(), scope);
        clauses(t.clauses(), scope);
      }
      case Tree.Try t -> {
        expression(t.body(), scope);
        clauses(t.clauses(), scope);
      }
      case Tree.Raise t -> expression(t.error(), scope);
      case Tree.Comprehension t -> comprehension(t, scope);
      case Tree.Module t -> module(t, scope);
      default -> throw new IllegalArgumentException("not generated: " + tree);
    }
  }

  private void lambda(Tree.Lambda tree, Scope scope) {
    Map<String, Binding> bound = new LinkedHashMap<>();
    tree.parameters().forEach(pattern -> pattern(pattern, bound, scope, false));
    expression(tree.body(), new Plain(bound, scope));
  }

  private Scope aliases(List<? extends Tree.Step> steps, Scope scope) {
    Aliases list = new Aliases();
    for (Tree.Step step : steps) {
      boolean function = step instanceof Tree.Alias alias && isFunction(alias);
      Map<String, Binding> bound = new LinkedHashMap<>();
      if (step instanceof Tree.Alias(Range _, Tree.NamePattern name, Tree.Expression _)) {
        bound.put(name.text(), bind(name, name.range(), name.text(), Kind.LOCAL));
      }
      list.functions.add(function);
      list.bound.add(bound);
      list.mentions.add(new HashSet<>());
    }
    // The keys of a pattern are looked up where it stands, so patterns come in the second round;
    // their names are there before, for the functions above.
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Tree.Alias alias
          && !(alias.pattern() instanceof Tree.NamePattern)) {
        pattern(alias.pattern(), list.bound.get(i), new Inside(list, i, scope), false);
      }
    }
    for (int i = 0; i < steps.size(); i++) {
      Scope here = new Inside(list, i, scope);
      switch (steps.get(i)) {
        case Tree.Alias alias -> expression(alias.value(), here);
        case Tree.Expression step -> expression(step, here);
      }
    }
    sound &= list.isReady();
    return new Inside(list, steps.size(), scope);
  }

  /** Whether an alias binds a local function, which sees the names below. */
  static boolean isFunction(Tree.Alias alias) {
    Tree.Expression value = alias.value();
    while (value instanceof Tree.Parenthesized inner) {
      value = inner.inner();
    }
    return alias.pattern() instanceof Tree.NamePattern && value instanceof Tree.Lambda;
  }

  private void clauses(List<Tree.Clause> clauses, Scope scope) {
    for (Tree.Clause clause : clauses) {
      Map<String, Binding> bound = new LinkedHashMap<>();
      pattern(clause.pattern(), bound, scope, true);
      alternatives(clause.alternatives(), new Plain(bound, scope));
    }
  }

  private void alternatives(List<Tree.Alternative> alternatives, Scope scope) {
    for (Tree.Alternative alternative : alternatives) {
      if (alternative.guard() != null) {
        expression(alternative.guard(), scope);
      }
      expression(alternative.body(), scope);
    }
  }

  private void comprehension(Tree.Comprehension tree, Scope scope) {
    Scope inner = scope;
    for (Tree.Generator generator : tree.generators()) {
      expression(generator.source(), inner);
      Map<String, Binding> bound = new LinkedHashMap<>();
      pattern(generator.pattern(), bound, inner, false);
      if (generator.value() != null) {
        pattern(generator.value(), bound, inner, false);
      }
      inner = new Plain(bound, inner);
    }
    if (tree.condition() != null) {
      expression(tree.condition(), inner);
    }
    expression(tree.element(), inner);
    if (tree.value() != null) {
      expression(tree.value(), inner);
    }
  }

  private void module(Tree.Module tree, Scope scope) {
    Map<String, Binding> functions = new HashMap<>();
    for (Tree.FunctionClause clause : tree.functions()) {
      // Their names are what the module exports, and stay.
      Binding function =
          functions.computeIfAbsent(
              clause.name().text(), name -> new Binding(name, Kind.MODULE_FUNCTION));
      meanings.put(clause, function);
    }
    Scope inner = new Plain(functions, scope);
    for (Tree.FunctionClause clause : tree.functions()) {
      Map<String, Binding> bound = new LinkedHashMap<>();
      clause.parameters().forEach(pattern -> pattern(pattern, bound, inner, false));
      alternatives(clause.alternatives(), new Plain(bound, inner));
    }
  }

  // Patterns.

  /**
   * The names of a pattern.
   *
   * @param bound the names of the clause so far, with those that are compared with
   * @param compares whether a name that is bound already is compared with (D22)
   */
  private void pattern(
      Tree.Pattern tree, Map<String, Binding> bound, Scope outer, boolean compares) {
    switch (tree) {
      case Tree.NamePattern p -> name(p, p.range(), p.text(), bound, outer, compares);
      case Tree.AsPattern p -> {
        name(p, p.name().range(), p.name().text(), bound, outer, compares);
        pattern(p.pattern(), bound, outer, compares);
      }
      case Tree.ParenthesizedPattern p -> pattern(p.inner(), bound, outer, compares);
      case Tree.TuplePattern p -> p.elements().forEach(e -> pattern(e, bound, outer, compares));
      case Tree.SequencePattern p -> p.elements().forEach(e -> pattern(e, bound, outer, compares));
      case Tree.HeadTailPattern p -> {
        p.heads().forEach(head -> pattern(head, bound, outer, compares));
        pattern(p.tails(), bound, outer, compares);
        p.lasts().forEach(last -> pattern(last, bound, outer, compares));
      }
      case Tree.DictPattern p -> {
        for (Tree.EntryPattern entry : p.entries()) {
          expression(entry.key(), new Plain(Map.copyOf(bound), outer));
          pattern(entry.value(), bound, outer, compares);
        }
      }
      case Tree.AffixPattern p -> {
        pattern(p.left(), bound, outer, compares);
        pattern(p.right(), bound, outer, compares);
      }
      case Tree.PinPattern p -> expression(p.value(), outer);
      case Tree.Literal p -> expression(p, new Plain(Map.copyOf(bound), outer));
      case Tree.WildcardPattern _ -> {}
      default -> throw new IllegalArgumentException("not generated: " + tree);
    }
  }

  private void name(
      Tree node, Range at, String name, Map<String, Binding> bound, Scope outer, boolean compares) {
    Binding earlier = bound.get(name);
    if (earlier == null && compares) {
      Binding outside = outer.find(name, false);
      earlier = outside != null && outside.kind == Kind.LOCAL ? outside : null;
    }
    if (earlier == null) {
      bound.put(name, bind(node, at, name, Kind.LOCAL));
    } else {
      bound.put(name, earlier);
      compared.put(node, true);
      mean(node, at, earlier);
    }
  }
}
