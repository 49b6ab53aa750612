import org.jspecify.annotations.NullMarked;

/** Yona's concurrency library: fibers, scopes, futures, cancellation. */
@NullMarked
@SuppressWarnings("module") // what the scheduler is open to is built later
module yona.async {
  requires static java.management;
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports yona.async;
  exports yona.async.channel;
  exports yona.async.continuation;
  exports yona.async.monadic;
  exports yona.async.scheduler to
      yona.io,
      yona.sql;
  exports yona.async.stack to
      yona.language;
  exports yona.async.stm;
  exports yona.async.sync;
  exports yona.async.task;
}
