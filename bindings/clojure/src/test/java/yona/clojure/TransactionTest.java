package yona.clojure;

import org.junit.jupiter.api.Tag;

/** Transactions of the Redis client. */
@Tag("processes")
class TransactionTest extends ClojureTests {
  TransactionTest() {
    super("yona.redis.transaction-test");
  }
}
