package yona.testrun;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;

/**
 * Shows what a hanging test does before it is interrupted: all threads and fibers. JUnit's default
 * timeout, which does not cover dynamic tests, is applied to them here.
 *
 * <p>JUnit finds it as a service, for each class of tests.
 */
public final class Hanging implements PreInterruptCallback, InvocationInterceptor {
  /** For JUnit. */
  public Hanging() {}

  @Override
  public void beforeThreadInterrupt(PreInterruptContext interrupt, ExtensionContext context) {
    ThreadDump.write(name(context));
  }

  @Override
  public void interceptDynamicTest(
      Invocation<@Nullable Void> invocation,
      DynamicTestInvocationContext dynamic,
      ExtensionContext context)
      throws Throwable {
    FutureTask<@Nullable Void> test =
        new FutureTask<>(
            () -> {
              try {
                return invocation.proceed();
              } catch (Exception | Error e) {
                throw e;
              } catch (Throwable e) {
                throw new AssertionError(e);
              }
            });
    Thread thread = Thread.ofPlatform().daemon().name("dynamic-test").start(test);
    try {
      test.get(TestLimit.ofTest().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause();
    } catch (TimeoutException e) {
      TimeoutException late =
          new TimeoutException(
              context.getDisplayName()
                  + " timed out after "
                  + TestLimit.ofTest().toSeconds()
                  + " s");
      late.setStackTrace(thread.getStackTrace());
      ThreadDump.write(name(context));
      thread.interrupt();
      throw late;
    }
  }

  private static String name(ExtensionContext context) {
    return context.getTestClass().map(Class::getName).orElse("") + " " + context.getDisplayName();
  }
}
