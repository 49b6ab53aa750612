package yona.graal;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * The Java half of module {@code polyglot\Context}. A context may do all but use Java, so who opens
 * one needs all grants; who has one was granted it.
 */
@Needs({Grant.FILES, Grant.PROCESSES, Grant.NETWORK, Grant.ENVIRONMENT, Grant.EXIT})
public final class ContextFunctions {
  private static final int MOST_OF_POOL = 64;

  private ContextFunctions() {}

  @Needs({})
  @Suspends
  public static Object languages() {
    yona.data.Set.Builder ids = yona.data.Set.builder();
    HostedContext.installed().forEach(id -> ids.add(Symbol.of(id)));
    return ids.build();
  }

  @Suspends
  public static Object open(Object languages, String where) {
    return ContextResource.open(ids(languages, where), Map.of());
  }

  @Suspends
  public static Object openWith(Object options, Object languages, String where) {
    return ContextResource.open(ids(languages, where), options(options, where));
  }

  private static Set<String> ids(Object languages, String where) {
    Set<String> ids = new LinkedHashSet<>();
    Set<String> installed = HostedContext.installed();
    for (Object each : Arguments.seq(languages, where)) {
      String id = Arguments.symbol(each, where).name();
      if (!installed.contains(id)) {
        throw Failure.of(
            Symbol.of("polyglot"),
            where + ": there is no language :" + id + " here; there are " + shown(installed));
      }
      ids.add(id);
    }
    if (ids.isEmpty()) {
      throw Failure.badarg(where, "expected a language at least; there are " + shown(installed));
    }
    return ids;
  }

  private static String shown(Set<String> ids) {
    return ids.isEmpty() ? "none" : ":" + String.join(", :", ids);
  }

  private static Map<String, String> options(Object options, String where) {
    Map<String, String> all = new LinkedHashMap<>();
    for (Tuple entry : Arguments.dict(options, where)) {
      all.put(Arguments.text(entry.get(0), where), Arguments.text(entry.get(1), where));
    }
    return all;
  }

  @Needs({})
  @Suspends
  public static Object eval(Object context, Object language, Object text, String where) {
    HostedContext hosted = ContextResource.of(context, where);
    Symbol id = Arguments.symbol(language, where);
    Object value = hosted.evaluate(id.name(), "eval", Arguments.text(text, where));
    if (value == null) {
      throw Failure.of(
          Symbol.of("polyglot"),
          where
              + ": the context has no language :"
              + id.name()
              + "; it has "
              + shown(hosted.languages()));
    }
    return value;
  }

  @Suspends
  public static Object pool(Object count, Object options, Object languages, String where) {
    long number = Arguments.positive(count, where);
    if (number > MOST_OF_POOL) {
      throw Failure.badarg(
          where, "expected at most " + MOST_OF_POOL + " contexts, found " + number);
    }
    return PoolResource.open((int) number, ids(languages, where), options(options, where));
  }

  @Needs({})
  @Suspends
  public static Object use(Object pool, @Applied Object f, String where) {
    return PoolResource.of(pool, where).use(Arguments.function(f, 1, where));
  }

  /** The elements of a Seq. */
  static Object[] elements(Object seq, String where) {
    Seq arguments = Arguments.seq(seq, where);
    return arguments.toArray();
  }
}
