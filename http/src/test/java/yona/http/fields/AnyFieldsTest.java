package yona.http.fields;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Program;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.CookieSigner;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.events.Events;
import yona.http.files.StaticFiles;
import yona.http.filter.AccessLog;
import yona.http.filter.BasicAuth;
import yona.http.filter.BearerAuth;
import yona.http.filter.Compression;
import yona.http.filter.Cors;
import yona.http.filter.Csrf;
import yona.http.filter.Networks;
import yona.http.filter.RequestId;
import yona.http.filter.TraceParent;
import yona.http.filter.TrustedProxies;
import yona.http.form.Form;
import yona.http.form.FormLimits;
import yona.http.form.Multipart;
import yona.http.session.MemoryStore;
import yona.http.session.Sessions;
import yona.property.Choices;
import yona.property.Property;

/** Any text in fields and paths is answered, or refused with a reason. */
class AnyFieldsTest {

  private static final String[] NAMES = {
    "range",
    "if-range",
    "if-match",
    "if-none-match",
    "if-modified-since",
    "if-unmodified-since",
    "accept-encoding",
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "traceparent",
    "tracestate",
    "authorization",
    "content-type",
    "cookie",
    "origin",
    "host",
    "sec-fetch-site",
    "x-csrf-token",
    "x-request-id",
    "last-event-id",
    "access-control-request-method"
  };

  private static final String[] PIECES = {
    "",
    " ",
    ",",
    ";",
    "=",
    "\"",
    "\\",
    "*",
    "-",
    "/",
    ":",
    "0",
    "9",
    "99999999999999999999",
    "bytes=",
    "W/",
    "q=",
    "gzip",
    "for",
    "for=",
    "[",
    "]",
    "::1",
    "10.0.0.1",
    "proto=https",
    "host=",
    "https://",
    "00-",
    "Basic ",
    "Bearer ",
    "YTpi",
    "multipart/form-data",
    "boundary=",
    "a",
    "%",
    "%zz",
    "\u00ff",
    "application/x-www-form-urlencoded",
    "charset=",
    "session=",
    ".",
    "..",
    "%2e",
    "%00",
    "?",
    "#",
    "&",
    "Mon, 06 May 2024 07:08:09 GMT",
    "null",
    "same-origin",
    "digits.txt"
  };

  @TempDir Path folder;

  private static String text(Choices choices, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = choices.below(most); i > 0; i--) {
      text.append(choices.oneOf(PIECES));
    }
    return text.toString();
  }

  private static Request request(Choices choices) {
    Headers headers = Headers.NONE;
    for (int i = choices.below(6); i > 0; i--) {
      headers = headers.adding(choices.oneOf(NAMES), text(choices, 8).strip());
    }
    Headers all = headers;
    String method = choices.oneOf("GET", "HEAD", "POST", "OPTIONS");
    String target = "/" + text(choices, 5).replace(" ", "%20");
    byte[] body = text(choices, 8).getBytes(StandardCharsets.UTF_8);
    choices.note(method + " " + target + " " + all);
    return new Request(
        method,
        target,
        () -> all,
        Body.of(body),
        new ConnectionInfo("HTTP/1.1", null, new InetSocketAddress("10.0.0.1", 1), choices.yes()));
  }

  private List<Handler> handlers() throws IOException {
    Networks networks = Networks.of("10.0.0.0/8", "::/0");
    CookieSigner signer = new CookieSigner(new byte[32]);
    Handler files = StaticFiles.in(folder);
    return List.of(
        files,
        Compression.DEFAULT.from(0).apply(files),
        AccessLog.common(line -> assertThat(line).isPrintable())
            .apply(RequestId.trusting(networks).apply(files)),
        TrustedProxies.xForwarded(networks).apply(files),
        TrustedProxies.forwarded(networks).apply(files),
        TraceParent.filter().apply(files),
        Cors.of("https://a").apply(files),
        Csrf.of(signer).apply(files),
        BasicAuth.of("x", Map.of("a", "b")).apply(files),
        BearerAuth.of("x", "a").apply(files),
        Sessions.of(new MemoryStore(10), signer).with((_, _) -> Response.of(204)),
        request -> Response.text(200, String.valueOf(Events.lastId(request))),
        request -> Response.text(200, Form.read(request, FormLimits.DEFAULT).toString()),
        request ->
            Response.text(200, String.valueOf(Multipart.of(request, FormLimits.DEFAULT).next())));
  }

  @Test
  void nothingIsAnErrorOfTheServer() throws Exception {
    Files.writeString(folder.resolve("digits.txt"), "0123456789");
    Files.createDirectory(folder.resolve("a"));
    List<Handler> handlers = handlers();
    var _ =
        new Program(_ -> {})
            .run(
                () -> {
                  Property.check(
                      2000,
                      choices -> {
                        Request request = request(choices);
                        try {
                          Response response =
                              handlers.get(choices.below(handlers.size())).handle(request);
                          assertThat(response.status()).isLessThan(500);
                        } catch (HttpException refused) {
                          assertThat(refused.status()).isBetween(400, 499);
                        } catch (Exception error) {
                          throw new IllegalStateException(error);
                        }
                      });
                  return true;
                });
  }
}
