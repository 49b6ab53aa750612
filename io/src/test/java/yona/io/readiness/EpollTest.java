package yona.io.readiness;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

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
}
