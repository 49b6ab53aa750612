package yona.language.analysis;

import java.util.Map;
import java.util.Set;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;

/** The functions of the standard library that run functions which they are given. */
final class Runners {
  private static final int FIRST = 1;
  private static final int SECOND = 1 << 1;
  private static final int THIRD = 1 << 2;

  /** By name: the parameters that take a function without parameters, as bits. */
  private static final Map<String, Integer> BODIES =
      Map.ofEntries(
          Map.entry("Builtins::drop", FIRST),
          Map.entry("Builtins::infi", FIRST),
          Map.entry("Builtins::times", SECOND),
          Map.entry("Channel::select_or", FIRST),
          Map.entry("Context::defer", FIRST),
          Map.entry("STM::atomically", FIRST),
          Map.entry("STM::or_else", FIRST | SECOND),
          Map.entry("STM::transaction", THIRD),
          Map.entry("Scheduler::run", SECOND),
          Map.entry("Semaphore::try_permit", SECOND),
          Map.entry("Stopwatch::nanos", FIRST),
          Map.entry("Stream::bracket", FIRST),
          Map.entry("Stream::generate", FIRST),
          Map.entry("Task::every", THIRD),
          Map.entry("Task::repeat", SECOND),
          Map.entry("Task::retry", SECOND),
          Map.entry("Task::spawn", FIRST),
          Map.entry("Task::uninterruptible", FIRST),
          Map.entry("Task::until_failure", SECOND),
          Map.entry("Test::assert_raises", SECOND),
          Map.entry("Test::test", SECOND),
          Map.entry("Time::measure", FIRST));

  /** Those whose first parameter takes a Seq of functions without parameters. */
  private static final Set<String> ALTERNATIVES =
      Set.of("Builtins::race", "Task::all_settled", "Task::first_success", "Task::in_order_of_end");

  /** Those that run a function for what it does, though they also take something else for it. */
  private static final Map<String, Integer> OTHERS =
      Map.of(
          "Builtins::async", FIRST,
          "Builtins::timeout", SECOND,
          "Dict::each", FIRST,
          "Seq::each", FIRST,
          "Seq::each_together", FIRST,
          "Set::each", FIRST,
          "Stream::each", FIRST);

  /** These ask for values: a function may be one. */
  private static final Set<String> SOURCES = Set.of("Stream::bracket", "Stream::generate");

  /** Those that run their last argument more than once. */
  private static final Set<String> REPEATING =
      Set.of(
          "Builtins::infi",
          "Builtins::times",
          "Task::every",
          "Task::repeat",
          "Task::retry",
          "Task::until_failure");

  /** Those that drop what a function gives. */
  private static final Set<String> DROPPING =
      Set.of(
          "Builtins::drop",
          "Builtins::infi",
          "Builtins::times",
          "Dict::each",
          "Seq::each",
          "Seq::each_together",
          "Set::each",
          "Stream::each");

  private Runners() {}

  /** Whether what the functions give that a function runs is dropped. */
  static boolean drops(StaticFunction function) {
    return DROPPING.contains(name(function));
  }

  /** Whether a function runs its last argument, a function without parameters, more than once. */
  static boolean repeats(StaticFunction function) {
    return REPEATING.contains(name(function));
  }

  private static String name(StaticFunction function) {
    return function.module() + "::" + function.name();
  }

  /** Whether a parameter takes a function without parameters, and nothing else. */
  static boolean takesBody(StaticFunction function, int parameter) {
    return (BODIES.getOrDefault(name(function), 0) & Suspension.bit(parameter)) != 0;
  }

  /** Whether a parameter takes a Seq of functions without parameters. */
  static boolean takesBodies(StaticFunction function, int parameter) {
    return parameter == 0 && ALTERNATIVES.contains(name(function));
  }

  /** Whether what a parameter is given is run for what it does, not only for its value. */
  static boolean runs(StaticFunction function, int parameter) {
    return (takesBody(function, parameter) && !SOURCES.contains(name(function)))
        || (OTHERS.getOrDefault(name(function), 0) & Suspension.bit(parameter)) != 0;
  }
}
