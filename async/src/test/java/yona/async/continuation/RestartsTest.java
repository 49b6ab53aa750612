package yona.async.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The second example: {@link Restarts}. */
@ParameterizedClass
@EnumSource(Ground.class)
class RestartsTest {
  @Parameter Ground ground = Ground.BARE;

  private Restarts restarts() {
    return new Restarts(ground.<RuntimeException, @Nullable Object>prompt());
  }

  private static int parse(Restarts restarts, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException problem) {
      return (Integer) restarts.signal(problem);
    }
  }

  private static int sum(Restarts restarts, List<String> texts) {
    int sum = 0;
    for (String text : texts) {
      sum += parse(restarts, text);
    }
    return sum;
  }

  @Test
  void theCodeGoesOnWhereTheProblemWas() {
    Restarts restarts = restarts();
    int sum = restarts.handling(_ -> 100, () -> sum(restarts, List.of("1", "two", "3", "four")));
    assertThat(sum).isEqualTo(204);
  }

  @Test
  void whatNobodyCanMendIsRaisedWhereItHappened() {
    Restarts restarts = restarts();
    assertThatThrownBy(() -> restarts.handling(_ -> null, () -> sum(restarts, List.of("two"))))
        .isInstanceOf(NumberFormatException.class)
        .satisfies(
            problem ->
                assertThat(problem.getStackTrace())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("parse"));
  }

  @Test
  void anInnerHandlerAsksTheOuterOne() {
    Restarts restarts = restarts();
    int sum =
        restarts.handling(
            _ -> 7,
            () ->
                restarts.handling(
                    problem ->
                        String.valueOf(problem.getMessage()).contains("two")
                            ? Integer.valueOf(2)
                            : restarts.signal(problem),
                    () -> sum(restarts, List.of("one", "two"))));
    assertThat(sum).isEqualTo(9);
  }
}
