package yona.graal;

import java.util.Map;
import java.util.Set;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;

/** A context of other languages as a value, which the nearest {@code with} closes. */
final class ContextResource extends ManagedResource {
  private final HostedContext context;

  private ContextResource(HostedContext context) {
    this.context = context;
  }

  static ContextResource open(Set<String> languages, Map<String, String> options) {
    ContextResource opened = new ContextResource(HostedContext.open(languages, options));
    opened.hold();
    return opened;
  }

  /** One that somebody else closes. */
  static ContextResource lent(HostedContext context) {
    return new ContextResource(context);
  }

  /** The context of a value; another value is {@code :typeerror}. */
  static HostedContext of(Object value, String where) {
    if (value instanceof ContextResource resource) {
      return resource.context;
    }
    throw Failure.type(where, "a context", value);
  }

  @Override
  protected void close() {
    context.close();
  }

  @Override
  public String source() {
    return "<context of " + String.join(", ", context.languages()) + ">";
  }
}
