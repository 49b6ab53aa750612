import org.jspecify.annotations.NullMarked;

/** HTTP in direct style, on fibers: Netty's codecs over the connections of {@code yona.io}. */
@NullMarked
module yona.http {
  requires static com.github.luben.zstd_jni;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.compression;
  requires io.netty.codec.http;
  requires io.netty.codec.http2;
  requires io.netty.common;
  requires io.netty.transport;
  requires static transitive org.jspecify;
  requires transitive yona.async;
  requires transitive yona.io;

  exports yona.http;
  exports yona.http.client;
  exports yona.http.events;
  exports yona.http.files;
  exports yona.http.filter;
  exports yona.http.form;
  exports yona.http.monitor;
  exports yona.http.router;
  exports yona.http.server;
  exports yona.http.session;
  exports yona.http.websocket;
}
