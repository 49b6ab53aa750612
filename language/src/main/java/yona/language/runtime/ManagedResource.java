package yona.language.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.Fiber;
import yona.async.Link;
import yona.async.Scope;
import yona.data.Kind;
import yona.data.Opaque;

/**
 * An open file, connection or other thing that has to be released: by the {@code with} that holds
 * it, by closing it, or else when the nearest {@code with} around the place where it was opened
 * ends, at the latest with the program (language.md 11.6). Safe for use by many fibers.
 */
public abstract class ManagedResource extends Opaque implements ContextManager {
  private @Nullable Link link;
  private @Nullable Scope holder;
  private boolean released;

  /** Where it was opened, if the run wants to know. */
  private @Nullable StackTrace origin;

  /** A resource that nobody holds yet. */
  protected ManagedResource() {}

  /** Binds the resource to the nearest {@code with}; to be called once, when it is open. */
  protected final void hold() {
    if (Invocation.notesOrigins()) {
      origin = StackTrace.here();
    }
    holdIn(Scope.holding());
  }

  /** What a scope releases on its way out. */
  private record Held(ManagedResource resource) implements Cancellable {
    @Override
    public void cancel() {
      try {
        resource.release();
      } catch (YonaError error) {
        // Nobody is there to catch it, but what started the program has to learn of it.
        Invocation.noteFailedRelease();
        throw error.ofRelease();
      }
    }

    @Override
    public String toString() {
      return resource.source();
    }
  }

  /**
   * The resources that a scope will release when it ends. Any thread may ask.
   *
   * @param scope the scope
   * @param most how many of the newest to look at
   * @return the resources, newest first
   */
  public static List<ManagedResource> heldBy(Scope scope, int most) {
    List<ManagedResource> resources = new ArrayList<>();
    for (Cancellable each : scope.newestLinks(most)) {
      if (each instanceof Held(ManagedResource resource)) {
        resources.add(resource);
      }
    }
    return resources;
  }

  /**
   * Where it was opened.
   *
   * @return null unless the run {@linkplain Invocation#notingOrigins notes} that
   */
  public final @Nullable StackTrace origin() {
    return origin;
  }

  private void holdIn(Scope scope) {
    try {
      synchronized (this) {
        if (!released) {
          holder = scope;
          link = scope.link(new Held(this));
        }
      }
    } catch (Throwable error) {
      // Nobody else would.
      release();
      throw error;
    }
  }

  /**
   * The resources that this one is made of and that go where it goes, when it leaves a {@code with}
   * as its value.
   */
  protected Iterable<? extends ManagedResource> parts() {
    return List.of();
  }

  /**
   * The scope at whose end it is released, and in which fibers may run that work for it.
   *
   * @return null before it is held
   */
  protected final synchronized @Nullable Scope holder() {
    return holder;
  }

  /**
   * Hands the resource on, with its parts, when it is the value of the {@code with} that would
   * release it: the nearest scope around that one which holds resources releases it.
   *
   * @param ending the scope that would release it
   */
  public final void passOut(Scope ending) {
    Set<ManagedResource> found = Collections.newSetFromMap(new IdentityHashMap<>());
    ArrayDeque<ManagedResource> open = new ArrayDeque<>(List.of(this));
    while (!open.isEmpty()) {
      ManagedResource resource = open.pop();
      if (found.add(resource)) {
        resource.passOutItself(ending);
        resource.parts().forEach(open::push);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // scopes are told apart by identity
  private void passOutItself(Scope ending) {
    Scope outer = ending.parent();
    synchronized (this) {
      if (holder != ending || outer == null || link == null || !link.unlink()) {
        return;
      }
    }
    holdIn(outer.holder());
  }

  @Override
  public final void release() {
    // Before anything, as a transaction that is repeated would find it released.
    Fiber.beforeEffect("the release of a resource");
    Link linked;
    synchronized (this) {
      if (released) {
        return;
      }
      released = true;
      linked = link;
    }
    if (linked != null) {
      linked.unlink();
    }
    close();
  }

  /** Whether the resource was released. */
  protected final synchronized boolean isReleased() {
    return released;
  }

  /** Releases what the resource stands for; called once. May suspend. */
  protected abstract void close();

  @Override
  public Object resource() {
    return this;
  }

  @Override
  public final Kind kind() {
    return Kind.RESOURCE;
  }
}
