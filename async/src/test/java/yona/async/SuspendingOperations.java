package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelMultiplexer;
import yona.async.channel.Channels;
import yona.async.channel.SyncChannel;
import yona.async.clock.ManualClock;
import yona.async.continuation.Continuation;
import yona.async.continuation.Prompt;
import yona.async.monadic.Computation;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.stm.TVars;
import yona.async.sync.Gate;
import yona.async.sync.Locks;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.Permits;
import yona.async.sync.Resource;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;
import yona.async.task.RetryPolicy;
import yona.async.task.Schedule;
import yona.async.task.Task;

/**
 * Every operation of the library that may suspend, by class and method, with what may follow behind
 * a comma to tell several rows of one operation apart. {@link CancellationMatrixTest} says how it
 * is known that none is missing.
 */
final class SuspendingOperations {

  private static final Duration LONG = Duration.ofHours(1);

  /** Operations that cannot have a row, and why. */
  static final Map<String, String> WITHOUT_ROW =
      Map.ofEntries(
          Map.entry("Body.run", "the caller's code"),
          Map.entry("Action.run", "the caller's code"),
          Map.entry("Async.sleepNanos", "see Async.sleep"),
          Map.entry("Async.timeoutNanos", "see Async.timeout"),
          Map.entry("Scope.awaitMembersNanos", "see Scope.awaitMembers"),
          Map.entry("SuspendingFunction.apply", "the caller's code"),
          Map.entry("Members.next", "the caller's code"),
          Map.entry("Scope.close", "no cancellation cuts it short"),
          Map.entry("DetachedScope.open", "no cancellation cuts it short"),
          Map.entry("DetachedScope.close", "no cancellation cuts it short"),
          Map.entry("Group.close", "no cancellation cuts it short"),
          Map.entry("Cancellable.cancel", "no cancellation cuts it short"),
          Map.entry("Source.handle", "see Async.select"),
          Map.entry("Task.of", "the caller's code"),
          Map.entry("Resource.of", "the caller's code"),
          Map.entry("Lease.close", "releases run to their end"),
          Map.entry("Continuation.cancel", "no cancellation cuts it short"),
          Map.entry("Group.join", "see Group.fork"),
          Map.entry("Async.uninterruptible", "no cancellation reaches it"),
          Map.entry("Async.shielded", "no cancellation reaches it"),
          Map.entry("TransactionalMemory.atomically", "see STM.atomically"));

  private SuspendingOperations() {}

  /** Made anew at each call. */
  static Map<String, SuspendingOperation> all() {
    Map<String, SuspendingOperation> all = new LinkedHashMap<>();
    SuspendingScopes.addTo(all);
    addFutures(all);
    addSources(all);
    addChannels(all);
    addLocks(all);
    addTasks(all);
    addOthers(all);
    return all;
  }

  private static void addFutures(Map<String, SuspendingOperation> all) {
    all.put("Future.await", onPromise(Future::await));
    all.put("Future.value", onPromise(Future::value));
    all.put("Future.value, limited", onPromise(promise -> promise.value(LONG)));
    all.put("Future.awaitAll", onPromise(promise -> Future.awaitAll(List.of(promise, promise))));
    all.put("Future.awaitFirst", onPromise(promise -> Future.awaitFirst(List.of(promise))));
    all.put("Collector.iterator", onCollector());
    all.put(
        "Future.value, of a body that runs in place",
        onPromise(promise -> Async.future(() -> promise.value()).value()));
  }

  /** The collector stays where it stands, at futures that have not ended; who reads it does not. */
  private static SuspendingOperation onCollector() {
    Promise<String> promise = new Promise<>();
    Collector<String> collector = Future.collector(List.of(promise));
    return new SuspendingOperation(
        () -> collector.iterator().next(),
        () -> promise.complete("value"),
        () -> {
          assertThat(collector.listeners()).isZero();
          promise.complete("value");
          if (collector.hasNext()) {
            assertThat(collector.iterator().next().value()).isEqualTo("value");
          }
        });
  }

  private interface OnPromise {
    void run(Promise<String> promise) throws Exception;
  }

  private static SuspendingOperation onPromise(OnPromise operation) {
    Promise<String> promise = new Promise<>();
    return new SuspendingOperation(
        () -> operation.run(promise),
        () -> promise.complete("value"),
        () -> {
          assertThat(promise.listeners()).isZero();
          promise.complete("value");
          assertThat(promise.value()).isEqualTo("value");
        });
  }

  private static void addSources(Map<String, SuspendingOperation> all) {
    all.put("Source.await", onPromise(Source::await));
    all.put("Source.awaitUncounted", onPromise(Source::awaitUncounted));
    all.put("Source.await, mapped", onPromise(promise -> promise.map(result -> 1).await()));
    all.put("Source.await, filtered", onPromise(promise -> promise.filter(r -> true).await()));
    all.put(
        "Source.await, raced",
        onPromise(promise -> Source.race(promise, new Promise<String>()).await()));
    all.put(
        "Source.await, either",
        onPromise(promise -> Source.either(promise, new Promise<String>()).await()));
    all.put("Source.await, of a timer", onTimer());
    all.put("Source.await, of a ticker", onTicker());
    all.put(
        "Async.select",
        onPromise(
            promise ->
                Async.select(
                    promise.handle(result -> 1), new Promise<String>().handle(result -> 2))));
  }

  private static final long PERIOD = 1_000;

  /** Stays pending, and fires for whoever waits. */
  private static SuspendingOperation onTimer() {
    ManualClock clock = new ManualClock();
    StartableTimer timer = new StartableTimer(clock, PERIOD);
    timer.start();
    return new SuspendingOperation(
        timer::await,
        () -> clock.advance(PERIOD),
        () -> {
          assertThat(timer.listeners()).isZero();
          if (timer.poll() == null) {
            assertThat(timer.restart()).isTrue();
            clock.advance(PERIOD);
          }
          assertThat(timer.await()).isTrue();
          assertThat(clock.count()).isZero();
        });
  }

  /** Who gave up has taken no tick: the next one goes to the next reader. */
  private static SuspendingOperation onTicker() {
    ManualClock clock = new ManualClock();
    Ticker ticker = Ticker.start(clock, PERIOD);
    return new SuspendingOperation(
        ticker::await,
        () -> clock.advance(PERIOD),
        () -> {
          assertThat(ticker.listeners()).isZero();
          assertThat(clock.count()).isZero();
          clock.advance(PERIOD);
          assertThat(ticker.await()).isEqualTo(clock.now() / PERIOD);
          assertThat(ticker.poll()).isNull();
        });
  }

  private static void addChannels(Map<String, SuspendingOperation> all) {
    all.put("ReadableChannel.read", reading(new SyncChannel<>(), Channel::read));
    all.put("ReadableChannel.read, buffered", reading(new BufferedChannel<>(2), Channel::read));
    all.put("ReadableChannel.take", reading(new SyncChannel<>(), Channel::take));
    all.put("ReadableChannel.iterator", reading(new SyncChannel<>(), c -> c.iterator().next()));
    all.put("Source.await, of reading", reading(new SyncChannel<>(), c -> c.canRead().await()));
    all.put(
        "Async.select, of channels",
        reading(
            new SyncChannel<>(),
            channel ->
                Async.select(
                    channel.canRead().handle(read -> 1),
                    new SyncChannel<String>().canSend("b").handle(sent -> 2))));
    all.put("SendableChannel.send", sending(new SyncChannel<>()));
    all.put("SendableChannel.send, to a full buffer", sending(full()));
    all.put("Source.await, of sending", onChannelWithSender());
    all.put("ChannelMultiplexer.run", running());
  }

  /** Values go through again whenever it runs; after it has been closed there is nothing to run. */
  private static SuspendingOperation running() {
    ChannelMultiplexer<String> multiplexer = new ChannelMultiplexer<>();
    Channel<String> publisher = new BufferedChannel<>(1);
    multiplexer.addPublisher(publisher);
    Channel<String> subscriber = multiplexer.subscribe(1);
    return new SuspendingOperation(
        multiplexer::run,
        multiplexer::close,
        () -> {
          if (!multiplexer.isClosed()) {
            Scope.current()
                .background(
                    () -> {
                      multiplexer.run();
                      return null;
                    });
            publisher.send("after");
            assertThat(subscriber.take()).isEqualTo("after");
          }
        });
  }

  private interface OnChannel {
    void run(Channel<String> channel) throws Exception;
  }

  private static SuspendingOperation reading(Channel<String> channel, OnChannel operation) {
    return new SuspendingOperation(
        () -> operation.run(channel),
        () -> Scope.current().background(() -> channel.canSend("value").await()),
        () -> {
          assertThat(Channels.waitingAt(channel)).isZero();
          while (channel.tryRead() != null) {}
          Scope.current().background(() -> channel.canSend("after").await());
          assertThat(channel.take()).isEqualTo("after");
        });
  }

  private static Channel<String> full() {
    Channel<String> channel = new BufferedChannel<>(1);
    channel.send("before");
    return channel;
  }

  private static SuspendingOperation sending(Channel<String> channel) {
    return new SuspendingOperation(
        () -> channel.send("sent"),
        () -> Scope.current().background(channel::take),
        () -> {
          assertThat(Channels.waitingAt(channel)).isZero();
          while (channel.tryRead() != null) {}
          Scope.current().background(() -> channel.canSend("after").await());
          assertThat(channel.take()).isEqualTo("after");
        });
  }

  private static SuspendingOperation onChannelWithSender() {
    Channel<String> channel = new SyncChannel<>();
    SuspendingOperation sending = sending(channel);
    return new SuspendingOperation(
        () -> channel.canSend("sent").await(), sending.end(), sending.use());
  }

  private static void addLocks(Map<String, SuspendingOperation> all) {
    Supplier<Mutex> mutex = Mutex::new;
    all.put("Permits.acquire", onPermits(mutex.get(), permits -> permits.acquire().close()));
    all.put(
        "Permits.acquire, limited",
        onPermits(new Mutex(), permits -> permits.acquire(LONG).close()));
    all.put("Permits.withPermit", onPermits(new Mutex(), permits -> permits.withPermit(() -> 1)));
    all.put("Source.await, of permits", onPermits(new Mutex(), permits -> permits.await().close()));
    Semaphore semaphore = new Semaphore(3);
    all.put(
        "Semaphore.acquire",
        onPermits(
            semaphore.together(2), semaphore.together(2), permits -> semaphore.acquire(2).close()));
    RwLock reads = new RwLock();
    all.put(
        "Permits.acquire, to read",
        onPermits(reads.read(), reads.write(), permits -> permits.acquire().close()));
    RwLock writes = new RwLock();
    all.put(
        "Permits.acquire, to write",
        onPermits(writes.write(), writes.read(), permits -> permits.acquire().close()));
    Gate gate = new Gate(1);
    all.put(
        "Source.await, of a gate",
        new SuspendingOperation(
            gate::await,
            gate::pass,
            () -> {
              assertThat(Locks.waitingAt(gate)).isZero();
              gate.pass();
              gate.await();
            }));
    all.put("Resource.use", onResource(resource -> resource.use(permit -> 1)));
    all.put("Resource.open", onResource(resource -> resource.open().close()));
    Promise<String> used = new Promise<>();
    Mutex held = new Mutex();
    all.put(
        "Resource.use, while it is used",
        new SuspendingOperation(
            () -> held.resource().use(permit -> used.value()),
            () -> used.complete("value"),
            () -> assertThat(held.isHeld()).isFalse()));
  }

  private interface OnPermits {
    void run(Permits permits) throws Exception;
  }

  private static SuspendingOperation onPermits(Permits permits, OnPermits operation) {
    return onPermits(permits, permits, operation);
  }

  /** Somebody else has permits of the other kind. */
  private static SuspendingOperation onPermits(
      Permits wanted, Permits others, OnPermits operation) {
    Permit held = others.acquire();
    return new SuspendingOperation(
        () -> operation.run(wanted),
        held::close,
        () -> {
          assertThat(Locks.waitingAt(wanted)).isZero();
          held.close();
          assertThat(wanted.tryAcquire()).isNotNull();
        });
  }

  private interface OnResource {
    void run(Resource<Permit, RuntimeException> resource) throws Exception;
  }

  private static SuspendingOperation onResource(OnResource operation) {
    return onPermits(new Mutex(), permits -> operation.run(permits.resource()));
  }

  private static void addOthers(Map<String, SuspendingOperation> all) {
    all.put("STM.atomically", onVariable(there -> STM.check(there.read())));
    all.put(
        "STM.orElse",
        onVariable(
            there ->
                STM.orElse(
                    () -> {
                      STM.check(there.read());
                      return 1;
                    },
                    STM::retry)));
    all.put("Computation.run", onPromise(promise -> Computation.await(promise).run()));
    all.put("Computation.run, asleep", SuspendingOperation.endless(Computation.sleep(LONG)::run));
    all.put("Prompt.start", onPromise(promise -> new Prompt<>().start(promise::value)));
    all.put(
        "Prompt.startMovable", onPromise(promise -> new Prompt<>().startMovable(promise::value)));
    all.put("Prompt.suspend", onPromise(SuspendingOperations::resume));
    all.put("Continuation.resume", onPromise(SuspendingOperations::resume));
    all.put("Continuation.raise", onPromise(SuspendingOperations::raise));
  }

  private static void addTasks(Map<String, SuspendingOperation> all) {
    Schedule.Pace once = new Schedule.Fixed(LONG, 2);
    all.put("Task.run", onPromise(promise -> Task.of(() -> promise.value()).run().value()));
    all.put("Task.runInPlace", onPromise(promise -> Task.of(() -> promise.value()).runInPlace()));
    all.put(
        "Task.schedule, in a run",
        onPromise(promise -> Task.of(() -> promise.value()).schedule(ONLY_ONE).runInPlace()));
    all.put("Task.schedule, between runs", repeated(false, task -> task.schedule(once)));
    all.put(
        "Task.schedule, between runs until one succeeds",
        repeated(true, task -> task.schedule(new Schedule.RepeatUntilSuccess(once))));
    all.put(
        "Task.schedule, on a fiber of its own",
        onPromise(promise -> Task.of(() -> promise.value()).schedule(ONLY_ONE).run().value()));
    all.put(
        "Task.outcomes, in a run",
        onPromise(promise -> Task.of(() -> promise.value()).outcomes(ONLY_ONE).runInPlace()));
    all.put("Task.outcomes, between runs", repeated(true, task -> task.outcomes(once)));
    RetryPolicy policy = RetryPolicy.at(once).timeoutEach(LONG);
    all.put(
        "Task.retry, in a try",
        onPromise(promise -> Task.of(() -> promise.value()).retry(policy).runInPlace()));
    all.put("Task.retry, between tries", repeated(true, task -> task.retry(policy)));
  }

  private static final Schedule ONLY_ONE = new Schedule.Fixed(Duration.ZERO, 1);

  /** A task that waits between two runs; the template is as good as before. */
  private static SuspendingOperation repeated(
      boolean fails, Function<Task<Integer>, Task<?>> repetition) {
    AtomicInteger runs = new AtomicInteger();
    Task<Integer> once =
        Task.of(
            () -> {
              if (runs.incrementAndGet() > 0 && fails) {
                throw new IllegalStateException("run " + runs);
              }
              return runs.get();
            });
    return SuspendingOperation.endless(
        () -> repetition.apply(once).runInPlace(),
        () -> {
          assertThat(runs.getAndSet(0)).as("no run follows the first").isLessThanOrEqualTo(1);
          assertThat(once.outcomes(new Schedule.Fixed(Duration.ZERO, 3)).runInPlace()).hasSize(3);
          assertThat(runs).hasValue(3);
        });
  }

  private interface OnVariable {
    void run(TVar<Boolean> there) throws RuntimeException;
  }

  private static SuspendingOperation onVariable(OnVariable body) {
    TVar<Boolean> there = STM.tvar(false);
    SuspendingOperation.Step operation =
        () ->
            STM.atomically(
                () -> {
                  body.run(there);
                  return null;
                });
    SuspendingOperation.Step set =
        () ->
            STM.atomically(
                () -> {
                  there.write(true);
                  return null;
                });
    return new SuspendingOperation(
        operation,
        set,
        () -> {
          assertThat(TVars.isWatched(there)).isFalse();
          set.run();
          operation.run();
        });
  }

  private static void resume(Promise<String> promise) {
    Prompt<String, String> prompt = new Prompt<>();
    if (prompt.start(
            () -> {
              prompt.suspend("suspended");
              return promise.value();
            })
        instanceof Continuation<String, String, String> suspended) {
      suspended.resume("resumed");
    }
  }

  private static void raise(Promise<String> promise) {
    Prompt<String, String> prompt = new Prompt<>();
    if (prompt.start(
            () -> {
              try {
                return prompt.suspend("suspended");
              } catch (IllegalStateException expected) {
                return promise.value();
              }
            })
        instanceof Continuation<String, String, String> suspended) {
      suspended.raise(new IllegalStateException("raised"));
    }
  }
}
