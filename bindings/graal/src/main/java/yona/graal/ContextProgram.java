package yona.graal;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Program;
import yona.async.Promise;
import yona.async.Scope;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Fault;
import yona.language.runtime.Invocation;
import yona.language.runtime.ProgramStop;

/**
 * The one program of a context: all Yona code of the context runs in it. It begins with the first
 * evaluation and ends with the context. Its scope holds background fibers, and resources that
 * nobody closes.
 */
final class ContextProgram {
  private final Invocation invocation;
  private final Consumer<Throwable> dropped;
  private final Promise<Object> ending = new Promise<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private volatile @Nullable Scope scope;
  private volatile boolean over;

  /**
   * A program that does not run yet.
   *
   * @param invocation what it is given
   * @param dropped told of errors that nobody can be given
   */
  ContextProgram(Invocation invocation, Consumer<Throwable> dropped) {
    this.invocation = invocation;
    this.dropped = dropped;
  }

  /**
   * Starts it, and waits until it has a scope.
   *
   * @param whenOver run when nothing of it is left
   */
  Scope start(Runnable whenOver) {
    Thread.ofVirtual()
        .name("yona-context")
        .start(
            () -> {
              try {
                run();
              } finally {
                over = true;
                begun.countDown();
                whenOver.run();
              }
            });
    boolean interrupted = false;
    while (true) {
      try {
        begun.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Scope opened = scope;
    if (opened == null) {
      throw new IllegalStateException("the program of the context did not begin");
    }
    return opened;
  }

  private void run() {
    try {
      new Program(this::report)
          .run(
              () ->
                  invocation.run(
                      _ -> {},
                      () -> {
                        scope = Scope.current();
                        begun.countDown();
                        return ending.await();
                      }));
    } catch (ControlTransfer | CancellationException _) {
      // It was stopped: whoever was waiting for something of it was told.
    } catch (Throwable fault) {
      dropped.accept(fault);
    }
  }

  private void report(Throwable error) {
    if (Fault.is(error)) {
      dropped.accept(Fault.cause(error));
    } else if (!(error instanceof ControlTransfer) && !(error instanceof CancellationException)) {
      dropped.accept(error);
    }
  }

  /** Asks it to end: what it has in the background is cancelled, what it has opened is released. */
  void end() {
    ending.complete(true);
  }

  /** Stops it, and all that it computes. */
  void stop() {
    var _ = invocation.stop(ProgramStop.Reason.ENDED);
    ending.complete(true);
  }

  /** Whether nothing of it is left. */
  boolean isOver() {
    return over;
  }
}
