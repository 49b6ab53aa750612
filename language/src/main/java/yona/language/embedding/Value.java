package yona.language.embedding;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Kind;
import yona.data.Record;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.diagnostics.Source;
import yona.language.interop.ToJava;
import yona.language.runtime.Function;
import yona.language.runtime.Module;
import yona.language.runtime.ProgramStop;
import yona.language.runtime.Shown;

/**
 * A value of a script. Immutable and thread-safe; two values are equal if Yona finds them equal.
 *
 * <p>What a function does when Java calls it is a run of its own, with the rights and limits of the
 * engine; if Java was itself called by a script of the engine, it is part of that run.
 */
public final class Value {
  private final Object value;
  private final Engine engine;
  private final List<Source> sources;

  Value(Object value, Engine engine) {
    this(value, engine, List.of());
  }

  Value(Object value, Engine engine, List<Source> sources) {
    this.value = value;
    this.engine = engine;
    this.sources = sources;
  }

  private Value with(Object other) {
    return new Value(other, engine, sources);
  }

  Object raw() {
    return value;
  }

  /** What sort of value it is. */
  public Kind kind() {
    return Kind.of(value);
  }

  /**
   * The value as a Java object: numbers, Booleans and characters boxed (an Int is a {@link Long}, a
   * Float a {@link Double}), strings and Symbols as {@link String}, Seqs and tuples as unmodifiable
   * lists, Sets and Dicts as unmodifiable sets and maps, whose elements are converted when somebody
   * asks for them; {@code ()} as null; Java objects as they are.
   */
  public @Nullable Object toJava() {
    return ToJava.object(value);
  }

  /**
   * The value as a type of Java's: a number type that holds it, {@code String}, an array, a
   * collection, the class of a Java object; for a function any interface with one abstract method
   * of as many parameters, whose calls throw {@link ProgramException} and so on, and {@link
   * StoppedException} if the thread was interrupted.
   *
   * @param type the type, a primitive one too
   * @param <T> the type, boxed
   * @return the value; null for {@code ()}
   * @throws ClassCastException if it does not fit
   */
  public <T> @Nullable T as(Class<T> type) {
    Object called = value instanceof Function function ? new Callable(function, this) : value;
    Object converted;
    try {
      converted = ToJava.as(called, type);
    } catch (ClassCastException unfit) {
      throw new ClassCastException(
          "expected a value that fits " + type.getTypeName() + ", found " + Shown.withKind(value));
    }
    @SuppressWarnings("unchecked")
    T result = (T) converted;
    return result;
  }

  /**
   * Calls a function. Waits as {@link Script#run} does.
   *
   * @param arguments become values as {@link Engine#value} says; fewer than the function has
   *     parameters give a function of the rest
   * @return the result
   * @throws IllegalStateException if it is no function
   * @throws ProgramException if the function raises an error
   * @throws StoppedException as {@link Script#run}
   * @throws ExitException as {@link Script#run}
   * @throws InterruptedException as {@link Script#run}
   */
  public Value call(@Nullable Object... arguments) throws InterruptedException {
    Object[] values = new Object[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Inputs.value(arguments[i]);
    }
    return with(apply(values));
  }

  private Object apply(Object[] arguments) throws InterruptedException {
    if (!(value instanceof Function function)) {
      throw new IllegalStateException("expected a function, found " + Shown.withKind(value));
    }
    return Run.of(
        engine,
        engine.output(),
        sources,
        () -> arguments.length == 0 ? function.apply() : function.applyAll(arguments));
  }

  /** The elements of a Seq, tuple or Set; an IllegalStateException for others. */
  public List<Value> elements() {
    List<Value> all = new ArrayList<>();
    switch (value) {
      case Tuple tuple -> {
        for (int i = 0; i < tuple.length(); i++) {
          all.add(with(tuple.get(i)));
        }
      }
      case Seq seq -> seq.iterator().forEachRemaining(each -> all.add(with(each)));
      case Set set -> set.iterator().forEachRemaining(each -> all.add(with(each)));
      default ->
          throw new IllegalStateException(
              "expected a Seq, tuple or Set, found " + Shown.withKind(value));
    }
    return all;
  }

  /**
   * A field of a record, or a function that a module exports.
   *
   * @param name its name
   * @return the value of the field; the function, not called
   * @throws IllegalStateException if it is neither
   * @throws IllegalArgumentException if there is none of that name
   */
  public Value member(String name) {
    Objects.requireNonNull(name, "name");
    return switch (value) {
      case Record record -> {
        int field = record.type().indexOf(name);
        if (field < 0) {
          throw new IllegalArgumentException("there is no field " + name + " in " + record.type());
        }
        yield with(record.get(field + 1));
      }
      case Module module -> {
        if (!module.exports().contains(name)) {
          throw new IllegalArgumentException(
              "module " + module.fqn() + " exports no function " + name);
        }
        yield with(module.member(name));
      }
      default ->
          throw new IllegalStateException(
              "expected a record or a module, found " + Shown.withKind(value));
    };
  }

  /**
   * The names of {@link #member}: the fields of a record, the exports of a module; none for others.
   */
  public List<String> members() {
    return switch (value) {
      case Record record -> record.type().fields();
      case Module module -> module.exports();
      default -> List.of();
    };
  }

  /**
   * The source text of the whole value: what reads back as an equal value, where that is possible.
   * A value whose parts are shared may be very much longer than the memory it takes; what an
   * untrusted script gives is better written by the script itself, which has limits.
   */
  public String source() {
    return Text.source(value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Value that && Equality.equal(value, that.value);
  }

  @Override
  public int hashCode() {
    return Equality.hash(value);
  }

  /** The value as messages show it: shortened if it is long. */
  @Override
  public String toString() {
    return Shown.value(value);
  }

  /** A function that Java calls from outside of scripts. */
  private static final class Callable extends Function {
    private final Function function;
    private final Value called;

    Callable(Function function, Value called) {
      super(function.arity());
      this.function = function;
      this.called = called;
    }

    @Override
    public String name() {
      return function.name();
    }

    private Object enter(Object... arguments) {
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = Inputs.value(arguments[i]);
      }
      try {
        return called.apply(arguments);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoppedException(ProgramStop.Reason.INTERRUPTED);
      }
    }

    @Override
    public Object apply() {
      return enter();
    }

    @Override
    public Object apply(Object a) {
      return enter(a);
    }

    @Override
    public Object apply(Object a, Object b) {
      return enter(a, b);
    }

    @Override
    public Object apply(Object a, Object b, Object c) {
      return enter(a, b, c);
    }

    @Override
    public Object apply(Object a, Object b, Object c, Object d) {
      return enter(a, b, c, d);
    }

    @Override
    protected Object call(Object[] arguments) {
      return enter(arguments);
    }
  }
}
