package yona.language.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.language.core.BinaryOperator;
import yona.language.runtime.Operators;
import yona.language.syntax.Operator;

final class OperatorRulesTest {
  private static final EnumSet<Operator> LAZY =
      EnumSet.of(
          Operator.PIPE_RIGHT, Operator.PIPE_LEFT, Operator.LOGICAL_AND, Operator.LOGICAL_OR);

  private static Stream<BinaryOperator> operators() {
    return Arrays.stream(BinaryOperator.values());
  }

  @Test
  void eachWrittenOperatorIsStrictOrLazy() {
    EnumSet<Operator> strict = EnumSet.complementOf(LAZY);
    assertThat(strict).hasSameSizeAs(BinaryOperator.values());
    assertThat(strict)
        .allSatisfy(
            operator -> assertThat(BinaryOperator.of(operator).sign()).isEqualTo(operator.text()));
  }

  @Test
  void theRuntimeHasAMethodForEachOperator() {
    assertThat(operators())
        .allSatisfy(
            operator ->
                assertThat(Operators.class.getMethods())
                    .anySatisfy(
                        method -> {
                          assertThat(method.getName()).isEqualTo(OperatorRules.method(operator));
                          assertThat(method.getParameterTypes())
                              .containsExactly(Object.class, Object.class);
                          assertThat(method.getReturnType())
                              .isEqualTo(
                                  operator.category().isComparison()
                                      ? boolean.class
                                      : Object.class);
                        }));
  }

  /** These operators check for overflow or for a division by zero, so none is one instruction. */
  @Test
  void theRuntimeCalculatesWithUnboxedInts() {
    assertThat(operators())
        .filteredOn(
            operator ->
                switch (operator.category()) {
                  case ADDITIVE, MULTIPLICATIVE -> true;
                  case POWER, SHIFT, BITWISE, EQUALITY, ORDER, MEMBERSHIP, SEQUENCE -> false;
                })
        .isNotEmpty()
        .allSatisfy(
            operator ->
                assertThat(Operators.class.getMethods())
                    .anySatisfy(
                        method -> {
                          assertThat(method.getName()).isEqualTo(OperatorRules.method(operator));
                          assertThat(method.getParameterTypes())
                              .containsExactly(long.class, long.class);
                          assertThat(method.getReturnType()).isEqualTo(long.class);
                        }));
  }

  @Test
  void theRuntimeFoldsLongChainsThatAssociateToTheRight() {
    assertThat(Arrays.stream(Operator.values()).filter(Operator::rightAssociative))
        .filteredOn(operator -> !LAZY.contains(operator))
        .isNotEmpty()
        .allSatisfy(
            operator ->
                assertThat(Operators.class.getMethods())
                    .anySatisfy(
                        method -> {
                          assertThat(method.getName())
                              .isEqualTo(OperatorRules.methodOfMany(BinaryOperator.of(operator)));
                          assertThat(method.getParameterTypes()).containsExactly(Object.class);
                        }));
  }
}
