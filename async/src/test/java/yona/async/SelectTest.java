package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;
import yona.async.channel.UnboundedChannel;

class SelectTest {

  @Test
  void theHandlerOfTheCaseThatIsReadyRunsOnTheFiberThatSelects() throws Exception {
    String chosen =
        Running.program(
            () -> {
              Promise<String> never = new Promise<>();
              Promise<String> done = new Promise<>();
              done.complete("done");
              Fiber here = Fiber.current();
              return Async.select(
                  never.handle(result -> "never"),
                  done.handle(
                      result -> {
                        assertThat(Fiber.current()).isSameAs(here);
                        return result.get();
                      }));
            });
    assertThat(chosen).isEqualTo("done");
  }

  @Test
  void aSelectWaitsUntilACaseIsReadyAndLeavesTheOthers() throws Exception {
    Running.program(
        () -> {
          Channel<Integer> numbers = new SyncChannel<>();
          Channel<String> texts = new SyncChannel<>();
          Future<String> chosen =
              Starting.future(
                  () ->
                      Async.select(
                          numbers.canRead().handle(read -> "number " + read.get()),
                          texts.canRead().handle(read -> "text " + read.get())));
          texts.send("a");
          assertThat(chosen.value()).isEqualTo("text a");
          assertThat(numbers.trySend(1)).isFalse();
          return null;
        });
  }

  @Test
  void ofSeveralReadyCasesEachIsTaken() {
    int[] taken = new int[3];
    for (int i = 0; i < 3_000; i++) {
      Promise<Integer> one = new Promise<>();
      one.complete(0);
      int index =
          Async.select(one.handle(result -> 0), one.handle(result -> 1), one.handle(result -> 2));
      taken[index]++;
    }
    // Each a thousand times on average, with a deviation of 26; ten deviations are never seen.
    assertThat(taken[0]).isBetween(740, 1_260);
    assertThat(taken[1]).isBetween(740, 1_260);
    assertThat(taken[2]).isBetween(740, 1_260);
  }

  @Test
  void aSendThatIsNotChosenSendsNothing() throws Exception {
    Running.program(
        () -> {
          Channel<Integer> out = new BufferedChannel<>(1);
          Channel<Integer> in = new UnboundedChannel<>();
          in.send(1);
          out.send(7);
          // The buffer is full, so only the read can happen.
          String chosen =
              Async.select(
                  out.canSend(8).handle(sent -> "sent"),
                  in.canRead().handle(read -> "read " + read.get()));
          assertThat(chosen).isEqualTo("read 1");
          assertThat(out.take()).isEqualTo(7);
          assertThat(out.tryRead()).isNull();
          return null;
        });
  }

  @Test
  void aSelectedSendIsTakenByAReaderThatComesLater() throws Exception {
    Running.program(
        () -> {
          Channel<Integer> out = new SyncChannel<>();
          Channel<Integer> other = new SyncChannel<>();
          Future<Boolean> sent =
              Starting.future(
                  () ->
                      Async.select(
                          out.canSend(8).handle(done -> done),
                          other.canSend(9).handle(done -> done)));
          assertThat(out.read()).isEqualTo(new Read.Value<>(8));
          assertThat(sent.value()).isTrue();
          assertThat(other.tryRead()).isNull();
          return null;
        });
  }

  @Test
  void aSelectDoesNotMeetItself() throws Exception {
    Running.program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          Future<String> both =
              Starting.future(
                  () ->
                      Async.select(
                          channel.canSend(1).handle(sent -> "sent"),
                          channel.canRead().handle(read -> "read " + read.get())));
          assertThat(both.poll()).isNull();
          channel.send(2);
          assertThat(both.value()).isEqualTo("read 2");
          return null;
        });
  }

  @Test
  void selectsThatFaceEachOtherMeetOnceInAll() throws Exception {
    Running.program(
        () -> {
          Channel<Integer> there = new SyncChannel<>();
          Channel<Integer> back = new SyncChannel<>();
          int rounds = 2_000;
          int[] sums = new int[2];
          try (var group = new Group<RuntimeException>()) {
            group.fork(
                () -> {
                  for (int i = 0; i < rounds; i++) {
                    sums[0] +=
                        Async.<Integer, RuntimeException>select(
                            there.canSend(1).handle(sent -> 1),
                            back.canRead().handle(read -> -read.get()));
                  }
                  return null;
                });
            group.fork(
                () -> {
                  for (int i = 0; i < rounds; i++) {
                    sums[1] +=
                        Async.<Integer, RuntimeException>select(
                            back.canSend(1).handle(sent -> 1),
                            there.canRead().handle(read -> -read.get()));
                  }
                  return null;
                });
            group.join();
          }
          assertThat(sums[0]).isEqualTo(-sums[1]);
          return null;
        });
  }

  @Test
  void aSelectOfNothingIsRefused() {
    assertThatThrownBy(() -> Async.select(List.<Case<Object, RuntimeException>>of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one case");
  }

  @Test
  void somethingElseIsDoneIfNothingIsReady() {
    Promise<Integer> promise = new Promise<>();
    List<Case<String, RuntimeException>> cases = List.of(promise.handle(result -> "ready"));
    assertThat(Async.<String, RuntimeException>selectOr(() -> "nothing", cases))
        .isEqualTo("nothing");
    promise.complete(1);
    assertThat(Async.<String, RuntimeException>selectOr(() -> "nothing", cases)).isEqualTo("ready");
  }

  @Test
  void aClosedChannelIsReady() throws Exception {
    Running.program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          Future<String> reading =
              Starting.future(
                  () ->
                      Async.select(channel.canRead().handle(read -> "closed " + read.isClosed())));
          channel.close();
          assertThat(reading.value()).isEqualTo("closed true");
          assertThat(
                  Async.<Boolean, RuntimeException>select(channel.canSend(1).handle(sent -> sent)))
              .isFalse();
          return null;
        });
  }

  @Test
  void aSelectThatIsCancelledLeavesAllItsSources() throws Exception {
    Running.program(
        () -> {
          Channel<Integer> left = new SyncChannel<>();
          Channel<Integer> right = new SyncChannel<>();
          Async.blocking(
              () -> {
                Future<Integer> chosen =
                    Starting.future(
                        () ->
                            Async.select(
                                left.canRead().handle(Read::get),
                                right.canRead().handle(Read::get)));
                chosen.cancel();
                return null;
              });
          assertThat(left.trySend(1)).isFalse();
          assertThat(right.trySend(1)).isFalse();
          return null;
        });
  }

  /** A source at which nobody can wait; who tries finds that something has been sent meanwhile. */
  private record Broken(Channel<Integer> channel) implements Source<Integer> {
    @Override
    public boolean poll(Listener<? super Integer> listener) {
      return false;
    }

    @Override
    public Integer poll() {
      return null;
    }

    @Override
    public void onComplete(Listener<? super Integer> listener) {
      channel.trySend(7);
      throw new IllegalStateException("broken");
    }

    @Override
    public void dropListener(Listener<? super Integer> listener) {}
  }

  @Test
  void anErrorOfOneSourceLosesNoItemOfAnother() throws Exception {
    Running.reporting(
        () -> {
          int chosen = 0;
          for (int i = 0; i < 200; i++) {
            Channel<Integer> channel = new BufferedChannel<>(1);
            try {
              int value =
                  Async.<Integer, RuntimeException>select(
                      channel.canRead().handle(Read::get),
                      new Broken(channel).handle(item -> item));
              assertThat(value).isEqualTo(7);
              chosen++;
            } catch (IllegalStateException broken) {
              assertThat(channel.take()).isEqualTo(7);
            }
          }
          assertThat(chosen).isBetween(1, 199);
          assertThat(Running.REPORTED).hasSize(chosen);
          return null;
        });
  }
}
