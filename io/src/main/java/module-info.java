import org.jspecify.annotations.NullMarked;

/**
 * Yona's files, sockets and processes over bytes and buffers, without blocking a carrier thread.
 */
@NullMarked
module yona.io {
  requires static transitive org.jspecify;
  requires transitive yona.async;

  exports yona.io;
  exports yona.io.connection;
  exports yona.io.console;
  exports yona.io.file;
  exports yona.io.process;
  exports yona.io.socket;
}
