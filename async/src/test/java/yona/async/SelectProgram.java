package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Channels;
import yona.async.channel.Read;
import yona.property.Choices;

/**
 * A random program of selects, races, single waits and cancellations over several channels, which
 * has to do what it does in a {@link SelectModel}.
 */
final class SelectProgram {

  /** Somebody who waits at real channels, and the same one in the model. */
  private abstract static class Waiting {
    final SelectModel.Party party;

    boolean gaveUp;

    /** Whether it has gone from all its places. */
    boolean left;

    Waiting(SelectModel.Party party) {
      this.party = party;
    }

    /** Gives up its wait; false if that is over. */
    abstract boolean giveUp();

    abstract void leave();
  }

  /** The item of a case. */
  private record Chosen(String name, Object item) {
    @Override
    public String toString() {
      return name + " " + how(item);
    }
  }

  private static String how(Object item) {
    return switch (item) {
      case Boolean sent -> sent ? "sent" : "closed";
      case Read<?> read -> read.isClosed() ? "closed" : "read " + read.get();
      default -> throw new AssertionError(item);
    };
  }

  /** A claim that stands for the fiber of a select. */
  private final class Selecting extends Waiting {

    private final class Stand extends WaitQueue.Place<Object> implements Listener<Object> {
      private final Source<Object> source;
      private final String name;

      @SuppressWarnings("unchecked") // a source only gives items
      Stand(Source<?> source, String name) {
        this.source = (Source<Object>) source;
        this.name = name;
      }

      @Override
      public Listener<Object> listener() {
        return this;
      }

      @Override
      public boolean complete(Object item) {
        return claim.complete(new Chosen(name, item));
      }

      @Override
      public Claim<?> claim() {
        return claim;
      }
    }

    private final Claim<Chosen> claim =
        new Claim<>() {
          @Override
          protected void completed() {
            log.add(party.id() + String.valueOf(item()));
          }
        };

    private final List<Stand> stands = new ArrayList<>();

    Selecting(SelectModel.Party party) {
      super(party);
    }

    /** Comes to one more place, as long as it waits. */
    boolean come(Source<?> source, String name) {
      if (!claim.isOpen()) {
        return false;
      }
      Stand stand = new Stand(source, name);
      stands.add(stand);
      source.onComplete(stand);
      return true;
    }

    @Override
    boolean giveUp() {
      return claim.abandon();
    }

    @Override
    void leave() {
      stands.forEach(stand -> stand.source.dropListener(stand));
    }
  }

  /** A claim that stands for the fiber that awaits a race. */
  private final class Racing extends Waiting {
    private final Claim<Read<Integer>> claim =
        new Claim<>() {
          @Override
          protected void completed() {
            log.add(party.id() + " " + how(item()));
          }
        };

    Racing(SelectModel.Party party, List<Source<Read<Integer>>> sources) {
      super(party);
      Source.race(sources).onComplete(claim);
    }

    @Override
    boolean giveUp() {
      return claim.abandon();
    }

    @Override
    void leave() {
      claim.leaveRaces();
    }
  }

  /** A listener that decides alone. */
  private final class Listening<T> extends Waiting {
    private final Source<T> source;
    private final Listener<T> listener;

    Listening(SelectModel.Party party, Source<T> source) {
      super(party);
      this.source = source;
      this.listener = item -> log.add(party.id() + " " + how(item));
      source.onComplete(listener);
    }

    @Override
    boolean giveUp() {
      // Nobody knows that it wants nothing any more until it leaves.
      leave();
      left = true;
      return true;
    }

    @Override
    void leave() {
      source.dropListener(listener);
    }
  }

  private final Choices choices;
  private final List<Channel<Integer>> channels = new ArrayList<>();
  private final SelectModel model = new SelectModel();
  private final List<String> log = new ArrayList<>();
  private final List<Waiting> all = new ArrayList<>();

  SelectProgram(Choices choices) {
    this.choices = choices;
  }

  private Source<Read<Integer>> reading(int channel, boolean onlyEven) {
    Source<Read<Integer>> source = channels.get(channel).canRead();
    return onlyEven ? source.filter(read -> read.isClosed() || read.get() % 2 == 0) : source;
  }

  private Source<?> source(SelectModel.Place place) {
    return place.sends()
        ? channels.get(place.channel()).canSend(place.value())
        : reading(place.channel(), place.onlyEven());
  }

  private SelectModel.Place place(SelectModel.Party party, String name, boolean sends) {
    return new SelectModel.Place(
        party,
        name,
        choices.below(channels.size()),
        sends,
        choices.below(6),
        !sends && choices.yes());
  }

  private void select() {
    SelectModel.Party party = new SelectModel.Party(all.size(), true);
    Selecting selecting = new Selecting(party);
    all.add(selecting);
    int cases = 1 + choices.below(3);
    for (int i = 0; i < cases; i++) {
      SelectModel.Place place = place(party, "." + i, choices.yes());
      choices.note(party.id() + "." + i + " " + place);
      boolean waits = !party.isOver;
      if (waits) {
        model.come(place);
      }
      assertThat(selecting.come(source(place), place.name())).isEqualTo(waits);
    }
  }

  private void race() {
    SelectModel.Party party = new SelectModel.Party(all.size(), true);
    List<Source<Read<Integer>>> sources = new ArrayList<>();
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      SelectModel.Place place = place(party, "", false);
      choices.note(party.id() + " in a race " + place);
      sources.add(reading(place.channel(), place.onlyEven()));
      if (!party.isOver) {
        model.come(place);
      }
    }
    all.add(new Racing(party, sources));
  }

  private void listen() {
    SelectModel.Party party = new SelectModel.Party(all.size(), false);
    SelectModel.Place place = place(party, "", choices.yes());
    choices.note(party.id() + " alone " + place);
    model.come(place);
    all.add(new Listening<>(party, source(place)));
  }

  private void tryOne() {
    SelectModel.Place place = place(new SelectModel.Party(-1, false), "", choices.yes());
    choices.note("somebody " + place + " without waiting");
    String how;
    if (place.sends()) {
      try {
        how = channels.get(place.channel()).trySend(place.value()) ? "sent" : "full";
      } catch (ChannelClosedException _) {
        how = "closed";
      }
      assertThat(how).isEqualTo(model.trySend(place.channel(), place.value()));
    } else {
      Read<Integer> read = reading(place.channel(), place.onlyEven()).poll();
      assertThat(read == null ? "nothing" : how(read))
          .isEqualTo(model.tryRead(place.channel(), place.onlyEven()));
    }
  }

  private void cancel() {
    @Nullable Waiting one = all.isEmpty() ? null : all.get(choices.below(all.size()));
    if (one != null && !one.gaveUp && !one.left) {
      choices.note(one.party.id() + " gives up");
      boolean waited = !one.party.isOver;
      one.gaveUp = true;
      one.party.isOver = true;
      if (one instanceof Listening) {
        model.leave(one.party);
      }
      assertThat(one.giveUp()).isEqualTo(waited || one instanceof Listening);
    }
  }

  private void close() {
    int channel = choices.below(channels.size());
    choices.note("close " + channel);
    model.close(channel);
    channels.get(channel).close();
  }

  /** Those whose wait is over go from their places, as their fibers do when they go on. */
  private void leave() {
    boolean again = true;
    while (again) {
      again = false;
      for (Waiting each : all) {
        if (each.party.isOver && !each.left) {
          each.left = true;
          model.leave(each.party);
          each.leave();
          again = true;
        }
      }
    }
  }

  private void check() {
    assertThat(log).containsExactlyInAnyOrderElementsOf(model.log);
    for (int i = 0; i < channels.size(); i++) {
      assertThat(channels.get(i).size()).isEqualTo(model.size(i));
    }
  }

  /**
   * Runs a program.
   *
   * @param late whether those whose wait is over may stay where they are for some steps, as fibers
   *     do that have not gone on yet
   */
  void run(boolean late) {
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      int capacity = choices.below(3);
      choices.note("channel " + i + " of " + capacity);
      channels.add(Channels.of(capacity));
      model.addChannel(capacity);
    }
    int steps = choices.below(30);
    for (int step = 0; step < steps; step++) {
      switch (choices.below(10)) {
        case 0, 1, 2 -> select();
        case 3 -> race();
        case 4, 5 -> listen();
        case 6, 7 -> tryOne();
        case 8 -> cancel();
        default -> {
          if (choices.below(6) == 1) {
            close();
          }
        }
      }
      if (!late || choices.yes()) {
        choices.note("all leave whose wait is over");
        leave();
      }
      check();
    }
    leave();
    check();
    for (int i = 0; i < count; i++) {
      assertThat(Channels.waitingAt(channels.get(i))).isEqualTo((int) model.waiting(i));
    }
  }
}
