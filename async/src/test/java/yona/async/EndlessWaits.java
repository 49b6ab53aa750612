package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import yona.async.SoakProgram.Deliberate;
import yona.async.channel.Channel;
import yona.async.channel.Channels;
import yona.async.continuation.Prompt;
import yona.async.monadic.Computation;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.sync.Gate;
import yona.async.sync.Locks;
import yona.async.sync.Mutex;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;

/**
 * Steps of random programs: waits for what never comes while the program runs, given up in one way
 * or another. What they waited at stays pending, so that whoever forgets to leave it is found.
 */
final class EndlessWaits {

  private static final Duration LONG = Duration.ofHours(1);

  private final SoakProgram program;
  private final TransactionSteps transactions;

  private final Promise<Object> promise;
  private final Promise<Object> other;
  private final Gate gate;
  private final TVar<Boolean> variable;
  private final StartableTimer unstarted;
  private final StartableTimer timer;
  private final Channel<String> empty;
  private final Channel<String> full;

  // All taken, by the program itself.

  private final Semaphore semaphore;
  private final Mutex mutex;
  private final RwLock lock;

  private @Nullable Ticker ticker;

  EndlessWaits(SoakProgram program, TransactionSteps transactions) {
    this.program = program;
    this.transactions = transactions;
    Leftovers leftovers = program.leftovers;
    promise = leftovers.at(new Promise<>());
    other = leftovers.at(new Promise<>());
    gate = leftovers.at(new Gate(1));
    variable = leftovers.at(STM.tvar(false));
    unstarted = leftovers.at(new StartableTimer(LONG));
    timer = leftovers.at(new StartableTimer(LONG));
    empty = leftovers.at(Channels.<String>of(0));
    full = leftovers.at(Channels.<String>of(1));
    semaphore = leftovers.of(new Semaphore(2), Locks::waitingAt);
    mutex = leftovers.of(new Mutex(), Locks::waitingAt);
    lock = leftovers.of(new RwLock(), each -> Locks.waitingAt(each.read()));
  }

  /** Called by the program before the first step: timers belong to it. */
  void begin() {
    timer.start();
    ticker = program.leftovers.at(Timer.every(LONG));
    full.send("full");
    assertThat(semaphore.tryAcquire(2)).isNotNull();
    assertThat(mutex.tryAcquire()).isNotNull();
    assertThat(lock.write().tryAcquire()).isNotNull();
  }

  /** Several of them at once. */
  Object giveUp(Random random) throws Exception {
    try (Scope _ = Scope.open()) {
      for (int i = random.nextInt(4); i > 0; i--) {
        Random own = new Random(random.nextLong());
        Async.future(program.watched(() -> giveUpOne(own)));
      }
      return giveUpOne(random);
    }
  }

  // ---- ways to give up -------------------------------------------------------------------------

  private Object giveUpOne(Random random) throws Exception {
    Body<Object, Exception> wait = endless(random.nextInt(27));
    long nanos = random.nextInt(50_000);
    return switch (random.nextInt(6)) {
      case 0 -> timeout(wait, nanos);
      case 1 -> lostRace(wait, nanos);
      case 2 -> cancelled(wait, random);
      case 3 -> leftToItsScope(wait, random);
      case 4 -> sibling(wait, nanos);
      default -> alternative(wait, random);
    };
  }

  private static Object timeout(Body<Object, Exception> wait, long nanos) throws Exception {
    try {
      return Async.timeoutNanos(nanos, wait);
    } catch (TimeoutException _) {
      return "timed out";
    }
  }

  private static Object lostRace(Body<Object, Exception> wait, long nanos) throws Exception {
    return Async.race(
        List.of(
            wait,
            () -> {
              Async.sleepNanos(nanos);
              return "won";
            }));
  }

  private static Object cancelled(Body<Object, Exception> wait, Random random) {
    try (Scope _ = Scope.open()) {
      Future<Object> future = Async.future(wait);
      SoakProgram.pause(random);
      future.cancel();
      return future.await();
    }
  }

  private static Object leftToItsScope(Body<Object, Exception> wait, Random random) {
    try (Scope scope = Scope.open()) {
      scope.background(wait);
      SoakProgram.pause(random);
      return "left";
    }
  }

  private static Object sibling(Body<Object, Exception> wait, long nanos) throws Exception {
    try (var group = new Group<Exception>()) {
      group.fork(wait);
      Async.sleepNanos(nanos);
      return group.failInPlace(new Deliberate());
    } catch (Deliberate _) {
      return "failed";
    }
  }

  /** Another future has a value, and cancels the one that waits. */
  private Object alternative(Body<Object, Exception> wait, Random random) throws Exception {
    try (Scope _ = Scope.open()) {
      Future<Object> waiting = program.leftovers.at(Async.future(wait));
      Random own = new Random(random.nextLong());
      Future<Object> value =
          Async.future(
              () -> {
                SoakProgram.pause(own);
                return "value";
              });
      return Future.altC(List.of(waiting, value)).value();
    }
  }

  // ---- what is waited for ----------------------------------------------------------------------

  private Body<Object, Exception> endless(int which) {
    Ticker ticks = Objects.requireNonNull(ticker);
    return switch (which) {
      case 0 -> promise::value;
      case 1 -> () -> promise.value(LONG);
      case 2 -> () -> Future.awaitAll(List.of(promise, other, promise));
      case 3 -> () -> Future.awaitFirst(List.of(promise, other));
      case 4 -> () -> promise.filter(_ -> true).map(Result::get).await();
      case 5 -> () -> uncounted(Source.race(promise, other, promise));
      case 6 -> () -> Source.either(other, gate).await();
      case 7 -> () -> both(promise, other);
      case 8 -> () -> selected(ticks);
      case 9 -> gate::await;
      case 10 -> timer::await;
      case 11 -> unstarted::await;
      case 12 -> ticks::await;
      case 13 -> empty::read;
      case 14 -> () -> send(full);
      case 15 -> semaphore::acquire;
      case 16 -> () -> semaphore.acquire(2);
      case 17 -> () -> mutex.resource().use(_ -> "used");
      case 18 -> () -> lock.read().acquire(LONG);
      case 19 -> () -> lock.write().withPermit(() -> "written");
      case 20 -> () -> STM.atomically(this::awaitVariable);
      case 21 -> () -> STM.atomically(() -> STM.orElse(this::awaitVariable, STM::retry));
      case 22 -> transactions::awaitUnbalanced;
      case 23 -> () -> Computation.value(promise).run();
      case 24 -> () -> Computation.await(gate).bind(_ -> Computation.sleep(LONG)).start().value();
      case 25 -> () -> new Prompt<Integer, Integer>().start(promise::value);
      default -> () -> Async.blocking(() -> Async.future(() -> promise.value()).value());
    };
  }

  private static Object uncounted(Source<?> source) {
    // A group goes on at a wait that counts.
    Async.yield();
    return source.awaitUncounted();
  }

  private static Object both(Promise<Object> one, Promise<Object> two) {
    Future<?> both = one.zip(two);
    try {
      return both.await();
    } finally {
      both.cancel();
    }
  }

  private Object selected(Ticker ticks) {
    return Async.<Object, RuntimeException>select(
        promise.handle(_ -> "promise"),
        gate.handle(_ -> "gate"),
        timer.handle(_ -> "timer"),
        ticks.map(number -> number).handle(_ -> "ticker"),
        empty.canRead().handle(_ -> "read"),
        full.canSend("sent").handle(_ -> "sent"),
        semaphore.together(2).handle(_ -> "permits"),
        mutex.filter(_ -> true).handle(_ -> "mutex"),
        Source.race(lock.read(), lock.write()).handle(_ -> "lock"));
  }

  private static Object send(Channel<String> channel) {
    channel.send("sent");
    return "sent";
  }

  private Object awaitVariable() {
    STM.check(variable.read());
    return "changed";
  }
}
