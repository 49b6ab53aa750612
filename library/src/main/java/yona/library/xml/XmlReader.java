package yona.library.xml;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.MissingResourceException;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.text.TextDicts;

/**
 * Makes elements of what StAX reads, without recursion. A document type is refused, so there are no
 * entities but the five of XML and numbers, and nothing outside of the text is read.
 */
final class XmlReader {
  static final Symbol XML_ERROR = Symbol.of("xml_error");

  /** How many attributes an element may have. */
  static final int ATTRIBUTES = 10_000;

  /** How many characters a name may have. */
  static final int NAME = 1000;

  private final XmlReadOptions options;
  private final String where;
  private final XmlSource source;
  private final XMLStreamReader events;

  /** Whether an element has begun. */
  private boolean rooted;

  /** How many elements of the text are open, those too that nobody has asked for. */
  private int depth;

  /** The element that is read, and those in it that have not ended. */
  private final List<Level> open = new ArrayList<>();

  /** The text behind the last child, in which comments may stand. */
  private final StringBuilder text = new StringBuilder();

  /** The characters of the element that is read. */
  private long size;

  /** An element that has not ended. */
  private record Level(Seq name, Dict attributes, SeqBuilder children) {
    Dict value() {
      return new XmlElement(name, attributes, children.build()).value();
    }
  }

  XmlReader(XmlInput input, XmlReadOptions options, String where) {
    this.options = options;
    this.where = where;
    try {
      this.source = new XmlSource(input.open(), options.maxSize);
      this.events = factory(options.namespaces).createXMLStreamReader(source);
    } catch (XMLStreamException e) {
      throw refused(e);
    } catch (IOException e) {
      throw fault(null, String.valueOf(e.getMessage()));
    }
  }

  private static XMLInputFactory factory(boolean namespaces) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, namespaces);
    factory.setProperty("jdk.xml.elementAttributeLimit", Integer.toString(ATTRIBUTES));
    factory.setProperty("jdk.xml.maxXMLNameLimit", Integer.toString(NAME));
    // Elements are counted here.
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    return factory;
  }

  /** The root of the text, behind which nothing else stands. */
  Object document() {
    Object root = null;
    int event = next();
    while (event != XMLStreamConstants.END_DOCUMENT) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        root = element();
      }
      event = next();
    }
    if (root == null) {
      throw fault(events.getLocation(), "expected an element, found the end of the text");
    }
    return root;
  }

  /** The next element of a name that is in no other of that name; null at the end. */
  @Nullable Object next(String name) {
    int event = next();
    while (event != XMLStreamConstants.END_DOCUMENT) {
      if (event == XMLStreamConstants.START_ELEMENT && name().equals(name)) {
        return element();
      }
      event = next();
    }
    return null;
  }

  private int next() {
    Checkpoint.pass();
    try {
      if (!events.hasNext()) {
        return XMLStreamConstants.END_DOCUMENT;
      }
      source.told();
      int event = events.next();
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (depth >= options.maxDepth) {
            throw fault(
                events.getLocation(),
                "nested deeper than the limit of " + options.maxDepth + " levels (:max_depth)");
          }
          depth++;
          rooted = true;
        }
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.DTD ->
            throw fault(events.getLocation(), "a document type is refused (<!DOCTYPE)");
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw fault(
                events.getLocation(),
                "expected &lt; &gt; &amp; &quot; &apos; or a number, found the entity "
                    + Failure.shown(Seq.text(events.getLocalName())));
        default -> {}
      }
      return event;
    } catch (XMLStreamException e) {
      throw refused(e);
    } catch (MissingResourceException e) {
      // The JDK lacks some of its messages on document types.
      throw fault(events.getLocation(), "a document type is refused (<!DOCTYPE)");
    }
  }

  /** The element that begins here. */
  private Object element() {
    size = 0;
    open.add(begun());
    while (true) {
      switch (next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          endText();
          open.add(begun());
        }
        case XMLStreamConstants.END_ELEMENT -> {
          endText();
          Dict value = open.removeLast().value();
          if (open.isEmpty()) {
            return value;
          }
          open.getLast().children.add(value);
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          count(events.getTextLength());
          text.append(events.getTextCharacters(), events.getTextStart(), events.getTextLength());
        }
        default -> {}
      }
    }
  }

  private void endText() {
    if (!text.isEmpty() && !(options.dropBlankText && text.chars().allMatch(XmlReader::isBlank))) {
      open.getLast().children.add(Seq.text(text));
    }
    text.setLength(0);
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private void count(int characters) {
    size += characters;
    if (size > options.maxSize) {
      throw fault(events.getLocation(), tooLarge("an element"));
    }
  }

  private Level begun() {
    String name = name();
    count(name.length());
    Dict.Builder attributes = TextDicts.builder();
    for (int i = 0; i < events.getAttributeCount(); i++) {
      String attribute =
          name(
              events.getAttributePrefix(i),
              events.getAttributeNamespace(i),
              events.getAttributeLocalName(i));
      String value = events.getAttributeValue(i);
      count(attribute.length());
      count(value.length());
      attributes.put(Seq.text(attribute), Seq.text(value));
    }
    return new Level(Seq.text(name), attributes.build(), Seq.builder());
  }

  private String name() {
    return name(events.getPrefix(), events.getNamespaceURI(), events.getLocalName());
  }

  private String name(@Nullable String prefix, @Nullable String namespace, String local) {
    if (options.namespaces) {
      return namespace == null || namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }
    return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
  }

  // Errors

  private YonaError refused(XMLStreamException e) {
    if (e.getCause() instanceof XmlDecoder.Malformed malformed) {
      return fault(null, malformed.getMessage());
    }
    if (e.getCause() instanceof XmlSource.TooLarge) {
      return fault(e.getLocation(), tooLarge("a tag, comment or instruction"));
    }
    Location location = e.getLocation();
    String outside = XmlMessage.ofOutside(e);
    if (outside != null) {
      return fault(location, outside);
    }
    if (location != null && source.isEnd(location.getCharacterOffset())) {
      return fault(location, expectedAtEnd() + ", found the end of the text");
    }
    return fault(location, XmlMessage.of(e));
  }

  private String expectedAtEnd() {
    if (!open.isEmpty()) {
      return "expected </" + open.getLast().name.asString() + ">";
    }
    if (depth > 0) {
      return "expected the end tag of an element";
    }
    return rooted ? "expected the end of a comment or instruction" : "expected an element";
  }

  private String tooLarge(String what) {
    return what + " larger than the limit of " + options.maxSize + " characters (:max_size)";
  }

  private YonaError fault(@Nullable Location location, String message) {
    String place =
        location == null || location.getLineNumber() < 1
            ? ""
            : "line "
                + location.getLineNumber()
                + ", column "
                + Math.max(1, location.getColumnNumber())
                + ": ";
    return Failure.of(XML_ERROR, Failure.line(where + ": " + place + message));
  }
}
