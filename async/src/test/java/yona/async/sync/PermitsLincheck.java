package yona.async.sync;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Listener;
import yona.property.Effort;

/**
 * Whatever threads do at the same time with what is acquired and given back, they could have done
 * one after another. Each thread asks for one thing at a time.
 */
@Tag("linearizability")
@Param(name = "thread", gen = ThreadIdGen.class)
@Param(name = "which", gen = IntGen.class, conf = "0:2")
public abstract class PermitsLincheck {

  /** One who asks, perhaps gets, and perhaps gives back. */
  private static final class Guest implements Listener<Permit> {
    private final Permits wanted;
    private @Nullable Permit permit;

    Guest(Permits wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean complete(Permit offered) {
      permit = offered;
      return true;
    }

    /** In turn: who gives back serves all who wait in one step, as far as others see it. */
    @Nullable Permit permit() {
      synchronized (wanted.pool) {
        return permit;
      }
    }
  }

  private final AtomicReferenceArray<@Nullable Guest> guests = new AtomicReferenceArray<>(8);

  PermitsLincheck() {}

  /** What is asked for, by a number from 0 to 2. */
  abstract Permits wanted(int which);

  @Operation
  public boolean tryAcquire(@Param(name = "thread") int thread, @Param(name = "which") int which) {
    if (guests.get(thread) != null) {
      return false;
    }
    Guest guest = new Guest(wanted(which));
    guest.permit = guest.wanted.tryAcquire();
    if (guest.permit == null) {
      return false;
    }
    guests.set(thread, guest);
    return true;
  }

  @Operation
  public boolean poll(@Param(name = "thread") int thread, @Param(name = "which") int which) {
    if (guests.get(thread) != null) {
      return false;
    }
    Guest guest = new Guest(wanted(which));
    if (!guest.wanted.poll(guest)) {
      return false;
    }
    guests.set(thread, guest);
    return true;
  }

  @Operation
  public boolean ask(@Param(name = "thread") int thread, @Param(name = "which") int which) {
    if (guests.get(thread) != null) {
      return false;
    }
    Guest guest = new Guest(wanted(which));
    guests.set(thread, guest);
    guest.wanted.onComplete(guest);
    return true;
  }

  @Operation
  public boolean stopAsking(@Param(name = "thread") int thread) {
    Guest guest = guests.get(thread);
    if (guest == null) {
      return false;
    }
    guest.wanted.dropListener(guest);
    if (guest.permit() != null) {
      return false;
    }
    guests.set(thread, null);
    return true;
  }

  @Operation
  public boolean has(@Param(name = "thread") int thread) {
    Guest guest = guests.get(thread);
    return guest != null && guest.permit() != null;
  }

  @Operation
  public boolean giveBack(@Param(name = "thread") int thread) {
    Guest guest = guests.get(thread);
    Permit permit = guest == null ? null : guest.permit();
    if (permit == null) {
      return false;
    }
    permit.close();
    guests.set(thread, null);
    return true;
  }

  @Operation
  public int free() {
    return wanted(0).pool.free();
  }

  @Test
  void isLinearizable() {
    new StressOptions()
        .iterations(Effort.of(25))
        .invocationsPerIteration(500)
        .threads(3)
        .check(getClass());
  }
}
