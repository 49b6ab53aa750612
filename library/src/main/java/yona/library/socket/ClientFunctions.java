package yona.library.socket;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import yona.io.socket.Client;
import yona.io.socket.ClientOptions;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.argument.TlsOptions;

/** The Java half of module {@code socket\tcp\Client}. */
@Needs(Grant.NETWORK)
public final class ClientFunctions {
  private ClientFunctions() {}

  @Suspends
  public static Object connect(Object host, Object port, String where) {
    return open(ClientOptions.DEFAULT, host, port, where);
  }

  @Suspends
  public static Object connectWith(Object options, Object host, Object port, String where) {
    ClientOptions[] given = {ClientOptions.DEFAULT};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put(
        "timeout",
        (value, at) -> given[0] = given[0].withTime(Duration.ofNanos(Spans.nanos(value, at))));
    takers.put(
        "no_delay", (value, at) -> given[0] = given[0].withNoDelay(OptionDict.bool(value, at)));
    takers.put(
        "keep_alive", (value, at) -> given[0] = given[0].withKeepAlive(OptionDict.bool(value, at)));
    takers.put("tls", (value, at) -> given[0] = given[0].withTls(TlsOptions.client(value, at)));
    OptionDict.take(options, takers, where);
    return open(given[0], host, port, where);
  }

  private static Object open(ClientOptions options, Object host, Object port, String where) {
    String name = Arguments.text(host, where);
    int number = ServerFunctions.port(port, 1, where);
    return ConnectionResource.of(
        SocketErrors.withHost(where, name, number, () -> Client.connect(name, number, options)));
  }

  @Suspends
  public static Object connectUnix(Object path, String where) {
    Path file = Arguments.path(path, where);
    return ConnectionResource.of(
        SocketErrors.checked(file.toString(), () -> Client.connectUnix(file)));
  }
}
