package yona.library.xml;

import javax.xml.stream.XMLStreamException;

/** What the errors of StAX say, without what is the JDK's alone. */
final class XmlMessage {
  private static final String START = "Message: ";
  private static final String NAMESPACES = "http://www.w3.org/TR/1999/REC-xml-names-19990114#";
  private static final String TOO_MANY_ATTRIBUTES = "JAXP00010002:";
  private static final String TOO_LONG_NAME = "JAXP00010005:";

  private XmlMessage() {}

  static String of(XMLStreamException error) {
    String all = String.valueOf(error.getMessage());
    int start = all.indexOf(START);
    String message = start < 0 ? all : all.substring(start + START.length());
    if (message.startsWith(TOO_MANY_ATTRIBUTES)) {
      return "more attributes than the limit of " + XmlReader.ATTRIBUTES;
    }
    if (message.startsWith(TOO_LONG_NAME)) {
      return "a name longer than the limit of " + XmlReader.NAME + " characters";
    }
    return message.startsWith(NAMESPACES)
        ? ofNamespaces(message.substring(NAMESPACES.length()))
        : message;
  }

  /** Of such an error the JDK tells a key and what it is about: {@code key?part&part}. */
  private static String ofNamespaces(String error) {
    String[] parts = error.split("[?&]", -1);
    return switch (parts[0]) {
      case "ElementPrefixUnbound", "AttributePrefixUnbound" ->
          "expected a prefix that xmlns declares, found " + parts[2];
      case "AttributeNSNotUnique" ->
          "two attributes have the name " + parts[2] + " in the namespace " + parts[3];
      default -> "expected the declaration of a namespace, found one that is not allowed";
    };
  }
}
