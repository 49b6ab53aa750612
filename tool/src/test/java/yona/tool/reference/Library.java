package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import yona.data.Seq;
import yona.data.Set;

/** What the programs take from the standard modules. */
final class Library {
  private Library() {}

  /** A function or constant of a standard module. */
  static Object member(String module, String name) {
    return switch (module + "::" + name) {
      case "Set::empty" -> Set.EMPTY;
      case "Context::manager" ->
          new Values.Fn(2, arguments -> new Values.Manager(arguments[0], (Values.Fn) arguments[1]));
      case "Seq::map" -> new Values.Fn(2, arguments -> map(arguments[0], arguments[1]));
      default -> throw new IllegalArgumentException("not generated: " + module + "::" + name);
    };
  }

  private static Object map(Object function, Object seq) {
    if (!(function instanceof Values.Fn) || !(seq instanceof Seq elements)) {
      throw new Discarded();
    }
    List<Object> results = new ArrayList<>();
    for (Object element : elements) {
      results.add(Values.apply(function, element));
    }
    return Seq.of(results.toArray());
  }
}
