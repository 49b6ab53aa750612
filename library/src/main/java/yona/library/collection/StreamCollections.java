package yona.library.collection;

import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Set;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.stream.StreamFolds;

/** The Java half of module Stream: what walks a stream to a Set or a Dict. */
public final class StreamCollections {
  private StreamCollections() {}

  public static Object toSet(@Applied Object stream, String where) {
    Set.Builder result = Set.builder();
    StreamFolds.walk(
        stream,
        where,
        element -> {
          result.add(element);
          return true;
        });
    return result.build();
  }

  public static Object toDict(@Applied Object stream, String where) {
    Dict.Builder result = Dict.builder();
    StreamFolds.walk(
        stream,
        where,
        element -> {
          Tuple entry = Arguments.pair(element, where);
          result.put(entry.get(0), entry.get(1));
          return true;
        });
    return result.build();
  }

  public static Object groupBy(@Applied Object f, @Applied Object stream, String where) {
    Function function = Arguments.function(f, 1, where);
    Tally<SeqBuilder> groups = new Tally<>(Seq::builder);
    StreamFolds.walk(
        stream,
        where,
        element -> {
          groups.of(function.apply(element)).add(element);
          return true;
        });
    return groups.toDict(SeqBuilder::build);
  }

  public static Object frequencies(@Applied Object stream, String where) {
    Tally<long[]> counts = new Tally<>(() -> new long[1]);
    StreamFolds.walk(
        stream,
        where,
        element -> {
          counts.of(element)[0]++;
          return true;
        });
    return counts.toDict(count -> count[0]);
  }
}
