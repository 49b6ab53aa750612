package yona.library.concurrent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Case;
import yona.async.Fiber;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;
import yona.async.channel.UnboundedChannel;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Function;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;
import yona.library.stream.StreamSource;

/** The Java half of module Channel. */
public final class ChannelFunctions {
  private static final Symbol EMPTY = Symbol.of("empty");
  private static final Symbol SEND = Symbol.of("send");
  private static final Symbol UNBOUNDED = Symbol.of("unbounded");

  /** The largest buffer with a bound. */
  private static final int MOST = Integer.MAX_VALUE - 1;

  private ChannelFunctions() {}

  private static ChannelResource channelOf(Object value, String where) {
    if (value instanceof ChannelResource channel) {
      return channel;
    }
    throw Failure.type(where, "a channel", value);
  }

  private static MultiplexerResource multiplexerOf(Object value, String where) {
    if (value instanceof MultiplexerResource multiplexer) {
      return multiplexer;
    }
    throw Failure.type(where, "a multiplexer", value);
  }

  private static int buffer(Object capacity, String where) {
    long size = Arguments.count(capacity, where);
    if (size > MOST) {
      throw Failure.badarg(
          where,
          "the capacity " + size + " is more than " + MOST + "; Channel::unbounded has no bound");
    }
    return (int) size;
  }

  // Making

  public static Object channel(Object capacity, String where) {
    return ChannelResource.of(holding(buffer(capacity, where)));
  }

  private static Channel<Object> holding(int size) {
    return size == 0 ? new SyncChannel<>() : new BufferedChannel<>(size);
  }

  public static Object rendezvous() {
    return ChannelResource.of(new SyncChannel<>());
  }

  public static Object unbounded() {
    return ChannelResource.of(new UnboundedChannel<>());
  }

  // Sending and receiving

  @Suspends
  public static Object send(Object channel, Object value, String where) {
    Channel<Object> to = channelOf(channel, where).sending(where);
    try {
      to.send(value);
      return Unit.UNIT;
    } catch (ChannelClosedException e) {
      throw closed(where);
    }
  }

  public static Object trySend(Object channel, Object value, String where) {
    Channel<Object> to = channelOf(channel, where).sending(where);
    try {
      return to.trySend(value);
    } catch (ChannelClosedException e) {
      return Failure.CLOSED;
    }
  }

  private static YonaError closed(String where) {
    return Failure.of(Failure.CLOSED, where + ": the channel is closed");
  }

  @Suspends
  public static Object receive(Object channel, String where) {
    return ChannelResource.received(channelOf(channel, where).receive());
  }

  public static Object tryReceive(Object channel, String where) {
    @Nullable Read<?> read = channelOf(channel, where).tryReceive();
    return read == null ? EMPTY : ChannelResource.received(read);
  }

  public static Object close(Object channel, String where) {
    channelOf(channel, where).close();
    return Unit.UNIT;
  }

  public static Object isClosed(Object channel, String where) {
    return channelOf(channel, where).isClosed();
  }

  public static Object length(Object channel, String where) {
    return (long) channelOf(channel, where).length();
  }

  public static Object capacity(Object channel, String where) {
    int capacity = channelOf(channel, where).capacity();
    return capacity == Integer.MAX_VALUE ? UNBOUNDED : (Object) (long) capacity;
  }

  /** What is received, as elements. */
  private static final class Received extends StreamSource {
    private final ChannelResource channel;

    Received(ChannelResource channel) {
      this.channel = channel;
    }

    @Override
    protected @Nullable Object next() {
      return channel.receive() instanceof Read.Value<?>(Object value) ? value : null;
    }
  }

  @Suspends
  public static Object stream(Object channel, String where) {
    ChannelResource from = channelOf(channel, where);
    return Stream.of(true, () -> new Received(from));
  }

  public static Object fromStream(Object capacity, Object stream, String where) {
    Channel<Object> values = holding(buffer(capacity, where));
    Stream from = StreamFunctions.stream(stream, where);
    Fiber.beforeEffect(where);
    return new StreamChannel(from, values);
  }

  // Selecting

  @Suspends
  public static Object select(Object cases, String where) {
    List<Case<Object, RuntimeException>> all = cases(cases, where);
    if (all.isEmpty()) {
      throw Failure.empty(where, "the Seq of cases");
    }
    return Async.<Object, RuntimeException>select(all);
  }

  /** Marked as waiting always: a function in a collection is seen only when it is called. */
  @Suspends
  public static Object selectOr(Object otherwise, Object cases, String where) {
    Function f = Control.thunk(otherwise, where);
    return Async.<Object, RuntimeException>selectOr(f::apply, cases(cases, where));
  }

  private static List<Case<Object, RuntimeException>> cases(Object cases, String where) {
    List<Case<Object, RuntimeException>> all = new ArrayList<>();
    for (Object each : Arguments.seq(cases, where)) {
      all.add(selectable(each, where + ", case " + (all.size() + 1)));
    }
    return all;
  }

  private static Case<Object, RuntimeException> selectable(Object value, String where) {
    if (value instanceof Tuple pair && pair.length() == 2) {
      return receiving(pair, where);
    }
    if (value instanceof Tuple sending && sending.length() == 4 && sending.get(0).equals(SEND)) {
      return sending(sending, where);
    }
    throw Failure.badarg(
        where,
        "expected (channel, f), (task, f) or (:send, channel, v, f), found "
            + Failure.described(value));
  }

  private static Case<Object, RuntimeException> receiving(Tuple pair, String where) {
    Function f = handler(pair.get(1), where);
    if (pair.get(0) instanceof ChannelResource channel) {
      return channel.receiving().handle(read -> f.apply(ChannelResource.received(read)));
    }
    if (pair.get(0) instanceof TaskResource task) {
      return task.future().handle(result -> f.apply(TaskResource.outcome(result)));
    }
    throw Failure.type(where, "a channel or a task", pair.get(0));
  }

  private static Case<Object, RuntimeException> sending(Tuple parts, String where) {
    Channel<Object> to = channelOf(parts.get(1), where).sending(where);
    Function f = handler(parts.get(3), where);
    return to.canSend(parts.get(2))
        .handle(
            sent -> {
              if (!sent) {
                throw closed(where);
              }
              return f.apply(Unit.UNIT);
            });
  }

  private static Function handler(Object value, String where) {
    return Arguments.function(value, 1, where);
  }

  // One to all

  public static Object fanOut(Object source, String where) {
    ChannelResource channel = channelOf(source, where);
    Fiber.beforeEffect(where);
    return MultiplexerResource.of(channel);
  }

  public static Object subscribe(Object multiplexer, Object capacity, String where) {
    MultiplexerResource from = multiplexerOf(multiplexer, where);
    int size = buffer(capacity, where);
    Fiber.beforeEffect(where);
    try {
      return ChannelResource.of(from.subscribe(size));
    } catch (ChannelClosedException e) {
      throw multiplexerClosed(where);
    }
  }

  public static Object addSource(Object multiplexer, Object channel, String where) {
    MultiplexerResource to = multiplexerOf(multiplexer, where);
    ChannelResource source = channelOf(channel, where);
    Fiber.beforeEffect(where);
    try {
      to.add(source);
      return Unit.UNIT;
    } catch (ChannelClosedException e) {
      throw multiplexerClosed(where);
    }
  }

  public static Object removeSource(Object multiplexer, Object channel, String where) {
    MultiplexerResource from = multiplexerOf(multiplexer, where);
    ChannelResource source = channelOf(channel, where);
    Fiber.beforeEffect(where);
    if (from.isClosed()) {
      throw multiplexerClosed(where);
    }
    from.remove(source);
    return Unit.UNIT;
  }

  private static YonaError multiplexerClosed(String where) {
    return Failure.of(Failure.CLOSED, where + ": the multiplexer is closed");
  }
}
