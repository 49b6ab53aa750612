package yona.tool.reference;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The values of names, inner ones first. */
final class Environment {
  private final IdentityHashMap<Names.Binding, Object> values = new IdentityHashMap<>(4);
  private final @Nullable Environment outer;

  Environment(@Nullable Environment outer) {
    this.outer = outer;
  }

  void set(Names.Binding binding, Object value) {
    values.put(binding, value);
  }

  Object get(Names.Binding binding) {
    for (Environment each = this; each != null; each = each.outer) {
      Object value = each.values.get(binding);
      if (value != null) {
        return value;
      }
    }
    throw new IllegalStateException(binding.name() + " has no value yet");
  }
}
