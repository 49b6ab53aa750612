package yona.language.embedding;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Set;
import yona.language.interop.FromJava;

/** Java objects on their way into scripts. */
final class Inputs {
  private Inputs() {}

  /** See {@link Engine#value}. */
  static Object value(@Nullable Object object) {
    return switch (object) {
      case Value value -> value.raw();
      case Object[] array -> elements(array);
      case null, default -> collection(FromJava.value(object));
    };
  }

  private static Object elements(Object array) {
    SeqBuilder builder = Seq.builder();
    int length = Array.getLength(array);
    for (int i = 0; i < length; i++) {
      builder.add(value(Array.get(array, i)));
    }
    return builder.build();
  }

  /** Views of Yona's collections are these already. */
  private static Object collection(Object object) {
    return switch (object) {
      case java.util.Set<?> elements -> {
        Set.Builder builder = Set.builder();
        elements.forEach(each -> builder.add(value(each)));
        yield builder.build();
      }
      case Collection<?> elements -> {
        SeqBuilder builder = Seq.builder();
        elements.forEach(each -> builder.add(value(each)));
        yield builder.build();
      }
      case Map<?, ?> entries -> {
        Dict.Builder builder =
            object instanceof SequencedMap<?, ?> ? Dict.orderedBuilder() : Dict.builder();
        entries.forEach((key, each) -> builder.put(value(key), value(each)));
        yield builder.build();
      }
      default -> object;
    };
  }
}
