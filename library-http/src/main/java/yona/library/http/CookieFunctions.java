package yona.library.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.Cookie;
import yona.http.CookieSigner;
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
    return value(found(Arguments.text(name, where), request, where));
  }

  public static Object signedCookie(Object key, Object name, Object request, String where) {
    String wanted = Arguments.text(name, where);
    return value(
        Keys.signer(key, where + ", the key").value(wanted, found(wanted, request, where)));
  }

  private static Object value(@Nullable String text) {
    return text == null ? Unit.UNIT : Seq.text(text);
  }

  private static @Nullable String found(String name, Object request, String where) {
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
    return Cookie.in(texts).get(name);
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
      CookieOptions given = new CookieOptions(where);
      given.take(options);
      Cookie cookie = given.cookie(Arguments.text(name, where), Arguments.text(value, where));
      return String.valueOf(Response.of(200).with(cookie).headers().get("set-cookie"));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    }
  }

  /** Options of a cookie, which a function takes as a Dict. */
  private static final class CookieOptions {
    private static final Cookie PLAIN = Cookie.of("plain", "");

    private final String where;
    private @Nullable CookieSigner signer;
    private String path = PLAIN.path();
    private @Nullable String domain;
    private @Nullable Duration maxAge;
    private boolean secure = PLAIN.secure();
    private boolean httpOnly = PLAIN.httpOnly();
    private Cookie.SameSite sameSite = PLAIN.sameSite();

    CookieOptions(String where) {
      this.where = where;
    }

    void take(Object options) {
      Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
      takers.put("max_age", (value, at) -> maxAge = Duration.ofNanos(Spans.nanos(value, at)));
      takers.put("path", (value, at) -> path = Arguments.text(value, at));
      takers.put("domain", (value, at) -> domain = Arguments.text(value, at));
      takers.put("secure", (value, at) -> secure = OptionDict.bool(value, at));
      takers.put("http_only", (value, at) -> httpOnly = OptionDict.bool(value, at));
      takers.put("same_site", this::takeSameSite);
      takers.put("key", (value, at) -> signer = Keys.signer(value, at));
      OptionDict.take(options, takers, where);
    }

    private void takeSameSite(Object value, String where) {
      sameSite =
          switch (Arguments.symbol(value, where).name()) {
            case "strict" -> Cookie.SameSite.STRICT;
            case "lax" -> Cookie.SameSite.LAX;
            case "none" -> Cookie.SameSite.NONE;
            default ->
                throw Failure.badarg(
                    where, "expected :strict, :lax or :none, found " + Failure.shown(value));
          };
    }

    Cookie cookie(String name, String value) {
      Cookie plain = signer == null ? Cookie.of(name, value) : signer.signed(name, value);
      return new Cookie(
          plain.name(), plain.value(), path, domain, maxAge, secure, httpOnly, sameSite);
    }
  }
}
