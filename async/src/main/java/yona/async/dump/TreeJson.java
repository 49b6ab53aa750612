package yona.async.dump;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.dump.ScopeTree.FiberNode;
import yona.async.dump.ScopeTree.ScopeNode;

/**
 * Writes a tree of scopes as JSON (RFC 8259); what it says is at {@link yona.async.ScopeDump#json}.
 */
public final class TreeJson {

  private final ScopeTree tree;
  private final StringBuilder json = new StringBuilder();

  /**
   * A text that is not written yet.
   *
   * @param tree what it is of
   */
  public TreeJson(ScopeTree tree) {
    this.tree = tree;
  }

  /**
   * Writes it. To be called once.
   *
   * @param time when the picture was taken
   * @return one JSON object, without a line end
   */
  public String write(Instant time) {
    json.append("{\"version\":1,\"time\":");
    text(time.toString());
    json.append(",\"shown\":").append(tree.shown());
    array("threads", tree.threads(), this::fiber);
    json.append(",\"threadsLeftOut\":").append(tree.threadsLeftOut());
    return json.append('}').toString();
  }

  private void fiber(FiberNode fiber) {
    json.append("{\"id\":").append(fiber.id());
    json.append(",\"kind\":").append(fiber.own() ? "\"fiber\"" : "\"thread\"");
    member("name", fiber.name());
    json.append(",\"background\":").append(fiber.background());
    member("state", fiber.state());
    member("at", fiber.at());
    json.append(",\"awaits\":")
        .append(fiber.awaits() == 0 ? "null" : Long.toString(fiber.awaits()));
    array("frames", fiber.frames(), this::text);
    members(fiber.root());
  }

  private void scope(ScopeNode scope) {
    json.append("{\"label\":");
    text(scope.label);
    member("name", scope.name);
    members(scope);
  }

  private void members(ScopeNode scope) {
    json.append(",\"cancelled\":").append(scope.cancelled);
    array("fibers", scope.fibers, this::fiber);
    json.append(",\"fibersLeftOut\":").append(scope.fibersLeftOut);
    json.append(",\"futures\":").append(scope.futures);
    array("cancellables", scope.cancellables, this::text);
    json.append(",\"cancellablesLeftOut\":").append(scope.cancellablesLeftOut);
    json.append(",\"scope\":");
    if (scope.inner == null) {
      json.append("null");
    } else {
      scope(scope.inner);
    }
    json.append(",\"scopeLeftOut\":").append(scope.innerLeftOut).append('}');
  }

  private void member(String key, @Nullable String value) {
    json.append(",\"").append(key).append("\":");
    if (value == null) {
      json.append("null");
    } else {
      text(value);
    }
  }

  private <T> void array(String key, List<T> elements, Consumer<T> write) {
    json.append(",\"").append(key).append("\":[");
    for (int i = 0; i < elements.size(); i++) {
      if (i > 0) {
        json.append(',');
      }
      write.accept(elements.get(i));
    }
    json.append(']');
  }

  /** A string; half of a surrogate pair alone is no text, and becomes the replacement character. */
  private void text(String value) {
    json.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < value.length()
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        json.append(c).append(value.charAt(++i));
      } else {
        json.append(Character.isSurrogate(c) ? '\ufffd' : c);
      }
    }
    json.append('"');
  }
}
