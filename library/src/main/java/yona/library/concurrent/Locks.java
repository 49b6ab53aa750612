package yona.library.concurrent;

import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.sync.Gate;
import yona.async.sync.Permit;
import yona.async.sync.Permits;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.ManagedResource;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** The Java halves of modules Semaphore, Gate and RwLock. */
public final class Locks {
  private Locks() {}

  /** A semaphore, gate or lock as a value. */
  private abstract static class Lock extends Opaque {
    private final String name;

    Lock(String name) {
      this.name = name;
    }

    @Override
    public final Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public final String source() {
      return "<" + name + ">";
    }
  }

  private static final class SemaphoreValue extends Lock {
    private final Semaphore semaphore;

    SemaphoreValue(int permits) {
      super("semaphore");
      semaphore = new Semaphore(permits);
    }
  }

  private static final class GateValue extends Lock {
    private final Gate gate;

    GateValue(int count) {
      super("gate");
      gate = new Gate(count);
    }
  }

  private static final class LockValue extends Lock {
    private final RwLock lock = new RwLock();

    LockValue() {
      super("lock");
    }
  }

  /** What was acquired, until {@code with} or the scope gives it back. */
  private static final class PermitResource extends ManagedResource {
    private final Permit permit;

    private PermitResource(Permit permit) {
      this.permit = permit;
    }

    /** Waits for a permit; a wait that is cancelled has acquired nothing. */
    static PermitResource acquire(Permits permits) {
      PermitResource resource = new PermitResource(permits.acquire());
      resource.hold();
      return resource;
    }

    @Override
    protected void close() {
      permit.close();
    }

    @Override
    public String source() {
      return "<permit>";
    }
  }

  private static int number(Object value, String where) {
    long n = Arguments.count(value, where);
    if (n > Integer.MAX_VALUE) {
      throw Failure.badarg(where, "the number " + n + " is more than " + Integer.MAX_VALUE);
    }
    return (int) n;
  }

  // Semaphore

  public static Object semaphore(Object permits, String where) {
    return new SemaphoreValue(number(permits, where));
  }

  public static Object mutex() {
    return new SemaphoreValue(1);
  }

  private static Semaphore semaphoreOf(Object value, String where) {
    if (value instanceof SemaphoreValue semaphore) {
      return semaphore.semaphore;
    }
    throw Failure.type(where, "a semaphore", value);
  }

  @Suspends
  public static Object permit(Object semaphore, String where) {
    return PermitResource.acquire(semaphoreOf(semaphore, where));
  }

  public static Object tryPermit(Object semaphore, @Applied Object f, String where) {
    Semaphore permits = semaphoreOf(semaphore, where);
    Function body = Control.thunk(f, where);
    try (@Nullable Permit permit = permits.tryAcquire()) {
      return permit == null ? Opts.NONE : Opts.ok(body.apply());
    }
  }

  // Gate

  public static Object gate(Object count, String where) {
    return new GateValue(number(count, where));
  }

  private static Gate gateOf(Object value, String where) {
    if (value instanceof GateValue gate) {
      return gate.gate;
    }
    throw Failure.type(where, "a gate", value);
  }

  public static Object pass(Object gate, String where) {
    gateOf(gate, where).pass();
    return Unit.UNIT;
  }

  @Suspends
  public static Object await(Object gate, String where) {
    Gate opening = gateOf(gate, where);
    Fiber.reachedWait();
    opening.await();
    return Unit.UNIT;
  }

  // RwLock

  public static Object rwLock() {
    return new LockValue();
  }

  private static RwLock lockOf(Object value, String where) {
    if (value instanceof LockValue lock) {
      return lock.lock;
    }
    throw Failure.type(where, "a read/write lock", value);
  }

  @Suspends
  public static Object read(Object lock, String where) {
    return PermitResource.acquire(lockOf(lock, where).read());
  }

  @Suspends
  public static Object write(Object lock, String where) {
    return PermitResource.acquire(lockOf(lock, where).write());
  }
}
