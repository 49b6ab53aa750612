package yona.library.concurrent;

import yona.async.Timer;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.data.Unit;
import yona.library.argument.Failure;
import yona.library.argument.Spans;

/** The Java half of module Timer. */
public final class TimerFunctions {
  private TimerFunctions() {}

  public static Object after(Object span, String where) {
    Timer timer = Timer.afterNanos(Spans.nanos(span, where));
    Channel<Object> channel = new BufferedChannel<>(1);
    timer.onComplete(
        fired -> {
          end(channel, fired);
          return true;
        });
    return ChannelResource.fed(channel, timer::cancel);
  }

  private static void end(Channel<Object> channel, boolean fired) {
    if (fired) {
      try {
        channel.trySend(Unit.UNIT);
      } catch (ChannelClosedException e) {
        // The program has closed it just before, and the timer with it.
      }
    }
    channel.close();
  }

  public static Object every(Object span, String where) {
    long nanos = Spans.nanos(span, where);
    if (nanos == 0) {
      throw Failure.badarg(where, "the time between two ticks is 0");
    }
    return new TickerChannel(Timer.everyNanos(nanos));
  }
}
