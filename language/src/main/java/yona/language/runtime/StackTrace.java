package yona.language.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.data.Unit;

/**
 * Where an error was raised: the Yona functions on the stack, innermost first, then those of the
 * enclosing fibers. Functions of the standard library are left out, unless there are no others: a
 * program's author has no file to look them up in, and the message names the function called.
 * Frames are taken when the error is raised, which costs a few microseconds; names, lines and
 * columns are looked up when somebody asks. Safe for use by many threads.
 */
public final class StackTrace {
  /**
   * Frames taken of one fiber: enough to see where a recursion came from, and cheap when it is
   * deep.
   */
  private static final int MAXIMUM_FRAMES = 128;

  /** Frames that the JVM fetches at once; with its own 8 a shallow trace takes a fifth longer. */
  private static final int BATCH = 16;

  private static final StackWalker WALKER =
      StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), BATCH);

  /** The loader of the standard library, which is also that of its runtime. */
  private static final ClassLoader LIBRARY = StackTrace.class.getClassLoader();

  private static final String BUILTINS = "Builtins::";

  /** Compiled functions, not the classes of their values; all, or those of the program. */
  private record Taker(boolean all, int most)
      implements java.util.function.Function<Stream<StackWalker.StackFrame>, Object[]>,
          java.util.function.Predicate<StackWalker.StackFrame> {
    @Override
    public Object[] apply(Stream<StackWalker.StackFrame> frames) {
      return frames.filter(this).limit(most).toArray();
    }

    @Override
    public boolean test(StackWalker.StackFrame frame) {
      Class<?> owner = frame.getDeclaringClass();
      return owner.getSuperclass() == Object.class
          && isCompiled(owner.getName())
          && (all || !(LIBRARY.equals(owner.getClassLoader()) || isPerProgram(owner.getName())));
    }
  }

  private static final String PER_PROGRAM = "yona.module.Java";

  private static final Taker PROGRAM = new Taker(false, MAXIMUM_FRAMES);
  private static final Taker ALL = new Taker(true, MAXIMUM_FRAMES);
  private static final Taker INNERMOST = new Taker(true, 1);

  /**
   * Begins the name of a method that holds a lambda which is bound to no name; line and column of
   * the lambda follow.
   */
  public static final String LAMBDA = "$lambda:";

  /** Begins the name of a method in a module's class that holds no function of the module. */
  public static final String LOCAL = "::";

  /**
   * The name of a function as people see it.
   *
   * @param file its file, as traces name it
   * @param name what the compiler calls it
   */
  public static String shown(String file, String name) {
    return name.startsWith(LAMBDA)
        ? "<lambda at " + file + ":" + name.substring(LAMBDA.length()) + ">"
        : name;
  }

  /** One line of a trace; line and column are 0 when unknown. */
  public record Frame(String file, String function, int line, int column) {
    /** The tuple that {@code catch} sees. */
    Tuple value() {
      return Tuple.of(Seq.text(file), Seq.text(function), number(line), number(column));
    }

    private static Object number(int n) {
      return n == 0 ? Unit.UNIT : (Object) (long) n;
    }

    /** The frame that such a tuple stands for, or null for any other value. */
    public static @Nullable Frame of(Object value) {
      return value instanceof Tuple t
              && t.length() == 4
              && t.get(0) instanceof Seq file
              && file.isText()
              && t.get(1) instanceof Seq function
              && function.isText()
          ? new Frame(file.asString(), function.asString(), number(t.get(2)), number(t.get(3)))
          : null;
    }

    private static int number(Object value) {
      return value instanceof Long n && n > 0 && n <= Integer.MAX_VALUE ? n.intValue() : 0;
    }
  }

  private final Object[] taken;
  private final @Nullable StackTrace enclosing;
  private volatile @Nullable Seq value;

  private StackTrace(Object[] taken, @Nullable StackTrace enclosing) {
    this.taken = taken;
    this.enclosing = enclosing;
  }

  /** The Yona functions that are running on this thread. */
  public static StackTrace here() {
    Object[] frames = WALKER.walk(PROGRAM);
    return new StackTrace(frames.length == 0 ? WALKER.walk(ALL) : frames, null);
  }

  /**
   * The innermost function that is running on this thread, if it is one of the standard library.
   *
   * @return its name as programs write it; null if a function of the program is running
   */
  public static @Nullable String libraryFunction() {
    Object[] frames = WALKER.walk(INNERMOST);
    if (frames.length == 0 || !isOfLibrary(frames[0])) {
      return null;
    }
    Positions.Located located = Positions.of((StackWalker.StackFrame) frames[0]);
    if (located == null) {
      return null;
    }
    String name = located.frame().function();
    return name.startsWith(BUILTINS) ? name.substring(BUILTINS.length()) : name;
  }

  /**
   * The Yona functions that were running when the exception was thrown; their columns are not
   * known.
   */
  static StackTrace of(Throwable thrown) {
    return of(elements(thrown));
  }

  /**
   * The Yona functions on a stack; their columns are not known.
   *
   * @param stack of a thread, innermost first
   * @return the trace
   */
  public static StackTrace of(StackTraceElement[] stack) {
    List<StackTraceElement> all = new ArrayList<>();
    for (StackTraceElement element : stack) {
      if (isCompiled(element.getClassName())) {
        all.add(element);
      }
    }
    List<StackTraceElement> program =
        all.stream().filter(element -> !isOfLibrary(element)).toList();
    return new StackTrace(
        (program.isEmpty() ? all : program).stream().limit(MAXIMUM_FRAMES).toArray(), null);
  }

  static StackTraceElement[] elements(Throwable thrown) {
    try {
      return thrown.getStackTrace();
    } catch (LinkageError unavailable) {
      // What the JDK prepares for its first stack trace it never has if memory lacks then.
      return new StackTraceElement[0];
    }
  }

  /** The trace of a caught error; what is no frame is left out when frames are asked for. */
  static StackTrace of(Seq value) {
    StackTrace trace = new StackTrace(new Object[0], null);
    trace.value = value;
    return trace;
  }

  /** The Yona functions that are running on this thread, below frames of another language. */
  static StackTrace below(List<Frame> frames) {
    SeqBuilder builder = Seq.builder();
    frames.forEach(frame -> builder.add(frame.value()));
    return of(builder.build()).enclosedBy(here());
  }

  private static boolean isCompiled(String className) {
    return className.startsWith("yona.program.") || className.startsWith("yona.module.");
  }

  /** This trace, followed by another one. */
  StackTrace enclosedBy(StackTrace outer) {
    Seq known = value;
    if (known != null && taken.length == 0 && enclosing == null) {
      return of(known.concat(outer.value()));
    }
    return new StackTrace(taken, enclosing == null ? outer : enclosing.enclosedBy(outer));
  }

  /** The trace as a Yona value: a Seq of tuples (file, function, line, column). */
  public Seq value() {
    Seq known = value;
    if (known == null) {
      SeqBuilder builder = Seq.builder();
      for (Frame frame : taken()) {
        builder.add(frame.value());
      }
      known = builder.build();
      value = known;
    }
    return known;
  }

  /** The frames, innermost first. */
  public List<Frame> frames() {
    List<Frame> frames = new ArrayList<>();
    for (Object each : value()) {
      Frame frame = Frame.of(each);
      if (frame != null) {
        frames.add(frame);
      }
    }
    return frames;
  }

  private static boolean isOfLibrary(Object frame) {
    return frame instanceof StackWalker.StackFrame walked
        ? LIBRARY.equals(walked.getDeclaringClass().getClassLoader())
            || isPerProgram(walked.getClassName())
        : Objects.equals(((StackTraceElement) frame).getClassLoaderName(), LIBRARY.getName())
            || isPerProgram(((StackTraceElement) frame).getClassName());
  }

  /**
   * Whether a class of the library's is defined for each program anew: those of module Java, which
   * do what the program that they belong to may do.
   *
   * @param className with points
   */
  public static boolean isPerProgram(String className) {
    return className.startsWith(PER_PROGRAM)
        && (className.length() == PER_PROGRAM.length()
            || className.charAt(PER_PROGRAM.length()) == '$');
  }

  /** Fibers that only ran functions of the library are left out too, unless there are no others. */
  private List<Frame> taken() {
    List<Frame> program = taken(false);
    return program.isEmpty() ? taken(true) : program;
  }

  private List<Frame> taken(boolean all) {
    List<Frame> frames = new ArrayList<>();
    String around = null;
    for (StackTrace trace = this; trace != null; trace = trace.enclosing) {
      for (Object each : trace.taken) {
        if (!all && isOfLibrary(each)) {
          continue;
        }
        Positions.Located located =
            each instanceof StackWalker.StackFrame frame
                ? Positions.of(frame)
                : Positions.of((StackTraceElement) each);
        if (located == null) {
          continue;
        }
        Frame frame = located.frame();
        boolean merged = Objects.equals(around, frame.function());
        if (!merged) {
          frames.add(frame);
        }
        around = located.part() ? frame.function() : null;
      }
    }
    return frames;
  }
}
