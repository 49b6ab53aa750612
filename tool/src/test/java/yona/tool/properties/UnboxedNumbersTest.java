package yona.tool.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import yona.data.Text;
import yona.property.Choices;
import yona.property.Property;

/**
 * Programs of numbers give what a plain evaluator gives that knows boxed numbers only: with
 * literals, from which the compiler infers what it can keep unboxed, and with values that it knows
 * nothing of.
 */
final class UnboxedNumbersTest {
  private static final int RUNS = 700;

  /** Numbers of more bits are no use here and take long. */
  private static final int MOST_BITS = 5_000;

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /** An error of the program: its symbol. */
  private static final class Raised extends RuntimeException {
    private static final long serialVersionUID = 1;

    Raised(String symbol) {
      super(symbol, null, false, false);
    }
  }

  /** The program grows numbers too far, or runs too long. */
  private static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLarge() {
      super(null, null, false, false);
    }
  }

  private sealed interface Expression {}

  private record Literal(Object value) implements Expression {}

  private record Name(String name) implements Expression {}

  private record Binary(String sign, Expression left, Expression right) implements Expression {}

  private record Prefix(String sign, Expression operand) implements Expression {}

  private record If(Expression condition, Expression yes, Expression no) implements Expression {}

  private record Let(String name, Expression value, Expression body) implements Expression {}

  private record Call(String function, List<Expression> arguments) implements Expression {}

  private record Definition(String name, List<String> parameters, Expression body) {}

  /** Definitions, each of which sees the ones before it and itself, and results. */
  private record Program(List<Definition> definitions, List<Expression> results) {}

  @Test
  void unboxedAndBoxedNumbersGiveTheSame() {
    Property.check(
        RUNS,
        choices -> {
          Program program = new Generation(choices).program();
          String expected;
          try {
            expected = new Evaluator(program).results();
          } catch (TooLarge e) {
            return;
          }
          choices.note(text(program, UnaryOperator.identity()) + "\n  => " + expected);
          assertThat(Evaluation.text(text(program, UnaryOperator.identity()))).isEqualTo(expected);
          assertThat(Evaluation.text(text(program, literal -> "(identity " + literal + ")")))
              .as("values of no known kind")
              .isEqualTo(expected);
        });
  }

  // Programs.

  private static final class Generation {
    private static final Object[] LITERALS = {
      0L,
      1L,
      2L,
      3L,
      -1L,
      7L,
      63L,
      64L,
      -64L,
      1L << 31,
      (1L << 53) + 1,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      0.0,
      -0.0,
      1.0,
      0.5,
      -2.5,
      0x1p53,
      0x1p63,
      0x1p1000,
      BigInteger.ZERO,
      BigInteger.TWO,
      BigInteger.ONE.shiftLeft(63),
      BigInteger.ONE.shiftLeft(70).negate()
    };

    private final Choices choices;
    private final List<Definition> functions = new ArrayList<>();
    private int names;

    Generation(Choices choices) {
      this.choices = choices;
    }

    Program program() {
      for (int i = choices.below(4); i > 0; i--) {
        functions.add(choices.yes() ? loop() : function());
      }
      List<Expression> results = new ArrayList<>();
      for (int i = choices.below(3); i >= 0; i--) {
        results.add(expression(List.of(), 4));
      }
      return new Program(List.copyOf(functions), results);
    }

    private Definition function() {
      List<String> parameters = new ArrayList<>();
      for (int i = choices.below(3); i >= 0; i--) {
        parameters.add("p" + i);
      }
      return new Definition("f" + functions.size(), parameters, expression(parameters, 4));
    }

    /** A recursive function that counts its first parameter down, in tail position or not. */
    private Definition loop() {
      String name = "f" + functions.size();
      List<String> parameters = List.of("n", "a", "b");
      Expression again =
          new Call(
              name,
              List.of(
                  new Binary("-", new Name("n"), new Literal(1L)),
                  expression(parameters, 2),
                  choices.yes() ? new Name("a") : expression(parameters, 1)));
      Expression step =
          switch (choices.below(3)) {
            case 0 -> again;
            case 1 -> new Binary(arithmetic(), expression(parameters, 1), again);
            default -> new If(condition(parameters, 1), again, expression(parameters, 1));
          };
      Expression stop = new Binary("<=", new Name("n"), new Literal(0L));
      return new Definition(name, parameters, new If(stop, expression(parameters, 1), step));
    }

    private Expression expression(List<String> visible, int depth) {
      if (depth == 0) {
        return leaf(visible);
      }
      return switch (choices.below(12)) {
        case 0, 1 -> leaf(visible);
        case 2, 3, 4, 5 ->
            new Binary(
                arithmetic(), expression(visible, depth - 1), expression(visible, depth - 1));
        case 6 ->
            new Binary(
                choices.oneOf("&", "|", "^"),
                expression(visible, depth - 1),
                expression(visible, depth - 1));
        case 7 ->
            new Binary(
                choices.oneOf("<<", ">>", ">>>"),
                expression(visible, depth - 1),
                new Binary("&", expression(visible, depth - 1), new Literal(127L)));
        case 8 ->
            choices.yes()
                ? new Prefix(choices.oneOf("-", "~"), expression(visible, depth - 1))
                : new Binary(
                    "**", expression(visible, depth - 1), new Literal((long) choices.below(6) - 2));
        case 9 ->
            new If(
                condition(visible, depth - 1),
                expression(visible, depth - 1),
                expression(visible, depth - 1));
        case 10 -> {
          String name = "v" + names++;
          List<String> inner = new ArrayList<>(visible);
          inner.add(name);
          yield new Let(name, expression(visible, depth - 1), expression(inner, depth - 1));
        }
        default -> functions.isEmpty() ? leaf(visible) : call(visible, depth);
      };
    }

    private Expression call(List<String> visible, int depth) {
      Definition function = functions.get(choices.below(functions.size()));
      List<Expression> arguments = new ArrayList<>();
      for (String parameter : function.parameters) {
        arguments.add(
            parameter.equals("n")
                ? new Literal((long) choices.below(7))
                : expression(visible, depth - 1));
      }
      return new Call(function.name, arguments);
    }

    private String arithmetic() {
      return choices.oneOf("+", "-", "*", "/", "%");
    }

    private Expression condition(List<String> visible, int depth) {
      int choice = choices.below(depth > 0 ? 10 : 6);
      return switch (choice) {
        case 6, 7 ->
            new Binary(
                choice == 6 ? "&&" : "||",
                condition(visible, depth - 1),
                condition(visible, depth - 1));
        case 8 -> new Prefix("!", condition(visible, depth - 1));
        default ->
            new Binary(
                choices.oneOf("==", "!=", "<", "<=", ">", ">="),
                expression(visible, depth),
                expression(visible, depth));
      };
    }

    private Expression leaf(List<String> visible) {
      return visible.isEmpty() || choices.below(3) == 0
          ? new Literal(choices.oneOf(LITERALS))
          : new Name(visible.get(choices.below(visible.size())));
    }
  }

  private static String text(Program program, UnaryOperator<String> literals) {
    StringBuilder text = new StringBuilder("let\n    none = ()\n");
    for (Definition each : program.definitions) {
      text.append("    ")
          .append(each.name)
          .append(" = \\")
          .append(String.join(" ", each.parameters));
      text.append(" -> ").append(text(each.body, literals)).append('\n');
    }
    text.append("in [none");
    for (Expression each : program.results) {
      text.append(",\n    try ").append(text(each, literals));
      text.append(" catch (symbol, _, _) -> symbol end");
    }
    return text.append(']').toString();
  }

  private static String text(Expression expression, UnaryOperator<String> literals) {
    return switch (expression) {
      case Literal e -> literals.apply("(" + Text.source(e.value) + ")");
      case Name e -> e.name;
      case Binary e ->
          "(" + text(e.left, literals) + " " + e.sign + " " + text(e.right, literals) + ")";
      case Prefix e -> "(" + e.sign + "(" + text(e.operand, literals) + "))";
      case If e ->
          "(if "
              + text(e.condition, literals)
              + " then "
              + text(e.yes, literals)
              + " else "
              + text(e.no, literals)
              + ")";
      case Let e ->
          "(let "
              + e.name
              + " = "
              + text(e.value, literals)
              + " in "
              + text(e.body, literals)
              + ")";
      case Call e -> {
        StringBuilder text = new StringBuilder("(").append(e.function);
        e.arguments.forEach(
            argument -> text.append(" (").append(text(argument, literals)).append(')'));
        yield text.append(')').toString();
      }
    };
  }

  // What they mean.

  private static final class Evaluator {
    private static final int MOST_CALLS = 20_000;

    private final Program program;
    private final Map<String, Definition> definitions = new HashMap<>();
    private int calls;

    Evaluator(Program program) {
      this.program = program;
      program.definitions.forEach(each -> definitions.put(each.name, each));
    }

    String results() {
      StringBuilder text = new StringBuilder("[()");
      for (Expression each : program.results) {
        text.append(", ");
        try {
          text.append(Text.source(value(each, Map.of())));
        } catch (Raised raised) {
          text.append(':').append(raised.getMessage());
        }
      }
      return text.append(']').toString();
    }

    private Object value(Expression expression, Map<String, Object> names) {
      return switch (expression) {
        case Literal e -> e.value;
        case Name e -> names.get(e.name);
        case Prefix e -> prefix(e.sign, value(e.operand, names));
        case If e -> value((boolean) value(e.condition, names) ? e.yes : e.no, names);
        case Let e -> {
          Map<String, Object> inner = new HashMap<>(names);
          inner.put(e.name, value(e.value, names));
          yield value(e.body, inner);
        }
        case Call e -> {
          if (calls++ > MOST_CALLS) {
            throw new TooLarge();
          }
          Definition function = definitions.get(e.function);
          Map<String, Object> parameters = new HashMap<>();
          for (int i = 0; i < e.arguments.size(); i++) {
            parameters.put(function.parameters.get(i), value(e.arguments.get(i), names));
          }
          yield value(function.body, parameters);
        }
        case Binary e -> {
          Object left = value(e.left, names);
          if (e.sign.equals("&&") || e.sign.equals("||")) {
            yield (boolean) left == e.sign.equals("||") ? left : value(e.right, names);
          }
          yield binary(e.sign, left, value(e.right, names));
        }
      };
    }

    private static Object prefix(String sign, Object a) {
      return switch (sign) {
        case "!" -> !(boolean) a;
        case "~" -> a instanceof Double ? typeError() : kept(big(a).not(), a instanceof BigInteger);
        default ->
            a instanceof Double d ? (Object) (-d) : kept(big(a).negate(), a instanceof BigInteger);
      };
    }

    private static Object binary(String sign, Object a, Object b) {
      boolean floats = a instanceof Double || b instanceof Double;
      boolean bigs = a instanceof BigInteger || b instanceof BigInteger;
      return switch (sign) {
        case "==" -> ordered(a, b) && compare(a, b) == 0;
        case "!=" -> !ordered(a, b) || compare(a, b) != 0;
        case "<" -> ordered(a, b) && compare(a, b) < 0;
        case "<=" -> ordered(a, b) && compare(a, b) <= 0;
        case ">" -> ordered(a, b) && compare(a, b) > 0;
        case ">=" -> ordered(a, b) && compare(a, b) >= 0;
        case "&" -> floats ? typeError() : kept(big(a).and(big(b)), bigs);
        case "|" -> floats ? typeError() : kept(big(a).or(big(b)), bigs);
        case "^" -> floats ? typeError() : kept(big(a).xor(big(b)), bigs);
        case "<<", ">>", ">>>" -> floats ? typeError() : shift(sign, a, big(b));
        default ->
            floats ? floating(sign, number(a), number(b)) : integral(sign, big(a), big(b), bigs);
      };
    }

    private static Object shift(String sign, Object a, BigInteger count) {
      if (a instanceof BigInteger big) {
        if (sign.equals(">>>")) {
          return typeError();
        }
        if (count.signum() < 0) {
          throw new Raised("badarg");
        }
        int by = count.intValueExact();
        return kept(sign.equals("<<") ? big.shiftLeft(by) : big.shiftRight(by), true);
      }
      int by = count.intValue() & 63;
      long n = (long) a;
      return switch (sign) {
        case "<<" -> n << by;
        case ">>" -> n >> by;
        default -> n >>> by;
      };
    }

    private static Object floating(String sign, double a, double b) {
      return switch (sign) {
        case "+" -> a + b;
        case "-" -> a - b;
        case "*" -> a * b;
        case "/" -> a / b;
        case "%" -> a % b;
        default -> Math.pow(a, b);
      };
    }

    private static Object integral(String sign, BigInteger a, BigInteger b, boolean bigs) {
      if ((sign.equals("/") || sign.equals("%")) && b.signum() == 0) {
        throw new Raised("badarith");
      }
      if (sign.equals("**") && b.signum() < 0) {
        return Math.pow(a.doubleValue(), b.doubleValue());
      }
      return kept(
          switch (sign) {
            case "+" -> a.add(b);
            case "-" -> a.subtract(b);
            case "*" -> a.multiply(b);
            case "/" -> a.divide(b);
            case "%" -> a.remainder(b);
            default -> a.pow(b.intValueExact());
          },
          bigs);
    }

    private static Object kept(BigInteger exact, boolean big) {
      if (exact.bitLength() > MOST_BITS) {
        throw new TooLarge();
      }
      if (big) {
        return exact;
      }
      if (exact.compareTo(LEAST) < 0 || exact.compareTo(MOST) > 0) {
        throw new Raised("overflow");
      }
      return exact.longValue();
    }

    private static Object typeError() {
      throw new Raised("typeerror");
    }

    private static boolean ordered(Object a, Object b) {
      return !(a instanceof Double x && x.isNaN()) && !(b instanceof Double y && y.isNaN());
    }

    private static int compare(Object a, Object b) {
      for (double infinite : new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
        boolean x = a instanceof Double d && d == infinite;
        boolean y = b instanceof Double d && d == infinite;
        if (x || y) {
          return x == y ? 0 : x == (infinite > 0) ? 1 : -1;
        }
      }
      return exact(a).compareTo(exact(b));
    }

    private static BigDecimal exact(Object a) {
      return a instanceof Double d ? new BigDecimal(d) : new BigDecimal(big(a));
    }

    private static BigInteger big(Object a) {
      return a instanceof BigInteger big ? big : BigInteger.valueOf((long) a);
    }

    private static double number(Object a) {
      return a instanceof Double d ? d : a instanceof Long n ? (double) n : big(a).doubleValue();
    }
  }
}
