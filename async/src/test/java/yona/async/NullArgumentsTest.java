package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.channel.BufferedChannel;
import yona.async.channel.ChannelMultiplexer;
import yona.async.channel.Read;
import yona.async.continuation.Continuation;
import yona.async.continuation.Prompt;
import yona.async.monadic.Computation;
import yona.async.stm.STM;
import yona.async.stm.TransactionalMemory;
import yona.async.sync.Gate;
import yona.async.sync.Resource;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;
import yona.async.task.RetryPolicy;
import yona.async.task.Schedule;
import yona.async.task.Task;

/**
 * A null where none is allowed is refused at once, by the argument's name: each parameter of each
 * public method is tried. Parameters that take null say so by {@link Nullable}, or by a type
 * variable that stands for nullable types too.
 */
class NullArgumentsTest {

  private static final Path SOURCES = Path.of("src", "main", "java", "yona", "async");

  /** Packages that others see. */
  private static final List<String> EXPORTED =
      List.of("", "channel", "continuation", "monadic", "stm", "sync", "task");

  /** What the JDK says of them is not ours to say. */
  private static final Set<String> OF_THE_JDK = Set.of("equals", "compareTo", "uncaughtException");

  /** What programs implement and the library calls. */
  private static final Set<Class<?>> OF_PROGRAMS =
      Set.of(Listener.class, Body.class, SuspendingFunction.class, ErrorReporter.class);

  private static final class Fountain extends OriginalSource<String> {
    @Override
    public boolean poll(Listener<? super String> listener) {
      Objects.requireNonNull(listener, "listener");
      return false;
    }

    boolean give(@Nullable String item) {
      return offer(item);
    }
  }

  /** Whose methods are called; each call gets new ones. */
  private static final List<Supplier<Object>> RECEIVERS =
      List.of(
          Promise::new,
          () -> Async.future(() -> 1),
          () -> new Promise<>().zip(new Promise<>()),
          Fountain::new,
          () -> new Fountain().map(each -> each),
          () -> new Fountain().filter(each -> true),
          () -> Source.race(new Fountain()),
          () -> StartableTimer.ofNanos(1_000_000_000),
          () -> Timer.everyNanos(1_000_000_000),
          Scope::open,
          Group::new,
          () -> new Program(ErrorReporter.STANDARD_ERROR),
          () -> Deadline.NEVER,
          Fiber::current,
          () -> Future.collector(List.of()),
          WaitQueue::new,
          Waiter::new,
          () -> new BufferedChannel<String>(1),
          ChannelMultiplexer::new,
          Prompt::new,
          NullArgumentsTest::suspended,
          () -> Computation.return_(1),
          TransactionalMemory::new,
          () -> STM.tvar(1),
          () -> new Semaphore(1),
          () -> new RwLock().read(),
          () -> new Gate(1),
          () -> Resource.value(1),
          () -> Task.of(() -> 1),
          () -> RetryPolicy.at(new Schedule.Every(Duration.ofMillis(1))),
          () -> new Schedule.Every(Duration.ofMillis(1)),
          () -> new Schedule.Fixed(Duration.ofMillis(1), 1),
          () -> new Schedule.ExponentialBackoff(Duration.ofMillis(1), 1),
          () -> new Schedule.FibonacciBackoff(Duration.ofMillis(1), 1),
          () -> new Result.Success<>(1),
          () -> Read.closed());

  private static Object suspended() {
    var prompt = new Prompt<String, String>();
    return (Continuation<?, ?, ?>) prompt.start(() -> prompt.suspend("a"));
  }

  @Test
  void nullIsRefusedByTheNameOfTheArgument() throws Exception {
    Set<String> wrong = new TreeSet<>();
    int tried = 0;
    for (Class<?> type : exported()) {
      if (OF_PROGRAMS.contains(type) || type.isEnum()) {
        continue;
      }
      for (Constructor<?> constructor : type.getConstructors()) {
        if (!Modifier.isAbstract(type.getModifiers())) {
          tried += tryOut(constructor, () -> null, wrong);
        }
      }
      for (Method method : type.getDeclaredMethods()) {
        if (!Modifier.isPublic(method.getModifiers())
            || method.isSynthetic()
            || OF_THE_JDK.contains(method.getName())) {
          continue;
        }
        if (Modifier.isStatic(method.getModifiers())) {
          tried += tryOut(method, () -> null, wrong);
          continue;
        }
        boolean received = false;
        for (Supplier<Object> receiver : RECEIVERS) {
          Object object = Async.blocking(receiver::get);
          if (type.isInstance(object)) {
            received = true;
            tried += tryOut(method, receiver, wrong);
          }
        }
        if (!received
            && !Modifier.isAbstract(method.getModifiers())
            && !refusing(method).isEmpty()) {
          wrong.add(method + ": no object to call it of");
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(tried).isGreaterThan(150);
  }

  private static List<Class<?>> exported() throws Exception {
    List<Class<?>> types = new ArrayList<>();
    for (String name : EXPORTED) {
      try (Stream<Path> files = Files.list(SOURCES.resolve(name))) {
        for (Path file : files.sorted().toList()) {
          String source = file.getFileName().toString();
          if (source.endsWith(".java") && !source.contains("-info")) {
            String simple = source.substring(0, source.length() - ".java".length());
            String inside = name.isEmpty() ? "" : name + ".";
            addPublic(types, Class.forName("yona.async." + inside + simple));
          }
        }
      }
    }
    return types;
  }

  private static void addPublic(List<Class<?>> types, Class<?> type) {
    if (Modifier.isPublic(type.getModifiers())) {
      types.add(type);
      for (Class<?> inside : type.getDeclaredClasses()) {
        addPublic(types, inside);
      }
    }
  }

  /** The places of the parameters that take no null. */
  private static List<Integer> refusing(Executable callable) {
    List<Integer> places = new ArrayList<>();
    Parameter[] parameters = callable.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      if (!parameters[i].getType().isPrimitive() && !isNullable(parameters[i].getAnnotatedType())) {
        places.add(i);
      }
    }
    return places;
  }

  private static boolean isNullable(AnnotatedType type) {
    if (type.isAnnotationPresent(Nullable.class)) {
      return true;
    }
    return type instanceof AnnotatedTypeVariable
        && type.getType() instanceof TypeVariable<?> variable
        && Arrays.stream(variable.getAnnotatedBounds())
            .anyMatch(bound -> bound.isAnnotationPresent(Nullable.class));
  }

  private static int tryOut(Executable callable, Supplier<Object> receiver, Set<String> wrong)
      throws Exception {
    List<Integer> places = refusing(callable);
    for (int place : places) {
      Object[] arguments = new Object[callable.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = i == place ? null : sample(callable.getParameterTypes()[i]);
      }
      Throwable raised =
          Async.blocking((ErrorReporter) _ -> {}, () -> raisedBy(callable, receiver, arguments));
      if (!(raised instanceof NullPointerException)
          || raised.getMessage() == null
          || !raised.getMessage().matches("[a-z][A-Za-z]*")) {
        wrong.add(callable + ", argument " + place + ": " + raised);
      }
    }
    return places.size();
  }

  private static @Nullable Throwable raisedBy(
      Executable callable, Supplier<Object> receiver, Object[] arguments) throws Exception {
    Object object = receiver.get();
    try {
      if (callable instanceof Method method) {
        method.setAccessible(true);
        method.invoke(object, arguments);
      } else {
        ((Constructor<?>) callable).newInstance(arguments);
      }
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  /** Some argument that is allowed. */
  private static Object sample(Class<?> type) {
    if (type == int.class) {
      return 1;
    } else if (type == long.class) {
      return 1L;
    } else if (type == boolean.class) {
      return true;
    } else if (type == double.class) {
      return 2.0;
    } else if (type == String.class || type == Object.class) {
      return "a";
    } else if (type == Thread.class) {
      return Thread.currentThread();
    } else if (type == Duration.class) {
      return Duration.ofMillis(1);
    } else if (type == Throwable.class) {
      return new IOException();
    } else if (type == List.class) {
      return List.of();
    } else if (type == Schedule.Pace.class || type == Schedule.class) {
      return new Schedule.Every(Duration.ofMillis(1));
    } else if (type == FiberScheduler.class) {
      return FiberScheduler.jdk();
    } else if (type == FiberLimit.class) {
      return new FiberLimit(1, IllegalStateException::new);
    } else if (type.isArray()) {
      return Array.newInstance(type.getComponentType(), 0);
    }
    for (Supplier<Object> receiver : RECEIVERS) {
      Object object = Async.blocking(receiver::get);
      if (type.isInstance(object)) {
        return object;
      }
    }
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null);
  }

  @Test
  @SuppressWarnings({"unchecked", "NullAway"})
  void aNullInsideIsRefusedByItsName() {
    Case<Integer, RuntimeException> none = null;
    Body<Integer, RuntimeException> nobody = null;
    List<Future<Integer>> holed = Collections.singletonList(null);
    refuses("case", () -> Async.select(none));
    refuses("case", () -> Async.select(Collections.singletonList(none)));
    refuses("case", () -> Async.selectOr(() -> 1, Collections.singletonList(none)));
    refuses("body", () -> Async.race(Collections.singletonList(nobody)));
    refuses("body", () -> Async.blocking(() -> new Group<RuntimeException>().all(nobody)));
    refuses("source", () -> Source.race((Source<Integer>) null));
    refuses("source", () -> Source.race(Collections.singletonList((Source<Integer>) null)));
    refuses("future", () -> Future.zip(holed));
    refuses("future", () -> Future.alt(holed));
    refuses("future", () -> Future.altC(holed));
    refuses("future", () -> Future.collector(holed));
    refuses("future", () -> Future.awaitAll(holed));
    refuses("future", () -> Future.awaitFirst(holed));
    refuses("resource", () -> Resource.all(Collections.singletonList(null)));
    refuses("item", () -> new Fountain().give(null));
    refuses("item", () -> new Waiter<String>().complete(null));
  }

  private static void refuses(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }

  // ---- null where a function gives it ----------------------------------------------------------

  @Test
  @SuppressWarnings("NullAway")
  void aSourcesFunctionThatGivesNullIsLikeOneThatThrows() {
    String words = "the function of a mapped source gave null";
    Supplier<Source<String>> nothing =
        () -> {
          var channel = new BufferedChannel<String>(1);
          channel.send("a");
          return channel.canRead().map(each -> null);
        };
    refuses(words, () -> nothing.get().poll());
    refuses(words, () -> nothing.get().await());
    refuses(words, () -> nothing.get().awaitUncounted());
    refuses(words, () -> Async.select(nothing.get().handle(item -> item)));
    Promise<String> promise = new Promise<>();
    List<String> told = new ArrayList<>();
    List<Throwable> reported = new ArrayList<>();
    Async.blocking(
        reported::add,
        () -> {
          promise.<String>map(each -> null).onComplete(told::add);
          return promise.complete("a");
        });
    assertThat(told).isEmpty();
    assertThat(reported).singleElement().asString().contains(words);
  }

  @Test
  @SuppressWarnings("NullAway")
  void aComputationsFunctionThatGivesNullFails() {
    String words = "the function gave null, which is no computation";
    refuses(words, () -> Computation.return_(1).bind(each -> null).run());
    refuses(words, () -> Computation.return_(1).handle(each -> null).run());
    refuses(words, () -> Computation.fail(new IOException()).recover(each -> null).run());
  }

  // ---- numbers that are not allowed ------------------------------------------------------------

  @Test
  void numbersOutOfRangeAreRefusedInWords() {
    assertThatThrownBy(() -> Async.race(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a race needs at least one body");
    assertThatThrownBy(() -> Async.<@Nullable Object[], Exception>group(group -> group.all()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a group's all needs at least one body");
    for (int limit : new int[] {0, -3}) {
      assertThatThrownBy(
              () ->
                  Async.<List<Integer>, RuntimeException>group(
                      group -> group.map(List.of(1).iterator(), limit, each -> each)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("at least one member may be unfinished at a time, not " + limit);
    }
    assertThatThrownBy(
            () ->
                RetryPolicy.at(new Schedule.Every(Duration.ofMillis(1)))
                    .timeoutEach(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the time must not be negative: PT-0.001S");
  }

  @Test
  void aTimeoutSaysItsTimeReadably() {
    assertThat(TimeoutException.ofNanos(Long.MIN_VALUE))
        .hasMessage("timed out at once: there was no time");
    assertThat(TimeoutException.ofNanos(5)).hasMessage("timed out after 5 ns");
    assertThat(TimeoutException.ofNanos(70_500)).hasMessage("timed out after 70 µs");
    assertThat(TimeoutException.ofNanos(1_500_000_000)).hasMessage("timed out after 1500 ms");
    assertThat(TimeoutException.ofNanos(60_000_000_000L)).hasMessage("timed out after 60 s");
  }
}
