package yona.redis.observation;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import yona.redis.connection.ReplyObserver;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;

/**
 * Counts what becomes of the commands of one name: 4 KiB. Mostly by one thread at a time, that
 * which reads from the connection; so there is one counter of each kind. It is the observer of
 * commands of which nothing else is to be known, so that none has to be made for each command.
 */
final class CommandCounters implements ReplyObserver {

  private final String name;
  private final AtomicLongArray latencies = new AtomicLongArray(Latencies.BUCKETS);
  private final AtomicLong most = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong timedOut = new AtomicLong();
  private final AtomicLong withoutReply = new AtomicLong();

  /** Whether the connection may have another database afterwards. */
  private final boolean changesDatabase;

  CommandCounters(String name) {
    this.name = name;
    this.changesDatabase = name.equals("SELECT") || name.equals("RESET");
  }

  boolean changesDatabase() {
    return changesDatabase;
  }

  String name() {
    return name;
  }

  @Override
  public void replied(RespValue reply, long nanos) {
    replied(nanos, 1);
    if (reply instanceof ErrorValue) {
      refused();
    }
  }

  /** Some commands had their replies after the same time. */
  void replied(long nanos, int count) {
    latencies.getAndAdd(Latencies.bucket(nanos), count);
    if (nanos > most.getPlain()) {
      most.accumulateAndGet(nanos, Math::max);
    }
  }

  /** A reply that was counted is an error. */
  void refused() {
    refused.getAndIncrement();
  }

  @Override
  public void withoutReply() {
    withoutReply.getAndIncrement();
  }

  @Override
  public void failed(UnansweredException reason) {
    (reason.timedOut() ? timedOut : lost).getAndIncrement();
  }

  CommandStatistics statistics() {
    long[] counts = new long[Latencies.BUCKETS];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = latencies.get(i);
    }
    Latencies now = new Latencies(counts, most.get());
    long unanswered = lost.get();
    long late = timedOut.get();
    long calls = now.count() + unanswered + late + withoutReply.get();
    return new CommandStatistics(name, calls, refused.get(), unanswered, late, now);
  }
}
