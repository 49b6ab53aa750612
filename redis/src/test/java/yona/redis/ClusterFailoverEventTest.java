package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.redis.Running.program;

import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;

/** What a recording sees when a replica of a cluster takes the place of its master. */
class ClusterFailoverEventTest {

  @TempDir Path folder;

  @Test
  void aReplicaThatTakesThePlaceOfItsMasterIsSeenOnce() throws Exception {
    int[] ports = new int[2];
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("yona.RedisFailover");
      recording.start();
      program(
          () -> {
            play(ports);
            return null;
          });
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> failovers =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("yona.RedisFailover"))
            .toList();
    assertThat(failovers).hasSize(1);
    assertThat(failovers.getFirst().getString("from")).isEqualTo("127.0.0.1:" + ports[0]);
    assertThat(failovers.getFirst().getString("to")).isEqualTo("127.0.0.1:" + ports[1]);
  }

  private static void play(int[] ports) throws Exception {
    try (FakeNodes nodes = new FakeNodes()) {
      ports[0] = nodes.first.port();
      ports[1] = nodes.second.port();
      nodes.secondCopies = true;
      RedisOptions options = RedisOptions.DEFAULT.withCluster(true);
      try (Redis redis = Redis.connect(nodes.uri(), options)) {
        redis.set("foo", "1");
        assertThat(redis.statistics().cluster().failovers()).isZero();
        nodes.secondCopies = false;
        nodes.secondReplaces = true;
        nodes.first.answer = _ -> "-MOVED 12182 127.0.0.1:" + ports[1] + "\r\n";
        redis.set("foo", "2");
        while (redis.statistics().cluster().failovers() == 0) {
          Async.yield();
        }
        // The same is said again, which is nothing new.
        long refreshes = redis.statistics().cluster().refreshes();
        nodes.second.answer = _ -> "-MOVED 12182 127.0.0.1:" + ports[0] + "\r\n";
        nodes.first.answer = _ -> "+OK\r\n";
        redis.set("foo", "3");
        while (redis.statistics().cluster().refreshes() == refreshes) {
          Async.yield();
        }
      }
    }
  }
}
