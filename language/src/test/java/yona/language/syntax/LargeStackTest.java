package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LargeStackTest {
  private static final long BYTES = 64L << 20;

  private static int depth(int levels) {
    return levels == 0 ? 0 : 1 + depth(levels - 1);
  }

  @Test
  void aTaskMayRecurseDeeperThanItsCaller() {
    assertThat(LargeStack.run("deep", BYTES, () -> depth(200_000))).isEqualTo(200_000);
  }

  @Test
  void whatATaskThrowsIsThrownToItsCaller() {
    Error error = new OutOfMemoryError("of the task");
    assertThatThrownBy(
            () ->
                LargeStack.run(
                    "failing",
                    BYTES,
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
    RuntimeException exception = new IllegalStateException("of the task");
    assertThatThrownBy(
            () ->
                LargeStack.run(
                    "failing",
                    BYTES,
                    () -> {
                      throw exception;
                    }))
        .isSameAs(exception);
  }

  @Test
  void anInterruptOfTheCallerIsKeptForLater() {
    Thread.currentThread().interrupt();
    assertThat(LargeStack.run("interrupted", BYTES, () -> "done")).isEqualTo("done");
    assertThat(Thread.interrupted()).isTrue();
  }
}
