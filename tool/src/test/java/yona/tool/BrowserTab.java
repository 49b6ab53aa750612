package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.testrun.TestLimit;

/**
 * A page in a browser, used as its user does: by the mouse and the keys. Elements are named by
 * selectors of CSS. For one thread.
 */
final class BrowserTab {
  private final Chromium browser;
  private final String session;
  private final BlockingQueue<String> loaded = new LinkedBlockingQueue<>();

  BrowserTab(Chromium browser, String session) {
    this.browser = browser;
    this.session = session;
  }

  Dict call(String method, Object... namesAndValues) {
    return browser.call(session, method, namesAndValues);
  }

  /** Takes an event of the page. */
  void happened(String method, Dict parameters) {
    if (method.equals("Page.loadEventFired")) {
      loaded.add(parameters.toString());
    }
  }

  /** Does something that leads to a page, and waits until that is loaded. */
  private void leading(Runnable action) {
    loaded.clear();
    action.run();
    try {
      assertThat(loaded.poll(TestLimit.ofWait().toMillis(), TimeUnit.MILLISECONDS))
          .as("a page is loaded")
          .isNotNull();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void open(String uri) {
    leading(() -> call("Page.navigate", "url", uri));
  }

  /** Presses what leads to another page: a link, or the button of a form. */
  void press(String selector) {
    leading(() -> click(selector));
  }

  private void click(String selector) {
    String place =
        (String)
            evaluate(
                "(() => { const e = "
                    + element(selector)
                    + "; e.scrollIntoView({block: 'center'});"
                    + " const r = e.getBoundingClientRect();"
                    + " return (r.left + r.width / 2) + ' ' + (r.top + r.height / 2); })()");
    String[] numbers = place.split(" ", -1);
    for (String type : new String[] {"mousePressed", "mouseReleased"}) {
      call(
          "Input.dispatchMouseEvent",
          "type",
          type,
          "x",
          Double.valueOf(numbers[0]),
          "y",
          Double.valueOf(numbers[1]),
          "button",
          "left",
          "clickCount",
          1);
    }
  }

  /** Types a text into a field, in the place of the one that is there. */
  void type(String selector, String text) {
    click(selector);
    evaluate(element(selector) + ".select()");
    call("Input.insertText", "text", text);
    assertThat(evaluate(element(selector) + ".value")).isEqualTo(text);
  }

  /** Chooses a file for a field. */
  void choose(String selector, Path file) {
    Dict found = call("Runtime.evaluate", "expression", element(selector));
    String object = Chromium.text(Chromium.dict(found, "result"), "objectId");
    call("DOM.setFileInputFiles", "files", Seq.of(Seq.text(file.toString())), "objectId", object);
  }

  /** The text that an element shows. */
  String text(String selector) {
    return (String) evaluate(element(selector) + ".innerText");
  }

  boolean has(String selector) {
    return (Boolean) evaluate("document.querySelector(" + quoted(selector) + ") !== null");
  }

  /** Waits until a condition of JavaScript holds: it is looked at when the page changes. */
  void await(String condition) {
    assertThat(
            evaluate(
                "new Promise(done => { const look = () => { if ("
                    + condition
                    + ") { done(true); } };"
                    + " new MutationObserver(look).observe(document,"
                    + " {subtree: true, childList: true, attributes: true, characterData: true});"
                    + " look(); })"))
        .isEqualTo(true);
  }

  /** The value of an expression of JavaScript: a String, a Boolean or a number; null for none. */
  @Nullable Object evaluate(String expression) {
    Dict answer =
        call(
            "Runtime.evaluate",
            "expression",
            expression,
            "returnByValue",
            true,
            "awaitPromise",
            true);
    assertThat(answer.get(Seq.text("exceptionDetails"))).as(expression).isNull();
    Object value = Chromium.dict(answer, "result").get(Seq.text("value"));
    return value instanceof Seq text ? text.asString() : value;
  }

  private static String element(String selector) {
    return "document.querySelector(" + quoted(selector) + ")";
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
