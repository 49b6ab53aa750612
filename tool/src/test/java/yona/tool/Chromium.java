package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.http.Headers;
import yona.http.client.HttpClient;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.library.json.JsonFunctions;
import yona.testrun.TestLimit;

/**
 * A browser without a window, in a process of its own with a profile of its own, that reaches this
 * machine only. It is driven by the DevTools protocol over a WebSocket of {@code yona.http}.
 */
final class Chromium implements AutoCloseable {
  private static final @Nullable String PROGRAM = System.getProperty("yona.chromium");

  private static final List<String> OPTIONS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--remote-debugging-port=0",
          "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
          "--no-proxy-server",
          "--no-first-run",
          "--no-default-browser-check",
          "--no-pings",
          "--disable-background-networking",
          "--disable-client-side-phishing-detection",
          "--disable-component-update",
          "--disable-default-apps",
          "--disable-domain-reliability",
          "--disable-extensions",
          "--disable-sync",
          "--metrics-recording-only");

  private static final String LISTENING = "DevTools listening on ";

  private final Process process;
  private final HttpClient client = HttpClient.open();
  private final WebSocket socket;
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, CompletableFuture<Dict>> calls = new ConcurrentHashMap<>();
  private final Map<String, BrowserTab> tabs = new ConcurrentHashMap<>();

  private Chromium(Process process, String uri) throws IOException {
    this.process = process;
    // Large pages come in one message.
    WebSocketOptions how = WebSocketOptions.DEFAULT;
    socket =
        client.webSocket(
            uri,
            Headers.NONE,
            new WebSocketOptions(
                1 << 24,
                1 << 24,
                how.subprotocols(),
                how.origins(),
                how.isCompressed(),
                how.ping(),
                how.answer()));
    Thread.ofPlatform().daemon().start(this::receive);
  }

  /** Starts it with a profile in an empty folder. The test is skipped where there is none. */
  static Chromium start(Path folder) throws IOException {
    assumeTrue(PROGRAM != null, "no Chromium: -Dyona.chromium=FILE names one");
    List<String> words = new ArrayList<>(List.of(PROGRAM));
    words.addAll(OPTIONS);
    words.add("--user-data-dir=" + folder);
    words.add("about:blank");
    Process process =
        new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    CompletableFuture<String> address = new CompletableFuture<>();
    Thread.ofPlatform().daemon().start(() -> readErrors(process, address));
    try {
      return new Chromium(
          process, address.get(TestLimit.ofWait().toMillis(), TimeUnit.MILLISECONDS));
    } catch (Exception e) {
      process.destroyForcibly();
      throw new IOException("the browser does not start", e);
    }
  }

  private static void readErrors(Process process, CompletableFuture<String> address) {
    StringBuilder all = new StringBuilder();
    try (var reader =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        all.append(line).append('\n');
        if (line.startsWith(LISTENING)) {
          address.complete(line.substring(LISTENING.length()));
        }
      }
    } catch (IOException closed) {
      // The process has ended.
    }
    address.completeExceptionally(new IOException("it has ended: " + all));
  }

  /** Opens a tab of a browser that shares no cookies with the others. */
  BrowserTab open() {
    String context = text(call("", "Target.createBrowserContext"), "browserContextId");
    Dict target =
        call("", "Target.createTarget", "url", "about:blank", "browserContextId", context);
    Dict attached =
        call("", "Target.attachToTarget", "targetId", text(target, "targetId"), "flatten", true);
    String session = text(attached, "sessionId");
    BrowserTab tab = new BrowserTab(this, session);
    tabs.put(session, tab);
    tab.call("Page.enable");
    tab.call("Runtime.enable");
    return tab;
  }

  /** Calls a method of the protocol; an empty session is that of the browser. */
  Dict call(String session, String method, Object... namesAndValues) {
    Dict.Builder parameters = Dict.builder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parameters.put(Seq.text((String) namesAndValues[i]), value(namesAndValues[i + 1]));
    }
    long id = last.incrementAndGet();
    Dict.Builder message =
        Dict.builder()
            .put(Seq.text("id"), id)
            .put(Seq.text("method"), Seq.text(method))
            .put(Seq.text("params"), parameters.build());
    if (!session.isEmpty()) {
      message.put(Seq.text("sessionId"), Seq.text(session));
    }
    CompletableFuture<Dict> answer = new CompletableFuture<>();
    calls.put(id, answer);
    try {
      socket.send(((Seq) JsonFunctions.generate(message.build(), method)).asString());
      Dict got = answer.get(TestLimit.ofWait().toMillis(), TimeUnit.MILLISECONDS);
      assertThat(got.get(Seq.text("error"))).as("%s of %s", method, parameters).isNull();
      return dict(got, "result");
    } catch (Exception e) {
      throw new IllegalStateException(method, e);
    } finally {
      calls.remove(id);
    }
  }

  private static Object value(Object given) {
    return switch (given) {
      case String text -> Seq.text(text);
      case Integer n -> (long) n;
      default -> given;
    };
  }

  private void receive() {
    for (Message each = socket.receive(); each != null; each = socket.receive()) {
      String json = ((Message.Text) each).text();
      Dict message = (Dict) JsonFunctions.parse(Seq.text(json), "a message of the browser");
      if (message.get(Seq.text("id")) instanceof Long id) {
        CompletableFuture<Dict> call = calls.get(id);
        if (call != null) {
          call.complete(message);
        }
      } else if (message.get(Seq.text("sessionId")) instanceof Seq session) {
        BrowserTab tab = tabs.get(session.asString());
        if (tab != null) {
          tab.happened(text(message, "method"), dict(message, "params"));
        }
      }
    }
    calls.values().forEach(call -> call.completeExceptionally(new IOException("it has ended")));
  }

  static Dict dict(Dict dict, String name) {
    Object value = dict.get(Seq.text(name));
    assertThat(value).as("%s of %s", name, dict).isInstanceOf(Dict.class);
    return (Dict) value;
  }

  static String text(Dict dict, String name) {
    Object value = dict.get(Seq.text(name));
    assertThat(value).as("%s of %s", name, dict).isInstanceOf(Seq.class);
    return ((Seq) value).asString();
  }

  /** Ends it, with all of its processes. */
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    client.close();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
  }
}
