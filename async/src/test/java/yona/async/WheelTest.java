package yona.async;

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
  private final List<Bell> rung = new ArrayList<>();

  private static final class Bell extends Alarm {
    private final List<Bell> rung;
    private final int number;
    private long rang = -1;

    Bell(ManualClock clock, List<Bell> rung, int number) {
      super(clock);
      this.rung = rung;
      this.number = number;
    }

    @Override
    void ring() {
      rang = wheel.clock.now();
      rung.add(this);
    }

    @Override
    public String toString() {
      return number + " at " + time;
    }
  }

  /** Alarms and what should become of them. */
  private static final class Model {
    final ManualClock clock = new ManualClock();
    final List<Bell> rung = new ArrayList<>();
    final List<Bell> all = new ArrayList<>();

    /** Those set, in the order in which they have to ring. */
    final List<Bell> set = new ArrayList<>();

    void set(Bell bell, long time) {
      bell.set(time);
      order(bell);
    }

    void order(Bell bell) {
      set.add(bell);
      set.sort(Comparator.comparingLong(each -> each.time));
    }

    List<Bell> due(long until) {
      List<Bell> due = set.stream().filter(bell -> bell.time <= until).toList();
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
  void alarmsRingExactlyAndInOrder() {
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
          model.rung.clear();
          List<Bell> rest = model.due(Wheel.NEVER - 1);
          model.clock.advance(Wheel.NEVER - 1 - model.clock.now());
          assertThat(model.rung).isEqualTo(rest);
          assertThat(model.set).allMatch(bell -> bell.time == Wheel.NEVER);
        });
  }

  private static void step(Choices choices, Model model) {
    switch (choices.below(6)) {
      case 0, 1 -> {
        Bell bell = new Bell(model.clock, model.rung, model.all.size());
        model.all.add(bell);
        model.set(bell, model.clock.after(span(choices)));
        choices.note("set " + bell);
      }
      case 2 -> {
        if (!model.all.isEmpty()) {
          Bell bell = model.all.get(choices.below(model.all.size()));
          choices.note("cancel " + bell);
          bell.unset();
          model.set.remove(bell);
        }
      }
      case 3 -> {
        if (!model.all.isEmpty()) {
          Bell bell = model.all.get(choices.below(model.all.size()));
          boolean was = model.set.remove(bell);
          assertThat(bell.reset(model.clock.after(span(choices)))).isEqualTo(was);
          choices.note("reset " + bell);
          if (was) {
            model.order(bell);
          }
        }
      }
      default -> {
        long nanos = Math.min(span(choices), Wheel.NEVER / 2 - model.clock.now() / 2);
        choices.note("advance " + nanos);
        model.rung.clear();
        List<Bell> due = model.due(model.clock.now() + nanos);
        boolean late = choices.yes();
        if (late) {
          model.clock.leap(nanos);
        } else {
          model.clock.advance(nanos);
        }
        assertThat(model.rung).isEqualTo(due);
        assertThat(due).allMatch(bell -> late || bell.rang == bell.time);
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
            model.set(new Bell(model.clock, model.rung, i), model.clock.after(span(choices) >>> 1));
          }
          while (!model.set.isEmpty()) {
            assertThat(model.clock.wheel().next()).isEqualTo(model.set.getFirst().time);
            Bell first = model.set.removeFirst();
            model.clock.advance(first.time - model.clock.now());
            model.set.removeIf(bell -> bell.time == first.time);
          }
        });
  }

  @Test
  void aCancelledAlarmCostsOneLookAtItsTimeAndNoMore() {
    Bell first = new Bell(clock, rung, 1);
    first.set(1_000_000);
    new Bell(clock, rung, 2).set(2_000_000_000);
    first.unset();
    assertThat(clock.wheel().next()).isEqualTo(1_000_000);
    clock.advance(1_000_000);
    assertThat(clock.wheel().next()).isEqualTo(2_000_000_000);
  }

  @Test
  void aSlotOfManyIsTakenApartInPiecesThatOthersComeBetween() {
    int count = 10_000;
    long first = 1L << 40;
    List<Bell> bells = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Bell bell = new Bell(clock, rung, i);
      bells.add(bell);
      bell.set(first + (i * 7_919L % count));
    }
    Wheel wheel = clock.wheel();
    assertThat(wheel.poll(first)).isNull();
    assertThat(wheel.next()).as("not done yet").isLessThanOrEqualTo(first);
    bells.stream().filter(bell -> bell.number % 2 == 1).forEach(Alarm::unset);
    Bell soon = new Bell(clock, rung, count);
    soon.set(first + 3);
    clock.advance(first + 3);
    assertThat(rung.getFirst()).isSameAs(bells.getFirst());
    assertThat(rung).contains(soon);
    clock.advance(count);
    assertThat(wheel.count()).isZero();
    assertThat(rung).hasSize(count / 2 + 1).allMatch(bell -> bell.number % 2 == 0);
    assertThat(rung).isSortedAccordingTo(Comparator.comparingLong(bell -> bell.time));
    assertThat(rung).allMatch(bell -> bell.rang == bell.time);
  }

  @Test
  void anAlarmIsSetOnceAtATime() {
    Bell bell = new Bell(clock, rung, 1);
    bell.set(5);
    assertThatThrownBy(() -> bell.set(6)).isInstanceOf(IllegalStateException.class);
    clock.advance(5);
    bell.set(7);
    clock.advance(2);
    assertThat(rung).containsExactly(bell, bell);
  }

  @Test
  void theEndOfTimeNeverComes() {
    assertThat(clock.after(Long.MAX_VALUE)).isEqualTo(Wheel.NEVER);
    clock.advance(5);
    assertThat(clock.after(Long.MAX_VALUE)).isEqualTo(Wheel.NEVER);
    assertThat(clock.after(Long.MAX_VALUE - 6)).isEqualTo(Long.MAX_VALUE - 1);
    Bell bell = new Bell(clock, rung, 1);
    bell.set(Wheel.NEVER);
    assertThat(clock.wheel().next()).isEqualTo(Wheel.NEVER);
    bell.unset();
    assertThat(clock.count()).isZero();
  }
}
