package yona.redis.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A real cluster redirects, moves slots and survives the end of a master. One for all tests. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("processes")
class TestClusterTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCluster.start(3, 1);
  }

  @AfterAll
  static void close() throws IOException {
    cluster.close();
  }

  @Test
  @Order(1)
  void allNodesKnowAllSlotsAndEachOther() throws Exception {
    assertThat(cluster.nodes()).hasSize(6);
    assertThat(cluster.uris()).hasSize(6).allMatch(uri -> uri.startsWith("redis://127.0.0.1:"));
    for (TestServer node : cluster.nodes()) {
      assertThat(node.fields("CLUSTER", "INFO"))
          .containsEntry("cluster_state", "ok")
          .containsEntry("cluster_slots_ok", "16384")
          .containsEntry("cluster_known_nodes", "6")
          .containsEntry("cluster_size", "3");
    }
    assertThat(cluster.master(0)).isSameAs(cluster.node(0));
    assertThat(cluster.master(5_461)).isSameAs(cluster.node(1));
    assertThat(cluster.master(16_383)).isSameAs(cluster.node(2));
    assertThat(cluster.slot("foo")).isEqualTo(12_182);
  }

  @Test
  @Order(2)
  void aNodeSaysWhereAKeyIs() throws Exception {
    TestServer right = cluster.masterOf("foo");
    assertThat(right.askReplicated(1, "SET", "foo", "bar")).isEqualTo("OK");
    for (TestServer node : cluster.nodes()) {
      if (node != right) {
        assertThatThrownBy(() -> node.ask("GET", "foo"))
            .hasMessage("MOVED 12182 127.0.0.1:" + right.port());
      }
    }
    // Its replica answers who has said that this will do.
    TestServer replica = cluster.node(cluster.nodes().indexOf(right) + 3);
    try (RespSocket connection = replica.connect()) {
      assertThat(connection.text("READONLY")).isEqualTo("OK");
      assertThat(connection.text("GET", "foo")).isEqualTo("bar");
    }
  }

  @Test
  @Order(3)
  void aSlotMovesInSteps() throws Exception {
    List<String> keys = List.of("{moved}a", "{moved}b", "{moved}c");
    int slot = cluster.slot("moved");
    TestServer from = cluster.master(slot);
    TestServer to = cluster.master((slot + 8_192) % TestCluster.SLOTS);
    assertThat(to).isNotSameAs(from);
    for (String key : keys) {
      assertThat(from.ask("SET", key, key)).isEqualTo("OK");
    }
    TestCluster.Move move = cluster.move(slot, to);
    assertThat(from.ask("GET", "{moved}a")).isEqualTo("{moved}a");
    assertThatThrownBy(() -> from.ask("GET", "{moved}none"))
        .hasMessage("ASK " + slot + " 127.0.0.1:" + to.port());
    move.key("{moved}a");
    assertThatThrownBy(() -> from.ask("GET", "{moved}a")).hasMessageStartingWith("ASK ");
    assertThatThrownBy(() -> from.ask("MGET", "{moved}a", "{moved}b"))
        .hasMessageStartingWith("TRYAGAIN ");
    assertThatThrownBy(() -> to.ask("GET", "{moved}a")).hasMessageStartingWith("MOVED ");
    try (RespSocket connection = to.connect()) {
      assertThat(connection.text("ASKING")).isEqualTo("OK");
      assertThat(connection.text("GET", "{moved}a")).isEqualTo("{moved}a");
    }
    assertThatThrownBy(() -> move.key("{moved}none")).hasMessageContaining("no key {moved}none");
    move.finish();
    assertThat(cluster.master(slot)).isSameAs(to);
    assertThat(to.ask("MGET", keys.get(0), keys.get(1), keys.get(2)))
        .isEqualTo(String.join("\n", keys));
    assertThatThrownBy(() -> from.ask("GET", "{moved}a"))
        .hasMessage("MOVED " + slot + " 127.0.0.1:" + to.port());
  }

  @Test
  @Order(4)
  void aReplicaTakesThePlaceOfItsMaster() throws Exception {
    TestServer replica = cluster.node(3);
    cluster.failover(replica);
    cluster.awaitOk();
    assertThat(cluster.master(0)).isSameAs(replica);
  }

  @Test
  @Order(5)
  void aClusterSurvivesTheEndOfAMaster() throws Exception {
    TestServer master = cluster.node(1);
    TestServer replica = cluster.node(4);
    String key = name(master);
    assertThat(master.askReplicated(1, "SET", key, "kept")).isEqualTo("OK");
    master.kill();
    cluster.awaitMaster(replica);
    cluster.awaitOk();
    assertThat(replica.ask("GET", key)).isEqualTo("kept");
    // Which comes back as a replica of its successor.
    master.restart();
    master.awaitCopy();
    assertThat(cluster.id(master)).isEqualTo(master.ask("CLUSTER", "MYID"));
    assertThatThrownBy(() -> master.ask("GET", key))
        .hasMessageStartingWith("MOVED ")
        .hasMessageEndingWith(" 127.0.0.1:" + replica.port());
    try (RespSocket connection = master.connect()) {
      assertThat(connection.text("READONLY")).isEqualTo("OK");
      assertThat(connection.text("GET", key)).isEqualTo("kept");
    }
  }

  /** Of a key that a node serves. */
  private static String name(TestServer node) throws IOException {
    for (int i = 0; ; i++) {
      if (cluster.masterOf("name" + i) == node) {
        return "name" + i;
      }
    }
  }
}
