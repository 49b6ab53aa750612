package yona.language.optimize;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.language.core.Callees;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.Traversal;
import yona.language.core.Variable;

/** The types of the expressions of one specialization, from those of its inputs. */
final class ExpressionTypes {
  private final Inference inference;
  private final Replacements replacements;
  private final Specialization specialization;

  /** Gets the types of expressions if they are wanted. */
  private final @Nullable IdentityHashMap<Core, Integer> recorded;

  /** Whether a variable was read before its type was known. */
  private boolean incomplete;

  ExpressionTypes(
      Inference inference,
      Replacements replacements,
      Specialization specialization,
      @Nullable IdentityHashMap<Core, Integer> recorded) {
    this.inference = inference;
    this.replacements = replacements;
    this.specialization = specialization;
    this.recorded = recorded;
  }

  /** Looks at the body until nothing new is found out; gives the type of the result. */
  int inferBody() {
    int result;
    int before;
    do {
      incomplete = false;
      before = sum(specialization.variables());
      specialization.forgetTailCalls();
      for (int i = 0; i < specialization.inputs().size(); i++) {
        bind(specialization.inputs().get(i), specialization.type(i));
      }
      result = infer(specialization.function().body(), true);
    } while (incomplete && sum(specialization.variables()) != before);
    return result;
  }

  private static int sum(Map<Variable, Integer> types) {
    int sum = 0;
    for (int type : types.values()) {
      sum += Integer.bitCount(type) + 1;
    }
    return sum;
  }

  private void bind(Variable variable, int type) {
    specialization.variables().merge(variable, type, (a, b) -> a | b);
  }

  int read(Variable variable) {
    Integer type = specialization.variables().get(variable);
    if (type == null) {
      incomplete = true;
      return Types.NEVER;
    }
    return type;
  }

  private int[] inputs(FunctionDefinition function, int[] arguments) {
    int captures = function.captures().size();
    int[] types = new int[captures + arguments.length];
    for (int i = 0; i < captures; i++) {
      types[i] = read(function.captures().get(i));
    }
    System.arraycopy(arguments, 0, types, captures, arguments.length);
    return types;
  }

  private int record(Core core, int type) {
    if (recorded != null) {
      recorded.merge(core, type, (a, b) -> a | b);
    }
    return type;
  }

  /** The type of an expression; runs along bodies of lets without recursion. */
  private int infer(Core root, boolean tail) {
    List<Core> spine = null;
    Core core = replacements.of(root);
    while (true) {
      Checkpoint.pass();
      Core next = enter(core);
      if (next == null) {
        break;
      }
      if (recorded != null) {
        spine = spine == null ? new ArrayList<>() : spine;
        spine.add(core);
      }
      core = replacements.of(next);
    }
    int type = record(core, inferLast(core, tail));
    if (spine != null) {
      for (Core each : spine) {
        record(each, type);
      }
    }
    return type;
  }

  /** Does what stands before the body of a binding expression; gives the body, null for others. */
  private @Nullable Core enter(Core core) {
    return switch (core) {
      case Core.Let c -> {
        bind(c.variable(), infer(c.value(), false));
        yield c.body();
      }
      case Core.LetFunctions c -> {
        bindFunctions(c.functions());
        yield c.body();
      }
      case Core.Sequence c -> {
        for (Core step : c.steps().subList(0, c.steps().size() - 1)) {
          infer(step, false);
        }
        yield c.steps().getLast();
      }
      case Core.Group c -> {
        for (int i = 0; i < c.members().size(); i++) {
          FunctionDefinition function = c.members().get(i).function();
          int result = c.inPlace() ? infer(function.body(), false) : Types.NEVER;
          if (!c.inPlace() || maySuspend(c)) {
            Specialization member = inference.escape(this, function);
            member.callers().add(specialization);
            result |= member.result();
          }
          bind(c.results().get(i), result);
        }
        yield c.body();
      }
      default -> null;
    };
  }

  /** Whether a member may have to wait, as far as is known yet. */
  private boolean maySuspend(Core.Group group) {
    Callees checked = group.whenSuspending();
    return checked == null || Types.mayWait(checked, v -> read(v));
  }

  private void bindFunctions(List<FunctionDefinition> functions) {
    for (FunctionDefinition function : functions) {
      Variable variable = function.variable();
      if (variable != null && inference.isRead(variable)) {
        bind(variable, Types.function(function.arity()));
      }
    }
    for (FunctionDefinition function : functions) {
      Variable variable = function.variable();
      if (variable != null && inference.isRead(variable)) {
        inference.escape(this, function);
      }
    }
  }

  private int[] inferAll(List<Core> operands) {
    int[] types = new int[operands.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = infer(operands.get(i), false);
    }
    return types;
  }

  private int inferLast(Core core, boolean tail) {
    return switch (core) {
      case Core.Constant c -> Types.of(c.value());
      case Core.Get c -> {
        int type = read(c.variable());
        if (tail && c.mention() && (type & Types.NULLARY) != 0) {
          specialization.setMentions();
        }
        yield c.mention() ? Types.mention(type) : type;
      }
      case Core.Closure c -> {
        inference.escape(this, c.function());
        yield Types.function(c.function().arity());
      }
      case Core.StaticFunctionValue c -> {
        FunctionDefinition function = inference.linked(c.function().key());
        if (function != null) {
          inference.escape(null, function);
        }
        yield Types.function(c.function().arity());
      }
      case Core.CallKnown c -> {
        int[] arguments = inferAll(c.arguments());
        yield inference.call(specialization, c.function(), inputs(c.function(), arguments), tail);
      }
      case Core.CallStatic c -> {
        inferAll(c.arguments());
        if (tail && c.function().bounces()) {
          specialization.setBounces();
        }
        yield Types.ANY;
      }
      case Core.Apply c -> {
        infer(c.function(), false);
        inferAll(c.arguments());
        if (tail) {
          specialization.setBounces();
        }
        yield Types.ANY;
      }
      case Core.If c -> {
        int type = Types.NEVER;
        for (Core.Branch branch : c.branches()) {
          infer(branch.condition(), false);
          type |= infer(branch.body(), tail);
        }
        yield type | infer(c.otherwise(), tail);
      }
      case Core.Logical c -> {
        inferAll(c.operands());
        yield Types.BOOLEAN;
      }
      case Core.Unary c -> OperatorRules.result(c.operator(), infer(c.operand(), false));
      case Core.Binary c -> {
        int left = infer(c.left(), false);
        yield OperatorRules.result(c.operator(), left, infer(c.right(), false));
      }
      case Core.LeftChain c -> {
        int type = infer(c.first(), false);
        for (Core.Link link : c.links()) {
          type = OperatorRules.result(link.operator(), type, infer(link.operand(), false));
        }
        yield type;
      }
      case Core.RightChain c -> {
        int[] types = new int[c.links().size()];
        for (int i = 0; i < types.length; i++) {
          types[i] = infer(c.links().get(i).operand(), false);
        }
        int type = infer(c.last(), false);
        for (int i = types.length - 1; i >= 0; i--) {
          type = OperatorRules.result(c.links().get(i).operator(), types[i], type);
        }
        yield type;
      }
      case Core.MakeTuple c -> {
        inferAll(c.elements());
        yield Types.TUPLE;
      }
      case Core.MakeSeq c -> {
        inferAll(c.elements());
        yield Types.SEQ;
      }
      case Core.MakeSet c -> {
        inferAll(c.elements());
        yield Types.SET;
      }
      case Core.MakeDict c -> {
        inferAll(c.keysAndValues());
        yield Types.DICT;
      }
      case Core.MakeRange c -> {
        if (c.step() != null) {
          infer(c.step(), false);
        }
        infer(c.from(), false);
        infer(c.to(), false);
        yield Types.SEQ;
      }
      case Core.MakeRecord c -> {
        inferAll(c.fields());
        yield Types.TUPLE;
      }
      case Core.UpdateRecord c -> {
        infer(c.value(), false);
        inferAll(c.values());
        yield Types.TUPLE;
      }
      case Core.Interpolation c -> {
        CoreWalk.children(c, part -> infer(part, false));
        yield Types.SEQ;
      }
      case Core.Match c -> inferMatch(c, tail);
      case Core.Try c -> {
        int type = infer(c.body(), false);
        bind(c.triple(), Types.TUPLE);
        bind(c.error(), Types.OTHER);
        yield type | infer(c.handler(), tail);
      }
      case Core.Raise c -> {
        CoreWalk.children(c, operand -> infer(operand, false));
        yield Types.NEVER;
      }
      case Core.RaiseAlways _, Core.Skip _ -> Types.NEVER;
      case Core.With c -> {
        infer(c.manager(), false);
        inference.escape(this, c.body());
        yield c.daemon() ? Types.UNIT : Types.ANY;
      }
      case Core.GetField c -> {
        infer(c.value(), false);
        yield Types.ANY;
      }
      case Core.CallMember c -> {
        infer(c.receiver(), false);
        inferAll(c.arguments());
        if (tail && c.arguments().isEmpty()) {
          specialization.setMentions();
        } else if (tail) {
          specialization.setBounces();
        }
        yield Types.ANY;
      }
      case Core.CallJava c -> JavaResults.of(c.method(), inferAll(c.arguments()));
      case Core.JavaFunction c -> Types.function(c.arity());
      case Core.Mention c -> {
        int type = infer(c.value(), false);
        if (tail && (type & Types.NULLARY) != 0) {
          specialization.setMentions();
        }
        yield Types.mention(type);
      }
      case Core.MakeModule _, Core.ModuleValue _, Core.JavaType _ -> Types.OTHER;
      case Core.Collect c -> {
        infer(c.loop(), false);
        yield switch (c.kind()) {
          case SEQ -> Types.SEQ;
          case SET -> Types.SET;
          case DICT -> Types.DICT;
        };
      }
      case Core.Each c -> {
        infer(c.source(), false);
        bind(c.element(), elements(c.source()));
        infer(c.body(), false);
        yield Types.NEVER;
      }
      case Core.EachTogether c -> {
        infer(c.source(), false);
        inference.escape(this, c.body());
        if (c.sequential() != null) {
          bind(c.sequential().element(), elements(c.source()));
          infer(c.sequential().body(), false);
        }
        yield Types.NEVER;
      }
      case Core.Emit c -> {
        infer(c.value(), false);
        yield Types.NEVER;
      }
      case Core.EmitEntry c -> {
        infer(c.key(), false);
        infer(c.value(), false);
        yield Types.NEVER;
      }
      case Core.Let _, Core.LetFunctions _, Core.Sequence _, Core.Group _, Core.LetAliases _ ->
          throw Traversal.unexpected(core);
    };
  }

  /** The type of the elements of a comprehension's source. */
  public static int elements(Core source) {
    return source instanceof Core.MakeRange ? Types.LONG : Types.ANY;
  }

  private int inferMatch(Core.Match match, boolean tail) {
    int type = Types.NEVER;
    for (Core.MatchClause clause : match.clauses()) {
      for (int i = 0; i < match.subjects().size(); i++) {
        inferPattern(clause.patterns().get(i), read(match.subjects().get(i)));
      }
      for (Core.Guarded guarded : clause.bodies()) {
        if (guarded.guard() != null) {
          infer(guarded.guard(), false);
        }
        type |= infer(guarded.body(), tail);
      }
    }
    return type;
  }

  private void inferPattern(CorePattern pattern, int type) {
    switch (pattern) {
      case CorePattern.Wildcard _, CorePattern.Literal _, CorePattern.EmptyDict _ -> {}
      case CorePattern.Bind p -> bind(p.variable(), type);
      case CorePattern.EqualTo p -> infer(p.expression(), false);
      case CorePattern.TuplePattern p -> inferParts(p.elements());
      case CorePattern.SeqPattern p -> {
        inferParts(p.heads());
        if (p.tails() != null) {
          inferPattern(p.tails(), Types.SEQ);
        }
        inferParts(p.lasts());
      }
      case CorePattern.AffixPattern p -> {
        infer(p.affix(), false);
        inferPattern(p.rest(), Types.SEQ);
      }
      case CorePattern.DictPattern p -> {
        p.keys().forEach(key -> infer(key, false));
        inferParts(p.values());
      }
      case CorePattern.RecordPattern p -> inferParts(p.patterns());
      case CorePattern.As p -> {
        bind(p.variable(), narrowed(p.pattern(), type));
        inferPattern(p.pattern(), type);
      }
      case CorePattern.Both p -> {
        inferPattern(p.first(), type);
        inferPattern(p.second(), type);
      }
    }
  }

  private void inferParts(List<CorePattern> parts) {
    parts.forEach(part -> inferPattern(part, Types.ANY));
  }

  /** The type of a value that the pattern has matched; keeps the shape of an unboxed one. */
  private static int narrowed(CorePattern pattern, int type) {
    return switch (pattern) {
      case CorePattern.TuplePattern _, CorePattern.RecordPattern _ -> Types.TUPLE;
      case CorePattern.SeqPattern _, CorePattern.AffixPattern _ -> Types.SEQ;
      case CorePattern.DictPattern _, CorePattern.EmptyDict _ -> Types.DICT;
      default -> type;
    };
  }
}
