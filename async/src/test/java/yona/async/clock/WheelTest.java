package yona.async.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** The wheel beside a sorted list. */
class WheelTest {

  private final ManualClock clock = new ManualClock();
  private final List<TestAlarm> fired = new ArrayList<>();

  private static final class TestAlarm extends Alarm {
    private final List<TestAlarm> fired;
    private final int number;
    private long firedAt = -1;

    TestAlarm(ManualClock clock, List<TestAlarm> fired, int number) {
      super(clock);
      this.fired = fired;
      this.number = number;
    }

    @Override
    protected void fire() {
      firedAt = wheel.clock.now();
      fired.add(this);
    }

    @Override
    public String toString() {
      return number + " at " + time;
    }
  }

  /** Alarms and what should become of them. */
  private static final class Model {
    final ManualClock clock = new ManualClock();
    final List<TestAlarm> fired = new ArrayList<>();
    final List<TestAlarm> all = new ArrayList<>();

    /** Those set, in the order in which they have to fire. */
    final List<TestAlarm> set = new ArrayList<>();

    void set(TestAlarm alarm, long time) {
      alarm.set(time);
      order(alarm);
    }

    void order(TestAlarm alarm) {
      set.add(alarm);
      set.sort(Comparator.comparingLong(each -> each.time));
    }

    List<TestAlarm> due(long until) {
      List<TestAlarm> due = set.stream().filter(alarm -> alarm.time <= until).toList();
      set.removeAll(due);
      return due;
    }
  }

  /** A time from a nanosecond to centuries, each order of magnitude as likely as any other. */
  private static long span(Choices choices) {
    int bits = choices.below(64);
    long span = choices.below(1 << 15);
    return bits < 15 ? span & ((1L << bits) - 1) : (span << (bits - 15)) & Long.MAX_VALUE;
  }

  @Test
  void alarmsFireExactlyAndInOrder() {
    Property.check(
        3_000,
        choices -> {
          Model model = new Model();
          for (int steps = choices.below(60); steps > 0; steps--) {
            step(choices, model);
            assertThat(model.clock.count()).isEqualTo(model.set.size());
            assertThat(model.clock.wheel().next())
                .isLessThanOrEqualTo(model.set.isEmpty() ? Wheel.NEVER : model.set.getFirst().time);
          }
          model.fired.clear();
          List<TestAlarm> rest = model.due(Wheel.NEVER - 1);
          model.clock.advance(Wheel.NEVER - 1 - model.clock.now());
          assertThat(model.fired).isEqualTo(rest);
          assertThat(model.set).allMatch(alarm -> alarm.time == Wheel.NEVER);
        });
  }

  private static void step(Choices choices, Model model) {
    switch (choices.below(6)) {
      case 0, 1 -> {
        TestAlarm alarm = new TestAlarm(model.clock, model.fired, model.all.size());
        model.all.add(alarm);
        model.set(alarm, model.clock.after(span(choices)));
        choices.note("set " + alarm);
      }
      case 2 -> {
        if (!model.all.isEmpty()) {
          TestAlarm alarm = model.all.get(choices.below(model.all.size()));
          choices.note("cancel " + alarm);
          alarm.unset();
          model.set.remove(alarm);
        }
      }
      case 3 -> {
        if (!model.all.isEmpty()) {
          TestAlarm alarm = model.all.get(choices.below(model.all.size()));
          boolean was = model.set.remove(alarm);
          assertThat(alarm.reset(model.clock.after(span(choices)))).isEqualTo(was);
          choices.note("reset " + alarm);
          if (was) {
            model.order(alarm);
          }
        }
      }
      default -> {
        long nanos = Math.min(span(choices), Wheel.NEVER / 2 - model.clock.now() / 2);
        choices.note("advance " + nanos);
        model.fired.clear();
        List<TestAlarm> due = model.due(model.clock.now() + nanos);
        boolean late = choices.yes();
        if (late) {
          model.clock.leap(nanos);
        } else {
          model.clock.advance(nanos);
        }
        assertThat(model.fired).isEqualTo(due);
        assertThat(due).allMatch(alarm -> late || alarm.firedAt == alarm.time);
      }
    }
  }

  @Test
  void theNextTimeIsExactWhereNothingWasCancelled() {
    Property.check(
        1_000,
        choices -> {
          Model model = new Model();
          for (int i = 1 + choices.below(40); i > 0; i--) {
            model.set(
                new TestAlarm(model.clock, model.fired, i), model.clock.after(span(choices) >>> 1));
          }
          while (!model.set.isEmpty()) {
            assertThat(model.clock.wheel().next()).isEqualTo(model.set.getFirst().time);
            TestAlarm first = model.set.removeFirst();
            model.clock.advance(first.time - model.clock.now());
            model.set.removeIf(alarm -> alarm.time == first.time);
          }
        });
  }

  @Test
  void aCancelledAlarmCostsOneLookAtItsTimeAndNoMore() {
    TestAlarm first = new TestAlarm(clock, fired, 1);
    first.set(1_000_000);
    new TestAlarm(clock, fired, 2).set(2_000_000_000);
    first.unset();
    assertThat(clock.wheel().next()).isEqualTo(1_000_000);
    clock.advance(1_000_000);
    assertThat(clock.wheel().next()).isEqualTo(2_000_000_000);
  }

  @Test
  void aSlotOfManyIsTakenApartInPiecesThatOthersComeBetween() {
    int count = 10_000;
    long first = 1L << 40;
    List<TestAlarm> alarms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TestAlarm alarm = new TestAlarm(clock, fired, i);
      alarms.add(alarm);
      alarm.set(first + (i * 7_919L % count));
    }
    Wheel wheel = clock.wheel();
    assertThat(wheel.poll(first)).isNull();
    assertThat(wheel.next()).as("not done yet").isLessThanOrEqualTo(first);
    alarms.stream().filter(alarm -> alarm.number % 2 == 1).forEach(Alarm::unset);
    TestAlarm soon = new TestAlarm(clock, fired, count);
    soon.set(first + 3);
    clock.advance(first + 3);
    assertThat(fired.getFirst()).isSameAs(alarms.getFirst());
    assertThat(fired).contains(soon);
    clock.advance(count);
    assertThat(wheel.count()).isZero();
    assertThat(fired).hasSize(count / 2 + 1).allMatch(alarm -> alarm.number % 2 == 0);
    assertThat(fired).isSortedAccordingTo(Comparator.comparingLong(alarm -> alarm.time));
    assertThat(fired).allMatch(alarm -> alarm.firedAt == alarm.time);
  }

  @Test
  void anAlarmIsSetOnceAtATime() {
    TestAlarm alarm = new TestAlarm(clock, fired, 1);
    alarm.set(5);
    assertThatThrownBy(() -> alarm.set(6)).isInstanceOf(IllegalStateException.class);
    clock.advance(5);
    alarm.set(7);
    clock.advance(2);
    assertThat(fired).containsExactly(alarm, alarm);
  }

  @Test
  void theEndOfTimeNeverComes() {
    assertThat(clock.after(Long.MAX_VALUE)).isEqualTo(Wheel.NEVER);
    clock.advance(5);
    assertThat(clock.after(Long.MAX_VALUE)).isEqualTo(Wheel.NEVER);
    assertThat(clock.after(Long.MAX_VALUE - 6)).isEqualTo(Long.MAX_VALUE - 1);
    TestAlarm alarm = new TestAlarm(clock, fired, 1);
    alarm.set(Wheel.NEVER);
    assertThat(clock.wheel().next()).isEqualTo(Wheel.NEVER);
    alarm.unset();
    assertThat(clock.count()).isZero();
  }
}
