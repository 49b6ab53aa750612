import org.jspecify.annotations.NullMarked;

/** Yona's the concurrency library: fibers, scopes, futures, cancellation. */
@NullMarked
module yona.async {
  requires static transitive org.jspecify;
}
