package yona.language.runtime;

import java.io.UncheckedIOException;
import java.util.Set;
import yona.async.CancellationException;
import yona.async.TimeoutException;
import yona.async.stm.Signal;
import yona.async.stm.TransactionException;

/**
 * A fault of Yona's own, in compiled code or in what runs it: no error of the program, so that no
 * {@code catch} sees it. Its cause says what happened.
 */
public final class Fault extends ControlTransfer {
  private static final long serialVersionUID = 1;

  /** What Yona asks the objects of Java for that a program holds. */
  private static final Set<String> OF_OBJECTS =
      Set.of("equals", "hashCode", "toString", "compareTo", "compare");

  private Fault(Throwable cause) {
    super(cause);
  }

  /**
   * What stands for an exception that is none of the language's. What a Java method threw that a
   * program called is an error already.
   *
   * @throws Fault if it is one
   */
  static YonaError orJava(Throwable thrown) {
    if (is(thrown)) {
      throw new Fault(thrown);
    }
    return YonaError.at(thrown, "java", thrown.toString());
  }

  /**
   * Whether an exception is a fault of Yona, or stands for one: Yona threw it, or the JVM in its
   * code or because of it.
   *
   * @param thrown what came out of a program
   */
  public static boolean is(Throwable thrown) {
    return switch (thrown) {
      case Fault _ -> true;
      case YonaError _, ControlTransfer _, CancellationException _, TimeoutException _ -> false;
      case TransactionException _, Signal _, UncheckedIOException _ -> false;
      case StackOverflowError _, OutOfMemoryError _ -> false;
      case RuntimeException _, Error _ -> isThrownHere(thrown);
      default -> false;
    };
  }

  /** What happened: the cause of a fault, else the exception itself. */
  public static Throwable cause(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof Fault && cause != null ? cause : thrown;
  }

  private static boolean isThrownHere(Throwable thrown) {
    StackTraceElement[] frames = StackTrace.elements(thrown);
    boolean ofJdk = false;
    for (StackTraceElement frame : frames) {
      String module = frame.getModuleName();
      if (module == null || !(module.startsWith("java.") || module.startsWith("jdk."))) {
        return isHere(frame.getClassName(), ofJdk);
      }
      if (OF_OBJECTS.contains(frame.getMethodName())) {
        return false;
      }
      ofJdk = true;
    }
    // In hot code the JVM throws its own exceptions without a stack trace.
    return frames.length == 0 && thrown.getClass().getPackageName().equals("java.lang");
  }

  /**
   * Whether what happens in a class is Yona's affair.
   *
   * @param ofJdk whether a method of the JDK threw that the class called: the library hands on what
   *     programs ask of the JDK
   */
  private static boolean isHere(String className, boolean ofJdk) {
    return className.startsWith("yona.")
        && !className.startsWith("yona.language.interop.")
        && !className.startsWith("yona.language.embedding.")
        && !(ofJdk && className.startsWith("yona.library."));
  }
}
