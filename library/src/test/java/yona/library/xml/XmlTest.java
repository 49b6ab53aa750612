package yona.library.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.library.stream.Stream;
import yona.property.Choices;
import yona.property.Property;

/** XML against itself, and against texts that nobody meant. */
final class XmlTest {
  private static final String[] PIECES = {
    "<a>",
    "</a>",
    "<b x='1'",
    "/>",
    ">",
    "<",
    "&amp;",
    "&lt;",
    "&#65;",
    "&#x0;",
    "&y;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?p ",
    "?>",
    "<!DOCTYPE a>",
    "text",
    " ",
    "\n",
    "\r\n",
    "é",
    "😀",
    "\0",
    "\"",
    "'",
    "=",
    "x",
    "<?xml version='1.0'?>",
    "p:q"
  };

  @Test
  void whatIsWrittenIsReadAgain() {
    Property.check(
        2000,
        choices -> {
          Dict element = element(choices, 4);
          Seq text = (Seq) yona.module.XML.generate(element);
          choices.note(text.asString());
          Object read = yona.module.XML.parse(text);
          assertThat(read).isEqualTo(element);
          assertThat(yona.module.XML.generate(read)).isEqualTo(text);
          assertThat(yona.module.XML.parse(Seq.bytes(text.toUtf8()))).isEqualTo(element);
        });
  }

  @Test
  void linesOfElementsChangeNothingButBlankText() {
    Property.check(
        1000,
        choices -> {
          Dict element = element(choices, 4);
          Dict options = Dict.EMPTY.put(Symbol.of("blank_text"), Symbol.of("drop"));
          Object text = yona.module.XML.generate_pretty(2L, element);
          choices.note(((Seq) text).asString());
          assertThat(yona.module.XML.parse_with(options, text))
              .isEqualTo(yona.module.XML.parse_with(options, yona.module.XML.generate(element)));
        });
  }

  @Test
  void howATextIsCutChangesNothing() {
    Property.check(
        3000,
        choices -> {
          StringBuilder text = new StringBuilder();
          for (int n = choices.below(14); n > 0; n--) {
            text.append(choices.oneOf(PIECES));
          }
          String all = choices.yes() ? "<r>" + text + "</r>" : text.toString();
          choices.note(all);
          byte[] bytes = all.getBytes(StandardCharsets.UTF_8);
          Read whole = read(List.of(Seq.bytes(bytes)));
          List<Seq> chunks = new ArrayList<>();
          for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + choices.below(8));
            chunks.add(Seq.bytes(bytes, from, to));
            from = to;
          }
          // What the JDK says at the end of a text depends on how the text came.
          Read parts = read(chunks);
          assertThat(parts.elements).isEqualTo(whole.elements);
          assertThat(parts.error.isEmpty()).isEqualTo(whole.error.isEmpty());
          try {
            Object value = yona.module.XML.parse(Seq.bytes(bytes));
            assertThat(whole.error).isEmpty();
            assertThat(yona.module.XML.parse(yona.module.XML.generate(value))).isEqualTo(value);
          } catch (YonaError error) {
            assertThat(error.symbol()).as(error.getMessage()).isEqualTo(XmlReader.XML_ERROR);
            assertThat(error.getMessage()).contains(": line ");
          }
        });
  }

  private record Read(List<Object> elements, String error) {}

  private static Read read(List<Seq> chunks) {
    Stream elements = (Stream) yona.module.XML.elements(Seq.text("a"), Stream.of(chunks));
    return Async.<Read, RuntimeException>blocking(
        () -> {
          List<Object> read = new ArrayList<>();
          Walk walk = elements.walk();
          try {
            for (Object next = walk.pull(); next != null; next = walk.pull()) {
              read.add(next);
            }
            return new Read(read, "");
          } catch (YonaError error) {
            assertThat(error.symbol()).isEqualTo(XmlReader.XML_ERROR);
            return new Read(read, error.getMessage());
          }
        });
  }

  private static Dict element(Choices choices, int depth) {
    Dict attributes = Dict.EMPTY;
    for (int n = choices.below(3); n > 0; n--) {
      attributes =
          attributes.put(Seq.text(choices.oneOf("x", "p:y", "_é")), Seq.text(text(choices)));
    }
    List<Object> children = new ArrayList<>();
    boolean text = false;
    for (int n = depth == 0 ? 0 : choices.below(4); n > 0; n--) {
      text = !text && choices.yes();
      children.add(text ? Seq.text("x" + text(choices)) : element(choices, depth - 1));
    }
    Seq name = Seq.text(choices.oneOf("a", "b", "p:c", "é-1"));
    return new XmlElement(name, attributes, Calls.seq(children)).value();
  }

  private static String text(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int n = choices.below(6); n > 0; n--) {
      text.append(
          choices.oneOf(
              "a", " ", "\n", "\t", "\r", "<", ">", "&", "\"", "'", "]]>", "é", "😀", "&amp;",
              "\u0085", "\u2028"));
    }
    return text.toString();
  }
}
