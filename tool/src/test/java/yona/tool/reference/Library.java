package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import yona.data.Dict;
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
      case "Seq::put" ->
          new Values.Fn(3, arguments -> put(arguments[0], arguments[1], arguments[2]));
      case "Seq::len" -> new Values.Fn(1, arguments -> Values.as(Seq.class, arguments[0]).length());
      case "Set::add" ->
          new Values.Fn(2, arguments -> Values.as(Set.class, arguments[1]).add(arguments[0]));
      case "Set::contains" ->
          new Values.Fn(2, arguments -> Values.as(Set.class, arguments[1]).contains(arguments[0]));
      case "Dict::put" ->
          new Values.Fn(
              3, arguments -> Values.as(Dict.class, arguments[2]).put(arguments[0], arguments[1]));
      case "Dict::contains" ->
          new Values.Fn(2, arguments -> Values.as(Dict.class, arguments[1]).contains(arguments[0]));
      default -> throw new IllegalArgumentException("not generated: " + module + "::" + name);
    };
  }

  private static Object put(Object index, Object value, Object seq) {
    Seq elements = Values.as(Seq.class, seq);
    long place = Values.as(Long.class, index);
    if (place < 0 || place >= elements.length()) {
      throw Raised.of("badarg");
    }
    return elements.set(place, value);
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
