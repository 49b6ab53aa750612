package yona.library.concurrent;

import java.util.function.Supplier;
import yona.async.Body;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.stm.TransactionException;
import yona.async.stm.TransactionalMemory;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Function;
import yona.language.runtime.StackTrace;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;

/** The Java half of module STM. */
public final class StmFunctions {
  private static final Symbol MISUSE = Symbol.of("stm");

  private static final TransactionalMemory DEFAULT = memory();

  private StmFunctions() {}

  /** A memory whose refusals are errors of the language that name what the program called. */
  private static TransactionalMemory memory() {
    return new TransactionalMemory(
        (operation, why) -> {
          String function = StackTrace.libraryFunction();
          return Failure.of(MISUSE, (function == null ? operation : function) + " " + why);
        });
  }

  private static final class MemoryValue extends Opaque {
    private final TransactionalMemory memory = memory();

    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public String source() {
      return "<memory>";
    }
  }

  private static final class Variable extends Opaque {
    private final TVar<Object> variable;

    Variable(TVar<Object> variable) {
      this.variable = variable;
    }

    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public String source() {
      return "<variable>";
    }
  }

  private static TransactionalMemory memory(Object value, String where) {
    if (value instanceof MemoryValue memory) {
      return memory.memory;
    }
    throw Failure.type(where, "a memory of STM::new", value);
  }

  private static TVar<Object> variable(Object value, String where) {
    if (value instanceof Variable variable) {
      return variable.variable;
    }
    throw Failure.type(where, "a variable of STM", value);
  }

  /** Runs an operation; what the memory does not allow is {@code :stm}. */
  private static <T> T checked(String where, Supplier<T> operation) {
    try {
      return operation.get();
    } catch (TransactionException e) {
      throw misuse(where, e);
    }
  }

  private static YonaError misuse(String where, TransactionException e) {
    return YonaError.of("stm", where + ": " + e.getMessage(), e);
  }

  // Memories and variables

  public static Object make() {
    return new MemoryValue();
  }

  public static Object newVariable(Object memory, Object initial, String where) {
    return new Variable(memory(memory, where).tvar(initial));
  }

  public static Object tvar(Object initial) {
    return new Variable(DEFAULT.tvar(initial));
  }

  // Transactions

  @Suspends
  public static Object transaction(Object memory, Object readOnly, Object f, String where) {
    TransactionalMemory in = memory(memory, where);
    if (!(readOnly instanceof Boolean only)) {
      throw Failure.type(where, "a Boolean, whether it is read-only", readOnly);
    }
    return run(in, only, Control.thunk(f, where), where);
  }

  @Suspends
  public static Object atomically(Object f, String where) {
    return run(DEFAULT, false, Control.thunk(f, where), where);
  }

  private static Object run(
      TransactionalMemory memory, boolean readOnly, Function f, String where) {
    return checked(
        where,
        () -> {
          Body<Object, RuntimeException> body = f::apply;
          return readOnly ? memory.readOnly(body) : memory.atomically(body);
        });
  }

  public static Object readTx(Object memory, String where) {
    return manager(memory(memory, where), true, where);
  }

  public static Object writeTx(Object memory, String where) {
    return manager(memory(memory, where), false, where);
  }

  /** A context manager that wraps its steps, since they have to be repeated. */
  private static Object manager(TransactionalMemory memory, boolean readOnly, String name) {
    Function wrapper =
        Function.suspending(
            name, 2, arguments -> run(memory, readOnly, (Function) arguments[1], name));
    return Tuple.of(Seq.text(name), wrapper, Unit.UNIT);
  }

  @Suspends
  public static Object orElse(Object f, Object g, String where) {
    Function first = Control.thunk(f, where);
    Function second = Control.thunk(g, where);
    Body<Object, RuntimeException> left = first::apply;
    Body<Object, RuntimeException> right = second::apply;
    return checked(
        where, () -> STM.inTransaction() ? STM.orElse(left, right) : DEFAULT.orElse(left, right));
  }

  // Inside of them

  public static Object read(Object variable, String where) {
    TVar<Object> from = variable(variable, where);
    try {
      return from.read();
    } catch (TransactionException e) {
      throw misuse(where, e);
    }
  }

  public static Object write(Object variable, Object value, String where) {
    TVar<Object> to = variable(variable, where);
    try {
      to.write(value);
      return Unit.UNIT;
    } catch (TransactionException e) {
      throw misuse(where, e);
    }
  }

  public static Object modify(Object variable, Object f, String where) {
    TVar<Object> changed = variable(variable, where);
    Function function = Arguments.function(f, where);
    return checked(where, () -> changed.modify(function::apply));
  }

  public static Object protect(Object variable, String where) {
    TVar<Object> kept = variable(variable, where);
    try {
      kept.protect();
      return Unit.UNIT;
    } catch (TransactionException e) {
      throw misuse(where, e);
    }
  }

  @Suspends
  @SuppressWarnings("DoNotCallSuggester") // programs are to call it
  public static Object retry(String where) {
    try {
      throw STM.retry();
    } catch (TransactionException e) {
      throw misuse(where, e);
    }
  }

  @Suspends
  public static Object check(Object condition, String where) {
    if (!(condition instanceof Boolean holds)) {
      throw Failure.type(where, "a Boolean", condition);
    }
    try {
      STM.check(holds);
      return Unit.UNIT;
    } catch (TransactionException e) {
      throw misuse(where, e);
    }
  }
}
