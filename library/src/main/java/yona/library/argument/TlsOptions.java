package yona.library.argument;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.io.socket.ClientTls;
import yona.io.socket.ServerTls;

/** The options {@code :tls} of servers and clients. */
public final class TlsOptions {
  private final String where;
  private final Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
  private @Nullable Path certificate;
  private @Nullable Path key;
  private List<Path> authorities = List.of();
  private @Nullable String serverName;
  private boolean verify = true;

  private TlsOptions(String where) {
    this.where = where;
    takers.put("certificate", (value, at) -> certificate = Arguments.path(value, at));
    takers.put("key", (value, at) -> key = Arguments.path(value, at));
  }

  /** A server's: a Dict with {@code :certificate}, {@code :key}, {@code :client_ca}. */
  public static ServerTls server(Object options, String where) {
    TlsOptions given = new TlsOptions(where);
    given.takers.put("client_ca", given::takeAuthorities);
    given.take(options);
    if (given.certificate == null || given.key == null) {
      throw Failure.badarg(where, "it needs :certificate and :key");
    }
    return new ServerTls(given.certificate, given.key, given.authorities);
  }

  /**
   * A client's: true, or a Dict with {@code :ca}, {@code :certificate}, {@code :key}, {@code
   * :server_name}, {@code :verify}; null for false.
   */
  public static @Nullable ClientTls client(Object options, String where) {
    if (options instanceof Boolean wanted) {
      return wanted ? ClientTls.DEFAULT : null;
    }
    TlsOptions given = new TlsOptions(where);
    given.takers.put("ca", given::takeAuthorities);
    given.takers.put("server_name", (value, at) -> given.serverName = Arguments.text(value, at));
    given.takers.put("verify", (value, at) -> given.verify = OptionDict.bool(value, at));
    given.take(options);
    try {
      return new ClientTls(
          given.authorities, given.certificate, given.key, given.serverName, given.verify);
    } catch (IllegalArgumentException e) {
      throw Failure.badarg(where, "it has " + e.getMessage());
    }
  }

  private void take(Object options) {
    OptionDict.take(options, takers, where);
  }

  /** A path, or several. */
  private void takeAuthorities(Object value, String where) {
    List<Path> files = new ArrayList<>();
    for (Object path : value instanceof Seq paths && !paths.isText() ? paths : List.of(value)) {
      files.add(Arguments.path(path, where));
    }
    authorities = files;
  }
}
