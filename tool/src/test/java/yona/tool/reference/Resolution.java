package yona.tool.reference;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;
import yona.tool.reference.Names.Binding;
import yona.tool.reference.Names.Kind;

/** Finds what the names of a file stand for. */
final class Resolution {
  private final Names names;
  private final Names.File file;
  private boolean sound = true;

  Resolution(Names names, Names.File file) {
    this.names = names;
    this.file = file;
  }

  /** Finds them all; gives whether each is bound, and none needed before it is there. */
  boolean isSound(Map<String, Binding> builtins) {
    expression(file.tree, new Scope.Plain(builtins, null));
    return sound;
  }

  private Binding bind(Tree node, Range at, String name, Kind kind) {
    Binding binding = new Binding(name, kind);
    mean(node, at, binding);
    return binding;
  }

  private void mean(Tree node, Range at, Binding binding) {
    names.meanings.put(node, binding);
    if (binding.kind() == Kind.LOCAL || binding.kind() == Kind.IMPORT) {
      file.places.put(at.start(), binding);
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
      case Tree.Member t -> expression(t.receiver(), scope);
      case Tree.ModuleReference t -> {
        Binding binding = scope.find(t.name().text(), true);
        if (binding != null) {
          names.meanings.put(t, binding);
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
        file.lets.add(t);
        expression(t.body(), aliases(t.aliases(), scope));
      }
      case Tree.With t -> {
        expression(t.manager(), scope);
        Tree.Name name = Objects.requireNonNull(t.name());
        Binding resource = bind(name, name.range(), name.text(), Kind.LOCAL);
        aliases(t.steps(), new Scope.Plain(Map.of(name.text(), resource), scope));
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
      case Tree.Import t -> expression(t.body(), imports(t, scope));
      case Tree.RecordInstance t -> {
        type(t, t.type(), scope);
        t.fields().forEach(field -> expression(field.value(), scope));
      }
      case Tree.FieldAccess t -> {
        names.known.put(t, scope.types());
        expression(t.receiver(), scope);
      }
      case Tree.RecordUpdate t -> {
        names.known.put(t, scope.types());
        expression(t.record(), scope);
        t.fields().forEach(field -> expression(field.value(), scope));
      }
      default -> throw new IllegalArgumentException("not generated: " + tree);
    }
  }

  private void lambda(Tree.Lambda tree, Scope scope) {
    Map<String, Binding> bound = new LinkedHashMap<>();
    tree.parameters().forEach(pattern -> pattern(pattern, bound, scope, false));
    expression(tree.body(), new Scope.Plain(bound, scope));
  }

  private Scope aliases(List<? extends Tree.Step> steps, Scope scope) {
    Scope.Aliases list = new Scope.Aliases();
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
        pattern(alias.pattern(), list.bound.get(i), new Scope.Inside(list, i, scope), false);
      }
    }
    for (int i = 0; i < steps.size(); i++) {
      Scope here = new Scope.Inside(list, i, scope);
      switch (steps.get(i)) {
        case Tree.Alias alias -> expression(alias.value(), here);
        case Tree.Expression step -> expression(step, here);
      }
    }
    sound &= list.isReady();
    return new Scope.Inside(list, steps.size(), scope);
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
      alternatives(clause.alternatives(), new Scope.Plain(bound, scope));
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
      inner = new Scope.Plain(bound, inner);
    }
    if (tree.condition() != null) {
      expression(tree.condition(), inner);
    }
    expression(tree.element(), inner);
    if (tree.value() != null) {
      expression(tree.value(), inner);
    }
  }

  private void type(Tree tree, Tree.Name name, Scope scope) {
    names.types.put(tree, Objects.requireNonNull(scope.types().get(name.text())));
  }

  private static Map<String, RecordType> declared(Tree.Module tree) {
    Map<String, RecordType> declared = new HashMap<>();
    for (Tree.RecordDeclaration record : tree.records()) {
      Symbol name = Symbol.of(record.name().text());
      declared.put(
          name.name(), RecordType.of(name, record.fields().stream().map(Tree.Name::text).toList()));
    }
    return declared;
  }

  /** What is visible in the body of an import. */
  private Scope imports(Tree.Import tree, Scope scope) {
    Map<String, Binding> bound = new HashMap<>();
    Map<String, RecordType> imported = new HashMap<>();
    for (Tree.ImportClause clause : tree.clauses()) {
      switch (clause) {
        case Tree.ModuleImport module -> {
          Tree.Name name = module.alias() == null ? module.module().name() : module.alias();
          Kind kind = module.alias() == null ? Kind.MODULE : Kind.IMPORT;
          bound.put(name.text(), bind(module, name.range(), name.text(), kind));
        }
        case Tree.NameImport from -> {
          for (Tree.Imported each : from.imported()) {
            String text = each.name().text();
            if (Character.isUpperCase(text.charAt(0))) {
              imported.put(
                  text, Objects.requireNonNull(declared(module(from.module().text())).get(text)));
            } else {
              bound.put((each.alias() == null ? each.name() : each.alias()).text(), imported(each));
            }
          }
        }
      }
    }
    return new Scope.Plain(bound, new Scope.Typed(imported, scope));
  }

  private Binding imported(Tree.Imported tree) {
    if (tree.alias() != null) {
      return bind(tree, tree.alias().range(), tree.alias().text(), Kind.IMPORT);
    }
    file.imports.add(tree.name().range().start());
    return bind(tree, tree.name().range(), tree.name().text(), Kind.IMPORT);
  }

  /** The module of a file. */
  private Tree.Module module(String name) {
    Tree.Expression tree = Objects.requireNonNull(names.tree(name));
    while (tree instanceof Tree.Import around) {
      tree = around.body();
    }
    return (Tree.Module) tree;
  }

  private void module(Tree.Module tree, Scope scope) {
    Map<String, Binding> functions = new HashMap<>();
    for (Tree.FunctionClause clause : tree.functions()) {
      // Their names are what the module exports, and stay.
      Binding function =
          functions.computeIfAbsent(
              clause.name().text(), name -> new Binding(name, Kind.MODULE_FUNCTION));
      names.meanings.put(clause, function);
    }
    Scope inner = new Scope.Plain(functions, new Scope.Typed(declared(tree), scope));
    for (Tree.FunctionClause clause : tree.functions()) {
      Map<String, Binding> bound = new LinkedHashMap<>();
      clause.parameters().forEach(pattern -> pattern(pattern, bound, inner, false));
      alternatives(clause.alternatives(), new Scope.Plain(bound, inner));
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
          expression(entry.key(), new Scope.Plain(Map.copyOf(bound), outer));
          pattern(entry.value(), bound, outer, compares);
        }
      }
      case Tree.AffixPattern p -> {
        pattern(p.left(), bound, outer, compares);
        pattern(p.right(), bound, outer, compares);
      }
      case Tree.RecordPattern p -> {
        type(p, p.type(), outer);
        p.fields().forEach(field -> pattern(field.pattern(), bound, outer, compares));
      }
      case Tree.PinPattern p -> expression(p.value(), outer);
      case Tree.Literal p -> expression(p, new Scope.Plain(Map.copyOf(bound), outer));
      case Tree.WildcardPattern _ -> {}
      default -> throw new IllegalArgumentException("not generated: " + tree);
    }
  }

  private void name(
      Tree node, Range at, String name, Map<String, Binding> bound, Scope outer, boolean compares) {
    Binding earlier = bound.get(name);
    if (earlier == null && compares) {
      Binding outside = outer.find(name, false);
      earlier = outside != null && outside.kind() == Kind.LOCAL ? outside : null;
    }
    if (earlier == null) {
      bound.put(name, bind(node, at, name, Kind.LOCAL));
    } else {
      bound.put(name, earlier);
      names.compared.put(node, true);
      mean(node, at, earlier);
    }
  }
}
