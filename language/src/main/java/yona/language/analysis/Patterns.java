package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.RecordShape;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/** Resolves patterns: which names are bound, which are compared with (language.md 5, 7). */
final class Patterns {
  private final SourceUnit unit;
  private final Expressions expressions;

  Patterns(SourceUnit unit, Expressions expressions) {
    this.unit = unit;
    this.expressions = expressions;
  }

  /** What the patterns of a clause belong to. */
  enum Of {
    /** Parameters of a function. */
    PARAMETERS,
    /** An alias, whose names are there already. */
    ALIAS,
    /** A generator of a comprehension. */
    GENERATOR,
    /** A {@code case} or {@code catch}: a name that is bound as a local name is compared (D22). */
    CASE
  }

  /**
   * The patterns of one clause, all parameters together.
   *
   * <p>Names that were declared beforehand (an alias list declares the names of its patterns so
   * that lambdas above can see them) are bound to the declared variables.
   */
  final class Clause {
    private final Scope outer;
    private final Of of;
    private final Map<String, Variable> declared;
    private final List<Tree.Pattern> patterns;
    private final Map<String, Variable> bound = new LinkedHashMap<>();

    /** The local names from outside that are compared with. */
    private final Map<String, Binding> compared = new HashMap<>();

    private int parts;

    /**
     * @param outer the scope around the clause
     * @param of what the patterns belong to
     * @param declared variables that are there already for names
     * @param patterns all that are to be resolved
     */
    Clause(Scope outer, Of of, Map<String, Variable> declared, List<Tree.Pattern> patterns) {
      this.outer = outer;
      this.of = of;
      this.declared = declared;
      this.patterns = patterns;
    }

    /** Of how many parts the patterns consist. */
    int parts() {
      return parts;
    }

    /** The variables that were bound, in the order of the text. */
    List<Variable> bound() {
      return new ArrayList<>(bound.values());
    }

    /**
     * The scope of the clause's guards and body. There too a name of the patterns is what it is in
     * them, though the clause stands in a function that sees an alias of this name below it.
     */
    Scope scope() {
      if (bound.isEmpty() && compared.isEmpty()) {
        return outer;
      }
      Scope scope = outer.inner();
      compared.forEach(scope::add);
      bound.forEach((name, variable) -> scope.add(name, new Binding.Local(variable)));
      return scope;
    }

    CorePattern resolve(Tree.Pattern pattern) {
      if (parts++ == Limits.PATTERN_PARTS) {
        expressions.limits.report(
            pattern.range(), Limits.PATTERN_PARTS, "parts in the patterns of a clause");
      }
      return switch (pattern) {
        case Tree.WildcardPattern p -> new CorePattern.Wildcard(p.range());
        case Tree.Missing p -> new CorePattern.Wildcard(p.range());
        case Tree.NamePattern p -> name(p.text(), p.range());
        case Tree.PinPattern p -> new CorePattern.EqualTo(p.range(), pinned(p.value()), null);
        case Tree.ParenthesizedPattern p -> resolve(p.inner());
        case Tree.TuplePattern p ->
            new CorePattern.TuplePattern(p.range(), resolveAll(p.elements()));
        case Tree.SequencePattern p ->
            new CorePattern.SeqPattern(p.range(), resolveAll(p.elements()), null, List.of());
        case Tree.HeadTailPattern p -> headTail(p);
        case Tree.AffixPattern p -> affix(p);
        case Tree.DictPattern p -> dict(p);
        case Tree.RecordPattern p -> record(p);
        case Tree.AsPattern p -> as(p);
        case Tree.Literal p -> literal(p);
      };
    }

    private List<CorePattern> resolveAll(List<Tree.Pattern> patterns) {
      List<CorePattern> resolved = new ArrayList<>(patterns.size());
      for (Tree.Pattern pattern : patterns) {
        resolved.add(resolve(pattern));
      }
      return resolved;
    }

    private CorePattern name(String name, Range at) {
      CorePattern earlier = compared(name, at, Code.BOUND_NAME_IN_PATTERN);
      return earlier != null ? earlier : new CorePattern.Bind(at, bind(name, at));
    }

    /**
     * Compares with what a name in a pattern stands for already; null if the pattern binds it.
     *
     * @param warning what the compiler says where that is a name from outside
     */
    private CorePattern.@Nullable EqualTo compared(String name, Range at, Code warning) {
      Variable here = bound.get(name);
      if (here != null) {
        return new CorePattern.EqualTo(at, get(here, at), null);
      }
      Binding outside = of == Of.CASE ? outer.findBound(name, at) : null;
      Variable variable = outside == null ? null : outside.localVariable();
      if (variable == null) {
        return null;
      }
      compared.put(name, outside);
      if (unit.unused != null) {
        unit.unused.use(outside);
      }
      unit.report(
          Diagnostic.warning(
                  warning,
                  unit.source,
                  at,
                  name
                      + " is bound already in line "
                      + unit.source.line(variable.at().start())
                      + ", so the pattern compares with its value and binds nothing")
              .withNote(variable.at(), name + " is bound here")
              .withHint("Write ^" + name + " to compare with it, or another name to bind anew"));
      return new CorePattern.EqualTo(at, expressions.value(at, outside), name);
    }

    /** The value of a pin, whose names are looked up outside of the clause. */
    private Core pinned(Tree.Expression value) {
      if (!(value instanceof Tree.NameExpression name)
          || outer.find(name.text(), name.range()) != null
          || outer.findLater(name.text()) != null
          || !binds(name.text())) {
        return expressions.expression(value, outer);
      }
      String twice = name.text();
      unit.report(
          Diagnostic.error(
                  Code.PIN_OF_OWN_NAME,
                  unit.source,
                  name.range(),
                  "There is no "
                      + twice
                      + " outside of this pattern; `^` never means a name that the pattern binds")
              .withHint(
                  "A name that stands twice compares as it is: (%s, %s)".formatted(twice, twice)));
      return Expressions.unit(name.range());
    }

    private boolean binds(String name) {
      List<Tree.Name> names = new ArrayList<>();
      patterns.forEach(pattern -> names(pattern, names));
      return names.stream().anyMatch(each -> each.text().equals(name));
    }

    private Variable bind(String name, Range at) {
      Variable variable = declared.get(name);
      if (variable == null) {
        variable = new Variable(name, at);
        if (of != Of.PARAMETERS) {
          unit.named(UnusedNames.Kind.PATTERN, variable);
        }
      }
      bound.put(name, variable);
      return variable;
    }

    /** The value of a name of these patterns. */
    private Core get(Variable here, Range at) {
      if (unit.unused != null) {
        unit.unused.use(here);
      }
      return new Core.Get(at, here, false);
    }

    private CorePattern headTail(Tree.HeadTailPattern p) {
      List<CorePattern> heads = resolveAll(p.heads());
      CorePattern tails = rest(p.tails());
      List<CorePattern> lasts = resolveAll(p.lasts());
      return new CorePattern.SeqPattern(p.range(), heads, tails, lasts);
    }

    /** What a pattern leaves of a sequence: a name there is hardly ever meant to be compared. */
    private CorePattern rest(Tree.Pattern pattern) {
      CorePattern earlier =
          pattern instanceof Tree.NamePattern name
              ? compared(name.text(), name.range(), Code.COMPARED_NAME)
              : null;
      CorePattern rest = earlier == null ? resolve(pattern) : earlier;
      if (rest instanceof CorePattern.Bind bind) {
        bind.variable().setSeq();
      }
      return rest;
    }

    private CorePattern affix(Tree.AffixPattern p) {
      if (p.affix() instanceof Tree.SequencePattern sequence) {
        // Tests of single elements are shared with other clauses.
        List<CorePattern> elements = resolveAll(sequence.elements());
        CorePattern rest = rest(p.rest());
        return p.atEnd()
            ? new CorePattern.SeqPattern(p.range(), List.of(), rest, elements)
            : new CorePattern.SeqPattern(p.range(), elements, rest, List.of());
      }
      Core affix =
          p.affix() instanceof Tree.StringLiteral text
              ? expressions.expression(text, scope())
              : new Core.Constant(p.affix().range(), Seq.EMPTY);
      return new CorePattern.AffixPattern(p.range(), affix, rest(p.rest()), p.atEnd());
    }

    private CorePattern dict(Tree.DictPattern p) {
      if (p.entries().isEmpty()) {
        return new CorePattern.EmptyDict(p.range());
      }
      List<Core> keys = new ArrayList<>();
      List<CorePattern> values = new ArrayList<>();
      for (Tree.EntryPattern entry : p.entries()) {
        keys.add(key(entry.key()));
        values.add(resolve(entry.value()));
      }
      return new CorePattern.DictPattern(p.range(), keys, values);
    }

    private Core key(Tree.Expression key) {
      if (key instanceof Tree.NameExpression name) {
        Variable here = bound.get(name.text());
        return here != null ? get(here, name.range()) : expressions.key(key, outer);
      }
      return expressions.expression(key, key instanceof Tree.Literal ? scope() : outer);
    }

    private CorePattern record(Tree.RecordPattern p) {
      RecordShape type = outer.findRecord(p.type().text());
      if (type == null) {
        unit.report(
            unit.withSuggestion(
                Diagnostic.error(
                    Code.UNKNOWN_RECORD,
                    unit.source,
                    p.type().range(),
                    "There is no record type " + p.type().text() + " here"),
                p.type().text(),
                outer.recordNames()));
        return new CorePattern.Wildcard(p.range());
      }
      List<Integer> fields = new ArrayList<>();
      List<CorePattern> patterns = new ArrayList<>();
      for (Tree.FieldPattern field : p.fields()) {
        int index = type.fields().indexOf(field.name().text());
        if (index < 0) {
          unit.report(
              unit.withSuggestion(
                  Diagnostic.error(
                      Code.UNKNOWN_RECORD_FIELD,
                      unit.source,
                      field.name().range(),
                      "Record type "
                          + type.name()
                          + " has no field "
                          + field.name().text()
                          + "; it has "
                          + String.join(", ", type.fields())),
                  field.name().text(),
                  type.fields()));
        }
        fields.add(Math.max(index, 0));
        patterns.add(resolve(field.pattern()));
      }
      return new CorePattern.RecordPattern(p.range(), type, fields, patterns);
    }

    /** {@code name@pattern}: a name that is bound already must be equal to the whole (D34). */
    private CorePattern as(Tree.AsPattern p) {
      String name = p.name().text();
      CorePattern whole = compared(name, p.name().range(), Code.BOUND_NAME_IN_PATTERN);
      if (whole == null) {
        Variable variable = bind(name, p.name().range());
        return new CorePattern.As(p.range(), variable, resolve(p.pattern()));
      }
      return new CorePattern.Both(p.range(), whole, resolve(p.pattern()));
    }

    private CorePattern literal(Tree.Literal p) {
      Core value = expressions.expression(p, scope());
      return value instanceof Core.Constant constant
          ? new CorePattern.Literal(p.range(), constant.value())
          : new CorePattern.EqualTo(p.range(), value, null);
    }
  }

  /** The names that a pattern mentions where it could bind them, in the order of the text. */
  static void names(Tree.Pattern pattern, List<Tree.Name> result) {
    switch (pattern) {
      case Tree.NamePattern p -> result.add(new Tree.Name(p.range(), p.text()));
      case Tree.ParenthesizedPattern p -> names(p.inner(), result);
      case Tree.TuplePattern p -> p.elements().forEach(element -> names(element, result));
      case Tree.SequencePattern p -> p.elements().forEach(element -> names(element, result));
      case Tree.HeadTailPattern p -> {
        p.heads().forEach(head -> names(head, result));
        names(p.tails(), result);
        p.lasts().forEach(last -> names(last, result));
      }
      case Tree.DictPattern p -> p.entries().forEach(entry -> names(entry.value(), result));
      case Tree.RecordPattern p -> p.fields().forEach(field -> names(field.pattern(), result));
      case Tree.AsPattern p -> {
        result.add(p.name());
        names(p.pattern(), result);
      }
      case Tree.AffixPattern p -> names(p.rest(), result);
      case Tree.PinPattern p -> {}
      case Tree.WildcardPattern p -> {}
      case Tree.Missing p -> {}
      case Tree.Literal p -> {}
    }
  }
}
