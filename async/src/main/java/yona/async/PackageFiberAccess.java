package yona.async;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import yona.async.scheduler.FiberAccess;

/** What {@link Fiber} gives to the other packages of this library. */
final class PackageFiberAccess extends FiberAccess {

  @Override
  public @Nullable Executor scheduler(Fiber fiber) {
    return fiber.scope.scheduler.executor;
  }

  @Override
  public @Nullable Object coroutine(Fiber fiber) {
    return fiber.coroutine;
  }

  @Override
  public void setCoroutine(Fiber fiber, @Nullable Object coroutine) {
    fiber.coroutine = coroutine;
  }

  @Override
  public void refuse(Fiber fiber, String operation) {
    fiber.refuse(operation);
  }

  @Override
  public boolean move(Fiber fiber, Thread to) {
    String name = fiber.thread.getName();
    if (!name.equals(to.getName())) {
      to.setName(name);
    }
    return fiber.delivery.move(fiber, to);
  }
}
