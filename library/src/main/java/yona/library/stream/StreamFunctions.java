package yona.library.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Suspends;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;
import yona.library.text.LineOptions;
import yona.library.text.LineQueue;
import yona.library.text.TextEncoding;

/** The Java half of module Stream: what makes streams, of other values and of streams. */
public final class StreamFunctions {
  private StreamFunctions() {}

  public static Stream stream(Object value, String where) {
    if (value instanceof Stream stream) {
      return stream;
    }
    throw Failure.type(where, "a Stream", value);
  }

  private static Stream[] streams(Object seq, String where) {
    List<Stream> result = new ArrayList<>();
    for (Object element : Arguments.seq(seq, where)) {
      result.add(stream(element, where));
    }
    return result.toArray(Stream[]::new);
  }

  /** How many at a time, or ahead. */
  private static int bound(Object n, String where) {
    return (int) Math.min(Arguments.positive(n, where), Integer.MAX_VALUE);
  }

  // Sources

  public static Object empty() {
    return Stream.of(List.of());
  }

  public static Object naturals() {
    return Stream.of(false, () -> new StreamSources.Range(0, Long.MAX_VALUE));
  }

  public static Object singleton(Object value) {
    return Stream.of(Collections.singletonList(value));
  }

  public static Object repeat(Object value) {
    return Stream.of(false, () -> new StreamSources.Repeated(value));
  }

  public static Object fromSeq(Object collection, String where) {
    @Nullable Stream stream = collection instanceof Stream ? null : Stream.ofElements(collection);
    if (stream == null) {
      throw Failure.type(where, "a Seq, Set or Dict", collection);
    }
    return stream;
  }

  public static Object cycle(Object collection, String where) {
    Iterable<?> elements =
        switch (collection) {
          case Seq seq -> seq;
          case Set set -> set;
          case Dict dict -> dict;
          default -> throw Failure.type(where, "a Seq, Set or Dict", collection);
        };
    return Stream.of(false, () -> new StreamSources.Cycled(elements));
  }

  public static Object combinations(Object n, Object seq, String where) {
    int chosen = indexes(Arguments.count(n, where), where);
    Seq whole = Arguments.seq(seq, where);
    return chosen > whole.length()
        ? empty()
        : Stream.of(false, () -> new StreamChoices.Combinations(chosen, whole));
  }

  public static Object permutations(Object seq, String where) {
    Seq whole = Arguments.seq(seq, where);
    int chosen = indexes(whole.length(), where);
    return Stream.of(false, () -> new StreamChoices.Permutations(chosen, whole));
  }

  /** How many elements a choice has. */
  private static int indexes(long count, String where) {
    if (count > Integer.MAX_VALUE) {
      throw Failure.badarg(where, "choices of " + count + " elements are too long");
    }
    return (int) count;
  }

  public static Object cartesian(Object seqs, String where) {
    List<Seq> factors = new ArrayList<>();
    for (Object element : Arguments.seq(seqs, where)) {
      factors.add(Arguments.seq(element, where));
    }
    if (factors.stream().anyMatch(Seq::isEmpty)) {
      return empty();
    }
    return Stream.of(false, () -> new StreamChoices.Cartesian(factors.toArray(Seq[]::new)));
  }

  public static Object range(Object from, Object to, String where) {
    long start = Arguments.integer(from, where);
    long end = Arguments.integer(to, where);
    return Stream.of(false, () -> new StreamSources.Range(start, end));
  }

  public static Object iterate(@Applied Object f, Object value, String where) {
    Function next = Arguments.function(f, where);
    return Stream.of(Function.suspends(next), () -> new StreamSources.Iterated(next, value));
  }

  public static Object unfold(@Applied Object f, Object state, String where) {
    Function next = Arguments.function(f, where);
    return Stream.of(Function.suspends(next), () -> new StreamSources.Unfolded(next, state, where));
  }

  public static Object generate(@Applied Object f, String where) {
    Function next = Control.thunk(f, where);
    return Stream.of(Function.suspends(next), () -> new StreamSources.Generated(next, where));
  }

  public static Object bracket(
      @Applied Object acquire, @Applied Object release, @Applied Object use, String where) {
    Function acquiring = Control.thunk(acquire, where);
    Function releasing = Arguments.function(release, where);
    Function using = Arguments.function(use, where);
    return Stream.holding(
        Function.suspends(acquiring) || Function.suspends(releasing) || Function.suspends(using),
        new StreamBracket(acquiring, releasing, using, where));
  }

  /**
   * The elements that a function makes of a resource, as {@code Stream::bracket}, and of a stream.
   *
   * @param acquire gives the resource; never waits, as the next
   * @param release takes it back
   * @param use makes the stream of elements
   * @param from where these come from; released with the stream
   * @param where the function's name, for errors
   */
  public static Stream withResource(
      Function acquire, Function release, Function use, Stream from, String where) {
    return Stream.holding(from.maySuspend(), new StreamBracket(acquire, release, use, where), from);
  }

  // Stages

  private static Stream through(
      Object f,
      Object stream,
      String where,
      java.util.function.Function<Function, StreamStage> of) {
    Function function = Arguments.function(f, where);
    return stream(stream, where).through(Function.suspends(function), () -> of.apply(function));
  }

  private static Stream through(Object stream, String where, Supplier<StreamStage> stage) {
    return stream(stream, where).through(false, stage);
  }

  public static Object map(@Applied Object f, @Applied Object stream, String where) {
    return through(f, stream, where, StreamStages.Map::new);
  }

  public static Object filter(@Applied Object predicate, @Applied Object stream, String where) {
    return filtered(predicate, stream, true, where);
  }

  public static Object reject(@Applied Object predicate, @Applied Object stream, String where) {
    return filtered(predicate, stream, false, where);
  }

  private static Stream filtered(Object predicate, Object stream, boolean wanted, String where) {
    return through(predicate, stream, where, test -> new StreamStages.Filter(test, wanted, where));
  }

  public static Object filterMap(@Applied Object f, @Applied Object stream, String where) {
    return through(f, stream, where, function -> new StreamStages.FilterMap(function, where));
  }

  public static Object flatMap(@Applied Object f, @Applied Object stream, String where) {
    return through(f, stream, where, function -> new StreamStages.FlatMap(function, where));
  }

  public static Object takeWhile(@Applied Object predicate, @Applied Object stream, String where) {
    return through(predicate, stream, where, test -> new StreamStages.TakeWhile(test, where));
  }

  public static Object dropWhile(@Applied Object predicate, @Applied Object stream, String where) {
    return through(predicate, stream, where, test -> new StreamStages.DropWhile(test, where));
  }

  public static Object scan(@Applied Object f, Object init, @Applied Object stream, String where) {
    return through(
        Arguments.step(f, init, where), stream, where, step -> new StreamStages.Scan(step, init));
  }

  public static Object enumerate(Object stream, String where) {
    return through(stream, where, StreamStages.Enumerate::new);
  }

  public static Object take(Object n, Object stream, String where) {
    long count = Arguments.count(n, where);
    return through(stream, where, () -> new StreamStages.Take(count));
  }

  public static Object drop(Object n, Object stream, String where) {
    long count = Arguments.count(n, where);
    return through(stream, where, () -> new StreamStages.Drop(count));
  }

  public static Object chunksOf(Object n, Object stream, String where) {
    long size = Arguments.positive(n, where);
    return through(stream, where, () -> new StreamPieces.Chunks(size));
  }

  public static Object lines(Object stream, String where) {
    return lines(LineOptions.USUAL, stream, where);
  }

  public static Object linesWith(Object options, Object stream, String where) {
    return lines(LineOptions.of(options, where), stream, where);
  }

  private static Object lines(LineOptions options, Object stream, String where) {
    Stream chunks = stream(stream, where);
    return Stream.of(chunks.maySuspend(), () -> lines(options, chunks, where), chunks);
  }

  private static StreamSource lines(LineOptions options, Stream chunks, String where) {
    Walk walk = chunks.walk();
    boolean isUtf8 = options.encoding() == null;
    Supplier<byte @Nullable []> bytes =
        () -> {
          @Nullable Object chunk = walk.pull();
          if (chunk == null) {
            return null;
          }
          return isUtf8 ? Arguments.data(chunk, where) : TextEncoding.bytes(chunk, where);
        };
    return new ChunkedLines(bytes, options, new LineQueue(where, options), walk::close);
  }

  public static Object takeEvery(Object n, Object stream, String where) {
    return every(n, true, stream, where);
  }

  public static Object dropEvery(Object n, Object stream, String where) {
    return every(n, false, stream, where);
  }

  private static Stream every(Object n, boolean wanted, Object stream, String where) {
    long step = Arguments.positive(n, where);
    return through(stream, where, () -> new StreamStages.Every(step, wanted));
  }

  public static Object window(Object n, Object stream, String where) {
    return windows(n, 1L, stream, where);
  }

  public static Object windowStep(Object n, Object step, Object stream, String where) {
    return windows(n, step, stream, where);
  }

  private static Stream windows(Object n, Object step, Object stream, String where) {
    long size = Arguments.positive(n, where);
    long distance = Arguments.positive(step, where);
    return through(stream, where, () -> new StreamPieces.Window(size, distance));
  }

  public static Object chunkBy(@Applied Object f, @Applied Object stream, String where) {
    return through(Arguments.function(f, 1, where), stream, where, StreamPieces.ChunkBy::new);
  }

  public static Object chunkWhile(@Applied Object together, @Applied Object stream, String where) {
    return through(together, stream, where, test -> new StreamPieces.ChunkWhile(test, where));
  }

  public static Object dedupe(Object stream, String where) {
    return through(stream, where, () -> new StreamStages.Dedupe(null));
  }

  public static Object dedupeBy(@Applied Object key, @Applied Object stream, String where) {
    return through(Arguments.function(key, 1, where), stream, where, StreamStages.Dedupe::new);
  }

  public static Object unique(Object stream, String where) {
    return through(stream, where, () -> new StreamStages.Unique(null));
  }

  public static Object uniqueBy(@Applied Object key, @Applied Object stream, String where) {
    return through(Arguments.function(key, 1, where), stream, where, StreamStages.Unique::new);
  }

  public static Object intersperse(Object value, Object stream, String where) {
    return through(stream, where, () -> new StreamStages.Intersperse(value));
  }

  public static Object transform(
      @Applied Object f, Object init, @Applied Object stream, String where) {
    return through(
        Arguments.step(f, init, where),
        stream,
        where,
        step -> new StreamStages.Transform(step, init, where));
  }

  // Several streams

  public static Object zip(Object a, Object b, String where) {
    return zipped(null, stream(a, where), stream(b, where));
  }

  public static Object zipWith(
      @Applied Object f, @Applied Object a, @Applied Object b, String where) {
    return zipped(Arguments.function(f, where), stream(a, where), stream(b, where));
  }

  private static Stream zipped(@Nullable Function f, Stream a, Stream b) {
    boolean suspends = anySuspends(a, b) || (f != null && Function.suspends(f));
    return Stream.of(suspends, () -> new StreamWalks.Zipped(f, a, b), a, b);
  }

  public static Object zipLongest(Object filler, Object a, Object b, String where) {
    Stream left = stream(a, where);
    Stream right = stream(b, where);
    return Stream.of(
        anySuspends(left, right),
        () -> new StreamWalks.ZippedLongest(filler, left, right),
        left,
        right);
  }

  public static Object interleave(Object a, Object b, String where) {
    Stream left = stream(a, where);
    Stream right = stream(b, where);
    return Stream.of(
        anySuspends(left, right), () -> new StreamWalks.Interleaved(left, right), left, right);
  }

  public static Object mergeSorted(Object streams, String where) {
    Stream[] parts = streams(streams, where);
    return Stream.of(anySuspends(parts), () -> new StreamWalks.MergedSorted(parts), parts);
  }

  private static boolean anySuspends(Stream... streams) {
    boolean suspends = false;
    for (Stream stream : streams) {
      suspends |= stream.maySuspend();
    }
    return suspends;
  }

  public static Object concat(Object streams, String where) {
    Stream[] parts = streams(streams, where);
    Seq given = (Seq) streams;
    return Stream.of(anySuspends(parts), () -> new StreamSources.Given(given.iterator()), parts)
        .through(false, StreamStages.Flatten::new);
  }

  // Fibers

  @Suspends
  public static Object merge(Object streams, String where) {
    Stream[] parts = streams(streams, where);
    return Stream.holding(true, new StreamFiber.Merged(List.of(parts)), parts);
  }

  @Suspends
  public static Object buffered(Object n, Object stream, String where) {
    int ahead = bound(n, where);
    Stream from = stream(stream, where);
    return Stream.holding(true, new StreamFiber.Buffered(ahead, from), from);
  }

  @Suspends
  public static Object mapTogether(Object n, Object f, Object stream, String where) {
    int together = bound(n, where);
    Function function = Arguments.function(f, where);
    Stream from = stream(stream, where);
    return Function.suspends(function)
        ? Stream.holding(true, new StreamFiber.Mapped(together, function, from), from)
        : map(function, from, where);
  }
}
