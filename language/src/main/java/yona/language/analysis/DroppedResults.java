package yona.language.analysis;

import java.util.Set;
import yona.language.core.Core;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Warns of steps that call a function of the library for nothing: what makes a Stream that nobody
 * walks. {@code yona check} also tells of results that alone say whether the call has done
 * anything.
 */
final class DroppedResults {
  private static final Set<String> STREAMS =
      Set.of(
          "Channel::stream",
          "File::chunks",
          "File::lines",
          "File::walk",
          "JSON::parse_stream",
          "Stream::bracket",
          "Stream::buffered",
          "Stream::chunks_of",
          "Stream::concat",
          "Stream::drop",
          "Stream::drop_while",
          "Stream::empty",
          "Stream::enumerate",
          "Stream::filter",
          "Stream::filter_map",
          "Stream::flat_map",
          "Stream::from_seq",
          "Stream::generate",
          "Stream::iterate",
          "Stream::map",
          "Stream::map_together",
          "Stream::merge",
          "Stream::naturals",
          "Stream::range",
          "Stream::reject",
          "Stream::repeat",
          "Stream::scan",
          "Stream::singleton",
          "Stream::take",
          "Stream::take_while",
          "Stream::unfold",
          "Stream::zip",
          "Stream::zip_with",
          "System::stdin_lines",
          "Task::in_order_of_end",
          "redis\\Client::hscan",
          "redis\\Client::hscan_with",
          "redis\\Client::scan",
          "redis\\Client::scan_with",
          "redis\\Client::sscan",
          "redis\\Client::sscan_with",
          "redis\\Client::zscan",
          "redis\\Client::zscan_with",
          "socket\\tcp\\Connection::lines");

  private static final Set<String> TELLING =
      Set.of("Channel::try_receive", "Channel::try_send", "Semaphore::try_permit");

  private final SourceUnit unit;

  DroppedResults(SourceUnit unit) {
    this.unit = unit;
  }

  void check(Core step) {
    if (!(step instanceof Core.CallStatic call)) {
      return;
    }
    String name = Expressions.describe(call.function());
    if (STREAMS.contains(name)) {
      unit.report(
          Diagnostic.warning(
                  Code.STEP_WITHOUT_EFFECT,
                  unit.source,
                  step.at(),
                  "This step makes a Stream and drops it: nobody walks it, so nothing is done")
              .withHint("Stream::each f stream walks it; so do reductions and comprehensions"));
    } else if (TELLING.contains(name)) {
      unit.defer(
          Diagnostic.warning(
                  Code.RESULT_DROPPED,
                  unit.source,
                  step.at(),
                  "The result of " + name + " says whether it has done anything, and is dropped")
              .withHint("If that is meant: _ = " + name + " ..."));
    }
  }
}
