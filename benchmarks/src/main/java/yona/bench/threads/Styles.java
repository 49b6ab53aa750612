package yona.bench.threads;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import yona.async.Async;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.monadic.Computation;

/**
 * The three thread tests in direct style, in monadic style, and the flat one with a bare
 * continuation of the virtual machine. Usage: {@code Styles direct|monadic|bare TEST WAIT
 * ITERATIONS MILLIS DEPTH...}; the protocol is described in benchmarks/README.md.
 */
public final class Styles {
  private static final long WARM_NANOS = 1_500_000_000;

  private Styles() {}

  /** One iteration of a test at one depth. */
  @FunctionalInterface
  private interface Test {
    long run(int depth);
  }

  /** Something that waits. */
  @FunctionalInterface
  private interface Wait {
    void await();
  }

  /** Measures one style, test and wait at several depths. */
  public static void main(String[] arguments) {
    var depths = new int[arguments.length - 5];
    for (int i = 0; i < depths.length; i++) {
      depths[i] = Integer.parseInt(arguments[i + 5]);
    }
    int iterations = Integer.parseInt(arguments[3]);
    long nanos = Long.parseLong(arguments[4]) * 1_000_000;
    var test = test(arguments[0], arguments[1], arguments[2]);
    Runnable measuring =
        () -> {
          // The compiler has more to learn from the first.
          times(test, depths[0], Integer.MAX_VALUE, WARM_NANOS);
          for (int depth : depths) {
            measure(test, depth, iterations, nanos);
          }
        };
    if (arguments[0].equals("bare")) {
      measuring.run();
    } else {
      // On a fiber, so that nothing is started from a thread outside.
      Async.<Object, RuntimeException>blocking(
          () ->
              Scope.current()
                  .background(
                      () -> {
                        measuring.run();
                        return "done";
                      })
                  .value());
    }
    System.exit(0);
  }

  private static Test test(String style, String test, String wait) {
    return switch (style) {
      case "direct" -> Direct.test(test, wait);
      case "monadic" -> Monadic.test(test, wait);
      case "bare" -> Bare.test();
      default -> throw new IllegalArgumentException("no such style: " + style);
    };
  }

  /** Warms up for half the time, then runs it so many times, or as often as fits into the time. */
  private static void measure(Test test, int depth, int iterations, long nanos) {
    times(test, depth, iterations, nanos / 2);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = threads.getTotalThreadAllocatedBytes();
    long start = System.nanoTime();
    var end = times(test, depth, iterations, nanos);
    long taken = System.nanoTime() - start;
    bytes = threads.getTotalThreadAllocatedBytes() - bytes;
    System.out.println(depth + " " + end.iterations + " " + taken + " " + bytes + " " + end.result);
  }

  private record End(int iterations, long result) {}

  private static End times(Test test, int depth, int iterations, long nanos) {
    long until = System.nanoTime() + nanos;
    int done = 0;
    long result;
    do {
      result = test.run(depth);
      done++;
    } while (done < iterations && System.nanoTime() < until);
    return new End(done, result);
  }

  /** As a program in direct style is written. */
  private static final class Direct {
    private Direct() {}

    static Test test(String test, String name) {
      var wait = wait(name);
      return switch (test) {
        case "basic" -> depth -> basic(wait, depth);
        case "recurse2" -> depth -> recurse2(wait, depth);
        case "recurse" -> depth -> recurse(wait, depth);
        default -> throw new IllegalArgumentException("no such test: " + test);
      };
    }

    private static Wait wait(String name) {
      return switch (name) {
        case "quick" -> {
          var done = new Promise<Long>();
          done.complete(0L);
          yield done::value;
        }
        case "medium" -> Async::yield;
        case "slow" -> () -> Async.sleepNanos(0);
        case "clock" -> () -> Async.sleepNanos(1);
        default -> throw new IllegalArgumentException("no such wait: " + name);
      };
    }

    private static long basic(Wait wait, int n) {
      long waits = 0;
      for (int i = 0; i < n; i++) {
        wait.await();
        waits++;
      }
      return waits;
    }

    /** A wait at every level. */
    private static long recurse2(Wait wait, int n) {
      if (n == 0) {
        return 0;
      }
      wait.await();
      return n + recurse2(wait, n - 1);
    }

    /** A wait at the base. */
    private static long recurse(Wait wait, int n) {
      if (n == 0) {
        wait.await();
        return 0;
      }
      return n + recurse(wait, n - 1);
    }
  }

  /** As a program in monadic style is written. */
  private static final class Monadic {
    private Monadic() {}

    static Test test(String test, String name) {
      var wait = wait(name);
      return switch (test) {
        case "basic" -> depth -> basic(wait, 0, depth).run();
        case "recurse2" -> depth -> recurse2(wait, depth).run();
        case "recurse" -> depth -> recurse(wait, depth).run();
        default -> throw new IllegalArgumentException("no such test: " + test);
      };
    }

    private static Computation<?> wait(String name) {
      return switch (name) {
        case "quick" -> {
          var done = new Promise<Long>();
          done.complete(0L);
          yield Computation.value(done);
        }
        case "medium" -> Computation.pause();
        case "slow" -> Computation.sleepNanos(0);
        case "clock" -> Computation.sleepNanos(1);
        default -> throw new IllegalArgumentException("no such wait: " + name);
      };
    }

    private static Computation<Long> basic(Computation<?> wait, long waits, int n) {
      return waits == n ? Computation.return_(waits) : wait.bind(_ -> basic(wait, waits + 1, n));
    }

    private static Computation<Long> recurse2(Computation<?> wait, int n) {
      return n == 0
          ? Computation.return_(0L)
          : wait.bind(_ -> recurse2(wait, n - 1)).map(sum -> n + sum);
    }

    private static Computation<Long> recurse(Computation<?> wait, int n) {
      return n == 0 ? wait.map(_ -> 0L) : down(wait, n).map(sum -> n + sum);
    }

    /** The next level is made when the one above runs: the depth is on no stack. */
    private static Computation<Long> down(Computation<?> wait, int n) {
      return Computation.return_(n - 1).bind(below -> recurse(wait, below));
    }
  }

  /** The limit: jdk.internal.vm.Continuation by itself, which nothing may be built on. */
  private static final class Bare {
    private static final MethodHandle RUN;
    private static final MethodHandle YIELD;
    private static final MethodHandle NEW;

    static {
      try {
        var type = Class.forName("jdk.internal.vm.Continuation");
        var scopeType = Class.forName("jdk.internal.vm.ContinuationScope");
        var lookup = MethodHandles.lookup();
        var scope =
            lookup
                .findConstructor(scopeType, MethodType.methodType(void.class, String.class))
                .invoke("bench");
        NEW =
            lookup
                .findConstructor(type, MethodType.methodType(void.class, scopeType, Runnable.class))
                .bindTo(scope)
                .asType(MethodType.methodType(Object.class, Runnable.class));
        RUN =
            lookup
                .findVirtual(type, "run", MethodType.methodType(void.class))
                .asType(MethodType.methodType(void.class, Object.class));
        YIELD =
            lookup
                .findStatic(type, "yield", MethodType.methodType(boolean.class, scopeType))
                .bindTo(scope);
      } catch (Throwable error) {
        throw new ExceptionInInitializerError(error);
      }
    }

    private Bare() {}

    static Test test() {
      try {
        var endless = (Object) NEW.invokeExact((Runnable) Bare::yieldForEver);
        return depth -> {
          for (int i = 0; i < depth; i++) {
            resume(endless);
          }
          return depth;
        };
      } catch (Throwable error) {
        throw new IllegalStateException(error);
      }
    }

    private static void resume(Object continuation) {
      try {
        RUN.invokeExact(continuation);
      } catch (Throwable error) {
        throw new IllegalStateException(error);
      }
    }

    private static void yieldForEver() {
      boolean left = true;
      while (left) {
        try {
          left = (boolean) YIELD.invokeExact();
        } catch (Throwable error) {
          throw new IllegalStateException(error);
        }
      }
    }
  }
}
