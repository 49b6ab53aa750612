package yona.redis.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a shape as the table writes it. */
final class ShapeReader {
  private final String text;
  private int at;

  ShapeReader(String text) {
    this.text = text;
  }

  Shape whole() {
    Shape shape = shape();
    if (at < text.length()) {
      throw unexpected();
    }
    return shape;
  }

  private Shape shape() {
    Shape shape = base();
    return takes("?") ? new Shape.Optional(shape) : shape;
  }

  private Shape base() {
    if (takes("[")) {
      Shape element = shape();
      require("]");
      return new Shape.ListOf(element);
    }
    if (takes("(")) {
      List<Shape> elements = new ArrayList<>(List.of(shape()));
      while (takes(", ")) {
        elements.add(shape());
      }
      require(")");
      return new Shape.Tuple(List.copyOf(elements));
    }
    return takes("{") ? braces() : named();
  }

  private Shape braces() {
    Shape first = shape();
    if (takes("}")) {
      return new Shape.SetOf(first);
    }
    require(": ");
    Shape value = shape();
    Map<String, Shape> named = new LinkedHashMap<>();
    while (takes(", ")) {
      String name = word();
      require(": ");
      named.put(name, shape());
    }
    require("}");
    return new Shape.MapOf(first, value, named);
  }

  private Shape named() {
    String name = word().toUpperCase(Locale.ROOT);
    try {
      if (!takes("(")) {
        return Shape.Plain.valueOf(name);
      }
      Shape.Frame frame = Shape.Frame.valueOf(name);
      Shape shape = shape();
      require(")");
      return new Shape.Framed(frame, shape);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("unknown shape " + name + " in " + text, e);
    }
  }

  private String word() {
    int from = at;
    while (at < text.length() && "[](){}?:, ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == from) {
      throw unexpected();
    }
    return text.substring(from, at);
  }

  private boolean takes(String piece) {
    boolean takes = text.startsWith(piece, at);
    if (takes) {
      at += piece.length();
    }
    return takes;
  }

  private void require(String piece) {
    if (!takes(piece)) {
      throw unexpected();
    }
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("unexpected character " + at + " of the shape " + text);
  }
}
