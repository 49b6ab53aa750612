package yona.language.syntax;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Expression;
import yona.language.syntax.Tree.Pattern;

/** Random trees that some text stands for; without meaningful ranges. */
final class RandomTrees {
  private static final Range NOWHERE = new Range(0, 0);
  private static final Operator[] OPERATORS = Operator.values();
  private static final String TEXT = "ab {}\"\\\n\t#'\u3042\0\u2028";

  private final Random random;

  RandomTrees(Random random) {
    this.random = random;
  }

  /** An expression; {@code size} bounds how deep it goes. */
  Expression expression(int size) {
    if (size <= 0) {
      return atom(0);
    }
    int less = size - 1;
    return switch (random.nextInt(16)) {
      case 0 ->
          new Tree.Let(NOWHERE, some(1, () -> alias(pattern(2), inLet(less))), expression(less));
      case 1 -> conditional(less);
      case 2 -> new Tree.Case(NOWHERE, expression(less), some(1, () -> clause(less)));
      case 3 -> new Tree.Do(NOWHERE, some(0, () -> step(less)));
      case 4 -> new Tree.Try(NOWHERE, expression(less), some(1, () -> clause(less)));
      case 5 -> new Tree.Raise(NOWHERE, argument(less), chance(3) ? null : argument(less));
      case 6 ->
          new Tree.With(
              NOWHERE,
              random.nextBoolean(),
              parenthesized(expression(less)),
              chance(2) ? name() : null,
              some(0, () -> step(less)));
      case 7 -> new Tree.Import(NOWHERE, some(1, this::importClause), expression(less));
      case 8 -> module(less);
      case 9 -> new Tree.Lambda(NOWHERE, some(0, () -> pattern(2)), expression(less));
      default -> operand(1, less);
    };
  }

  private boolean chance(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  private <T> List<T> some(int least, Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int count = least + random.nextInt(3); count > 0; count--) {
      list.add(element.get());
    }
    return list;
  }

  private Expression conditional(int size) {
    List<Tree.Branch> branches =
        some(1, () -> new Tree.Branch(NOWHERE, expression(size), expression(size)));
    Expression otherwise = expression(size);
    return otherwise instanceof Tree.If
        ? new Tree.If(NOWHERE, branches, parenthesized(otherwise))
        : new Tree.If(NOWHERE, branches, otherwise);
  }

  private Expression parenthesized(Expression inner) {
    return new Tree.Parenthesized(NOWHERE, inner);
  }

  private Expression operand(int minimum, int size) {
    if (size <= 0 || minimum > 17 || chance(2)) {
      return application(size);
    }
    int less = size - 1;
    Operator operator = OPERATORS[random.nextInt(OPERATORS.length)];
    int level = chance(12) ? 16 : operator.level();
    if (level < minimum) {
      return application(size);
    }
    Expression first = operand(level + 1, less);
    if (level == 16) {
      return new Tree.InfixChain(
          NOWHERE,
          first,
          some(1, () -> new Tree.InfixLink(NOWHERE, function(), operand(17, less))));
    }
    return new Tree.Chain(
        NOWHERE,
        first,
        some(
            1,
            () -> new Tree.Link(NOWHERE, sameLevel(operator), NOWHERE, operand(level + 1, less))));
  }

  private Operator sameLevel(Operator operator) {
    while (true) {
      Operator other = OPERATORS[random.nextInt(OPERATORS.length)];
      if (other.level() == operator.level()) {
        return other;
      }
    }
  }

  private Expression function() {
    return chance(2)
        ? nameExpression()
        : new Tree.Member(NOWHERE, new Tree.ModuleReference(NOWHERE, module()), name());
  }

  private Expression application(int size) {
    if (size <= 0) {
      return atom(0);
    }
    return switch (random.nextInt(6)) {
      case 0 -> prefix(size - 1);
      case 1, 2 -> new Tree.Call(NOWHERE, callee(size - 1), some(1, () -> argument(size - 1)));
      default -> atom(size);
    };
  }

  private Expression prefix(int size) {
    PrefixOperator[] operators = PrefixOperator.values();
    PrefixOperator operator = operators[random.nextInt(operators.length)];
    Expression operand = application(size);
    return new Tree.Prefix(NOWHERE, operator, NOWHERE, operand);
  }

  private Expression callee(int size) {
    return switch (random.nextInt(4)) {
      case 0 -> new Tree.Member(NOWHERE, receiver(size), name());
      case 1 -> new Tree.FieldAccess(NOWHERE, fieldReceiver(size), some(1, this::name));
      case 2 -> parenthesized(expression(size));
      default -> nameExpression();
    };
  }

  private Expression receiver(int size) {
    return chance(3) ? new Tree.ModuleReference(NOWHERE, module()) : fieldReceiver(size);
  }

  private Expression fieldReceiver(int size) {
    return chance(2) ? nameExpression() : parenthesized(expression(size));
  }

  /** An argument that does not end the call. */
  private Expression argument(int size) {
    return unsigned(chance(3) && size > 0 ? callee(size) : atom(size));
  }

  /** An atom, negative numbers in parentheses. */
  private Expression unsigned(Expression atom) {
    boolean negative =
        switch (atom) {
          case Tree.IntLiteral literal -> literal.value() < 0;
          case Tree.FloatLiteral literal -> literal.value() < 0;
          case Tree.BigLiteral literal -> literal.value().signum() < 0;
          default -> false;
        };
    return negative ? parenthesized(atom) : atom;
  }

  private Expression atom(int size) {
    if (size <= 0) {
      return chance(2) ? nameExpression() : literal(0);
    }
    int less = size - 1;
    return switch (random.nextInt(12)) {
      case 0 -> new Tree.Tuple(NOWHERE, some(2, () -> expression(less)));
      case 1 -> new Tree.Sequence(NOWHERE, some(0, () -> expression(less)));
      case 2 -> new Tree.SetExpression(NOWHERE, some(1, () -> expression(less)));
      case 3 ->
          new Tree.DictExpression(
              NOWHERE, some(0, () -> new Tree.Entry(NOWHERE, expression(less), expression(less))));
      case 4 ->
          new Tree.RangeExpression(
              NOWHERE, chance(2) ? expression(less) : null, expression(less), expression(less));
      case 5 -> comprehension(less);
      case 6 -> new Tree.ModuleReference(NOWHERE, module());
      case 7 -> new Tree.RecordInstance(NOWHERE, upperName(), fields(0, less));
      case 8 -> new Tree.RecordUpdate(NOWHERE, nameExpression(), fields(1, less));
      case 9 -> callee(less);
      default -> literal(size);
    };
  }

  private Expression comprehension(int size) {
    Tree.Collection[] kinds = Tree.Collection.values();
    Tree.Collection kind = kinds[random.nextInt(kinds.length)];
    return new Tree.Comprehension(
        NOWHERE,
        kind,
        expression(size),
        kind == Tree.Collection.DICT ? expression(size) : null,
        some(
            1,
            () ->
                new Tree.Generator(
                    NOWHERE,
                    pattern(2),
                    chance(3) ? pattern(1) : null,
                    parenthesized(expression(size)))),
        chance(2) ? expression(size) : null);
  }

  private List<Tree.Field> fields(int least, int size) {
    Set<String> known = new HashSet<>();
    List<Tree.Field> fields = some(least, () -> new Tree.Field(NOWHERE, name(), expression(size)));
    return fields.stream().filter(field -> known.add(field.name().text())).toList();
  }

  private Tree.Literal literal(int size) {
    return switch (random.nextInt(10)) {
      case 0 -> new Tree.BooleanLiteral(NOWHERE, random.nextBoolean());
      case 1 -> new Tree.IntLiteral(NOWHERE, random.nextLong());
      case 2 -> new Tree.ByteLiteral(NOWHERE, (byte) random.nextInt());
      case 3 -> new Tree.FloatLiteral(NOWHERE, random.nextGaussian() * 1e20);
      case 4 -> new Tree.BigLiteral(NOWHERE, new BigInteger(90, random).negate());
      case 5 -> new Tree.CharLiteral(NOWHERE, TEXT.charAt(random.nextInt(TEXT.length())));
      case 6 -> new Tree.SymbolLiteral(NOWHERE, chance(2) ? "end" : "A_1");
      case 7 -> new Tree.UnitLiteral(NOWHERE);
      case 8 -> new Tree.StringLiteral(NOWHERE, parts(size));
      default -> new Tree.IntLiteral(NOWHERE, random.nextInt(100));
    };
  }

  private List<Tree.StringPart> parts(int size) {
    List<Tree.StringPart> parts = new ArrayList<>();
    for (int count = random.nextInt(4); count > 0; count--) {
      boolean afterText = !parts.isEmpty() && parts.getLast() instanceof Tree.Text;
      if (!afterText && chance(2)) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
          text.append(TEXT.charAt(random.nextInt(TEXT.length())));
        }
        parts.add(new Tree.Text(NOWHERE, text.toString()));
      } else if (size > 0) {
        @Nullable Expression width = chance(2) ? expression(size - 1) : null;
        parts.add(new Tree.Interpolation(NOWHERE, expression(size - 1), width));
      }
    }
    return parts;
  }

  private Tree.Alias alias(Pattern pattern, Expression value) {
    return new Tree.Alias(NOWHERE, aliased(pattern), value);
  }

  /** The value of an alias in a {@code let}, without an {@code in} outside brackets. */
  private Expression inLet(int size) {
    return chance(2) ? parenthesized(expression(size)) : application(size);
  }

  private Tree.Step step(int size) {
    return chance(2) ? alias(pattern(2), expression(size)) : expression(size);
  }

  private Tree.Clause clause(int size) {
    return new Tree.Clause(NOWHERE, pattern(3), alternatives(size));
  }

  private List<Tree.Alternative> alternatives(int size) {
    return chance(2)
        ? List.of(new Tree.Alternative(NOWHERE, null, expression(size)))
        : some(1, () -> new Tree.Alternative(NOWHERE, expression(size), expression(size)));
  }

  private Tree.ImportClause importClause() {
    return chance(2)
        ? new Tree.ModuleImport(NOWHERE, module(), chance(2) ? name() : null)
        : new Tree.NameImport(NOWHERE, some(1, this::imported), module());
  }

  private Tree.Imported imported() {
    return chance(3)
        ? new Tree.Imported(NOWHERE, upperName(), null)
        : new Tree.Imported(NOWHERE, name(), chance(2) ? name() : null);
  }

  private Expression module(int size) {
    return new Tree.Module(
        NOWHERE,
        null,
        module(),
        some(1, () -> chance(3) ? upperName() : name()),
        some(0, () -> new Tree.RecordDeclaration(NOWHERE, null, upperName(), distinctNames())),
        some(
            0,
            () ->
                new Tree.FunctionClause(
                    NOWHERE, null, name(), some(0, () -> pattern(2)), alternatives(size))));
  }

  private List<Tree.Name> distinctNames() {
    Set<String> known = new HashSet<>();
    return some(1, this::name).stream().filter(name -> known.add(name.text())).toList();
  }

  /** A pattern; {@code size} bounds how deep it goes. */
  Pattern pattern(int size) {
    if (size <= 0) {
      return head(0);
    }
    if (!chance(4)) {
      return head(size);
    }
    if (chance(3)) {
      Pattern affix = affix(size - 1);
      Pattern rest =
          chance(3) ? new Tree.WildcardPattern(NOWHERE) : new Tree.NamePattern(NOWHERE, lower());
      return chance(2)
          ? new Tree.AffixPattern(NOWHERE, affix, rest, false)
          : new Tree.AffixPattern(NOWHERE, rest, affix, true);
    }
    List<Pattern> heads = some(0, () -> head(size - 1));
    List<Pattern> lasts = some(heads.isEmpty() ? 1 : 0, () -> head(size - 1));
    return new Tree.HeadTailPattern(NOWHERE, heads, head(size - 1), lasts);
  }

  private Pattern affix(int size) {
    return chance(2)
        ? new Tree.StringLiteral(NOWHERE, parts(size))
        : new Tree.SequencePattern(NOWHERE, some(0, () -> chance(2) ? literal(size) : pin(size)));
  }

  private Pattern pin(int size) {
    return new Tree.PinPattern(
        NOWHERE, chance(2) ? nameExpression() : parenthesized(expression(size)));
  }

  /** As it may stand before the {@code =} of an alias, where no pin begins a line. */
  private static Pattern aliased(Pattern pattern) {
    Pattern first = pattern;
    while (first instanceof Tree.HeadTailPattern headTail) {
      first = headTail.heads().isEmpty() ? headTail.tails() : headTail.heads().getFirst();
    }
    return first instanceof Tree.PinPattern
        ? new Tree.ParenthesizedPattern(NOWHERE, pattern)
        : pattern;
  }

  private Pattern head(int size) {
    int less = size - 1;
    return switch (random.nextInt(size <= 0 ? 5 : 13)) {
      case 0 -> new Tree.WildcardPattern(NOWHERE);
      case 1, 2 -> new Tree.NamePattern(NOWHERE, lower());
      case 3, 4 -> literal(0);
      case 5 -> new Tree.ParenthesizedPattern(NOWHERE, pattern(less));
      case 6 -> new Tree.TuplePattern(NOWHERE, some(2, () -> pattern(less)));
      case 7 -> new Tree.SequencePattern(NOWHERE, some(0, () -> pattern(less)));
      case 8 ->
          new Tree.DictPattern(
              NOWHERE, some(0, () -> new Tree.EntryPattern(NOWHERE, key(), pattern(less))));
      case 9 -> record(less);
      case 10 -> new Tree.AsPattern(NOWHERE, name(), record(less));
      case 11 -> pin(less);
      default ->
          new Tree.AsPattern(
              NOWHERE, name(), new Tree.ParenthesizedPattern(NOWHERE, pattern(less)));
    };
  }

  private Pattern record(int size) {
    return new Tree.RecordPattern(
        NOWHERE, upperName(), some(0, () -> new Tree.FieldPattern(NOWHERE, name(), pattern(size))));
  }

  private Expression key() {
    return switch (random.nextInt(6)) {
      case 0 -> parenthesized(nameExpression());
      case 1, 2 -> nameExpression();
      default -> literal(0);
    };
  }

  private Tree.NameExpression nameExpression() {
    return new Tree.NameExpression(NOWHERE, lower());
  }

  private Tree.Name name() {
    return new Tree.Name(NOWHERE, lower());
  }

  private Tree.Name upperName() {
    return new Tree.Name(NOWHERE, chance(2) ? "P" : "Point_2");
  }

  private Tree.QualifiedName module() {
    return new Tree.QualifiedName(NOWHERE, some(0, this::name), upperName());
  }

  private String lower() {
    return switch (random.nextInt(6)) {
      case 0 -> "daemon";
      case 1 -> "_x";
      case 2 -> "inner";
      case 3 -> "dO1_";
      default -> Character.toString('a' + random.nextInt(6));
    };
  }
}
