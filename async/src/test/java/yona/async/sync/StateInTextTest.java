package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Group;
import yona.async.Names;
import yona.async.Running;
import yona.async.Scope;
import yona.async.ScopeDump;
import yona.async.StartableTimer;
import yona.async.Ticker;
import yona.async.Timer;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.stm.TransactionalMemory;

/** What is printed, or stands in a dump, says the name and the state of the moment. */
class StateInTextTest {

  @Test
  void aMutexSaysWhetherItIsHeldAndHowManyWait() throws Exception {
    Running.program(
        () -> {
          Mutex mutex = Names.named("till", new Mutex());
          assertThat(mutex).hasToString("Mutex \"till\" (free)");
          Permit permit = mutex.acquire();
          assertThat(mutex).hasToString("Mutex \"till\" (held)");
          try (var group = new Group<RuntimeException>()) {
            group.fork(() -> mutex.acquire());
            while (mutex.pool.waiting() == 0) {
              Async.yield();
            }
            assertThat(mutex).hasToString("Mutex \"till\" (held, 1 waits)");
            permit.close();
            group.join();
          }
          return null;
        });
  }

  @Test
  void aSemaphoreSaysHowManyAreFree() {
    Semaphore semaphore = Names.named("beds", new Semaphore(3));
    try (Permit _ = semaphore.acquire(2)) {
      assertThat(semaphore).hasToString("Semaphore \"beds\" (1 of 3 free)");
    }
    assertThat(semaphore).hasToString("Semaphore \"beds\" (3 of 3 free)");
  }

  @Test
  void aReadWriteLockSaysWhoHasIt() {
    RwLock lock = Names.named("book", new RwLock());
    assertThat(lock).hasToString("RwLock \"book\" (free)");
    try (Permit _ = lock.read().acquire()) {
      assertThat(lock).hasToString("RwLock \"book\" (1 reading)");
      assertThat(lock.read()).hasToString("reading side of a read/write lock (1 reading)");
    }
    try (Permit _ = lock.write().acquire()) {
      assertThat(lock).hasToString("RwLock \"book\" (writing)");
    }
  }

  @Test
  void aGateSaysHowOftenItHasToBePassed() {
    Gate gate = Names.named("garden", new Gate(2));
    gate.pass();
    assertThat(gate).hasToString("Gate \"garden\" (1 to pass)");
    gate.pass();
    assertThat(gate).hasToString("Gate \"garden\" (open)");
  }

  @Test
  void timersSayHowFarTheyAre() throws Exception {
    Running.program(
        () -> {
          try (Scope _ = Scope.open()) {
            StartableTimer timer =
                Names.named("egg", StartableTimer.ofNanos(Duration.ofMinutes(4).toNanos()));
            assertThat(timer).hasToString("StartableTimer \"egg\" (not started)");
            timer.start();
            assertThat(timer).hasToString("StartableTimer \"egg\" (pending)");
            timer.cancel();
            assertThat(timer).hasToString("StartableTimer \"egg\" (cancelled)");
            timer.restart();
            Ticker ticker = Names.named("clock", Timer.everyNanos(Duration.ofMinutes(1).toNanos()));
            assertThat(ticker).hasToString("Ticker \"clock\" (every PT1M)");
            ticker.cancel();
            assertThat(ticker).hasToString("Ticker \"clock\" (cancelled)");
            timer.cancel();
          }
          return null;
        });
  }

  @Test
  void aMemorySaysHowManyCommitsThereWere() {
    TransactionalMemory memory = Names.named("bank", new TransactionalMemory());
    TVar<Integer> variable = memory.tvar(1);
    memory.atomically(() -> variable.modify(x -> x + 1));
    assertThat(memory).hasToString("TransactionalMemory \"bank\" (at commit 1)");
  }

  @Test
  void aDumpSaysThatATransactionWaitsForAChange() throws Exception {
    Running.program(
        () -> {
          TVar<Integer> stock = Names.named("stock", STM.tvar(0));
          try (var group = new Group<RuntimeException>()) {
            group.fork(
                () ->
                    STM.<Integer, RuntimeException>atomically(
                        () -> {
                          STM.check(stock.read() > 0);
                          return stock.read();
                        }));
            String wait = "waiting at retry, for a change of TVar \"stock\"";
            while (!ScopeDump.take().text().contains(wait)) {
              Async.yield();
            }
            STM.atomically(() -> stock.modify(x -> x + 1));
            group.join();
          }
          return null;
        });
  }
}
