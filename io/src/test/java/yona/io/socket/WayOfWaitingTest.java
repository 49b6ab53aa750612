package yona.io.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.io.Running.program;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import yona.async.Async;
import yona.async.Future;

/**
 * The build runs the tests of sockets on three ways of waiting. Which one it means to be on, each
 * run is told; this looks whether it is.
 */
@EnabledIfSystemProperty(named = "yona.test.way", matches = ".+")
class WayOfWaitingTest {

  private static boolean runs(String thread) {
    Set<String> names =
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .collect(Collectors.toSet());
    return names.stream().anyMatch(name -> name.startsWith(thread));
  }

  @Test
  void theseTestsRunOnTheWayThatTheBuildNames() throws Exception {
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(0);
              UdpSocket other = UdpSocket.bind(0)) {
            Future<Datagram> waiting = Async.future(other::receive);
            one.send(new byte[1], other.address());
            assertThat(waiting.value().bytes()).hasSize(1);
          }
          boolean carriers = runs("yona-carrier-");
          boolean selector = runs("yona-selector");
          String way =
              carriers
                  ? selector ? "carriers and selector" : "carriers and epoll"
                  : selector ? "selector" : "epoll";
          assertThat(way.replace(' ', '-')).isEqualTo(System.getProperty("yona.test.way"));
          return null;
        });
  }
}
