package yona.language.analysis;

import java.util.Set;
import org.jspecify.annotations.Nullable;
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
          "Archive::files",
          "Archive::tar",
          "Archive::untar",
          "Archive::untar_with",
          "Archive::unzip",
          "Archive::unzip_stream",
          "Archive::unzip_stream_with",
          "Archive::unzip_with",
          "Archive::zip",
          "Archive::zip_with",
          "CSV::generate_stream",
          "CSV::generate_stream_with",
          "CSV::parse_stream",
          "CSV::parse_stream_with",
          "Channel::stream",
          "Encoding::gunzip_stream",
          "Encoding::gzip_stream",
          "Encoding::text_decode_stream",
          "Encoding::text_encode_stream",
          "File::chunks",
          "File::lines",
          "File::lines_with",
          "File::walk",
          "JSON::items",
          "JSON::items_with",
          "JSON::lines",
          "JSON::lines_with",
          "JSON::parse_stream",
          "Stream::bracket",
          "Stream::buffered",
          "Stream::cartesian",
          "Stream::chunk_by",
          "Stream::chunk_while",
          "Stream::chunks_of",
          "Stream::combinations",
          "Stream::concat",
          "Stream::cycle",
          "Stream::dedupe",
          "Stream::dedupe_by",
          "Stream::drop",
          "Stream::drop_every",
          "Stream::drop_while",
          "Stream::empty",
          "Stream::enumerate",
          "Stream::filter",
          "Stream::filter_map",
          "Stream::flat_map",
          "Stream::from_seq",
          "Stream::generate",
          "Stream::interleave",
          "Stream::intersperse",
          "Stream::iterate",
          "Stream::lines",
          "Stream::lines_with",
          "Stream::map",
          "Stream::map_together",
          "Stream::merge",
          "Stream::merge_sorted",
          "Stream::naturals",
          "Stream::permutations",
          "Stream::range",
          "Stream::reject",
          "Stream::repeat",
          "Stream::scan",
          "Stream::singleton",
          "Stream::take",
          "Stream::take_every",
          "Stream::take_while",
          "Stream::transform",
          "Stream::unfold",
          "Stream::unique",
          "Stream::unique_by",
          "Stream::window",
          "Stream::window_step",
          "Stream::zip",
          "Stream::zip_longest",
          "Stream::zip_with",
          "System::stdin_chunks",
          "System::stdin_lines",
          "System::stdin_lines_with",
          "Task::in_order_of_end",
          "XML::elements",
          "XML::elements_with",
          "redis\\Client::hscan",
          "redis\\Client::hscan_with",
          "redis\\Client::scan",
          "redis\\Client::scan_with",
          "redis\\Client::sscan",
          "redis\\Client::sscan_with",
          "redis\\Client::zscan",
          "redis\\Client::zscan_with",
          "http\\Client::events",
          "http\\Client::events_with",
          "http\\Test::events",
          "http\\Test::events_with",
          "http\\WebSocket::stream",
          "socket\\tcp\\Connection::lines",
          "sql\\Db::copy_out",
          "sql\\Db::stream",
          "terminal\\Progress::stream");

  /** What these make does something only as the resource of a {@code with}. */
  private static final Set<String> MANAGERS =
      Set.of(
          "Context::defer",
          "Context::manager",
          "STM::read_tx",
          "STM::write_tx",
          "context\\Local::new",
          "sql\\Db::sandbox",
          "sql\\Db::transaction",
          "sql\\Db::transaction_with");

  private static final Set<String> MAKERS =
      Set.of(
          "Channel::channel",
          "Channel::rendezvous",
          "Channel::unbounded",
          "Gate::new",
          "RwLock::new",
          "STM::new",
          "STM::tvar",
          "STM::var",
          "Semaphore::mutex",
          "Semaphore::new",
          "Timer::after",
          "Timer::every");

  /** What these give is held until the scope around ends, unless a {@code with} gives it back. */
  private static final Set<String> HELD =
      Set.of("File::open", "RwLock::read", "RwLock::write", "Semaphore::permit");

  private static final Set<String> TELLING =
      Set.of(
          "Channel::try_receive",
          "Channel::try_send",
          "Semaphore::try_permit",
          "System::run",
          "Task::all_settled",
          "Task::result");

  private final SourceUnit unit;

  DroppedResults(SourceUnit unit) {
    this.unit = unit;
  }

  /** Whether a call makes a channel, a variable or a lock. */
  static boolean makes(Core.CallStatic call) {
    return MAKERS.contains(call.function().qualifiedName());
  }

  /** How the value of a call comes to do anything, if the call alone does nothing; else null. */
  static @Nullable String use(Core core) {
    if (!(core instanceof Core.CallStatic call)) {
      return null;
    }
    String name = call.function().qualifiedName();
    if (STREAMS.contains(name)) {
      return "A Stream does its work when it is walked: by Stream::each f stream, a reduction or a"
          + " comprehension";
    }
    if (MANAGERS.contains(name)) {
      return "Only a with uses it, as its resource: with " + name + " ... as name";
    }
    return MAKERS.contains(name) ? "Bind it to a name, and pass that on" : null;
  }

  void check(Core step) {
    if (!(step instanceof Core.CallStatic call)) {
      return;
    }
    String name = call.function().qualifiedName();
    String use = use(step);
    if (use != null) {
      unit.report(
          Diagnostic.warning(
                  Code.STEP_WITHOUT_EFFECT,
                  unit.source,
                  step.at(),
                  "What %s makes here is dropped, so nothing is done".formatted(name))
              .withHint(use));
    } else if (TELLING.contains(name)) {
      dropped(step, name, "The result of " + name + " alone tells what came of it, and is dropped");
    } else if (HELD.contains(name)) {
      dropped(step, name, "What " + name + " gives is dropped, and held until the scope ends");
    } else if (name.equals("Task::spawn")) {
      dropped(step, name, "Nobody waits for this task: it is cancelled when its scope ends");
    }
  }

  private void dropped(Core step, String function, String message) {
    unit.defer(
        Diagnostic.warning(Code.RESULT_DROPPED, unit.source, step.at(), message)
            .withHint("If that is meant: _ = " + function + " ..."));
  }
}
