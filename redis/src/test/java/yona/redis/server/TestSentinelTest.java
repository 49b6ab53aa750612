package yona.redis.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real sentinels watch a real master, and find another one. */
@Tag("processes")
class TestSentinelTest {

  @Test
  void sentinelsFindAnotherMaster() throws Exception {
    try (TestSentinel group = TestSentinel.start()) {
      assertThat(group.sentinels()).hasSize(3);
      TestServer first = group.servers().get(0);
      TestServer second = group.servers().get(1);
      assertThat(group.master()).isSameAs(first);
      assertThat(first.askReplicated(1, "SET", "name", "value")).isEqualTo("OK");

      // Because somebody asks for it.
      group.failover();
      assertThat(group.master()).isSameAs(second);
      assertThat(second.ask("GET", "name")).isEqualTo("value");
      Until.so(
          "the first one copies the second one",
          () -> {
            var replication = first.fields("INFO", "replication");
            return "slave".equals(replication.get("role"))
                && "up".equals(replication.get("master_link_status"));
          });

      // Because the master is gone.
      assertThat(second.askReplicated(1, "SET", "name", "other")).isEqualTo("OK");
      second.kill();
      group.awaitOtherMaster(second);
      assertThat(group.master()).isSameAs(first);
      assertThat(first.ask("GET", "name")).isEqualTo("other");
    }
  }

  @Test
  void aFailoverThatASentinelGivesUpIsAskedForAgain() throws Exception {
    try (TestSentinel group = TestSentinel.start()) {
      TestServer replica = group.servers().get(1);
      // It cannot be promoted, and is no worse a choice for that: one that stands still might be.
      replica.ask("ACL", "SETUSER", "default", "-slaveof", "-replicaof");
      CompletableFuture<?> failover =
          CompletableFuture.runAsync(
              () -> {
                try {
                  group.failover();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      group.awaitFailover(true);
      group.awaitFailover(false);
      assertThat(failover).isNotDone();
      replica.ask("ACL", "SETUSER", "default", "+slaveof", "+replicaof");
      failover.join();
      assertThat(group.master()).isSameAs(replica);
    }
  }
}
