package yona.language.core;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import yona.data.Checkpoint;

/** What a node of the core form consists of, for phases that look at whole functions. */
public final class CoreWalk {
  private CoreWalk() {}

  /**
   * The expressions that a node evaluates in the same function, in order; patterns' ones included.
   */
  public static void children(Core core, Consumer<Core> each) {
    Checkpoint.pass();
    switch (core) {
      case Core.Constant c -> {}
      case Core.Get c -> {}
      case Core.Closure c -> {}
      case Core.StaticFunctionValue c -> {}
      case Core.RaiseAlways c -> {}
      case Core.ModuleValue c -> {}
      case Core.JavaFunction c -> {}
      case Core.JavaType c -> {}
      case Core.MakeModule c -> {}
      case Core.Skip c -> {}
      case Core.LetFunctions c -> each.accept(c.body());
      case Core.CallKnown c -> c.arguments().forEach(each);
      case Core.CallStatic c -> c.arguments().forEach(each);
      case Core.Apply c -> {
        each.accept(c.function());
        c.arguments().forEach(each);
      }
      case Core.Let c -> {
        each.accept(c.value());
        each.accept(c.body());
      }
      case Core.LetAliases c -> {
        for (Core.AliasBinding alias : c.aliases()) {
          switch (alias) {
            case Core.NameAlias a -> each.accept(a.value());
            case Core.PatternAlias a -> {
              each.accept(a.value());
              children(a.pattern(), each);
            }
            case Core.FunctionAlias a -> {}
          }
        }
        each.accept(c.body());
      }
      case Core.Sequence c -> c.steps().forEach(each);
      case Core.If c -> {
        for (Core.Branch branch : c.branches()) {
          each.accept(branch.condition());
          each.accept(branch.body());
        }
        each.accept(c.otherwise());
      }
      case Core.Logical c -> c.operands().forEach(each);
      case Core.Unary c -> each.accept(c.operand());
      case Core.Binary c -> {
        each.accept(c.left());
        each.accept(c.right());
      }
      case Core.LeftChain c -> {
        each.accept(c.first());
        c.links().forEach(link -> each.accept(link.operand()));
      }
      case Core.RightChain c -> {
        c.links().forEach(link -> each.accept(link.operand()));
        each.accept(c.last());
      }
      case Core.MakeTuple c -> c.elements().forEach(each);
      case Core.MakeSeq c -> c.elements().forEach(each);
      case Core.MakeSet c -> c.elements().forEach(each);
      case Core.MakeDict c -> c.keysAndValues().forEach(each);
      case Core.MakeRange c -> {
        if (c.step() != null) {
          each.accept(c.step());
        }
        each.accept(c.from());
        each.accept(c.to());
      }
      case Core.MakeRecord c -> c.fields().forEach(each);
      case Core.GetField c -> each.accept(c.value());
      case Core.UpdateRecord c -> {
        each.accept(c.value());
        c.values().forEach(each);
      }
      case Core.Interpolation c -> {
        for (Core.Part part : c.parts()) {
          if (part instanceof Core.ValuePart value) {
            each.accept(value.value());
            if (value.width() != null) {
              each.accept(value.width());
            }
          }
        }
      }
      case Core.Match c -> {
        for (Core.MatchClause clause : c.clauses()) {
          clause.patterns().forEach(pattern -> children(pattern, each));
          for (Core.Guarded guarded : clause.bodies()) {
            if (guarded.guard() != null) {
              each.accept(guarded.guard());
            }
            each.accept(guarded.body());
          }
        }
      }
      case Core.Try c -> {
        each.accept(c.body());
        each.accept(c.handler());
      }
      case Core.Raise c -> {
        each.accept(c.symbolOrTriple());
        if (c.message() != null) {
          each.accept(c.message());
        }
      }
      case Core.With c -> each.accept(c.manager());
      case Core.CallMember c -> {
        each.accept(c.receiver());
        c.arguments().forEach(each);
      }
      case Core.CallJava c -> c.arguments().forEach(each);
      case Core.Mention c -> each.accept(c.value());
      case Core.Group c -> {
        if (c.inPlace()) {
          c.members().forEach(member -> each.accept(member.function().body()));
        }
        each.accept(c.body());
      }
      case Core.Collect c -> each.accept(c.loop());
      case Core.Each c -> {
        each.accept(c.source());
        each.accept(c.body());
      }
      case Core.EachTogether c -> {
        each.accept(c.source());
        if (c.sequential() != null) {
          each.accept(c.sequential().body());
        }
      }
      case Core.Emit c -> each.accept(c.value());
      case Core.EmitEntry c -> {
        each.accept(c.key());
        each.accept(c.value());
      }
    }
  }

  /** The expressions inside a pattern: values to compare with, keys. */
  public static void children(CorePattern pattern, Consumer<Core> each) {
    switch (pattern) {
      case CorePattern.Wildcard p -> {}
      case CorePattern.Bind p -> {}
      case CorePattern.Literal p -> {}
      case CorePattern.EmptyDict p -> {}
      case CorePattern.EqualTo p -> each.accept(p.expression());
      case CorePattern.AffixPattern p -> {
        each.accept(p.affix());
        children(p.rest(), each);
      }
      case CorePattern.DictPattern p -> {
        p.keys().forEach(each);
        p.values().forEach(value -> children(value, each));
      }
      default -> parts(pattern).forEach(part -> children(part, each));
    }
  }

  /** The same pattern with other expressions inside. */
  public static CorePattern replaced(CorePattern pattern, UnaryOperator<Core> other) {
    return switch (pattern) {
      case CorePattern.Wildcard p -> p;
      case CorePattern.Bind p -> p;
      case CorePattern.Literal p -> p;
      case CorePattern.EmptyDict p -> p;
      case CorePattern.EqualTo p ->
          new CorePattern.EqualTo(p.at(), other.apply(p.expression()), p.name());
      case CorePattern.TuplePattern p ->
          new CorePattern.TuplePattern(p.at(), replaced(p.elements(), other));
      case CorePattern.SeqPattern p ->
          new CorePattern.SeqPattern(
              p.at(),
              replaced(p.heads(), other),
              p.tails() == null ? null : replaced(p.tails(), other),
              replaced(p.lasts(), other));
      case CorePattern.AffixPattern p ->
          new CorePattern.AffixPattern(
              p.at(), other.apply(p.affix()), replaced(p.rest(), other), p.atEnd());
      case CorePattern.DictPattern p ->
          new CorePattern.DictPattern(
              p.at(), p.keys().stream().map(other).toList(), replaced(p.values(), other));
      case CorePattern.RecordPattern p ->
          new CorePattern.RecordPattern(
              p.at(), p.type(), p.fields(), replaced(p.patterns(), other));
      case CorePattern.As p ->
          new CorePattern.As(p.at(), p.variable(), replaced(p.pattern(), other));
      case CorePattern.Both p ->
          new CorePattern.Both(p.at(), replaced(p.first(), other), replaced(p.second(), other));
    };
  }

  private static List<CorePattern> replaced(List<CorePattern> patterns, UnaryOperator<Core> other) {
    return patterns.stream().map(pattern -> replaced(pattern, other)).toList();
  }

  /** The variables that a pattern binds. */
  public static void bound(CorePattern pattern, Consumer<Variable> each) {
    switch (pattern) {
      case CorePattern.Bind p -> each.accept(p.variable());
      case CorePattern.As p -> {
        each.accept(p.variable());
        bound(p.pattern(), each);
      }
      default -> parts(pattern).forEach(part -> bound(part, each));
    }
  }

  /** The types of the record patterns in a pattern, the pattern itself included. */
  public static void recordTypes(CorePattern pattern, Consumer<RecordShape> each) {
    if (pattern instanceof CorePattern.RecordPattern record) {
      each.accept(record.type());
    }
    parts(pattern).forEach(part -> recordTypes(part, each));
  }

  /** The patterns that a pattern consists of, in order. */
  public static List<CorePattern> parts(CorePattern pattern) {
    return switch (pattern) {
      case CorePattern.TuplePattern p -> p.elements();
      case CorePattern.SeqPattern p -> {
        List<CorePattern> parts = new java.util.ArrayList<>(p.heads());
        if (p.tails() != null) {
          parts.add(p.tails());
        }
        parts.addAll(p.lasts());
        yield parts;
      }
      case CorePattern.AffixPattern p -> List.of(p.rest());
      case CorePattern.DictPattern p -> p.values();
      case CorePattern.RecordPattern p -> p.patterns();
      case CorePattern.As p -> List.of(p.pattern());
      case CorePattern.Both p -> List.of(p.first(), p.second());
      default -> List.of();
    };
  }

  /** The variables that the node itself binds, not those of its children. */
  public static void bound(Core core, Consumer<Variable> each) {
    switch (core) {
      case Core.Let c -> each.accept(c.variable());
      case Core.LetFunctions c -> c.functions().forEach(function -> bound(function, each));
      case Core.LetAliases c -> {
        for (Core.AliasBinding alias : c.aliases()) {
          switch (alias) {
            case Core.NameAlias a -> each.accept(a.variable());
            case Core.PatternAlias a -> a.bound().forEach(each);
            case Core.FunctionAlias a -> bound(a.function(), each);
          }
        }
      }
      case Core.Match c -> {
        for (Core.MatchClause clause : c.clauses()) {
          clause.patterns().forEach(pattern -> bound(pattern, each));
        }
      }
      case Core.Try c -> {
        each.accept(c.triple());
        each.accept(c.error());
      }
      case Core.Group c -> c.results().forEach(each);
      case Core.Each c -> each.accept(c.element());
      case Core.EachTogether c -> {
        if (c.sequential() != null) {
          each.accept(c.sequential().element());
        }
      }
      default -> {}
    }
  }

  private static void bound(FunctionDefinition function, Consumer<Variable> each) {
    Variable variable = function.variable();
    if (variable != null) {
      each.accept(variable);
    }
  }

  /** The variables that the node itself reads, not those of its children. */
  public static void reads(Core core, Consumer<Variable> each) {
    switch (core) {
      case Core.Get c -> each.accept(c.variable());
      case Core.Match c -> {
        c.subjects().forEach(each);
        if (c.failure() instanceof Core.MatchFailure.Reraise reraise) {
          each.accept(reraise.error());
        }
      }
      case Core.MakeModule c -> c.module().functions().forEach(function -> bound(function, each));
      case Core.Group c -> {
        if (c.whenSuspending() != null) {
          c.whenSuspending().all().forEach(each);
        }
      }
      case Core.EachTogether c -> {
        if (c.whenSuspending() != null) {
          c.whenSuspending().all().forEach(each);
        }
      }
      default -> {}
    }
  }

  /** The functions whose captures the node itself needs: it calls them or makes their closures. */
  public static void functions(Core core, Consumer<FunctionDefinition> each) {
    switch (core) {
      case Core.CallKnown c -> each.accept(c.function());
      case Core.Closure c -> each.accept(c.function());
      case Core.LetFunctions c -> c.functions().forEach(function -> asValue(function, each));
      case Core.LetAliases c -> {
        // Also those that nobody uses: to mention a name there is to depend on it.
        for (Core.AliasBinding alias : c.aliases()) {
          if (alias instanceof Core.FunctionAlias function) {
            each.accept(function.function());
          }
        }
      }
      case Core.MakeModule c -> c.module().functions().forEach(each);
      case Core.With c -> each.accept(c.body());
      case Core.Group c -> c.members().forEach(member -> each.accept(member.function()));
      case Core.EachTogether c -> each.accept(c.body());
      default -> {}
    }
  }

  private static void asValue(FunctionDefinition function, Consumer<FunctionDefinition> each) {
    if (function.variable() != null) {
      each.accept(function);
    }
  }

  /** The expressions one of which gives the value of one that chooses or binds; none of another. */
  public static void results(Core core, Consumer<Core> each) {
    switch (core) {
      case Core.If c -> {
        c.branches().forEach(branch -> each.accept(branch.body()));
        each.accept(c.otherwise());
      }
      case Core.Match c ->
          c.clauses()
              .forEach(clause -> clause.bodies().forEach(guarded -> each.accept(guarded.body())));
      case Core.Try c -> {
        each.accept(c.body());
        each.accept(c.handler());
      }
      case Core.Let c -> each.accept(c.body());
      case Core.LetFunctions c -> each.accept(c.body());
      case Core.LetAliases c -> each.accept(c.body());
      case Core.Group c -> each.accept(c.body());
      case Core.Sequence c -> each.accept(c.steps().getLast());
      default -> {}
    }
  }
}
