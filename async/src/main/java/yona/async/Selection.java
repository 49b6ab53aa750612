package yona.async;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a fiber for one of several cases.
 *
 * <p>First each case is asked, in random order, so that of several that are ready none is
 * preferred; most selects end there. Else the fiber stands at all the sources, under one claim,
 * until one of them completes it, and leaves the others when it goes on.
 */
final class Selection extends Waiter<Selection.Chosen> {

  /** The case that happens, and its item. */
  record Chosen(int index, Object item) {}

  /** Stands at the source of one case. */
  private static final class Stand extends WaitQueue.Place<Object> implements Listener<Object> {
    private final Selection selection;
    private final int index;

    Stand(Selection selection, int index) {
      this.selection = selection;
      this.index = index;
    }

    @Override
    public Listener<Object> listener() {
      return this;
    }

    @Override
    public boolean complete(Object item) {
      return selection.complete(new Chosen(index, item));
    }

    @Override
    public Claim<?> claim() {
      return selection;
    }
  }

  private Selection(Fiber fiber) {
    super(fiber);
  }

  /** Whether a case is ready now, or the one that is first when waited for. */
  static <R extends @Nullable Object, X extends Throwable> R select(
      List<? extends Case<? extends R, ? extends X>> cases,
      @Nullable Body<? extends R, ? extends X> otherwise)
      throws X {
    int count = cases.size();
    int[] order = new int[count];
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < count; i++) {
      // The inside-out form of Fisher and Yates' shuffle: all orders are equally likely.
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
      Objects.requireNonNull(cases.get(i), "case");
    }
    for (int index : order) {
      Case<? extends R, ? extends X> each = cases.get(index);
      Object item = each.source.poll();
      if (item != null) {
        Fiber.reachedWait();
        return each.handler.apply(item);
      }
    }
    if (otherwise != null) {
      return otherwise.run();
    }
    Fiber.reachedWait();
    Chosen chosen = new Selection(Fiber.current()).choose(cases, order);
    return cases.get(chosen.index).handler.apply(chosen.item);
  }

  private Chosen choose(List<? extends Case<?, ?>> cases, int[] order) {
    Stand[] places = new Stand[order.length];
    try {
      stand(cases, order, places);
      return await(cases);
    } finally {
      Chosen chosen = item();
      for (int index = 0; index < places.length; index++) {
        if (places[index] != null && (chosen == null || chosen.index != index)) {
          cases.get(index).source.dropListener(places[index]);
        }
      }
    }
  }

  private void stand(List<? extends Case<?, ?>> cases, int[] order, Stand[] places) {
    try {
      for (int index : order) {
        if (item() != null) {
          return;
        }
        places[index] = new Stand(this, index);
        cases.get(index).source.onComplete(places[index]);
      }
    } catch (Throwable error) {
      if (abandon()) {
        leaveRaces();
        throw error;
      }
      // Another source has given its item away before: that must not be lost.
      Scope.current().report(error);
    }
  }
}
