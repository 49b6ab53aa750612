package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import yona.async.SoakProgram.Deliberate;
import yona.async.continuation.Continuation;
import yona.async.continuation.Prompt;
import yona.async.continuation.Step;

/** Steps of random programs: bodies that suspend to a prompt, wait, move, fail and are unwound. */
final class ContinuationSteps {

  private static final Prompt<Integer, Integer> PROMPT = new Prompt<>();

  /** Bodies that have begun and are not unwound. */
  private final AtomicInteger open;

  ContinuationSteps(SoakProgram program) {
    open = program.leftovers.of(new AtomicInteger(), AtomicInteger::get);
  }

  Object step(Random random) throws Exception {
    int suspensions = random.nextInt(6);
    Body<Integer, Exception> body = body(suspensions, new Random(random.nextLong()));
    return switch (random.nextInt(4)) {
      case 0 -> toItsEnd(PROMPT.start(body), suspensions);
      case 1 -> toItsEnd(PROMPT.startMovable(body), suspensions);
      case 2 -> toItsEndElsewhere(body, suspensions);
      default ->
          unwound(random, random.nextBoolean() ? PROMPT.start(body) : PROMPT.startMovable(body));
    };
  }

  /** Hands out 1, 2 and so on, and sums up what it is answered. */
  private Body<Integer, Exception> body(int suspensions, Random random) {
    return () -> {
      open.incrementAndGet();
      try {
        int sum = 0;
        for (int i = 1; i <= suspensions; i++) {
          SoakProgram.pause(random);
          sum += PROMPT.suspend(i);
          if (random.nextInt(4) == 0) {
            Async.sleepNanos(random.nextInt(20_000));
          }
        }
        return sum;
      } finally {
        open.decrementAndGet();
      }
    };
  }

  private static int sumOfSquares(int n) {
    return n * (n + 1) * (2 * n + 1) / 6;
  }

  private static Object toItsEnd(Step<Integer, Integer, Integer> first, int suspensions) {
    Step<Integer, Integer, Integer> step = first;
    try {
      while (step instanceof Continuation<Integer, Integer, Integer> rest) {
        step = rest.resume(rest.value() * rest.value());
        Async.yield();
      }
    } finally {
      cancel(step);
    }
    assertThat(step).isEqualTo(new Step.Done<>(sumOfSquares(suspensions)));
    return "resumed";
  }

  /** Each time another fiber resumes. */
  private Object toItsEndElsewhere(Body<Integer, Exception> body, int suspensions)
      throws Exception {
    var step = new AtomicReference<@Nullable Step<Integer, Integer, Integer>>();
    try {
      step.set(PROMPT.startMovable(body));
      while (step.get() instanceof Continuation<Integer, Integer, Integer> rest) {
        Async.<Object, Exception>group(
            group -> {
              group.fork(
                  () -> {
                    step.set(rest.resume(rest.value() * rest.value()));
                    return null;
                  });
              return "";
            });
      }
    } finally {
      cancel(step.get());
    }
    assertThat(step.get()).isEqualTo(new Step.Done<>(sumOfSquares(suspensions)));
    return "moved";
  }

  private static void cancel(@Nullable Step<?, ?, ?> step) {
    if (step instanceof Continuation<?, ?, ?> rest) {
      rest.cancel();
    }
  }

  /** Somewhere on the way it is cancelled, by hand or by a scope, or an error is raised in it. */
  private static Object unwound(Random random, Step<Integer, Integer, Integer> first) {
    Step<Integer, Integer, Integer> step = first;
    try {
      for (int i = random.nextInt(4);
          i > 0 && step instanceof Continuation<Integer, Integer, Integer> rest;
          i--) {
        step = rest.resume(i);
      }
      if (step instanceof Continuation<Integer, Integer, Integer> rest) {
        switch (random.nextInt(3)) {
          case 0 -> rest.cancel();
          case 1 -> {
            try (Scope scope = Scope.open()) {
              scope.link(rest);
              SoakProgram.pause(random);
            }
          }
          default -> {
            try {
              rest.raise(new Deliberate());
            } catch (Deliberate _) {
              return "raised";
            }
            throw new AssertionError("the body has swallowed the error");
          }
        }
      }
    } finally {
      cancel(step);
    }
    return "unwound";
  }
}
