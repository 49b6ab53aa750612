import org.jspecify.annotations.NullMarked;

/**
 * Yona's files, sockets and processes over bytes and buffers, without blocking a carrier thread.
 */
@NullMarked
@SuppressWarnings("module") // what borrows buffers is built later
module yona.io {
  requires static transitive org.jspecify;
  requires transitive yona.async;

  exports yona.io;
  exports yona.io.connection;
  exports yona.io.console;
  exports yona.io.file;
  exports yona.io.process;
  exports yona.io.socket;

  // http borrows the buffers that connections borrow; the library cuts texts into lines as files
  // are.
  exports yona.io.buffer to
      yona.http,
      yona.library;
  // http asks all that it wants to know of a file in one operation.
  exports yona.io.medium to
      yona.http;
}
