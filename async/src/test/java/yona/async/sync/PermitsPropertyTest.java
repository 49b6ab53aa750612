package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.ErrorReporter;
import yona.async.Listener;
import yona.property.Choices;
import yona.property.Property;

/**
 * Whatever is asked of a semaphore, and taken back, it does what a list of those who wait would do.
 */
class PermitsPropertyTest {

  private enum Kind {
    TAKES,
    REFUSES,
    THROWS
  }

  /** One who waits, in the semaphore and in the model. */
  private static final class Asking implements Listener<Permit> {
    private final int count;
    private final Kind kind;
    private @Nullable Permit permit;
    private boolean served;

    Asking(int count, Kind kind) {
      this.count = count;
      this.kind = kind;
    }

    @Override
    public boolean complete(Permit offered) {
      if (kind == Kind.THROWS) {
        throw new IllegalStateException("from the listener");
      }
      if (kind == Kind.TAKES) {
        permit = offered;
      }
      return kind == Kind.TAKES;
    }
  }

  /** A semaphore as it is described. */
  private static final class Model {
    private int free;
    private final List<Asking> waiting = new ArrayList<>();

    Model(int free) {
      this.free = free;
    }

    boolean mayTake(int count) {
      return count <= free && waiting.stream().noneMatch(each -> each.count > free);
    }

    void ask(Asking asking) {
      boolean now = mayTake(asking.count);
      if (!now || asking.kind == Kind.REFUSES) {
        waiting.add(asking);
      } else if (asking.kind == Kind.TAKES) {
        asking.served = true;
        free -= asking.count;
      }
    }

    void serve() {
      for (Asking each : List.copyOf(waiting)) {
        if (each.count > free) {
          return;
        }
        if (each.kind == Kind.TAKES) {
          each.served = true;
          free -= each.count;
        }
        if (each.kind != Kind.REFUSES) {
          waiting.remove(each);
        }
      }
    }
  }

  @Test
  void semaphoresDoWhatTheirDescriptionSays() {
    ErrorReporter silent = error -> assertThat(error).hasMessage("from the listener");
    Property.check(
        3_000,
        choices -> Async.<@Nullable Void, RuntimeException>blocking(silent, () -> run(choices)));
  }

  private static @Nullable Void run(Choices choices) {
    int total = 1 + choices.below(4);
    Semaphore semaphore = new Semaphore(total);
    Model model = new Model(total);
    List<Asking> all = new ArrayList<>();
    choices.note("semaphore of " + total);
    for (int steps = choices.below(30); steps > 0; steps--) {
      switch (choices.below(4)) {
        case 0 -> {
          Asking asking =
              new Asking(
                  1 + choices.below(total), Kind.values()[choices.below(Kind.values().length)]);
          choices.note("ask for " + asking.count + ", which " + asking.kind);
          all.add(asking);
          semaphore.together(asking.count).onComplete(asking);
          model.ask(asking);
        }
        case 1 -> {
          int count = 1 + choices.below(total);
          choices.note("try " + count);
          Asking tried = new Asking(count, Kind.TAKES);
          tried.permit = semaphore.tryAcquire(count);
          assertThat(tried.permit != null).isEqualTo(model.mayTake(count));
          if (tried.permit != null) {
            model.ask(tried);
            all.add(tried);
          }
        }
        case 2 -> {
          List<Asking> served = all.stream().filter(each -> each.served).toList();
          if (!served.isEmpty()) {
            Asking closed = served.get(choices.below(served.size()));
            choices.note("close " + closed.count);
            closed.permit.close();
            closed.served = false;
            model.free += closed.count;
            model.serve();
          }
        }
        default -> {
          if (!model.waiting.isEmpty()) {
            Asking dropped = model.waiting.get(choices.below(model.waiting.size()));
            choices.note("drop " + dropped.count);
            semaphore.together(dropped.count).dropListener(dropped);
            model.waiting.remove(dropped);
            model.serve();
          }
        }
      }
      assertThat(semaphore.free()).isEqualTo(model.free);
      assertThat(semaphore.pool.waiting()).isEqualTo(model.waiting.size());
      for (Asking each : all) {
        assertThat(each.permit != null && each.permit.isHeld()).isEqualTo(each.served);
      }
    }
    return null;
  }
}
