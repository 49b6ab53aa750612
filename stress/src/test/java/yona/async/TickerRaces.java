package yona.async;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import yona.async.clock.Alarm;
import yona.async.clock.Clock;
import yona.async.clock.Wheel;

/** A periodic timer that ticks, is waited for and is cancelled at the same moment. */
public final class TickerRaces {

  private TickerRaces() {}

  /** A ticker of period 10 with a clock that a test sets, and what its listeners were told. */
  static class Ticking extends Clock {
    private static final int TOLD_OF_CANCELLATION = 100;

    private final Wheel wheel = new Wheel(this);
    private volatile long now;
    final Ticker ticker = Ticker.start(this, 10);

    /** The sum of the ticks; a cancellation counts for 100. */
    final AtomicInteger told = new AtomicInteger();

    @Override
    public long now() {
      return now;
    }

    @Override
    protected Wheel wheel() {
      return wheel;
    }

    @Override
    protected void wakeFor(long time) {}

    void listen() {
      ticker.onComplete(
          tick -> {
            told.addAndGet(tick == 0 ? TOLD_OF_CANCELLATION : tick.intValue());
            return true;
          });
    }

    /** Lets a time come, and fires what is due then. */
    void fireAt(long time) {
      now = time;
      for (Alarm due = wheel.poll(time); due != null; due = wheel.poll(time)) {
        fire(due);
      }
    }

    static int number(Long tick) {
      return tick == null ? -1 : tick.intValue();
    }

    int alarms() {
      return wheel.count();
    }
  }

  /** Who waits hears of the tick or of the cancellation; all later ones of that alone. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0", "100, 0, 0"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "both, neither, or an alarm that is left")
  @State
  public static class TickAgainstCancel extends Ticking {
    public TickAgainstCancel() {
      listen();
    }

    @Actor
    public void clock() {
      fireAt(10);
    }

    @Actor
    public void canceller() {
      ticker.cancel();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r1 = told.get();
      result.r2 = number(ticker.poll());
      result.r3 = alarms();
    }
  }

  /** Who comes to wait while it is cancelled is told of that. */
  @JCStressTest
  @Outcome(id = "100, 0, 0", expect = ACCEPTABLE, desc = "told of the cancellation")
  @Outcome(expect = FORBIDDEN, desc = "waits for ever, is told twice, or an alarm is left")
  @State
  public static class ListenAgainstCancel extends Ticking {
    @Actor
    public void listener() {
      listen();
    }

    @Actor
    public void canceller() {
      ticker.cancel();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r1 = told.get();
      result.r2 = number(ticker.poll());
      result.r3 = alarms();
    }
  }

  /** A tick that is due goes to the one who waits or to the one who asks. */
  @JCStressTest
  @Outcome(
      id = {"1, -1, 0", "0, 1, 1"},
      expect = ACCEPTABLE,
      desc = "to one of them; who got none waits on")
  @Outcome(expect = FORBIDDEN, desc = "to both or to neither, or nobody wakes the one who waits")
  @State
  public static class TickAgainstPoll extends Ticking {
    public TickAgainstPoll() {
      listen();
    }

    @Actor
    public void clock() {
      fireAt(10);
    }

    @Actor
    public void taker(III_Result result) {
      result.r2 = number(ticker.poll());
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r1 = told.get();
      result.r3 = alarms();
      ticker.cancel();
    }
  }

  /** A tick is taken as the next one becomes due: none is given twice, and the last is not lost. */
  @JCStressTest
  @Outcome(
      id = {"1, 2, -1", "2, -1, -1"},
      expect = ACCEPTABLE,
      desc = "each once, or merged into the last")
  @Outcome(expect = FORBIDDEN, desc = "given twice, or the last one to nobody")
  @State
  public static class TakeAgainstNextTick extends Ticking {
    public TakeAgainstNextTick() {
      fireAt(10);
    }

    @Actor
    public void clock() {
      fireAt(20);
    }

    @Actor
    public void taker(III_Result result) {
      result.r1 = number(ticker.poll());
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r2 = number(ticker.poll());
      result.r3 = number(ticker.poll());
      ticker.cancel();
    }
  }
}
