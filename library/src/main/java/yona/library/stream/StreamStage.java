package yona.library.stream;

import org.jspecify.annotations.Nullable;

/** What one walk of a {@link Stream} does with each element on its way; made for that walk. */
public abstract class StreamStage {
  /** Where it stands among the stages that its elements go through. */
  int place;

  /**
   * Takes an element. It may {@linkplain StreamWalk.Frame#end say that it wants no more}, also
   * {@linkplain StreamWalk.Frame#endBeforeNext behind this one}, or put {@linkplain
   * StreamWalk.Frame#push other elements} in its place. May suspend if the stream says that it may.
   *
   * @param element the element
   * @param frame where the stage stands
   * @return what goes on in its place, or null if nothing does
   */
  abstract @Nullable Object apply(Object element, StreamWalk.Frame frame);

  /** Called when the walk begins. */
  void begin(StreamWalk.Frame frame) {}

  /** What comes before all elements, or null; asked once. */
  @Nullable Object first() {
    return null;
  }

  /** What comes when no element comes any more, or null; asked once. */
  @Nullable Object last() {
    return null;
  }
}
