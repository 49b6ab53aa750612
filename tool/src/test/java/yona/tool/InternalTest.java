package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

final class InternalTest {
  @Test
  void aFaultIsToldAlsoWhereItsStackTraceCannotBeHad() {
    RuntimeException fault =
        new RuntimeException("the fault of a test") {
          @Override
          public void printStackTrace(PrintWriter out) {
            throw new NoClassDefFoundError("StackTraceElement$HashedModules");
          }
        };
    assertThat(Internal.error(fault)).isEqualTo(Exit.FAILURE);
  }
}
