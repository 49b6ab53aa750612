package yona.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Command;
import yona.redis.command.Decoder;
import yona.redis.command.ScanPage;
import yona.redis.resp.BulkString;

/**
 * All keys of a cluster, one master after the other. A slot counts as gone through if its master
 * had it from its first page to its last; the others, which have moved meanwhile or whose master
 * has failed, are gone through anew where they are then.
 */
final class ClusterScan implements Iterator<BulkString> {

  private static final String END = "0";

  private final ClusterTopology topology;
  private final ScanOptions options;
  private final Duration timeout;

  /** Since the last page. */
  private @Nullable RetryDeadline deadline;

  /** The slots that have been gone through. */
  private final BitSet done = new BitSet(HashSlot.COUNT);

  /** Those that are gone through now, at one node; null between two. */
  private @Nullable BitSet going;

  private @Nullable ClusterNode node;
  private String cursor = END;
  private Iterator<BulkString> page = List.<BulkString>of().iterator();

  ClusterScan(ClusterTopology topology, ScanOptions options, Duration timeout) {
    this.topology = topology;
    this.options = options;
    this.timeout = timeout;
  }

  /** Whether there is more. Suspends while another page is fetched. */
  @Override
  public boolean hasNext() {
    while (!page.hasNext()) {
      if (node == null && !begin()) {
        return false;
      }
      try {
        fetch();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return true;
  }

  /** Begins with the master of the first slot that is left; false if none is. */
  private boolean begin() {
    int slot = done.nextClearBit(0);
    if (slot >= HashSlot.COUNT) {
      return false;
    }
    ClusterNode master = topology.master(slot);
    if (master == null) {
      throw new UncheckedIOException(new IOException("no node of the cluster serves slot " + slot));
    }
    node = master;
    going = of(master);
    going.andNot(done);
    cursor = END;
    return true;
  }

  private BitSet of(ClusterNode master) {
    BitSet slots = new BitSet(HashSlot.COUNT);
    for (int slot = 0; slot < HashSlot.COUNT; slot++) {
      if (topology.master(slot) == master) {
        slots.set(slot);
      }
    }
    return slots;
  }

  private void fetch() throws IOException {
    ClusterNode from = node;
    BitSet slots = going;
    if (from == null || slots == null) {
      return;
    }
    Command command = Scan.command("SCAN", List.of(), cursor, options);
    ScanPage<BulkString> fetched;
    try {
      fetched =
          Decoder.page(Decoder.BULK)
              .decode(
                  Redis.checked(
                      from.shared()
                          .useSoon(SharedConnection.SOON, connection -> connection.call(command))));
    } catch (IOException away) {
      // The cursor means nothing to the next master: its slots are gone through from the beginning.
      node = null;
      boolean _ = topology.refresh().value();
      deadline = deadline == null ? new RetryDeadline(timeout) : deadline;
      if (topology.isClosed() || !deadline.again()) {
        throw away;
      }
      return;
    }
    deadline = null;
    List<BulkString> wanted = new ArrayList<>();
    for (BulkString key : fetched.elements()) {
      if (slots.get(HashSlot.of(key))) {
        wanted.add(key);
      }
    }
    page = wanted.iterator();
    cursor = fetched.cursor();
    if (cursor.equals(END)) {
      node = null;
      boolean _ = topology.refresh().value();
      slots.and(of(from));
      done.or(slots);
    }
  }

  @Override
  public BulkString next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the scan has ended");
    }
    return page.next();
  }
}
