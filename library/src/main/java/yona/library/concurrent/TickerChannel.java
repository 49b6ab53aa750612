package yona.library.concurrent;

import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Scope;
import yona.async.Source;
import yona.async.Ticker;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;
import yona.language.runtime.Resource;

/** The channel of a ticker: it holds nothing, a tick is worked out when somebody receives it. */
public final class TickerChannel extends ChannelResource {
  private final Ticker ticker;
  private final Source<Read<Long>> ticks;

  /** The scope that the ticker belongs to. */
  private final Scope scope = Scope.holding();

  private final Ticking ticking = new Ticking();

  private @Nullable Channel<Object> publisher;

  TickerChannel(Ticker ticker) {
    this.ticker = ticker;
    this.ticks = ticker.map(TickerChannel::read);
    ticking.begin();
  }

  /** That it goes on: what has to be released, by closing the channel or by the scope. */
  private final class Ticking extends Resource {
    /** Binds it to the nearest scope. */
    private void begin() {
      hold();
    }

    @Override
    protected void close() {
      ticker.cancel();
    }

    @Override
    public String source() {
      return "<ticker>";
    }
  }

  private static Read<Long> read(long tick) {
    return tick == 0 ? Read.closed() : new Read.Value<>(tick);
  }

  @Override
  Read<Long> receive() {
    Fiber.beforeWait();
    return ticks.await();
  }

  @Override
  @Nullable Read<Long> tryReceive() {
    Fiber.beforeEffect("Channel::try_receive");
    return ticks.poll();
  }

  @Override
  Source<Read<Long>> receiving() {
    return ticks;
  }

  @Override
  Channel<Object> sending(String where) {
    throw unsendable(where);
  }

  /** A multiplexer reads from real channels: a fiber sends the ticks to one. */
  @Override
  synchronized Channel<Object> publisher() {
    if (publisher == null) {
      Channel<Object> channel = new SyncChannel<>();
      scope.background(
          () -> {
            try (channel) {
              sendTicks(channel);
            }
            return null;
          });
      publisher = channel;
    }
    return publisher;
  }

  private void sendTicks(Channel<Object> channel) {
    try {
      for (Read<Long> tick = ticks.await(); !tick.isClosed(); tick = ticks.await()) {
        channel.send(tick.get());
      }
    } catch (ChannelClosedException | CancellationException e) {
      // Its end, and that of the scope, are the end of the ticks.
    }
  }

  @Override
  void close() {
    Fiber.beforeEffect("Channel::close");
    ticking.release();
  }

  @Override
  boolean isClosed() {
    return ticker.isCancelled();
  }

  @Override
  int length() {
    return 0;
  }

  @Override
  int capacity() {
    return 0;
  }
}
