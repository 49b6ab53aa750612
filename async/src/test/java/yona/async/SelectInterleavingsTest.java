package yona.async;

import static yona.async.Interleavings.together;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;

/** Selects that face each other over the same channels: both take part or neither, once. */
@Tag("interleavings")
class SelectInterleavingsTest {

  private static final int SENT = 0;
  private static final int CLOSED = -1;
  private static final int CANCELLED = -2;

  private static final int ORDERS = 120;

  /** Sends or reads: what was read, or how it ended. */
  private static int select(Channel<Integer> out, int value, Channel<Integer> in) {
    return Async.<Integer, RuntimeException>select(
        out.canSend(value).handle(sent -> sent ? SENT : CLOSED),
        in.canRead().handle(SelectInterleavingsTest::valueOf));
  }

  private static int valueOf(Read<Integer> read) {
    return read.isClosed() ? CLOSED : read.get();
  }

  /** A wait of nobody. */
  private static final class Wait extends Claim<Object> {
    @Override
    protected void completed() {}

    /** What stands at a source for this. */
    Listener<Object> place() {
      return new At(this);
    }
  }

  private record At(Claim<Object> claim) implements Listener<Object> {
    @Override
    public boolean complete(Object item) {
      return claim.complete(item);
    }
  }

  private static String how(Wait wait) {
    return wait.item() instanceof Read<?> read ? "reads " + read.get() : "sends";
  }

  private static void hold(Claim<Object> one, Claim<Object> other, int item) {
    if (Claim.holdBoth(one, other)) {
      one.complete(item);
      other.complete(item);
    }
  }

  /** As two selects are that meet each other at both channels at the same moment. */
  @Test
  void twoClaimsAreHeldFromBothSides() {
    Interleavings.check(
        ORDERS,
        () -> {
          Wait left = new Wait();
          Wait right = new Wait();
          together(() -> hold(left, right, 1), () -> hold(right, left, 2));
          return left.item() + " " + right.item();
        },
        "1 1",
        "2 2");
  }

  @Test
  void theyMeetOnceWhenEachComesToTheSendOfTheOther() {
    Interleavings.check(
        ORDERS,
        () -> {
          Channel<Integer> there = new SyncChannel<>();
          Channel<Integer> back = new SyncChannel<>();
          Wait one = new Wait();
          Wait other = new Wait();
          there.canSend(1).onComplete(one.place());
          back.canSend(2).onComplete(other.place());
          together(
              () -> back.canRead().onComplete(one.place()),
              () -> there.canRead().onComplete(other.place()));
          return how(one) + " " + how(other);
        },
        "sends reads 1",
        "reads 2 sends");
  }

  @Test
  void theyMeetAtOneOfTwoChannels() {
    Interleavings.check(
        ORDERS,
        () -> {
          Channel<Integer> there = new SyncChannel<>();
          Channel<Integer> back = new SyncChannel<>();
          int[] results = new int[2];
          together(
              () -> results[0] = select(there, 1, back), () -> results[1] = select(back, 2, there));
          return results[0] + " " + results[1];
        },
        "0 1",
        "2 0");
  }

  @Test
  void theyMeetAtOneChannelThatBothSendToAndReadFrom() {
    Interleavings.check(
        ORDERS,
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          int[] results = new int[2];
          together(
              () -> results[0] = select(channel, 1, channel),
              () -> results[1] = select(channel, 2, channel));
          return results[0] + " " + results[1];
        },
        "0 1",
        "2 0");
  }

  @Test
  void theyMeetOrBothHearOfTheClose() {
    Interleavings.check(
        ORDERS,
        () -> {
          Channel<Integer> there = new SyncChannel<>();
          Channel<Integer> back = new SyncChannel<>();
          int[] results = new int[2];
          together(
              () -> results[0] = select(there, 1, back),
              () -> results[1] = select(back, 2, there),
              () -> {
                there.close();
                back.close();
              });
          return results[0] + " " + results[1];
        },
        "0 1",
        "2 0",
        "-1 -1");
  }

  @Test
  void theyMeetOrTheOneThatIsCancelledTakesNothing() {
    Interleavings.check(
        ORDERS,
        () -> {
          Channel<Integer> there = new SyncChannel<>();
          Channel<Integer> back = new SyncChannel<>();
          AtomicReference<Scope> scope = new AtomicReference<>();
          int[] results = new int[2];
          together(
              () -> results[0] = select(there, 1, back),
              () -> {
                try (Scope own = Scope.open()) {
                  scope.set(own);
                  results[1] = select(back, 2, there);
                } catch (CancellationException e) {
                  results[1] = CANCELLED;
                }
              },
              () -> {
                Scope cancelled;
                while ((cancelled = scope.get()) == null) {
                  Thread.onSpinWait();
                }
                cancelled.cancel();
                // So that the other one does not wait for ever.
                there.close();
                back.close();
              });
          return results[0] + " " + results[1];
        },
        "0 1",
        "2 0",
        "-1 -1",
        "-1 -2");
  }
}
