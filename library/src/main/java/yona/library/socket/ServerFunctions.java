package yona.library.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.io.socket.Server;
import yona.io.socket.ServerOptions;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.TlsOptions;
import yona.library.system.LogFunctions;

/** The Java half of module {@code socket\tcp\Server}. */
@Needs(Grant.NETWORK)
public final class ServerFunctions {
  private static final Symbol TCP = Symbol.of("tcp");
  private static final Symbol UNIX = Symbol.of("unix");

  private ServerFunctions() {}

  @Suspends
  public static Object channel(Object address, String where) {
    return open(ServerOptions.DEFAULT, address, where);
  }

  @Suspends
  public static Object channelWith(Object options, Object address, String where) {
    ServerOptions[] given = {ServerOptions.DEFAULT};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put(
        "backlog",
        (value, at) -> {
          long backlog = Arguments.positive(value, at);
          given[0] = given[0].withBacklog((int) Math.min(backlog, Integer.MAX_VALUE));
        });
    takers.put("reuse", (value, at) -> given[0] = given[0].withReuse(OptionDict.bool(value, at)));
    takers.put("tls", (value, at) -> given[0] = given[0].withTls(TlsOptions.server(value, at)));
    OptionDict.take(options, takers, where);
    return open(given[0], address, where);
  }

  private static Object open(ServerOptions options, Object address, String where) {
    Tuple parts = Arguments.tuple(address, where);
    ServerOptions logging = options.withReport(ServerFunctions::logError);
    if (parts.length() == 2 && parts.get(0).equals(UNIX)) {
      Path path = Arguments.path(parts.get(1), where);
      return ServerResource.of(
          SocketErrors.checked(
              path.toString(), () -> Server.listen(UnixDomainSocketAddress.of(path), logging)));
    }
    // Written (:tcp, (host, port)) once.
    Tuple pair =
        parts.length() == 2 && parts.get(1) instanceof Tuple inner && inner.length() == 2
            ? inner
            : parts.length() == 3 ? Tuple.of(parts.get(1), parts.get(2)) : null;
    if (pair == null || !parts.get(0).equals(TCP)) {
      throw Failure.badarg(
          where,
          "an address is (:tcp, host, port) or (:unix, path), not " + Failure.shown(address));
    }
    String host = Arguments.text(pair.get(0), where);
    int port = port(pair.get(1), 0, where);
    return ServerResource.of(
        SocketErrors.withHost(where, host, port, () -> Server.listen(host, port, logging)));
  }

  private static void logError(IOException e) {
    var _ = LogFunctions.warn(Seq.text(Failure.line(String.valueOf(e.getMessage()))));
  }

  /** A port, at least a smallest one. */
  static int port(Object value, int least, String where) {
    long port = Arguments.integer(value, where);
    if (port < least || port > 65535) {
      throw Failure.badarg(where, "a port is between " + least + " and 65535, not " + port);
    }
    return (int) port;
  }

  @Suspends
  public static Object accept(Object channel, String where) {
    ServerResource resource = ServerResource.resource(channel, where);
    Server server = resource.server();
    return ConnectionResource.of(SocketErrors.checked(server.name(), server::accept));
  }

  public static Object port(Object channel, String where) {
    return (long) Math.max(0, ServerResource.resource(channel, where).server().port());
  }

  public static Object address(Object channel, String where) {
    Server server = ServerResource.resource(channel, where).server();
    return Seq.text(
        server.address() instanceof InetSocketAddress inet
            ? inet.getAddress().getHostAddress()
            : server.address().toString());
  }

  @Suspends
  public static Object close(Object channel, String where) {
    ServerResource.resource(channel, where).release();
    return Unit.UNIT;
  }
}
