package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.Group;
import yona.async.Running;
import yona.async.Source;

class RwLockTest {

  @Test
  void readersAreTogetherAndAWriterIsAlone() {
    RwLock lock = new RwLock();
    Permit one = lock.read().acquire();
    Permit other = lock.read().acquire();
    assertThat(lock.readers()).isEqualTo(2);
    assertThat(lock.write().tryAcquire()).isNull();
    one.close();
    other.close();
    try (Permit _ = lock.write().acquire()) {
      assertThat(lock.isWriting()).isTrue();
      assertThat(lock.readers()).isZero();
      assertThat(lock.read().tryAcquire()).isNull();
      assertThat(lock.write().tryAcquire()).isNull();
    }
    assertThat(lock.isWriting()).isFalse();
  }

  @Test
  void readersAndWritersGetItInTheOrderInWhichTheyAsked() {
    RwLock lock = new RwLock();
    List<String> order = new ArrayList<>();
    List<Permit> held = new ArrayList<>();
    Permit first = lock.read().acquire();
    ask(lock.write(), "write 1", order, held);
    ask(lock.read(), "read 2", order, held);
    ask(lock.read(), "read 3", order, held);
    ask(lock.write(), "write 4", order, held);
    ask(lock.read(), "read 5", order, held);
    assertThat(order).isEmpty();
    assertThat(lock.read().tryAcquire()).as("a writer waits").isNull();
    first.close();
    assertThat(order).containsExactly("write 1");
    held.removeFirst().close();
    assertThat(order).containsExactly("write 1", "read 2", "read 3");
    assertThat(lock.readers()).isEqualTo(2);
    held.removeFirst().close();
    assertThat(order).hasSize(3);
    held.removeFirst().close();
    assertThat(order).endsWith("read 3", "write 4");
    held.removeFirst().close();
    assertThat(order).endsWith("write 4", "read 5");
    held.removeFirst().close();
    assertThat(lock.readers()).isZero();
  }

  private static void ask(Permits side, String name, List<String> order, List<Permit> held) {
    side.onComplete(
        permit -> {
          order.add(name);
          return held.add(permit);
        });
  }

  @Test
  void whenAWaitingWriterIsCancelledTheReadersBehindItGoOn() throws Exception {
    Running.program(
        () -> {
          RwLock lock = new RwLock();
          Permit first = lock.read().acquire();
          Future<Permit> writer = Async.future(() -> lock.write().acquire());
          while (lock.read().pool.waiting() < 1) {
            Async.yield();
          }
          Future<Permit> reader = Async.future(() -> lock.read().acquire());
          while (lock.read().pool.waiting() < 2) {
            Async.yield();
          }
          writer.cancel();
          reader.value().close();
          first.close();
          lock.write().acquire().close();
          return null;
        });
  }

  @Test
  void aRaceOfBothSidesHasOne() throws Exception {
    Running.program(
        () -> {
          RwLock lock = new RwLock();
          Permit first = lock.write().acquire();
          Future<Permit> race = Async.future(() -> Source.race(lock.write(), lock.read()).await());
          while (lock.read().pool.waiting() < 2) {
            Async.yield();
          }
          first.close();
          Permit won = race.value();
          assertThat(lock.isWriting()).isTrue();
          won.close();
          assertThat(lock.read().pool.waiting()).isZero();
          return null;
        });
  }

  @Test
  void writersSeeNobodyAndReadersNoWriter() throws Exception {
    Running.program(
        () -> {
          RwLock lock = new RwLock();
          int[] versions = new int[2];
          try (var group = new Group<RuntimeException>()) {
            for (int i = 0; i < 6; i++) {
              boolean writes = i % 3 == 0;
              group.fork(
                  () -> {
                    for (int n = 0; n < 500; n++) {
                      if (writes) {
                        try (Permit _ = lock.write().acquire()) {
                          versions[0]++;
                          Async.yield();
                          versions[1]++;
                        }
                      } else {
                        try (Permit _ = lock.read().acquire()) {
                          int seen = versions[0];
                          assertThat(versions[1]).isEqualTo(seen);
                          Async.yield();
                          assertThat(versions[0]).isEqualTo(seen);
                        }
                      }
                    }
                    return null;
                  });
            }
            group.join();
          }
          assertThat(versions).containsExactly(1_000, 1_000);
          return null;
        });
  }
}
