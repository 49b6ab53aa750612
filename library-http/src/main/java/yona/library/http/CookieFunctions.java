package yona.library.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.Cookie;
import yona.http.Response;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;

/** The Java half of cookies in module {@code http\Server}. Needs no grant: all is in values. */
public final class CookieFunctions {

  private static final Symbol HEADERS = Symbol.of("headers");
  private static final Seq FIELD = Seq.text("cookie");
  private static final Seq SET = Seq.text("set-cookie");

  private CookieFunctions() {}

  public static Object cookie(Object name, Object request, String where) {
    String wanted = Arguments.text(name, where);
    Object fields = Arguments.dict(request, where).get(HEADERS);
    Object found = fields instanceof Dict dict ? dict.get(FIELD) : null;
    List<String> texts = new ArrayList<>();
    if (found instanceof Seq seq) {
      if (seq.isText()) {
        texts.add(seq.asString());
      } else {
        seq.forEach(each -> texts.add(Arguments.text(each, where)));
      }
    }
    String value = Cookie.in(texts).get(wanted);
    return value == null ? Unit.UNIT : Seq.text(value);
  }

  public static Object setCookie(
      Object options, Object name, Object value, Object response, String where) {
    if (!(response instanceof Tuple triple) || triple.length() != 3) {
      throw Failure.type(where, "a response: (status, headers, body)", response);
    }
    Seq text = Seq.text(text(options, name, value, where));
    Dict fields = Arguments.dict(triple.get(1), where + ", the header fields");
    Object before = fields.get(SET);
    Seq all =
        switch (before) {
          case null -> Seq.of(text);
          case Seq seq when !seq.isText() -> seq.concat(Seq.of(text));
          default -> Seq.of(before, text);
        };
    return Tuple.of(triple.get(0), fields.put(SET, all), triple.get(2));
  }

  private static String text(Object options, Object name, Object value, String where) {
    try {
      Cookie[] cookie = {Cookie.of(Arguments.text(name, where), Arguments.text(value, where))};
      Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
      takers.put(
          "max_age",
          given ->
              cookie[0] =
                  cookie[0].keptFor(Duration.ofNanos(Spans.nanos(given, where + ", :max_age"))));
      takers.put(
          "path", given -> cookie[0] = cookie[0].at(Arguments.text(given, where + ", :path")));
      takers.put("domain", given -> cookie[0] = with(cookie[0], Arguments.text(given, where)));
      takers.put(
          "secure",
          given -> cookie[0] = secure(cookie[0], OptionDict.bool("secure", given, where)));
      takers.put(
          "http_only",
          given -> cookie[0] = hidden(cookie[0], OptionDict.bool("http_only", given, where)));
      takers.put("same_site", given -> cookie[0] = sameSite(cookie[0], given, where));
      OptionDict.take(options, takers, where);
      return String.valueOf(Response.of(200).with(cookie[0]).headers().get("set-cookie"));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  private static Cookie with(Cookie c, String domain) {
    return new Cookie(
        c.name(), c.value(), c.path(), domain, c.maxAge(), c.secure(), c.httpOnly(), c.sameSite());
  }

  private static Cookie secure(Cookie c, boolean secure) {
    return new Cookie(
        c.name(), c.value(), c.path(), c.domain(), c.maxAge(), secure, c.httpOnly(), c.sameSite());
  }

  private static Cookie hidden(Cookie c, boolean hidden) {
    return new Cookie(
        c.name(), c.value(), c.path(), c.domain(), c.maxAge(), c.secure(), hidden, c.sameSite());
  }

  private static Cookie sameSite(Cookie c, Object value, String where) {
    Cookie.SameSite site =
        switch (Arguments.symbol(value, where + ", :same_site").name()) {
          case "strict" -> Cookie.SameSite.STRICT;
          case "lax" -> Cookie.SameSite.LAX;
          case "none" -> Cookie.SameSite.NONE;
          default ->
              throw Failure.badarg(
                  where, ":same_site is :strict, :lax or :none, not " + Failure.shown(value));
        };
    return new Cookie(
        c.name(),
        c.value(),
        c.path(),
        c.domain(),
        c.maxAge(),
        c.secure() || site == Cookie.SameSite.NONE,
        c.httpOnly(),
        site);
  }
}
