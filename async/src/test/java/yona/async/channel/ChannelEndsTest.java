package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Names;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Running;
import yona.async.Source;

/**
 * The ends of a channel: {@code asReadable}, {@code asSendable} and {@code asCloseable} give the
 * same channel by a type that offers one end alone. No object stands in between, so that an end
 * costs nothing and is called what the channel is called.
 */
class ChannelEndsTest {

  private static final List<Class<?>> ENDS =
      List.of(ReadableChannel.class, SendableChannel.class, CloseableChannel.class);

  @Test
  void noEndOffersWhatAnotherOneIsFor() {
    for (Class<?> end : ENDS) {
      for (Class<?> other : ENDS) {
        if (end != other) {
          assertThat(operations(end)).isNotEmpty().doesNotContainAnyElementsOf(operations(other));
          assertThat(end.isAssignableFrom(other)).isFalse();
        }
      }
      assertThat(end.isAssignableFrom(Channel.class)).isTrue();
    }
  }

  private static Set<String> operations(Class<?> end) {
    return Stream.of(end.getMethods())
        .filter(method -> method.getDeclaringClass() == end)
        .map(Method::getName)
        .collect(Collectors.toSet());
  }

  @Test
  void anEndIsTheSameChannelAndIsCalledTheSame() {
    for (int capacity = -1; capacity <= 2; capacity++) {
      Channel<String> channel = Names.named("orders", Channels.of(capacity));
      for (Object end :
          List.of(channel.asReadable(), channel.asSendable(), channel.asCloseable())) {
        assertThat(end).isSameAs(channel);
        assertThat(Names.label(end)).isEqualTo(channel.getClass().getSimpleName() + " \"orders\"");
        assertThat(end).hasToString(channel.toString());
      }
      assertThat(channel.asReadable().canRead().toString()).isEqualTo("read from " + channel);
      assertThat(channel.asSendable().canSend("a").toString()).isEqualTo("send to " + channel);
      assertThat(channel.asReadable().asReadable()).isSameAs(channel);
      assertThat(channel.asSendable().asSendable()).isSameAs(channel);
      assertThat(channel.asCloseable().asCloseable()).isSameAs(channel);
    }
  }

  @Test
  void whatIsSentAtOneEndIsReadAtTheOther() throws Exception {
    for (int capacity = -1; capacity <= 2; capacity++) {
      Channel<Integer> channel = Channels.of(capacity);
      assertThat(Running.program(() -> squares(channel))).containsExactly(1, 4, 9);
    }
  }

  private static List<Integer> squares(Channel<Integer> channel) {
    SendableChannel<Integer> sendable = channel.asSendable();
    CloseableChannel closeable = channel.asCloseable();
    ReadableChannel<Integer> readable = channel.asReadable();
    return Async.blocking(
        () -> {
          Async.future(
              () -> {
                for (int n = 1; n <= 3; n++) {
                  sendable.send(n * n);
                }
                closeable.close();
                return null;
              });
          List<Integer> squares = new ArrayList<>();
          for (int square : readable) {
            squares.add(square);
          }
          assertThat(closeable.isClosed()).isTrue();
          assertThat(readable.tryRead()).isEqualTo(Read.closed());
          assertThatThrownBy(() -> sendable.trySend(16)).isInstanceOf(ChannelClosedException.class);
          return squares;
        });
  }

  @Test
  void endsAreRacedAndSelectedLikeTheChannel() throws Exception {
    Running.program(
        () -> {
          Channel<String> there = new BufferedChannel<>(1);
          Channel<String> back = new BufferedChannel<>(1);
          Promise<String> never = new Promise<>();
          ReadableChannel<String> in = there.asReadable();
          SendableChannel<String> out = back.asSendable();
          there.send("value");
          assertThat(Source.race(never.map(Result::get), in.canRead().map(Read::get)).await())
              .isEqualTo("value");
          assertThat(
                  Async.<Object, RuntimeException>select(
                      in.canRead().handle(Read::get), out.canSend("answer").handle(sent -> sent)))
              .isEqualTo(true);
          assertThat(back.take()).isEqualTo("answer");
          there.send("last");
          there.asCloseable().close();
          out.send("full");
          assertThat(
                  Async.<Object, RuntimeException>select(
                      out.canSend("too much").handle(sent -> sent), in.canRead().handle(Read::get)))
              .isEqualTo("last");
          assertThat(Channels.waitingAt(there) + Channels.waitingAt(back)).isZero();
          return null;
        });
  }
}
