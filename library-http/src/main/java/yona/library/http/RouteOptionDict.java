package yona.library.http;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.data.Unit;
import yona.http.client.Proxies;
import yona.http.client.Route;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** Options of a session that say the way to servers: straight, by proxies, or to a Unix socket. */
final class RouteOptionDict {

  private final String where;
  private @Nullable Path socket;
  private @Nullable Proxies proxies;
  private @Nullable List<String> direct;

  RouteOptionDict(String where) {
    this.where = where;
  }

  void addTo(Map<String, Consumer<Object>> takers) {
    takers.put("unix", value -> socket = Arguments.path(value, where + ", :unix"));
    takers.put("proxy", value -> proxies = proxies(value));
    takers.put("no_proxy", value -> direct = hosts(value));
  }

  private @Nullable Proxies proxies(Object value) {
    if (value instanceof Unit) {
      return null;
    }
    try {
      if (value instanceof Symbol symbol && symbol.name().equals("environment")) {
        Invocation.require(Grant.ENVIRONMENT);
        return Proxies.ofEnvironment();
      }
      return Proxies.of(Arguments.text(value, where + ", :proxy"));
    } catch (IllegalArgumentException wrong) {
      throw failure("proxy", wrong);
    }
  }

  private List<String> hosts(Object value) {
    List<String> hosts = new ArrayList<>();
    Arguments.seq(value, where + ", :no_proxy")
        .forEach(each -> hosts.add(Arguments.text(each, where + ", :no_proxy")));
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
      throw failure("no_proxy", wrong);
    }
  }

  private RuntimeException failure(String option, IllegalArgumentException wrong) {
    return Failure.badarg(where, Failure.line(":" + option + ": " + wrong.getMessage()));
  }
}
