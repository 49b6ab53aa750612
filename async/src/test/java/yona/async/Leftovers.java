package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToIntFunction;
import yona.async.channel.Channel;
import yona.async.channel.Channels;
import yona.async.stm.TVar;
import yona.async.stm.TVars;
import yona.async.sync.Gate;
import yona.async.sync.Locks;
import yona.async.sync.Mutex;
import yona.async.sync.Permits;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;
import yona.testrun.TestLimit;

/**
 * What a random program has made and others may wait at or hold: when all of its fibers have ended
 * nobody may stand there any longer, and everything has to be free.
 */
final class Leftovers {

  /** A made thing, and how to count what is left at it. */
  private record Made<T>(T object, ToIntFunction<? super T> left) {
    int count() {
      return left.applyAsInt(object);
    }
  }

  private final ConcurrentLinkedQueue<Made<?>> all = new ConcurrentLinkedQueue<>();

  /** Counts what is left at an object in a way of its own. */
  <T> T of(T object, ToIntFunction<? super T> left) {
    all.add(new Made<>(object, left));
    return object;
  }

  <F extends Future<?>> F at(F future) {
    return of(future, Future::listeners);
  }

  <S extends OriginalSource<?>> S at(S source) {
    return of(source, OriginalSource::listeners);
  }

  <T extends Timer> T at(T timer) {
    return of(timer, Timer::listeners);
  }

  Ticker at(Ticker ticker) {
    return of(ticker, Ticker::listeners);
  }

  <T> Channel<T> at(Channel<T> channel) {
    return of(channel, Channels::waitingAt);
  }

  <T> TVar<T> at(TVar<T> variable) {
    return of(variable, each -> TVars.isWatched(each) ? 1 : 0);
  }

  Gate at(Gate gate) {
    return of(gate, Locks::waitingAt);
  }

  Semaphore at(Semaphore semaphore) {
    return of(semaphore, each -> Locks.waitingAt(each) + each.total() - each.free());
  }

  Mutex at(Mutex mutex) {
    return of(mutex, each -> Locks.waitingAt(each) + (each.isHeld() ? 1 : 0));
  }

  RwLock at(RwLock lock) {
    return of(
        lock,
        each -> {
          Permits anySide = each.read();
          return Locks.waitingAt(anySide) + each.readers() + (each.isWriting() ? 1 : 0);
        });
  }

  /**
   * Nothing is left anywhere, or soon: a thread that has let somebody go on may be about to take
   * him out of the other places where he stood.
   */
  void assertNone() {
    long end = System.nanoTime() + TestLimit.ofWait().toNanos();
    List<String> left = left();
    while (!left.isEmpty() && System.nanoTime() < end) {
      Async.yield();
      left = left();
    }
    assertThat(left).as("what is left, of %d that were looked at", all.size()).isEmpty();
  }

  private List<String> left() {
    List<String> left = new ArrayList<>();
    for (Made<?> made : all) {
      int count = made.count();
      if (count != 0) {
        left.add(count + " at " + made.object());
      }
    }
    return left;
  }
}
