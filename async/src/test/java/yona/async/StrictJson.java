package yona.async;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON as RFC 8259 has it, and nothing else; numbers are whole. */
final class StrictJson {
  private final String text;
  private int at;

  StrictJson(String text) {
    this.text = text;
  }

  @Nullable Object read() {
    Object value = value();
    if (at != text.length()) {
      throw wrong();
    }
    return value;
  }

  private @Nullable Object value() {
    return switch (text.charAt(at)) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    at++;
    if (text.charAt(at) == '}') {
      at++;
      return members;
    }
    for (; ; ) {
      String key = string();
      expect(':');
      if (members.containsKey(key)) {
        throw wrong();
      }
      members.put(key, value());
      if (text.charAt(at) == '}') {
        at++;
        return members;
      }
      expect(',');
    }
  }

  private List<@Nullable Object> array() {
    List<@Nullable Object> elements = new ArrayList<>();
    at++;
    if (text.charAt(at) == ']') {
      at++;
      return elements;
    }
    for (; ; ) {
      elements.add(value());
      if (text.charAt(at) == ']') {
        at++;
        return elements;
      }
      expect(',');
    }
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      if (c < ' ') {
        throw wrong();
      }
      if (c == '\\') {
        char escaped = text.charAt(at++);
        switch (escaped) {
          case '"', '\\' -> string.append(escaped);
          case 'u' -> {
            string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
            at += 4;
          }
          default -> throw wrong();
        }
      } else if (Character.isHighSurrogate(c)) {
        if (!Character.isLowSurrogate(text.charAt(at))) {
          throw wrong();
        }
        string.append(c).append(text.charAt(at++));
      } else if (Character.isLowSurrogate(c)) {
        throw wrong();
      } else {
        string.append(c);
      }
    }
    return string.toString();
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong();
    }
    at += word.length();
    return value;
  }

  private Long number() {
    int from = at;
    while (text.charAt(at) == '-' || Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (from == at) {
      throw wrong();
    }
    return Long.valueOf(text.substring(from, at));
  }

  private void expect(char c) {
    if (text.charAt(at++) != c) {
      throw wrong();
    }
  }

  private IllegalStateException wrong() {
    return new IllegalStateException("not JSON at " + at + ": " + text);
  }
}
