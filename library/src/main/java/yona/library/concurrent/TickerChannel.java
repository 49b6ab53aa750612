package yona.library.concurrent;

import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Source;
import yona.async.Ticker;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.language.runtime.ManagedResource;

/** The channel of a ticker: it holds nothing, a tick is worked out when somebody receives it. */
public final class TickerChannel extends OneWayChannel {
  private final Ticker ticker;
  private final Source<Read<Long>> ticks;

  private final Ticking ticking = new Ticking();

  TickerChannel(Ticker ticker) {
    this.ticker = ticker;
    this.ticks = ticker.map(TickerChannel::read);
    ticking.begin();
  }

  /** That it goes on: what has to be released, by closing the channel or by the scope. */
  private final class Ticking extends ManagedResource {
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
