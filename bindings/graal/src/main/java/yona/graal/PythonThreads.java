package yona.graal;

import com.oracle.truffle.api.source.Source;

/**
 * What Python knows of threads. Its module {@code threading} takes the thread that imports it for
 * the main one, and waits at the end of the context until that has ended. It never does if it is
 * one that does calls of fibers; so the module forgets it before.
 */
final class PythonThreads {
  private static final String PROGRAM =
      """
      def _yona_forget_main_thread():
          import sys
          threading = sys.modules.get('threading')
          if threading and threading.main_thread().ident != threading.get_ident():
              lock = getattr(threading.main_thread(), '_tstate_lock', None)
              getattr(threading, '_shutdown_locks', set()).discard(lock)
      _yona_forget_main_thread()
      """;

  private PythonThreads() {}

  /** To be called in the context, by the thread that closes it. */
  static void forgetMain(YonaContext context) {
    Source program = Source.newBuilder("python", PROGRAM, "threads of Yona").internal(true).build();
    context.env().parsePublic(program).call();
  }
}
