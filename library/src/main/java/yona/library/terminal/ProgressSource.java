package yona.library.terminal;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Unit;
import yona.language.runtime.Function;
import yona.language.runtime.Walk;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;
import yona.library.stream.StreamSource;

/** The elements of a stream: a bar counts each when the next one is asked for. */
final class ProgressSource extends StreamSource {
  private final Walk walk;
  private final ProgressBar bar;
  private final String where;
  private boolean begun;

  private ProgressSource(Walk walk, ProgressBar bar, String where) {
    this.walk = walk;
    this.bar = bar;
    this.where = where;
  }

  /**
   * A stream that begins a bar with its first element, and ends it with its walk.
   *
   * @param elements what its elements are
   * @param begin makes the bar
   */
  static Stream stream(Stream elements, Supplier<ProgressBar> begin, String where) {
    return StreamFunctions.withResource(
        Function.of("begin", begin),
        Function.of("end", bar -> end((ProgressBar) bar)),
        Function.of("use", bar -> counted(elements, (ProgressBar) bar, where)),
        elements,
        where);
  }

  private static Object end(ProgressBar bar) {
    bar.release();
    return Unit.UNIT;
  }

  private static Stream counted(Stream elements, ProgressBar bar, String where) {
    return Stream.of(elements.maySuspend(), () -> new ProgressSource(elements.walk(), bar, where));
  }

  @Override
  protected @Nullable Object next() {
    if (begun) {
      bar.advance(1, where);
    }
    begun = true;
    return walk.pull();
  }

  @Override
  protected void close() {
    walk.close();
  }
}
