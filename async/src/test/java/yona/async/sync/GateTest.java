package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.Group;
import yona.async.Listener;
import yona.async.Running;
import yona.async.Source;

class GateTest {

  @Test
  void opensWithTheLastPassAndForEver() throws Exception {
    Running.program(
        () -> {
          Gate gate = new Gate(3);
          List<Future<Gate>> waiting = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            waiting.add(Async.future(gate::await));
          }
          for (int i = 3; i > 0; i--) {
            assertThat(gate.remaining()).isEqualTo(i);
            assertThat(gate.isOpen()).isFalse();
            assertThat(gate.poll()).isNull();
            gate.pass();
          }
          for (Future<Gate> each : waiting) {
            assertThat(each.value()).isSameAs(gate);
          }
          gate.pass();
          assertThat(gate.remaining()).isZero();
          assertThat(gate.await()).isSameAs(gate);
          assertThat(gate.poll()).isSameAs(gate);
          return null;
        });
  }

  @Test
  void aGateOfNothingIsOpenAndOneOfLessIsRefused() {
    assertThat(new Gate(0).isOpen()).isTrue();
    assertThatThrownBy(() -> new Gate(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void listenersAreToldInOrderAndMayUseTheGate() throws Exception {
    Running.reporting(
        () -> {
          Gate gate = new Gate(1);
          List<Integer> order = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            int number = i;
            gate.onComplete(
                open -> {
                  order.add(number);
                  if (number == 1) {
                    throw new IllegalStateException("from the listener");
                  }
                  gate.onComplete(again -> order.add(number + 10));
                  return number != 2;
                });
          }
          Listener<Gate> dropped = open -> order.add(99);
          gate.onComplete(dropped);
          gate.dropListener(dropped);
          gate.pass();
          assertThat(order).containsExactly(0, 10, 1, 2, 12, 3, 13);
          assertThat(gate.waiting()).isZero();
          return null;
        });
    assertThat(Running.REPORTED)
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessage("from the listener"));
  }

  @Test
  void canBeRacedAlsoWithItself() throws Exception {
    Running.program(
        () -> {
          Gate one = new Gate(1);
          Gate other = new Gate(1);
          Future<Gate> race = Async.future(() -> Source.race(one, other, one).await());
          while (one.waiting() < 2) {
            Async.yield();
          }
          other.pass();
          assertThat(race.value()).isSameAs(other);
          assertThat(one.waiting()).isZero();
          one.pass();
          assertThat(Source.race(one, other).await()).isSameAs(one);
          return null;
        });
  }

  @Test
  void cancelledWaitsLeaveIt() throws Exception {
    Running.program(
        () -> {
          Gate gate = new Gate(1);
          Future<Gate> waiting = Async.future(gate::await);
          while (gate.waiting() == 0) {
            Async.yield();
          }
          waiting.cancel();
          while (gate.waiting() > 0) {
            Async.yield();
          }
          return null;
        });
  }

  @Test
  void whatHappenedBeforeTheLastPassIsSeenBehindTheGate() throws Exception {
    for (int round = 0; round < 200; round++) {
      Running.program(
          () -> {
            Gate gate = new Gate(4);
            int[] work = new int[4];
            try (var group = new Group<RuntimeException>()) {
              for (int i = 0; i < 4; i++) {
                int number = i;
                group.fork(
                    () -> {
                      Async.yield();
                      work[number] = 1;
                      gate.pass();
                      return null;
                    });
              }
              gate.await();
              assertThat(work).containsExactly(1, 1, 1, 1);
              group.join();
            }
            return null;
          });
    }
  }
}
