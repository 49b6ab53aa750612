package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleLogger;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.Source;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.data.Checkpoint;
import yona.language.CompiledModules;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.Policy;
import yona.language.StandardLibrary;
import yona.language.interop.JavaClasses;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;
import yona.language.runtime.Invocation;
import yona.language.runtime.Limits;
import yona.language.runtime.ProgramExit;
import yona.language.runtime.ProgramStop;
import yona.language.runtime.YonaError;

/**
 * Yona in one context of the engine: what it may do there, the program that all of it belongs to,
 * and the way in and out.
 *
 * <p><b>In.</b> A thread in the context that calls what cannot wait does it itself. What may wait
 * is done by a fiber, while the thread leaves the context for what fibers call of other languages.
 * <b>Out.</b> A fiber calls other languages through {@link #foreign}.
 */
final class YonaContext {
  private static final TruffleLanguage.ContextReference<YonaContext> REFERENCE =
      TruffleLanguage.ContextReference.create(YonaLanguage.class);

  static {
    try {
      // Now, and not at the end of a stack: an initializer that overflows leaves its class
      // unusable.
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      lookup.ensureInitialized(GuestValueGen.class);
      lookup.ensureInitialized(GuestFunctionGen.class);
      lookup.ensureInitialized(InterruptionGen.class);
      lookup.ensureInitialized(YonaExceptionGen.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Stands for no value. */
  static final Object NONE = new Object();

  /** The program of whoever makes a context for Yona, while it does. */
  static final ThreadLocal<@Nullable Adoption> ADOPTION = new ThreadLocal<>();

  /** What the thread has to look for at checkpoints, if it computes in the context. */
  private static final ThreadLocal<@Nullable Computing> COMPUTING = new ThreadLocal<>();

  /**
   * A program that runs already, whose functions other languages call.
   *
   * @param scope what those calls belong to
   * @param invocation its run
   */
  record Adoption(Scope scope, Invocation invocation) {}

  private final YonaLanguage language;
  private final TruffleLanguage.Env env;
  private final ForeignCalls calls;
  private final ForeignViews views;
  private final Bindings bindings = new Bindings();
  private final ProgramTexts texts = new ProgramTexts();
  private final Invocation invocation;
  private final Policy policy;

  /** Null where the program is somebody else's. */
  private final @Nullable ContextProgram program;

  /** Guarded by this. */
  private @Nullable Scope scope;

  /** Guarded by this. */
  private boolean ended;

  /** Whether a text of Python was evaluated. */
  private volatile boolean hasPython;

  YonaContext(YonaLanguage language, TruffleLanguage.Env env) {
    this.language = language;
    this.env = env;
    Adoption adoption = ADOPTION.get();
    this.calls = new ForeignCalls(env, adoption != null);
    this.views = new ForeignViews(this);
    if (adoption != null) {
      this.policy = new Policy(JavaClasses.none(), adoption.invocation.grants());
      this.invocation = adoption.invocation;
      invocation.atCheckpoints(YonaContext::look);
      this.scope = adoption.scope;
      this.program = null;
      return;
    }
    this.policy = Permissions.of(env, this::isSeen);
    this.invocation =
        Invocation.supervised(
            this,
            List.of(env.getApplicationArguments()),
            this::write,
            policy.grants(),
            Limits.NONE);
    invocation.atCheckpoints(YonaContext::look);
    this.program = new ContextProgram(invocation, this::report);
  }

  /** The context that the calling thread is in. */
  static YonaContext current() {
    return REFERENCE.get(null);
  }

  YonaLanguage language() {
    return language;
  }

  TruffleLanguage.Env env() {
    return env;
  }

  ForeignViews views() {
    return views;
  }

  Bindings bindings() {
    return bindings;
  }

  ProgramTexts texts() {
    return texts;
  }

  Policy policy() {
    return policy;
  }

  /** A compiler for programs of the context, which find modules in some way. */
  Compiler compiler(ModuleSources modules) {
    return new Compiler(
        new StandardLibrary(YonaLanguage.class.getClassLoader()),
        modules,
        CompiledModules::none,
        policy);
  }

  /** Whether guests may look up a class; asked by any thread. */
  boolean isSeen(Class<?> type) {
    return (boolean) calls.call(() -> Permissions.isSeen(env, type));
  }

  private void write(Invocation.Stream stream, byte[] text) {
    OutputStream target = stream == Invocation.Stream.ERROR ? env.err() : env.out();
    synchronized (target) {
      try {
        target.write(text);
        target.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void report(Throwable error) {
    TruffleLogger.getLogger(YonaLanguage.ID)
        .log(Level.WARNING, "error in the background of a context", error);
  }

  // ---- the program -----------------------------------------------------------------------------

  /** The scope of the program, which begins when this is first asked for. */
  private synchronized Scope scope() {
    if (ended) {
      throw new Interruption("the context is being closed");
    }
    Scope known = scope;
    if (known == null) {
      known = program.start(calls::wakeAll);
      scope = known;
    }
    return known;
  }

  private synchronized boolean beginEnd() {
    boolean begun = scope != null && program != null;
    ended = true;
    return begun;
  }

  /** Ends the program, in the context; releases may call other languages meanwhile. */
  void end() {
    if (hasPython) {
      PythonThreads.forgetMain(this);
    }
    if (beginEnd()) {
      program.end();
      try {
        calls.await(null, program::isOver, program::stop);
      } catch (Leave cancelled) {
        // Whoever cancels the context knows; nothing of the program is left.
      }
    }
  }

  /** Ends what {@link #end} could not, outside of the context. */
  void dispose() {
    calls.refuse(new Interruption("the context is closed"));
    if (beginEnd() && !program.isOver()) {
      program.stop();
    }
  }

  // ---- into Yona -------------------------------------------------------------------------------

  /**
   * Has Yona do something for a thread that is in the context, which waits for it.
   *
   * @param node where guest code calls; null if there is none
   * @param waits whether it may wait
   * @param body what is to be done, by the thread itself or by a fiber
   * @return the value
   */
  @TruffleBoundary
  Object enter(@Nullable Node node, boolean waits, Supplier<Object> body) {
    try {
      return waits ? byFiber(node, body) : here(node, body);
    } catch (Throwable thrown) {
      throw leaving(node, thrown);
    }
  }

  private Object here(@Nullable Node node, Supplier<Object> body) {
    Computing around = COMPUTING.get();
    Computing computing = new Computing(node);
    COMPUTING.set(computing);
    try (Scope _ = Scope.openFor(scope(), invocation)) {
      return TruffleSafepoint.getCurrent()
          .setBlockedFunction(node, computing, _ -> body.get(), null, null, null);
    } finally {
      computing.end();
      COMPUTING.set(around);
    }
  }

  /**
   * A computation on a thread that is in the context. The engine takes it for blocked, and wants it
   * interrupted for its actions; so checkpoints are raised, and the next one that it passes lets
   * the engine act.
   */
  private static final class Computing implements TruffleSafepoint.Interrupter {
    private final @Nullable Node node;

    /** Guarded by this. */
    private boolean raised;

    private volatile boolean wanted;

    Computing(@Nullable Node node) {
      this.node = node;
    }

    @Override
    public synchronized void interrupt(Thread thread) {
      wanted = true;
      if (!raised) {
        raised = true;
        Checkpoint.raise();
      }
    }

    @Override
    public void resetInterrupted() {
      end();
    }

    synchronized void end() {
      wanted = false;
      if (raised) {
        raised = false;
        Checkpoint.lower();
      }
    }
  }

  /** Whether the thread initializes a class, which would be lost with what leaves that. */
  private static boolean isInitializing() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
  }

  /** What a thread of the program does that passes a raised checkpoint. */
  private static void look() {
    Computing computing = COMPUTING.get();
    if (computing != null && computing.wanted && !isInitializing()) {
      computing.end();
      try {
        TruffleSafepoint.poll(computing.node);
      } catch (Throwable thrown) {
        throw new Leave(thrown);
      }
    }
  }

  private Object byFiber(@Nullable Node node, Supplier<Object> body) {
    Fiber.requireStack();
    Scope program = scope();
    ForeignCall call = ForeignCall.current();
    return await(
        node,
        program.future(
            () -> {
              if (call == null) {
                return body.get();
              }
              try (Scope _ = Scope.openFor(program, call)) {
                return body.get();
              }
            }));
  }

  /** Waits on a thread in the context for something of the program. Calls go on meanwhile. */
  private Object await(@Nullable Node node, Future<Object> future) {
    Thread here = Thread.currentThread();
    future.onComplete(
        _ -> {
          LockSupport.unpark(here);
          return true;
        });
    calls.await(node, () -> future.poll() != null, future::cancel);
    return switch (future.poll()) {
      case Result.Success<Object>(Object value) -> value;
      case Result.Failure<Object>(Throwable error) -> throw Errors.again(error);
      case null -> throw new IllegalStateException("the future is not completed");
    };
  }

  /** What guest code gets for what came out of Yona. */
  private RuntimeException leaving(@Nullable Node node, Throwable thrown) {
    switch (thrown) {
      case Leave leave -> throw Errors.again(leave.thrown());
      case ControlTransfer control when program == null -> throw control;
      case CancellationException cancelled when program == null -> throw cancelled;
      case ProgramExit exit -> {
        env.getContext().closeExited(node, exit.status());
        throw new Interruption("the context has ended");
      }
      case ProgramStop _, CancellationException _ ->
          throw new Interruption("the context is being closed");
      case AbstractTruffleException guest -> throw guest;
      default -> {}
    }
    if (Fault.is(thrown)) {
      throw Errors.again(Fault.cause(thrown));
    }
    YonaError error = Errors.caught(thrown);
    if (error.getCause() instanceof AbstractTruffleException guest) {
      throw guest;
    }
    throw StackReplay.of(this, error);
  }

  // ---- out of Yona -----------------------------------------------------------------------------

  /**
   * Evaluates a text of another language. Suspends.
   *
   * @return its value; null if the context has no such language
   */
  @Nullable Object evaluate(String id, String name, String text) {
    Object value =
        inside(
            () -> {
              if (id.equals(YonaLanguage.ID) || !env.getPublicLanguages().containsKey(id)) {
                return NONE;
              }
              if (id.equals("python")) {
                hasPython = true;
              }
              try {
                if (id.equals("js")) {
                  ForeignCall.entersJavaScript();
                }
                Object given = env.parsePublic(Source.newBuilder(id, text, name).build()).call();
                return id.equals("js") ? views.ofJavaScript(given) : views.value(given);
              } catch (AbstractTruffleException thrown) {
                throw ForeignErrors.error(this, thrown, id);
              }
            });
    return isNone(value) ? null : settled(value);
  }

  @SuppressWarnings("ReferenceEquality") // one object stands for none
  static boolean isNone(Object value) {
    return value == NONE;
  }

  /**
   * Calls another language: on a fiber, or on a thread that is in the context. Waits for what the
   * result is a promise of.
   *
   * @param body what to do in the context; gives a value for Yona
   * @return the value, waited for
   * @throws YonaError of what guest code throws
   */
  Object foreign(Supplier<Object> body) {
    return settled(inside(body));
  }

  /** The same of a result that stays what it is: a text, a number, whatever the body makes. */
  Object inside(Supplier<Object> body) {
    return env.getContext().isEntered()
        ? ForeignErrors.guarded(this, body)
        : unlessClosed(() -> calls.call(() -> ForeignErrors.guarded(this, body)));
  }

  private Object unlessClosed(Supplier<Object> body) {
    try {
      return body.get();
    } catch (YonaError error) {
      error.joined();
      throw error;
    } catch (Leave leave) {
      if (program == null) {
        // The program goes on without the context.
        throw YonaError.of(
            "closed", "the context of the language is closed: " + leave.thrown().getMessage());
      }
      throw leave;
    }
  }

  /**
   * Has calls done while a thread waits that entered the context for that.
   *
   * @param closed whether it is to be left; whoever makes it so {@linkplain #wake wakes}
   * @param close makes it so, where the engine ends the context
   * @throws Leave then
   */
  void await(BooleanSupplier closed, Runnable close) {
    calls.await(null, closed, close);
  }

  /** Says that this thread has left the context for good. */
  void left() {
    calls.left();
  }

  /** Wakes the threads that wait. */
  void wake() {
    calls.wakeAll();
  }

  /** Whether no thread is in the context but those that Yona has there itself. */
  boolean isOwn() {
    return program == null;
  }

  /** Whether the engine ends whatever is done in the context. */
  boolean isEnding() {
    return ForeignCall.isEnding(env);
  }

  /** Does a call on the calling thread, which is in the context. */
  void run(ForeignCall call) {
    calls.run(call);
  }

  /** Whether a call of a fiber is under way. */
  boolean isCalled() {
    return calls.isCalled();
  }

  /** Lets no call begin any more. */
  void refuse(Throwable why) {
    calls.refuse(why);
  }

  /** Has event loops turned whenever no call is waiting. */
  void turn(EventLoops loops) {
    calls.turn(loops);
  }

  /** The value, or what it is a promise of, for which this waits. */
  Object settled(Object value) {
    if (!(value instanceof Pending pending)) {
      return value;
    }
    return env.getContext().isEntered()
        ? byFiber(null, () -> calls.value(pending))
        : unlessClosed(() -> calls.value(pending));
  }
}
