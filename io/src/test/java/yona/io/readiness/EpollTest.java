package yona.io.readiness;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import yona.testrun.TestLimit;

class EpollTest {

  /**
   * One of the others has its number: the JDK closes a channel by itself when it cannot connect.
   */
  @Test
  void theWatchOfAChannelThatWasClosedBeforeEndsNoOtherWatch() throws Exception {
    Pipe closed = Pipe.open();
    Readiness first = Readiness.of(closed.source());
    closed.source().close();
    closed.sink().close();
    List<Pipe> others = new ArrayList<>();
    List<Readiness> watches = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Pipe other = Pipe.open();
      others.add(other);
      watches.add(Readiness.of(other.source()));
    }
    first.close();
    CountDownLatch told = new CountDownLatch(others.size());
    for (Readiness each : watches) {
      each.notReadable(each.seen());
      assertThat(each.onReadable(told::countDown)).isTrue();
    }
    for (Pipe each : others) {
      each.sink().write(ByteBuffer.allocate(1));
    }
    boolean all = told.await(TestLimit.ofWait().toNanos(), NANOSECONDS);
    assertThat(all).as("all are told").isTrue();
    for (int i = 0; i < others.size(); i++) {
      watches.get(i).close();
      others.get(i).source().close();
      others.get(i).sink().close();
    }
  }

  /**
   * The system has said that a channel is ended, but its watcher has not told it yet when the
   * channel is closed and another gets its number.
   */
  @Test
  void theEndOfAChannelIsNotToldToAnotherThatGotItsNumber() throws Exception {
    Epoll epoll = new Epoll();
    Successors successors = new Successors(epoll);
    epoll.poll(0);
    assertThat(successors.watches).hasSize(20).noneMatch(Readiness::isBroken);
    epoll.poll(0);
    assertThat(successors.watches).as("at the next poll").noneMatch(Readiness::isBroken);
    successors.end();
    epoll.poll(0);
    assertThat(successors.watches).as("ended themselves").allMatch(Readiness::isBroken);
    successors.close();
  }

  @Test
  void aChannelThatEndsBeforeTheEndOfTheOneBeforeIsToldIsTold() throws Exception {
    Epoll epoll = new Epoll();
    Successors successors = new Successors(epoll);
    successors.endAtOnce = true;
    epoll.poll(0);
    epoll.poll(0);
    assertThat(successors.watches).hasSize(20).allMatch(Readiness::isBroken);
    successors.close();
  }

  /** Channels that are opened, and watched, between the poll of an end and the news of it. */
  private static final class Successors {
    final List<Readiness> watches = new ArrayList<>();
    boolean endAtOnce;
    private final Epoll epoll;
    private final List<Pipe> pipes = new ArrayList<>();

    Successors(Epoll epoll) throws IOException {
      this.epoll = epoll;
      Pipe first = Pipe.open();
      Pipe ended = Pipe.open();
      Readiness watchOfFirst = watch(first);
      Readiness watchOfEnded = watch(ended);
      watchOfFirst.notReadable(watchOfFirst.seen());
      boolean waits =
          watchOfFirst.onReadable(
              () -> {
                watchOfEnded.close();
                try {
                  ended.source().close();
                  for (int i = 0; i < 20; i++) {
                    watches.add(watch(Pipe.open()));
                  }
                  if (endAtOnce) {
                    end();
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertThat(waits).isTrue();
      // The system tells of them in this order.
      first.sink().write(ByteBuffer.allocate(1));
      ended.sink().close();
    }

    private Readiness watch(Pipe pipe) throws IOException {
      pipes.add(pipe);
      pipe.source().configureBlocking(false);
      return epoll.add(pipe.source());
    }

    void end() throws IOException {
      for (Pipe each : pipes) {
        each.sink().close();
      }
    }

    void close() throws IOException {
      end();
      for (Pipe each : pipes) {
        each.source().close();
      }
    }
  }
}
