package yona.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import yona.data.Seq;
import yona.language.runtime.Function;
import yona.language.runtime.YonaError;

/** What the tests of the Java halves share. */
public final class Calls {
  private Calls() {}

  public static Seq seq(Object... elements) {
    return Seq.of(elements);
  }

  public static Seq seq(List<?> elements) {
    return Seq.fromIterable(elements);
  }

  public static Seq text(String text) {
    return Seq.text(text);
  }

  public static Seq texts(String... texts) {
    return Seq.of(Arrays.stream(texts).map(Seq::text).toArray());
  }

  public static Function fn(UnaryOperator<Object> body) {
    return Function.of("f", body);
  }

  public static Function fn2(BinaryOperator<Object> body) {
    return Function.of("f", body);
  }

  /** A function that says of itself that it may wait. */
  public static Function suspending(UnaryOperator<Object> body) {
    return Function.suspending("f", 1, arguments -> body.apply(arguments[0]));
  }

  public static void raises(String symbol, ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(YonaError.class);
    assertThat(((YonaError) thrown).symbol().name()).as(thrown.getMessage()).isEqualTo(symbol);
  }
}
