package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.UnaryOperator;
import yona.language.core.Variable;

/**
 * Infers the kinds of values from literals, operators and functions of the library, through names,
 * branches and patterns. Parameters may be anything.
 */
final class KnownValues {
  /** How many expressions are looked at for one question, so that each takes constant time. */
  private static final int FARTHEST = 100;

  /** An error as {@code catch} sees it. */
  private static final Known TRIPLE =
      Known.tuple(List.of(Known.SYMBOL, Known.TEXT, Known.collection(Known.SEQ, null)));

  /** What these give is an element of their last argument. */
  private static final Set<String> ELEMENTS = Set.of("Seq::head", "Seq::last", "Seq::lookup");

  private static final int ADDING = Known.NUMBER | Known.SET | Known.DICT;

  /**
   * Where the value of a variable comes from.
   *
   * @param whole what the pattern takes apart, or the source of a generator
   * @param pattern holds the variable; null if that is an element of the source
   */
  private record Origin(Core whole, @Nullable CorePattern pattern) {}

  private final Definitions definitions;
  private final Map<Variable, Origin> origins = new HashMap<>();
  private final Map<Variable, Known> variables = new HashMap<>();
  private int left;

  /** In how many names and local functions the expression stands that is looked at. */
  private int named;

  KnownValues(Definitions definitions) {
    this.definitions = definitions;
  }

  /** Notes what an expression binds; all of a source are noted before the first question. */
  void note(Core core) {
    switch (core) {
      case Core.Match match -> {
        for (int i = 0; i < match.subjects().size(); i++) {
          Core subject = new Core.Get(match.at(), match.subjects().get(i), false);
          for (Core.MatchClause clause : match.clauses()) {
            note(clause.patterns().get(i), subject);
          }
        }
      }
      case Core.LetAliases let -> {
        for (Core.AliasBinding alias : let.aliases()) {
          if (alias instanceof Core.PatternAlias pattern) {
            note(pattern.pattern(), pattern.value());
          }
        }
      }
      case Core.CallStatic call -> {
        FunctionDefinition lambda = Callbacks.ofElements(call);
        if (lambda != null) {
          origins.put(lambda.parameters().getFirst(), new Origin(call.arguments().getLast(), null));
        }
      }
      case Core.Each each -> origins.put(each.element(), new Origin(each.source(), null));
      case Core.Try t -> variables.put(t.triple(), TRIPLE);
      default -> {}
    }
  }

  private void note(CorePattern pattern, Core whole) {
    Origin origin = new Origin(whole, pattern);
    CoreWalk.bound(pattern, variable -> origins.put(variable, origin));
  }

  /** What is known of the value of an expression. */
  Known of(Core core) {
    left = FARTHEST;
    return known(core);
  }

  /** What is known of the value of a variable. */
  Known of(Variable variable) {
    left = FARTHEST;
    return known(variable);
  }

  private Known known(Core core) {
    if (left-- <= 0) {
      return Known.ANYTHING;
    }
    return switch (core) {
      // A name for a Symbol may be there to be changed: one mode of several.
      case Core.Constant c -> named > 0 ? Known.of(c.value()).ofAnySymbols() : Known.of(c.value());
      case Core.Get c -> {
        Known value = known(c.variable());
        yield c.mention() && value.may(Known.FUNCTION) ? Known.ANYTHING : value;
      }
      case Core.Interpolation _ -> Known.TEXT;
      case Core.MakeTuple c -> tuple(c.elements().stream().map(this::known).toList());
      case Core.MakeSeq c -> Known.collection(Known.SEQ, any(c.elements().stream()));
      case Core.MakeSet c -> Known.collection(Known.SET, any(c.elements().stream()));
      case Core.MakeDict c -> {
        List<Core> keys = new ArrayList<>();
        for (int i = 0; i < Math.min(c.keysAndValues().size(), 2 * FARTHEST); i += 2) {
          keys.add(c.keysAndValues().get(i));
        }
        yield Known.collection(
            Known.DICT, c.keysAndValues().size() > 2 * FARTHEST ? null : any(keys.stream()));
      }
      case Core.MakeRange _ -> Known.collection(Known.SEQ, Known.ANY_NUMBER);
      case Core.MakeRecord c ->
          Known.record(c.type().name(), c.fields().stream().map(this::known).toList());
      case Core.UpdateRecord _ -> new Known(Known.TUPLE);
      case Core.MakeModule _, Core.ModuleValue _ -> new Known(Known.MODULE);
      case Core.Closure _, Core.StaticFunctionValue _ -> new Known(Known.FUNCTION);
      case Core.Unary c -> c.operator() == UnaryOperator.NOT ? Known.BOOLEAN : Known.ANY_NUMBER;
      case Core.Logical _ -> Known.BOOLEAN;
      case Core.Binary c -> binary(c);
      case Core.LeftChain c -> leftChain(c);
      case Core.RightChain c -> rightChain(c);
      case Core.Raise _, Core.RaiseAlways _, Core.Skip _ -> Known.NEVER;
      case Core.CallStatic c when ELEMENTS.contains(c.function().qualifiedName()) ->
          element(named(c.arguments().getLast()));
      case Core.CallStatic c -> KnownResults.of(c.function());
      case Core.CallKnown c -> {
        Known result = known(c.function().body());
        yield result.hasSeveralSymbols() ? result : named(c.function().body());
      }
      case Core.Let c -> known(c.body());
      case Core.LetAliases c -> known(c.body());
      case Core.LetFunctions c -> known(c.body());
      case Core.Sequence c -> known(c.steps().getLast());
      case Core.If c -> {
        Known branches = any(c.branches().stream().map(Core.Branch::body));
        yield branches.isAnything() ? branches : branches.or(known(c.otherwise()));
      }
      case Core.Match c ->
          any(
              c.clauses().stream()
                  .flatMap(clause -> clause.bodies().stream())
                  .map(Core.Guarded::body));
      case Core.Try c -> any(Stream.of(c.body(), c.handler()));
      case Core.Collect c -> Known.collection(kind(c.kind()), known(c.loop()));
      case Core.Each c -> known(c.body());
      case Core.Emit c -> known(c.value());
      case Core.EmitEntry c -> known(c.key());
      default -> Known.ANYTHING;
    };
  }

  /** What is known of a value that a name stands for, or a local function gives. */
  private Known named(Core core) {
    named++;
    Known value = known(core);
    named--;
    return value;
  }

  /** There is no tuple where a part raises. */
  private static Known tuple(List<Known> parts) {
    return parts.stream().anyMatch(Known::isNever) ? Known.NEVER : Known.tuple(parts);
  }

  private static int kind(Core.Collection collection) {
    return switch (collection) {
      case SEQ -> Known.SEQ;
      case SET -> Known.SET;
      case DICT -> Known.DICT;
    };
  }

  /** What is known of a value that one of these gives. */
  private Known any(Stream<Core> expressions) {
    Known any = Known.NEVER;
    for (Iterator<Core> each = expressions.iterator(); each.hasNext() && !any.isAnything(); ) {
      any = any.or(known(each.next()));
    }
    return any;
  }

  // Operators

  private Known binary(Core.Binary core) {
    BinaryOperator operator = core.operator();
    return switch (operator.category()) {
      case ADDITIVE, BITWISE -> adding(core.left());
      case SEQUENCE -> {
        Known left = operator == BinaryOperator.PREPEND ? single(core.left()) : known(core.left());
        Known right =
            operator == BinaryOperator.APPEND ? single(core.right()) : known(core.right());
        yield joined(left, right);
      }
      case MULTIPLICATIVE, POWER, SHIFT, EQUALITY, ORDER, MEMBERSHIP -> of(operator);
    };
  }

  /** What an operator gives, whatever its operands are. */
  private static Known of(BinaryOperator operator) {
    return switch (operator.category()) {
      case EQUALITY, ORDER, MEMBERSHIP -> Known.BOOLEAN;
      case MULTIPLICATIVE, POWER, SHIFT -> Known.ANY_NUMBER;
      case SEQUENCE -> Known.collection(Known.SEQ, null);
      case ADDITIVE, BITWISE -> Known.ANYTHING;
    };
  }

  /** Numbers give numbers, as Chars do; Sets and Dicts give what they are. */
  private Known adding(Core first) {
    Known operand = known(first);
    Known kept = new Known(operand.kinds() & ADDING);
    return operand.may(Known.CHAR.kinds()) ? kept.or(Known.ANY_NUMBER) : kept;
  }

  private Known leftChain(Core.LeftChain core) {
    for (Core.Link link : core.links().reversed()) {
      if (left-- <= 0) {
        return Known.ANYTHING;
      }
      switch (link.operator().category()) {
        case ADDITIVE, BITWISE -> {}
        case MULTIPLICATIVE, POWER, SHIFT, EQUALITY, ORDER, MEMBERSHIP, SEQUENCE -> {
          return of(link.operator());
        }
      }
    }
    return adding(core.first());
  }

  private Known rightChain(Core.RightChain core) {
    // All operators of a level that associates to the right are the same one.
    BinaryOperator operator = core.links().getFirst().operator();
    if (operator.category() != BinaryOperator.Category.SEQUENCE) {
      return of(operator);
    }
    Known result = known(core.last());
    for (Core.Link link : core.links().reversed()) {
      if (left <= 0) {
        return of(operator);
      }
      Core operand = link.operand();
      result =
          joined(operator == BinaryOperator.PREPEND ? single(operand) : known(operand), result);
    }
    return result;
  }

  private Known single(Core element) {
    return Known.collection(Known.SEQ, known(element));
  }

  private static Known joined(Known first, Known second) {
    return Known.collection(Known.SEQ, first.elements().or(second.elements()));
  }

  // Variables

  private Known known(Variable variable) {
    Known known = variables.get(variable);
    if (known != null) {
      return known;
    }
    variables.put(variable, Known.ANYTHING); // what it itself takes part in
    Origin origin = origins.get(variable);
    Core value = definitions.value(variable);
    if (definitions.function(variable) != null) {
      known = new Known(Known.FUNCTION);
    } else if (value != null) {
      known = named(value);
    } else if (origin == null) {
      known = Known.ANYTHING;
    } else if (origin.pattern() != null) {
      bind(origin.pattern(), named(origin.whole()));
      return variables.get(variable);
    } else {
      Known source = named(origin.whole());
      known = source.may(~(Known.SEQ | Known.SET)) ? Known.ANYTHING : source.elements();
    }
    variables.put(variable, known);
    return known;
  }

  /** Notes what is known of the variables of a pattern that matches a value. */
  private void bind(CorePattern pattern, Known value) {
    switch (pattern) {
      case CorePattern.Bind p -> variables.put(p.variable(), value);
      case CorePattern.As p -> {
        variables.put(p.variable(), value);
        bind(p.pattern(), value);
      }
      case CorePattern.Both p -> bind(p.second(), value);
      case CorePattern.TuplePattern p -> {
        for (int i = 0; i < p.elements().size(); i++) {
          bind(p.elements().get(i), part(value, i, p.elements().size()));
        }
      }
      case CorePattern.SeqPattern p -> {
        p.heads().forEach(head -> bind(head, element(value)));
        if (p.tails() != null) {
          bind(p.tails(), rest(value));
        }
        p.lasts().forEach(last -> bind(last, element(value)));
      }
      case CorePattern.AffixPattern p -> bind(p.rest(), rest(value));
      case CorePattern.RecordPattern p -> {
        for (int i = 0; i < p.patterns().size(); i++) {
          int part = p.fields().get(i) + 1; // behind the name of the type
          bind(p.patterns().get(i), part(value, part, p.type().fields().size() + 1));
        }
      }
      default -> CoreWalk.parts(pattern).forEach(part -> bind(part, Known.ANYTHING));
    }
  }

  /** What is known of a part of a tuple of this size. */
  static Known part(Known tuple, int index, int size) {
    return tuple.parts() == null || tuple.parts().size() != size
        ? Known.ANYTHING
        : tuple.parts().get(index);
  }

  /** What is known of an element of a value that is taken as a Seq. */
  static Known element(Known seq) {
    return seq.may(Known.SEQ) ? seq.elements() : Known.ANYTHING;
  }

  /** What is known of a piece of a value that is taken as a Seq. */
  static Known rest(Known seq) {
    return Known.collection(Known.SEQ, element(seq));
  }
}
