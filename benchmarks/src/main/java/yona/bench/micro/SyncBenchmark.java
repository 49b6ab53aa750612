package yona.bench.micro;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.sync.MutexKt;
import kotlinx.coroutines.sync.SemaphoreKt;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import yona.async.sync.Gate;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;

/**
 * Acquiring and giving back what nobody else wants, beside the fair ones of the JDK and those of
 * kotlinx.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.lang=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class SyncBenchmark {
  private final Semaphore semaphore = new Semaphore(3);
  private final Mutex mutex = new Mutex();
  private final RwLock lock = new RwLock();
  private final java.util.concurrent.Semaphore jdkSemaphore =
      new java.util.concurrent.Semaphore(3, true);
  private final ReentrantLock jdkLock = new ReentrantLock(true);
  private final ReentrantReadWriteLock jdkReadWriteLock = new ReentrantReadWriteLock(true);
  private final kotlinx.coroutines.sync.Mutex kotlinxMutex = MutexKt.Mutex(false);
  private final kotlinx.coroutines.sync.Semaphore kotlinxSemaphore = SemaphoreKt.Semaphore(3, 0);

  /** Who would go on if a lock that is free made it wait. */
  private final Continuation<Unit> nobody =
      new Continuation<>() {
        @Override
        public CoroutineContext getContext() {
          return EmptyCoroutineContext.INSTANCE;
        }

        @Override
        public void resumeWith(Object result) {
          throw new IllegalStateException("it was free");
        }
      };

  // ---- nobody else wants it ---------------------------------------------------------------------

  /** One permit of three. */
  @Benchmark
  public int freeSemaphore() {
    try (Permit _ = semaphore.acquire()) {
      return 1;
    }
  }

  /** A mutex. */
  @Benchmark
  public int freeMutex() {
    try (Permit _ = mutex.acquire()) {
      return 1;
    }
  }

  /** The same without a wait that counts and may be cancelled. */
  @Benchmark
  public boolean tryMutex() {
    try (Permit permit = mutex.tryAcquire()) {
      return permit != null;
    }
  }

  /** The reading side. */
  @Benchmark
  public int freeRead() {
    try (Permit _ = lock.read().acquire()) {
      return 1;
    }
  }

  /** The writing side. */
  @Benchmark
  public int freeWrite() {
    try (Permit _ = lock.write().acquire()) {
      return 1;
    }
  }

  /** A gate that is made, opened and passed. */
  @Benchmark
  public Gate gate() {
    Gate gate = new Gate(1);
    gate.pass();
    return gate.await();
  }

  /** The JDK's. */
  @Benchmark
  public int freeSemaphoreJdk() throws InterruptedException {
    jdkSemaphore.acquire();
    jdkSemaphore.release();
    return 1;
  }

  /** The JDK's. */
  @Benchmark
  public int freeLockJdk() throws InterruptedException {
    jdkLock.lockInterruptibly();
    jdkLock.unlock();
    return 1;
  }

  /** The JDK's. */
  @Benchmark
  public int freeReadJdk() throws InterruptedException {
    jdkReadWriteLock.readLock().lockInterruptibly();
    jdkReadWriteLock.readLock().unlock();
    return 1;
  }

  /** The JDK's. */
  @Benchmark
  public int freeWriteJdk() throws InterruptedException {
    jdkReadWriteLock.writeLock().lockInterruptibly();
    jdkReadWriteLock.writeLock().unlock();
    return 1;
  }

  /** The JDK's. */
  @Benchmark
  public CountDownLatch gateJdk() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    latch.countDown();
    latch.await();
    return latch;
  }

  /** That of kotlinx. */
  @Benchmark
  public Object freeMutexKotlinx() {
    Object done = kotlinxMutex.lock(null, nobody);
    kotlinxMutex.unlock(null);
    return done;
  }

  /** That of kotlinx. */
  @Benchmark
  public Object freeSemaphoreKotlinx() {
    Object done = kotlinxSemaphore.acquire(nobody);
    kotlinxSemaphore.release();
    return done;
  }
}
