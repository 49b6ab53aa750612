package yona.library.stream;

import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Checkpoint;
import yona.language.runtime.Walk;

/**
 * The walk of a {@link Stream}: a loop over an explicit stack, so that neither a long chain of
 * stages nor streams of streams, however deep, take stack of their own.
 *
 * <p>A frame is a source and the stages up to where its elements leave it. When a stage puts a
 * stream in the place of an element, that stream becomes a frame on top, whose elements go on where
 * the element would have; the frame below is asked again when it has ended. So the topmost frame is
 * always the one to ask.
 */
public final class StreamWalk extends Walk {
  private @Nullable Frame top;

  /**
   * Begins the walk of a stream.
   *
   * @throws yona.language.runtime.YonaError {@code :closed} if it, or one that it is made of, was
   *     walked before or is closed
   */
  StreamWalk(Stream stream) {
    open(stream, null, 0);
  }

  private void open(Stream stream, @Nullable Frame target, int place) {
    int count = 0;
    Stream root = stream;
    root.claim();
    for (Stream below = root.below(); below != null; below = root.below()) {
      root = below;
      root.claim();
      count++;
    }
    StreamStage[] stages = new StreamStage[count];
    Stream above = stream;
    for (int i = count - 1; i >= 0; i--) {
      stages[i] = above.stage();
      stages[i].place = i;
      above = java.util.Objects.requireNonNull(above.below());
    }
    top = new Frame(this, root, root.opened(), stages, target, place, top);
    for (StreamStage stage : stages) {
      stage.begin(top);
    }
  }

  @Override
  public @Nullable Object pull() {
    try {
      return advance();
    } catch (Throwable error) {
      abandon();
      throw error;
    }
  }

  private @Nullable Object advance() {
    for (Frame frame = top; frame != null; frame = top) {
      Checkpoint.pass();
      @Nullable Object element;
      Frame at = frame;
      int place;
      if (frame.isWalking()) {
        element = frame.source.next();
        place = 0;
        if (element == null) {
          frame.end(-1);
          continue;
        }
      } else {
        if (frame.endsNow()) {
          continue;
        }
        element = frame.around();
        place = frame.aroundPlace;
        if (element == null) {
          if (frame.last == frame.stages.length) {
            top = frame.below;
          }
          continue;
        }
      }
      while (element != null) {
        if (place < at.stages.length) {
          element = at.stages[place++].apply(element, at);
        } else if (at.target == null) {
          return element;
        } else {
          place = at.targetPlace;
          at = at.target;
        }
      }
    }
    return null;
  }

  @Override
  public void close() {
    @Nullable Throwable first = unwind(null);
    if (first != null) {
      throw yona.language.runtime.Errors.again(first);
    }
  }

  /** Leaves the frames above one, each even if another could not be; the first error. */
  private @Nullable Throwable unwind(@Nullable Frame to) {
    @Nullable Throwable first = null;
    for (Frame frame = top; frame != null && !frame.equals(to); frame = top) {
      top = frame.below;
      try {
        frame.leave();
      } catch (Throwable error) {
        if (first == null) {
          first = error;
        } else if (!STM.isPending(error)) {
          yona.async.Fiber.current().scope().report(error);
        }
      }
    }
    return first;
  }

  /** A source that is being walked, and the stages that its elements go through. */
  static final class Frame {
    private final StreamWalk walk;
    private final Stream root;
    private final StreamSource source;
    private final StreamStage[] stages;

    /** Where elements go that have passed all stages; null if they are those of the walk. */
    private final @Nullable Frame target;

    private final int targetPlace;

    /** The frame that is asked again when this one has ended. */
    private final @Nullable Frame below;

    /** The next stage, counted down, to be asked for what comes before all elements; then -1. */
    private int first;

    /** -1 while the source is walked; then the next stage to be asked for what it held back. */
    private int last = -1;

    /** Where goes on what {@link #around} gave. */
    private int aroundPlace;

    /** The frame that ends, with all above it, before this one is asked again. */
    private @Nullable Frame ending;

    private int endingPlace;

    private boolean left;

    Frame(
        StreamWalk walk,
        Stream root,
        StreamSource source,
        StreamStage[] stages,
        @Nullable Frame target,
        int targetPlace,
        @Nullable Frame below) {
      this.walk = walk;
      this.root = root;
      this.source = source;
      this.stages = stages;
      this.target = target;
      this.targetPlace = targetPlace;
      this.below = below;
      this.first = stages.length - 1;
    }

    private boolean isWalking() {
      return first < 0 && last < 0 && ending == null;
    }

    /** What a stage adds before or after all elements; null if there is no more for now. */
    private @Nullable Object around() {
      while (first >= 0) {
        int stage = first--;
        // A stage above which one wants no elements has none to give.
        @Nullable Object element = stage < last ? null : stages[stage].first();
        if (element != null) {
          aroundPlace = stage + 1;
          return element;
        }
      }
      while (last >= 0 && last < stages.length) {
        int stage = last++;
        @Nullable Object element = stages[stage].last();
        if (element != null) {
          aroundPlace = stage + 1;
          return element;
        }
      }
      return null;
    }

    /**
     * Ends what brings elements to a stage: it wants no more.
     *
     * @param place the stage's, or -1 if the source itself has ended
     */
    void end(int place) {
      last = Math.max(last, place + 1);
      @Nullable Throwable failure = walk.unwind(this);
      if (failure != null) {
        throw yona.language.runtime.Errors.again(failure);
      }
      leave();
    }

    /**
     * Ends what brings elements to a stage when the next one would be asked for: what is held is
     * held while the element is used that goes on from here.
     *
     * @param place the stage's
     */
    void endBeforeNext(int place) {
      // What the stages behind this one put on top is theirs, and stays.
      Frame next = java.util.Objects.requireNonNull(walk.top);
      next.ending = this;
      next.endingPlace = place;
    }

    private boolean endsNow() {
      Frame frame = ending;
      if (frame == null) {
        return false;
      }
      ending = null;
      frame.end(endingPlace);
      return true;
    }

    /**
     * Puts the elements of a stream in the place of the one that a stage was given.
     *
     * @param stream the stream
     * @param place the stage's
     */
    void push(Stream stream, int place) {
      if (stages.length == 1 && last < 0 && this.equals(walk.top) && source.isDone()) {
        // Nothing is to come from here: a stream that ends in a stream takes no room.
        leave();
        walk.top = below;
        walk.open(stream, target, targetPlace);
        return;
      }
      // Past frames that have no stage left for it, however many streams are in streams.
      @Nullable Frame to = this;
      int next = place + 1;
      while (to != null && next == to.stages.length) {
        next = to.targetPlace;
        to = to.target;
      }
      walk.open(stream, to, next);
    }

    /** Releases the source; once. */
    private void leave() {
      if (!left) {
        left = true;
        root.leave(source);
      }
    }
  }
}
