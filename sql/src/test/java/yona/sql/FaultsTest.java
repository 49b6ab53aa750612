package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.property.Effort;
import yona.testrun.network.FaultProxy;

/** Connections to a server that are cut, and transactions that meet or are cancelled. */
@Tag("processes")
class FaultsTest {

  /** A connection that is cut while it is made is tried again for so long. */
  private static final Options OPTIONS =
      Options.DEFAULT.withPoolSize(1).withAcquireTimeout(Duration.ofMillis(250));

  /**
   * From one byte at which a connection is cut to the next; a conversation takes 250 ms. {@code
   * ./check long} cuts at each.
   */
  private static final int STRIDE = Effort.of(1) > 1 ? 1 : 13;

  /** The same while the connection is made. */
  private static final int HANDSHAKE_STRIDE = 10 * STRIDE;

  /** Says where the first cut is, so that all bytes have their turn; errors tell the place. */
  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());

  /** What a program was told of its additions to a counter. */
  private static final class Told {
    private long done;
    private long maybe;
    private boolean failed;

    /** The bytes that had gone each way when the connection was made. */
    private long handshakeToServer;

    private long handshakeToClient;
  }

  @Test
  void whatAProgramWasToldIsSoWhereverItsConnectionIsCut() throws Exception {
    Running.program(
        () ->
            Products.POSTGRESQL.with(
                Options.DEFAULT,
                observer -> {
                  observer.execute("create table counter (n bigint)");
                  observer.execute("insert into counter values (0)");
                  int port = port();
                  long toServer;
                  long toClient;
                  Told whole;
                  try (FaultProxy proxy = FaultProxy.to(port)) {
                    whole = conversation(proxy, observer);
                    assertThat(whole.failed).isFalse();
                    assertThat(whole.done).isEqualTo(6);
                    toServer = proxy.toServer().passed();
                    toClient = proxy.toClient().passed();
                  }
                  for (long bytes : cuts(whole.handshakeToServer, toServer)) {
                    cutConversation("to the server", FaultProxy::toServer, bytes, observer);
                  }
                  for (long bytes : cuts(whole.handshakeToClient, toClient)) {
                    cutConversation("to the client", FaultProxy::toClient, bytes, observer);
                  }
                  return true;
                }));
  }

  private static void cutConversation(
      String way,
      Function<FaultProxy, FaultProxy.Direction> direction,
      long bytes,
      Database observer)
      throws IOException {
    try (FaultProxy proxy = FaultProxy.to(port())) {
      direction.apply(proxy).cutAfter(bytes);
      conversation(proxy, observer);
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError("the way " + way + " is cut after " + bytes + " bytes", failure);
    }
  }

  private static int port() throws IOException {
    return Products.server().port();
  }

  /** Some of the bytes of the handshake, and more of what comes after it. */
  private static List<Long> cuts(long handshake, long all) {
    List<Long> cuts = new ArrayList<>();
    long first = Math.floorMod(SEED, HANDSHAKE_STRIDE);
    for (long bytes = first; bytes < Math.min(handshake, all); bytes += HANDSHAKE_STRIDE) {
      cuts.add(bytes);
    }
    for (long bytes = handshake + first % STRIDE; bytes < all; bytes += STRIDE) {
      cuts.add(bytes);
    }
    return cuts;
  }

  /** Adds to the counter: by a statement, in a transaction, by a batch; and reads it. */
  private static Told conversation(FaultProxy proxy, Database observer) throws IOException {
    Told told = new Told();
    observer.execute("update counter set n = 0");
    String uri = Products.server().uri().replace(":" + port() + "/", ":" + proxy.port() + "/");
    String add = "update counter set n = n + ?";
    try (Database database = Database.connect(uri, OPTIONS)) {
      // A second connection would be cut at another byte.
      proxy.refuse();
      told.handshakeToServer = proxy.toServer().passed();
      told.handshakeToClient = proxy.toClient().passed();
      long before = told.done;
      told.maybe = 1;
      assertThat(database.execute(add, 1)).isEqualTo(1);
      told.done++;
      told.maybe = 0;
      addInTransaction(
          told,
          3,
          () ->
              database.transaction(
                  tx -> {
                    tx.execute(add, 1);
                    return tx.transaction(inside -> inside.execute(add, 2));
                  }));
      addInTransaction(told, 2, () -> database.batch(add, List.of(List.of(1), List.of(1))));
      assertThat(database.query("select n from counter").get(0).get(0))
          .isEqualTo(before + told.done);
    } catch (SqlException error) {
      told.failed = true;
    }
    // The server may still be at it; the update waits for the lock of the row.
    observer.execute("update counter set n = n");
    assertThat((Long) observer.query("select n from counter").get(0).get(0))
        .isBetween(told.done, told.done + told.maybe);
    return told;
  }

  private static void addInTransaction(Told told, long sum, Runnable adding) {
    try {
      adding.run();
    } catch (CommitUnknownException unknown) {
      told.maybe = sum;
      throw unknown;
    }
    told.done += sum;
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionThatIsCancelledAnywhereHasAnEffectAsAWholeOrNone(Products product)
      throws Exception {
    Random random = new Random(5);
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  database.execute("create table t (round integer, step integer)");
                  int undone = 0;
                  for (int i = 0; i < 60; i++) {
                    int round = i;
                    int stop = random.nextInt(4);
                    Promise<Boolean> reached = new Promise<>();
                    Promise<Boolean> ended = new Promise<>();
                    AtomicBoolean committed = new AtomicBoolean();
                    Future<Boolean> transaction =
                        Async.future(
                            () -> {
                              try {
                                database.transaction(tx -> insertSteps(tx, round, stop, reached));
                                committed.set(true);
                                return true;
                              } finally {
                                ended.complete(true);
                              }
                            });
                    assertThat(reached.value()).isTrue();
                    for (int yields = random.nextInt(20); yields > 0; yields--) {
                      Async.yield();
                    }
                    transaction.cancel();
                    assertThat(ended.value()).isTrue();
                    undone += committed.get() ? 0 : 1;
                    assertThat(database.query("select step from t where round = ?", round))
                        .hasSize(committed.get() ? 4 : 0);
                  }
                  assertThat(undone).isPositive();
                  while (database.freeConnections() != Options.DEFAULT.poolSize()) {
                    Async.yield();
                  }
                  return true;
                }));
  }

  private static boolean insertSteps(
      Transaction tx, int round, int stop, Promise<Boolean> reached) {
    for (int step = 0; step < 4; step++) {
      if (step == stop) {
        reached.complete(true);
        if (round % 3 == 0) {
          throw Async.never();
        }
      }
      tx.execute("insert into t values (?, ?)", round, step);
    }
    return true;
  }

  @Test
  void ofTransactionsThatWaitForEachOtherOneIsToldAndMayBeRepeated() throws Exception {
    Running.program(
        () ->
            Products.POSTGRESQL.with(
                Options.DEFAULT,
                database -> {
                  database.execute("create table t (id integer primary key, n integer)");
                  database.execute("insert into t values (1, 0), (2, 0)");
                  for (int retries : new int[] {0, 20}) {
                    AtomicInteger holding = new AtomicInteger();
                    Promise<Boolean> both = new Promise<>();
                    List<Future<Boolean>> all = new ArrayList<>();
                    for (int first = 1; first <= 2; first++) {
                      int own = first;
                      all.add(
                          Async.future(
                              () ->
                                  database.transaction(
                                      TransactionOptions.DEFAULT.withRetries(retries),
                                      tx -> {
                                        tx.execute("update t set n = n + 1 where id = ?", own);
                                        if (holding.incrementAndGet() == 2) {
                                          both.complete(true);
                                        }
                                        both.value();
                                        tx.execute("update t set n = n + 1 where id = ?", 3 - own);
                                        return true;
                                      })));
                    }
                    int failed = 0;
                    for (Future<Boolean> each : all) {
                      try {
                        assertThat(each.value()).isTrue();
                      } catch (SqlException deadlock) {
                        assertThat(deadlock.state()).isEqualTo("40P01");
                        failed++;
                      }
                    }
                    assertThat(failed).isEqualTo(retries == 0 ? 1 : 0);
                  }
                  assertThat(database.query("select n from t order by id"))
                      .extracting(row -> row.get(0))
                      .containsExactly(3L, 3L);
                  return true;
                }));
  }

  @Test
  void aServerThatIsOutOfReachForAWhileIsUsedAgain() throws Exception {
    Running.program(
        () ->
            Products.POSTGRESQL.with(
                Options.DEFAULT,
                observer -> {
                  observer.execute("create table t (id integer)");
                  try (FaultProxy proxy = FaultProxy.to(port())) {
                    String uri =
                        Products.server()
                            .uri()
                            .replace(":" + port() + "/", ":" + proxy.port() + "/");
                    Options options = Options.DEFAULT.withAcquireTimeout(Duration.ofMillis(500));
                    try (Database database = Database.connect(uri, options)) {
                      for (int round = 0; round < 3; round++) {
                        assertThat(database.query("select 1 as one")).hasSize(1);
                        proxy.refuse();
                        proxy.reset();
                        assertThatThrownBy(() -> database.query("select 1 as one"))
                            .isInstanceOf(SqlException.class);
                        proxy.admit();
                      }
                      assertThat(database.query("select 1 as one")).hasSize(1);
                      while (database.freeConnections() != Options.DEFAULT.poolSize()) {
                        Async.yield();
                      }
                    }
                  }
                  return true;
                }));
  }
}
