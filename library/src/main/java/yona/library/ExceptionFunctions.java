package yona.library;

import java.util.ArrayList;
import java.util.List;
import yona.data.Seq;
import yona.language.runtime.StackTrace;
import yona.language.runtime.TraceText;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module Exception. */
public final class ExceptionFunctions {
  private ExceptionFunctions() {}

  public static Object prettyPrintStacktrace(Object stacktrace, String where) {
    List<StackTrace.Frame> frames = new ArrayList<>();
    for (Object each : Arguments.seq(stacktrace, where)) {
      StackTrace.Frame frame = StackTrace.Frame.of(each);
      if (frame == null) {
        throw Failure.type(where, "frames (file, function, line, column)", each);
      }
      frames.add(frame);
    }
    return Seq.text(TraceText.of(frames).stripTrailing());
  }
}
