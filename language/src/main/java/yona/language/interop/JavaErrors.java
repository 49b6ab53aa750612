package yona.language.interop;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.TimeoutException;
import yona.data.Symbol;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.YonaError;

/** Errors of calls of Java. */
public final class JavaErrors {
  private static final Symbol POLYGLOT = Symbol.of("polyglot");

  private JavaErrors() {}

  /** {@code :polyglot}: a class, method, constructor or field cannot be had, or not be chosen. */
  public static YonaError polyglot(String message) {
    return YonaError.of(POLYGLOT, message);
  }

  /**
   * What a program gets for what a Java method threw: {@code :java} with the exception as cause.
   * What came through Java from a Yona function that it called goes on unchanged, and so do the
   * ends that are the language's own: cancellation, no more stack, no more memory.
   *
   * @param thrown what the method threw
   * @return the error to throw
   */
  public static RuntimeException raised(Throwable thrown) {
    if (isInterruption(thrown)) {
      Fiber.current().checkCancelled();
    }
    return switch (thrown) {
      case YonaError error -> error;
      case ControlTransfer transfer -> transfer;
      case CancellationException cancelled -> cancelled;
      case TimeoutException over -> over;
      case StackOverflowError _, OutOfMemoryError _ -> Errors.again(thrown);
      default -> YonaError.of("java", text(thrown), thrown);
    };
  }

  private static boolean isInterruption(Throwable thrown) {
    return thrown instanceof InterruptedException
        || thrown instanceof ClosedByInterruptException
        || thrown instanceof InterruptedIOException;
  }

  /** {@code class: message}; an initializer that failed is told by what it threw. */
  private static String text(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof ExceptionInInitializerError && cause != null
        ? described(thrown) + ": " + described(cause)
        : described(thrown);
  }

  private static String described(Throwable thrown) {
    try {
      String text = thrown.toString();
      if (text != null) {
        return text;
      }
    } catch (RuntimeException | StackOverflowError itself) {
      // Its class is all that can be said.
    }
    return thrown.getClass().getName();
  }

  /** The name of a class as programs and messages write it: {@code java.util.Map.Entry}. */
  static String name(Class<?> type) {
    String name = type.getCanonicalName();
    return name == null ? type.getName() : name;
  }

  /** {@code java.lang.Math.max(int, int)}. */
  static String signature(
      @Nullable Class<?> owner, String name, Class<?>[] parameters, boolean varargs) {
    StringBuilder text = new StringBuilder();
    if (owner != null) {
      text.append(name(owner)).append('.');
    }
    text.append(name).append('(');
    for (int i = 0; i < parameters.length; i++) {
      boolean rest = varargs && i == parameters.length - 1;
      text.append(i == 0 ? "" : ", ")
          .append(rest ? name(parameters[i].componentType()) + "..." : name(parameters[i]));
    }
    return text.append(')').toString();
  }
}
