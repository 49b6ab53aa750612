package yona.language.embedding;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.FiberLimit;
import yona.async.Program;
import yona.async.TimeoutException;
import yona.language.diagnostics.Source;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;
import yona.language.runtime.Invocation;
import yona.language.runtime.ProgramExit;
import yona.language.runtime.ProgramStop;
import yona.language.runtime.YonaError;

/**
 * One run, from the thread that calls to the end of all that was started.
 *
 * <p>It does not happen on the calling thread, which only waits: so an interrupt of that thread is
 * seen here and nowhere else, and stops the whole run, computing parts too.
 */
final class Run implements Runnable {
  private final Invocation invocation;
  private final Program program;
  private final Supplier<Object> body;
  private final CountDownLatch ended = new CountDownLatch(1);
  private @Nullable Object value;
  private @Nullable Throwable failure;

  private Run(Engine engine, Invocation.@Nullable Output output, Supplier<Object> body) {
    this.body = body;
    this.invocation =
        Invocation.supervised(engine, engine.arguments(), output, engine.grants(), engine.limits());
    int fibers = engine.limits().fibers();
    this.program =
        new Program(
            error -> dropped(engine, error),
            fibers == 0
                ? null
                : new FiberLimit(fibers, () -> invocation.stop(ProgramStop.Reason.FIBERS)));
  }

  /** Tells of an error that nobody could be given; what ends the run is none. */
  private static void dropped(Engine engine, Throwable error) {
    if (Fault.is(error)) {
      engine.dropped().accept(new FaultException(Fault.cause(error)));
    } else if (!(error instanceof ControlTransfer) && !(error instanceof CancellationException)) {
      engine.dropped().accept(error);
    }
  }

  /**
   * Runs a body, and waits for its end.
   *
   * @param sources what errors show lines of
   */
  static Object of(
      Engine engine,
      Invocation.@Nullable Output output,
      List<Source> sources,
      Supplier<Object> body)
      throws InterruptedException {
    try {
      return engine.equals(Invocation.current().host())
          ? Fiber.<Object, RuntimeException>calledBack(body::get)
          : new Run(engine, output, body).await();
    } catch (YonaError error) {
      throw new ProgramException(error, sources);
    } catch (OutOfMemoryError error) {
      YonaError raised = Errors.caught(error);
      throw engine.limits().heap() > 0
          ? new StoppedException(ProgramStop.Reason.MEMORY)
          : new ProgramException(raised, sources);
    } catch (StackOverflowError | TimeoutException thrown) {
      throw new ProgramException(Errors.caught(thrown), sources);
    } catch (RuntimeException | Error thrown) {
      if (Fault.is(thrown)) {
        throw new FaultException(Fault.cause(thrown));
      }
      throw thrown;
    }
  }

  @Override
  public void run() {
    try {
      value = program.run(() -> invocation.run(status -> {}, body::get));
    } catch (Throwable thrown) {
      failure = thrown;
    } finally {
      ended.countDown();
    }
  }

  private Object await() throws InterruptedException {
    Thread.ofVirtual().name("yona-run").start(this);
    boolean interrupted = false;
    while (true) {
      try {
        ended.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        invocation.stop(ProgramStop.Reason.INTERRUPTED);
      }
    }
    if (interrupted && !(failure instanceof ProgramStop)) {
      // It had come to its end before it could be stopped.
      Thread.currentThread().interrupt();
    }
    return switch (failure) {
      case null -> value;
      case ProgramExit exit -> throw new ExitException(exit.status());
      case ProgramStop stop when stop.reason() == ProgramStop.Reason.INTERRUPTED ->
          throw new InterruptedException("the thread was interrupted while a script ran");
      case ProgramStop stop -> throw interrupted(stop, interrupted);
      default -> throw Errors.again(failure);
    };
  }

  private static StoppedException interrupted(ProgramStop stop, boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new StoppedException(stop.reason());
  }
}
