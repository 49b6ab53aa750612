package yona.haskell;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.FiberScheduler;
import yona.async.Promise;
import yona.async.Scope;

/**
 * Where Haskell enters the virtual machine. A call names a target, which is the number of some
 * quotes and the index of one of them, and a {@link Frame}; it gives a status.
 *
 * <p>A call that may wait begins on a fiber that the calling thread carries. If it ends without
 * having waited, nothing else was needed; else it goes on elsewhere, and the thread goes back to
 * Haskell, which waits for it as it waits for anything.
 */
@SuppressWarnings("restricted") // what this library is for: programs allow it
final class Entry {
  static final References REFERENCES = new References();

  /** The call has left its result. */
  static final long DONE = 0;

  /** It has left a reference to what it threw. */
  static final long THROWN = 1;

  /** It goes on elsewhere, and has left a reference to itself. */
  static final long PENDING = 2;

  /** There is too little memory even to leave what it threw. */
  private static final long LOST = 6;

  /** How long the end waits for what has been cancelled. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int INDEX_BITS = 16;

  private static final CopyOnWriteArrayList<Quotes> QUOTES = new CopyOnWriteArrayList<>();
  private static final ConcurrentHashMap<String, Class<?>> CLASSES = new ConcurrentHashMap<>();
  private static final ThreadLocal<Carrying> CARRYING = ThreadLocal.withInitial(Carrying::new);

  private static @Nullable Scope scope;
  private static @Nullable Promise<Boolean> closing;
  private static @Nullable Thread holder;

  private Entry() {}

  /**
   * What a thread of Haskell carries: the fiber of its call, from its start to its first wait. One
   * that only lets others run, and so is ready at once, stays, for a while.
   */
  private static final class Carrying {
    private static final int MOST_STRETCHES = 16;

    private @Nullable Runnable next;
    private int left;

    /** Lets the thread that starts a fiber carry it. */
    void begin() {
      left = MOST_STRETCHES;
    }

    /** Takes a stretch that the thread is to run next; says no if it is to carry nothing. */
    boolean take(Runnable stretch) {
      if (left == 0 || next != null) {
        return false;
      }
      left--;
      next = stretch;
      return true;
    }

    void run() {
      for (Runnable stretch = next; stretch != null; stretch = next) {
        next = null;
        stretch.run();
      }
      left = 0;
    }
  }

  // ---- the start -------------------------------------------------------------------------------

  /**
   * Called by the program when the virtual machine has been made.
   *
   * @param table the address of a table: of functions of Haskell, and places for the two functions
   *     that call
   * @param error where an error is left as a text
   * @param room how many bytes it can have
   */
  static void start(long table, long error, int room) {
    try {
      start(table);
    } catch (Throwable broken) {
      tell(broken, error, room);
    }
  }

  /** Leaves an error as a text that ends with a zero. */
  private static void tell(Throwable broken, long error, int room) {
    byte[] text = broken.toString().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, room - 1);
    MemorySegment.copy(text, 0, Memory.ALL, ValueLayout.JAVA_BYTE, error, length);
    Memory.ALL.set(ValueLayout.JAVA_BYTE, error + length, (byte) 0);
  }

  /**
   * Called by Java when the run-time system of Haskell has begun.
   *
   * @param table see {@link #start(long, long, int)}
   */
  static void join(long table) throws Exception {
    if (scope != null) {
      throw new IllegalStateException("a program of Haskell has made this virtual machine");
    }
    start(table);
  }

  private static void start(long table) throws Exception {
    Haskell.requireInterface(table);
    QUOTES.add(new Services());
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(long.class, long.class, long.class);
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor descriptor =
        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    String[] functions = {"leaf", "call", "submit", "prepare"};
    for (int i = 0; i < functions.length; i++) {
      MethodHandle function = lookup.findStatic(Entry.class, functions[i], type);
      Memory.putLong(
          table + 8L * (i + 2), linker.upcallStub(function, descriptor, Arena.global()).address());
    }
    Haskell.link(table);
    Promise<Boolean> end = new Promise<>();
    Promise<Scope> opened = new Promise<>();
    closing = end;
    holder = Thread.ofPlatform().daemon().name("yona-haskell").start(() -> hold(opened, end));
    scope = opened.value();
  }

  /** Keeps the scope of calls open until it is to end. */
  private static void hold(Promise<Scope> opened, Promise<Boolean> end) {
    try {
      Async.blocking(
          scheduler(),
          () -> {
            opened.complete(Scope.current());
            return end.value();
          });
    } catch (CancellationException stopped) {
      // That is how it ends.
    } catch (RuntimeException | Error broken) {
      opened.fail(broken);
    }
  }

  /** Lets the thread that starts a fiber carry it, where virtual threads can be scheduled. */
  private static FiberScheduler scheduler() {
    Executor standard = FiberScheduler.standard().executor();
    if (standard == null) {
      return FiberScheduler.jdk();
    }
    return FiberScheduler.of(
        stretch -> {
          if (Thread.currentThread().isVirtual() || !CARRYING.get().take(stretch)) {
            standard.execute(stretch);
          }
        });
  }

  /**
   * Called by the program at the end: cancels what is under way, waits for that, though not for
   * ever, and runs the shutdown hooks. The virtual machine stays, as threads of the program may
   * still be in it.
   */
  static void stop(long table, long error, int room) {
    try {
      Scope calls = scope;
      Promise<Boolean> end = closing;
      Thread holding = holder;
      if (calls != null && end != null && holding != null) {
        calls.cancel();
        end.complete(true);
        // A call can ignore its cancellation: the program ends all the same.
        holding.join(PATIENCE);
      }
      System.out.flush();
      Method hooks = Class.forName("java.lang.Shutdown").getDeclaredMethod("shutdown");
      hooks.setAccessible(true);
      hooks.invoke(null);
    } catch (Throwable broken) {
      tell(broken, error, room);
    }
  }

  // ---- calls -----------------------------------------------------------------------------------

  /** A call that does not wait, on the calling thread. */
  static long leaf(long target, long frame) {
    try {
      Frame call = new Frame(frame);
      try {
        quotes(target).run(index(target), call);
      } finally {
        call.close();
      }
      return DONE;
    } catch (Throwable thrown) {
      return thrown(thrown, frame);
    }
  }

  /** Lets the call of Haskell that it belongs to run a call that may wait. */
  static long prepare(long target, long frame) {
    try {
      OutgoingCall.of(Memory.getLong(frame + 8L * Frame.CALL))
          .prepare(quotes(target), index(target), frame);
      return DONE;
    } catch (Throwable thrown) {
      return thrown(thrown, frame);
    }
  }

  private static Quotes quotes(long target) {
    return QUOTES.get((int) (target >>> INDEX_BITS));
  }

  private static int index(long target) {
    return (int) target & (1 << INDEX_BITS) - 1;
  }

  /** Leaves a reference to what has been thrown; gives the status. */
  static long thrown(Throwable thrown, long frame) {
    try {
      Memory.putLong(frame, REFERENCES.add(thrown));
      return THROWN;
    } catch (Throwable exhausted) {
      return LOST;
    }
  }

  /** A call that may wait, which the calling thread carries to its first wait. */
  static long call(long target, long frame) {
    try {
      Carrying carrying = CARRYING.get();
      Call call = new Call(target, frame);
      carrying.begin();
      call.start(calls());
      carrying.run();
      return call.statusNow();
    } catch (Throwable thrown) {
      return thrown(thrown, frame);
    }
  }

  /** A call that may wait, which carriers run. */
  static long submit(long target, long frame) {
    try {
      Call call = new Call(target, frame);
      call.start(calls());
      return call.statusNow();
    } catch (Throwable thrown) {
      return thrown(thrown, frame);
    }
  }

  private static Scope calls() {
    Scope calls = scope;
    if (calls == null) {
      throw new IllegalStateException("the virtual machine has not started");
    }
    return calls;
  }

  // ---- classes ---------------------------------------------------------------------------------

  /** Takes the quotes of a module; gives their number. */
  static int add(byte[] classFiles) throws ReflectiveOperationException {
    Quotes quotes = new QuotesLoader(classFiles).quotes();
    synchronized (QUOTES) {
      QUOTES.add(quotes);
      return QUOTES.size() - 1;
    }
  }

  /** The class of a name as {@link Class#forName} takes it, or that of a primitive type. */
  static Class<?> classNamed(String name) {
    return CLASSES.computeIfAbsent(
        name,
        unknown -> {
          try {
            Class<?> primitive = Class.forPrimitiveName(unknown);
            return primitive != null
                ? primitive
                : Class.forName(unknown, true, Entry.class.getClassLoader());
          } catch (ClassNotFoundException absent) {
            throw new IllegalArgumentException("there is no class " + unknown, absent);
          }
        });
  }
}
