package yona.graal;

import com.oracle.truffle.api.RootCallTarget;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.SourceSection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.StackTrace;
import yona.language.runtime.YonaError;

/**
 * Gives an error of Yona the stack frames that it has: the engine knows of frames only what it has
 * called itself. So an error that leaves Yona is thrown at the end of calls of the engine, one for
 * each frame of its trace, which do nothing else.
 */
final class StackReplay {
  private StackReplay() {}

  /** The error for guests, with the frames of its trace. */
  static RuntimeException of(YonaContext context, YonaError error) {
    List<StackTrace.Frame> frames = error.trace().frames();
    RootCallTarget inner = null;
    for (StackTrace.Frame frame : frames) {
      SourceSection section = context.texts().section(frame);
      inner = new Level(context.language(), frame, section, error, inner).getCallTarget();
    }
    if (inner == null) {
      return new YonaException(error, null);
    }
    try {
      throw new IllegalStateException("an error was not thrown: " + inner.call());
    } catch (AbstractTruffleException thrown) {
      return thrown;
    }
  }

  /** A frame. */
  private static final class Level extends RootNode {
    private final StackTrace.Frame frame;
    private final @Nullable SourceSection section;
    private final YonaError error;
    private final @Nullable RootCallTarget inner;
    @Child private Place place;

    Level(
        YonaLanguage language,
        StackTrace.Frame frame,
        @Nullable SourceSection section,
        YonaError error,
        @Nullable RootCallTarget inner) {
      super(language);
      this.frame = frame;
      this.section = section;
      this.error = error;
      this.inner = inner;
      this.place = new Place(section);
    }

    @Override
    public String getName() {
      return frame.function();
    }

    @Override
    public @Nullable SourceSection getSourceSection() {
      return section;
    }

    @Override
    public Object execute(VirtualFrame unused) {
      if (inner == null) {
        throw new YonaException(error, place);
      }
      return inner.call(place);
    }
  }

  /** Where in its function a frame is. */
  private static final class Place extends Node {
    private final @Nullable SourceSection section;

    Place(@Nullable SourceSection section) {
      this.section = section;
    }

    @Override
    public @Nullable SourceSection getSourceSection() {
      return section;
    }
  }
}
