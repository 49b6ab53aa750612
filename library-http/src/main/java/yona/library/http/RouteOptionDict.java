package yona.library.http;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.data.Unit;
import yona.http.client.Proxies;
import yona.http.client.Route;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** Options of a session that say the way to servers: straight, by proxies, or to a Unix socket. */
final class RouteOptionDict {

  private final String where;
  private @Nullable Path socket;
  private @Nullable Proxies proxies;
  private @Nullable List<String> direct;

  RouteOptionDict(String where) {
    this.where = where;
  }

  void addTo(Map<String, OptionDict.Taker> takers) {
    takers.put("unix", (value, at) -> socket = Arguments.path(value, at));
    takers.put("proxy", (value, at) -> proxies = proxies(value, at));
    takers.put("no_proxy", (value, at) -> direct = hosts(value, at));
  }

  private static @Nullable Proxies proxies(Object value, String where) {
    if (value instanceof Unit) {
      return null;
    }
    try {
      if (value instanceof Symbol symbol && symbol.name().equals("environment")) {
        Invocation.require(Grant.ENVIRONMENT);
        return Proxies.ofEnvironment();
      }
      return Proxies.of(Arguments.text(value, where));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  private static List<String> hosts(Object value, String where) {
    List<String> hosts = new ArrayList<>();
    Arguments.seq(value, where).forEach(each -> hosts.add(Arguments.text(each, where)));
    return hosts;
  }

  /** The way that the options say. */
  Route route() {
    Path path = socket;
    Proxies by = proxies;
    List<String> without = direct;
    if (path != null && by != null) {
      throw Failure.badarg(where, "a request goes to a Unix socket (:unix) or by a :proxy");
    }
    if (by == null) {
      if (without != null) {
        throw Failure.badarg(where, ":no_proxy is for a session with a :proxy");
      }
      return path == null ? Route.DIRECT : new Route.UnixSocket(path);
    }
    try {
      return without == null ? by : by.except(without.toArray(new String[0]));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where + ", :no_proxy", Failure.line(String.valueOf(wrong.getMessage())));
    }
  }
}
