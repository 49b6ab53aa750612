package yona.library.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.data.Seq;
import yona.data.Text;
import yona.data.Tuple;
import yona.data.Unit;
import yona.io.process.ChildProcess;
import yona.io.process.ProcessCommand;
import yona.io.process.Processes;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.text.TextParts;

/** The Java half of module System for programs of the system. */
@Needs(Grant.PROCESSES)
public final class ProcessFunctions {
  private static final byte[] NOTHING = {};
  private static final List<String> START_OPTIONS = List.of("input", "dir", "env", "clear_env");
  private static final List<String> RUN_OPTIONS =
      List.of("input", "dir", "env", "clear_env", "binary", "timeout");

  private ProcessFunctions() {}

  @Suspends
  public static Object run(Object command, String where) {
    Processes.Ended ended =
        run(List.of(command(words(command, where), new Options(where))), NOTHING);
    return result(ended, false);
  }

  @Suspends
  public static Object runWith(Object options, Object command, String where) {
    Options given = new Options(where);
    given.takeAll(options, RUN_OPTIONS);
    ProcessCommand started = command(words(command, where), given);
    if (given.timeout == null) {
      return result(run(List.of(started), given.input), given.binary);
    }
    Processes.Ended ended;
    try {
      ended =
          Async.<Processes.Ended, RuntimeException>timeoutNanos(
              Spans.nanos(given.timeout, where), () -> run(List.of(started), given.input));
    } catch (TimeoutException e) {
      throw Failure.of(
          Failure.TIMEOUT,
          Failure.line(started.words().getFirst())
              + " did not end within "
              + Text.source(given.timeout));
    }
    return result(ended, given.binary);
  }

  @Suspends
  public static Object pipeline(Object commands, String where) {
    List<ProcessCommand> started = new ArrayList<>();
    if (!(commands instanceof Seq seq) || (seq.isText() && !seq.isEmpty())) {
      throw Failure.type(where, "a Seq of commands, like [[\"ls\"], [\"wc\", \"-l\"]]", commands);
    }
    for (Object command : seq) {
      started.add(command(words(command, where), new Options(where)));
    }
    if (started.isEmpty()) {
      throw Failure.empty(where, "the Seq of commands");
    }
    return result(run(started, NOTHING), false);
  }

  @Suspends
  public static Object start(Object options, Object command, String where) {
    Options given = new Options(where);
    given.takeAll(options, START_OPTIONS);
    ProcessCommand started = command(words(command, where), given);
    STM.effect("a process");
    try {
      ChildProcess process =
          given.isFed ? ChildProcess.start(started, given.input) : ChildProcess.start(started);
      return ProcessResource.of(process, started.words().getFirst());
    } catch (IOException e) {
      throw IoFailure.of(started.words().getFirst(), e);
    }
  }

  public static Object processInput(Object process, String where) {
    return ProcessResource.resource(process, where).input();
  }

  public static Object processOutput(Object process, String where) {
    return ProcessResource.resource(process, where).output();
  }

  public static Object processError(Object process, String where) {
    return ProcessResource.resource(process, where).errors();
  }

  @Suspends
  public static Object processWait(Object process, String where) {
    return (long) ProcessResource.resource(process, where).process().await();
  }

  public static Object processKill(Object process, String where) {
    ProcessResource.resource(process, where).process().kill();
    return Unit.UNIT;
  }

  private static List<String> words(Object command, String where) {
    if (!(command instanceof Seq seq) || (seq.isText() && !seq.isEmpty())) {
      throw Failure.type(where, "a Seq of Strings, like [\"ls\", \"-l\"]", command);
    }
    List<String> words = new ArrayList<>();
    for (Object word : seq) {
      words.add(Arguments.text(word, where));
    }
    if (words.isEmpty()) {
      throw Failure.empty(where, "the command");
    }
    return words;
  }

  private static ProcessCommand command(List<String> words, Options options) {
    try {
      return new ProcessCommand(words, options.folder, options.environment, options.bare);
    } catch (IllegalArgumentException e) {
      throw Failure.badarg(options.where, Failure.line(String.valueOf(e.getMessage())));
    }
  }

  private static Processes.Ended run(List<ProcessCommand> commands, byte[] input) {
    STM.effect("a process");
    try {
      return Processes.run(commands, input);
    } catch (IOException e) {
      throw IoFailure.of(commands.getFirst().words().getFirst(), e);
    }
  }

  /** The last status that is not 0, the output of the last command, the errors of all. */
  private static Object result(Processes.Ended ended, boolean binary) {
    long status = 0;
    for (int each : ended.statuses()) {
      status = each == 0 ? status : each;
    }
    Seq errors = Seq.EMPTY;
    for (byte[] each : ended.errors()) {
      errors = errors.concat(content(each, binary));
    }
    return Tuple.of(status, content(ended.output(), binary), errors);
  }

  private static Seq content(byte[] bytes, boolean binary) {
    return binary ? Seq.bytes(bytes) : TextParts.linesOf(Seq.utf8Lossy(bytes, 0, bytes.length));
  }

  /** What {@code run_with} and {@code start} are told beside the command. */
  private static final class Options {
    private final String where;
    private final Map<String, String> environment = new HashMap<>();
    private byte[] input = NOTHING;
    private @Nullable Path folder;
    private @Nullable Object timeout;
    private boolean bare;
    private boolean binary;
    private boolean isFed;

    Options(String where) {
      this.where = where;
    }

    void takeAll(Object options, List<String> known) {
      Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
      for (String name : known) {
        takers.put(name, (value, at) -> take(name, value, at));
      }
      OptionDict.take(options, takers, where);
    }

    private void take(String name, Object value, String where) {
      switch (name) {
        case "input" -> {
          input = Arguments.data(value, where);
          isFed = true;
        }
        case "dir" -> folder = Arguments.path(value, where);
        case "env" -> takeEnvironment(value, where);
        case "clear_env" -> bare = OptionDict.bool(value, where);
        case "binary" -> binary = OptionDict.bool(value, where);
        case "timeout" -> {
          // Refused before anything is started.
          Spans.nanos(value, where);
          timeout = value;
        }
        default -> throw new AssertionError(name);
      }
    }

    private void takeEnvironment(Object value, String where) {
      for (Tuple entry : Arguments.dict(value, where)) {
        environment.put(Arguments.text(entry.get(0), where), Arguments.text(entry.get(1), where));
      }
    }
  }
}
