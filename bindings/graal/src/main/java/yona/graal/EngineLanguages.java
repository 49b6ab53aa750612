package yona.graal;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.interop.Languages;
import yona.language.runtime.Invocation;

/**
 * The languages of the engine, for {@code eval}: those of the context that a program runs in, or
 * else of one that the program has for itself from its first {@code eval} to its end.
 */
public final class EngineLanguages implements Languages {
  private static final String NAME = "eval";

  /** Made by the service loader. */
  public EngineLanguages() {}

  @Override
  public @Nullable Object evaluate(String language, String text) {
    Invocation run = Invocation.current();
    if (run.host() instanceof YonaContext context) {
      return context.evaluate(language, NAME, text);
    }
    if (!HostedContext.installed().contains(language)) {
      return null;
    }
    return run.state(OfRun.class, OfRun::new).context().evaluate(language, NAME, text);
  }

  /** The context of a run, which is closed with the scope of that. */
  private static final class OfRun {
    private @Nullable HostedContext context;

    synchronized HostedContext context() {
      HostedContext known = context;
      if (known == null) {
        HostedContext opened = HostedContext.open(HostedContext.installed(), Map.of());
        HostedContext.scopeOfRun().link(opened::close);
        context = opened;
        known = opened;
      }
      return known;
    }
  }
}
