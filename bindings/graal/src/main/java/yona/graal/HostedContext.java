package yona.graal;

import java.io.InputStream;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.io.IOAccess;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.Scope;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.YonaError;

/**
 * A context of other languages in a program of Yona. Threads of its own do there what fibers call,
 * one at a time. Safe for use by many fibers.
 */
final class HostedContext {
  private static final Set<Grant> NEEDED =
      EnumSet.complementOf(EnumSet.of(Grant.INPUT, Grant.OUTPUT));

  private final Set<String> languages;
  private final Promise<Object> over = new Promise<>();
  private final Promise<Object> begun = new Promise<>();
  private volatile @Nullable Context context;
  private volatile @Nullable YonaContext inside;
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  private HostedContext(Set<String> languages) {
    this.languages = languages;
  }

  /** Made when the first context is opened. */
  private static final class Shared {
    /** Code is compiled once for all contexts. Nobody wants to be told how it runs. */
    static final Engine ENGINE =
        Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();
  }

  /** The ids of the languages that there are, besides Yona. */
  static Set<String> installed() {
    Set<String> ids = new TreeSet<>(Shared.ENGINE.getLanguages().keySet());
    ids.remove(YonaLanguage.ID);
    return ids;
  }

  /** The scope of the run that the calling fiber belongs to. */
  static Scope scopeOfRun() {
    Scope innermost = Scope.current();
    for (Scope scope = innermost; scope != null; scope = scope.parent()) {
      if (scope.local() instanceof Invocation) {
        return scope.holder();
      }
    }
    return innermost.holder();
  }

  /**
   * Opens a context, which whoever opens it closes. It may do all but use Java, so only a program
   * that may do all opens one: what the languages reach is not told apart, signals for one.
   *
   * @param languages the ids of its languages
   * @param options of the engine, by name
   * @return the context
   * @throws YonaError {@code :polyglot} if it cannot be made so; {@code :notgranted}
   */
  static HostedContext open(Set<String> languages, Map<String, String> options) {
    NEEDED.forEach(Invocation::require);
    HostedContext opened = new HostedContext(Set.copyOf(languages));
    YonaContext.Adoption program = new YonaContext.Adoption(scopeOfRun(), Invocation.current());
    Thread.ofPlatform().name("yona-languages").daemon().start(() -> opened.run(program, options));
    try (Scope _ = Scope.openShielded()) {
      var _ = opened.begun.await();
    }
    Throwable problem = opened.failure;
    if (problem != null) {
      throw YonaError.of("polyglot", String.valueOf(problem.getMessage()), problem);
    }
    return opened;
  }

  // ---- its thread ------------------------------------------------------------------------------

  private void run(YonaContext.Adoption adoption, Map<String, String> options) {
    try (Context made = make(adoption, options)) {
      context = made;
      made.enter();
      YonaContext.ADOPTION.set(adoption);
      made.initialize(YonaLanguage.ID);
      YonaContext.ADOPTION.remove();
      YonaContext served = YonaContext.current();
      inside = served;
      begun.complete(true);
      try {
        served.await(() -> closed, () -> closed = true);
      } finally {
        leave(made, served);
      }
    } catch (PolyglotException ended) {
      // It was cancelled, or has ended itself: whoever calls is told.
      failure = ended;
    } catch (Throwable problem) {
      failure = problem;
    } finally {
      YonaContext served = inside;
      if (served != null) {
        served.refuse(new Interruption("nothing can be called in it"));
      }
      begun.complete(true);
      over.complete(true);
    }
  }

  private static void leave(Context made, YonaContext served) {
    try {
      made.leave();
    } catch (PolyglotException | IllegalStateException ended) {
      // The engine ends the context.
    } finally {
      served.left();
    }
  }

  private Context make(YonaContext.Adoption adoption, Map<String, String> options) {
    String[] ids = new String[languages.size() + 1];
    languages.toArray(ids);
    ids[languages.size()] = YonaLanguage.ID;
    Context.Builder builder =
        Context.newBuilder(ids)
            .engine(Shared.ENGINE)
            .allowExperimentalOptions(true)
            .allowHostAccess(HostAccess.NONE)
            .allowPolyglotAccess(PolyglotAccess.ALL)
            .allowIO(IOAccess.ALL)
            .allowCreateProcess(true)
            .allowCreateThread(true)
            .allowNativeAccess(true)
            .allowEnvironmentAccess(EnvironmentAccess.INHERIT)
            .in(InputStream.nullInputStream())
            .out(new RunOutput(adoption, Invocation.Stream.OUTPUT))
            .err(new RunOutput(adoption, Invocation.Stream.ERROR));
    options.forEach(builder::option);
    return builder.build();
  }

  // ---- its face --------------------------------------------------------------------------------

  /** The ids of its languages. */
  Set<String> languages() {
    return languages;
  }

  /**
   * Evaluates a text. Suspends.
   *
   * @param language the id of the language
   * @param name what errors call the text
   * @param text the text
   * @return its value; null if the context has no such language
   * @throws YonaError {@code :closed} if the context is closed; else what the text raises
   */
  @Nullable Object evaluate(String language, String name, String text) {
    return languages.contains(language) ? inside().evaluate(language, name, text) : null;
  }

  private YonaContext inside() {
    YonaContext served = inside;
    if (served == null) {
      throw YonaError.of("closed", "the context of the language is closed");
    }
    return served;
  }

  /** Closes it: calls that are under way are broken off. Waits for the end; suspends. */
  void close() {
    closed = true;
    YonaContext served = inside;
    Context made = context;
    if (served != null) {
      served.wake();
    }
    if (made != null && served != null && served.isCalled()) {
      Thread.ofPlatform().name("yona-languages-end").daemon().start(() -> made.close(true));
    }
    try (Scope _ = Scope.openShielded()) {
      var _ = over.await();
    }
  }
}
