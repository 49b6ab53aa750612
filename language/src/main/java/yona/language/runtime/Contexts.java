package yona.language.runtime;

import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Fiber;
import yona.async.Link;
import yona.async.Scope;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;

/** {@code with} and {@code with daemon} (language.md 11.6). */
public final class Contexts {
  private Contexts() {}

  /** A running {@code with} of a triple: what {@code context\Local::lookup} finds. */
  private record Running(String name, Tuple triple) {}

  /**
   * Runs the steps of a {@code with} under a context manager. May suspend.
   *
   * @param manager the manager: a {@link ContextManager}, a {@link WrappingContextManager}, or a
   *     triple of a name, a wrapper and data
   * @param daemon whether the steps run in the background of the nearest enclosing {@code with}
   * @param name the name after {@code as}, or null
   * @param body the steps: a function of what the name is bound to
   * @return the value of the steps; {@code ()} for a daemon
   * @throws YonaError {@code :typeerror} if it is no context manager
   */
  public static Object with(Object manager, boolean daemon, @Nullable String name, Function body) {
    if (manager instanceof ContextManager resource) {
      return daemon ? inBackground(resource, body) : hold(resource, body);
    }
    if (manager instanceof WrappingContextManager wrapping) {
      if (!daemon) {
        return wrapping.run(body);
      }
      Groups.background(Scope.holding(), () -> wrapping.run(body));
      return Unit.UNIT;
    }
    Tuple triple = triple(manager);
    if (!daemon) {
      return wrap(triple, name, body);
    }
    Groups.background(Scope.holding(), () -> wrap(triple, name, body));
    return Unit.UNIT;
  }

  private static Tuple triple(Object manager) {
    if (manager instanceof Tuple triple
        && triple.length() == 3
        && triple.get(0) instanceof Seq text
        && text.isText()
        && triple.get(1) instanceof Function wrapper
        && wrapper.arity() == 2) {
      return triple;
    }
    throw YonaError.typeError(
        "a context manager after with (a resource, or a triple of name, wrapper and data)",
        manager);
  }

  private static Object hold(ContextManager resource, Function body) {
    Object result;
    try (Scope scope = Scope.open()) {
      result = body.apply(resource.resource());
      if (result instanceof ManagedResource inner) {
        inner.passOut(scope);
      }
    } catch (Throwable error) {
      releaseAfter(error, resource);
      throw error;
    }
    release(resource);
    return result;
  }

  /** Releases to the end, also when cancelled. */
  private static void release(ContextManager resource) {
    Async.shielded(
        () -> {
          resource.release();
          return null;
        });
  }

  /**
   * An error of the release while another one is on its way goes along with it, or is reported if
   * that is no error of the program. The end of the program is no error, and goes on in its place.
   */
  private static void releaseAfter(Throwable error, ContextManager resource) {
    try {
      release(resource);
    } catch (ControlTransfer exit) {
      throw exit;
    } catch (YonaError second) {
      if (error instanceof YonaError first && first != second) {
        first.followedBy(second);
      } else {
        Fiber.current().scope().report(second.ofRelease());
      }
    } catch (Throwable second) {
      Fiber.current().scope().report(second);
    }
  }

  private static Object inBackground(ContextManager resource, Function body) {
    Scope scope = Scope.holding();
    // If the scope is cancelled before the background fiber runs, nobody else releases it.
    Link link = scope.link(resource::release);
    Groups.background(
        scope,
        () -> {
          link.unlink();
          return hold(resource, body);
        });
    return Unit.UNIT;
  }

  private static Object wrap(Tuple triple, @Nullable String name, Function body) {
    Function wrapper = (Function) triple.get(1);
    String key = name == null ? ((Seq) triple.get(0)).asString() : name;
    Function steps =
        body.maySuspend()
            ? Function.suspending("body", 0, arguments -> body.apply(triple))
            : Function.of("body", () -> body.apply(triple));
    try (Scope scope = Scope.open(new Running(key, triple))) {
      Object result = wrapper.apply(triple, steps);
      if (result instanceof ManagedResource inner) {
        inner.passOut(scope);
      }
      return result;
    }
  }

  /**
   * The triple of the innermost running {@code with} of this name: under its {@code as} name, or
   * without one under its own. Fibers see those that ran where they were started.
   *
   * @param name the name
   * @return the triple, or null
   */
  public static @Nullable Tuple running(String name) {
    for (Scope scope = Scope.current(); scope != null; scope = scope.parent()) {
      if (scope.local() instanceof Running running && running.name().equals(name)) {
        return running.triple();
      }
    }
    return null;
  }
}
