package yona.library.xml;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** The message of a fault that StAX has found: what was expected, and what was found. */
final class XmlMessage {
  private static final String START = "Message: ";
  private static final String NAMESPACES = "http://www.w3.org/TR/1999/REC-xml-names-19990114#";
  private static final String TOO_MANY_ATTRIBUTES = "JAXP00010002:";
  private static final String TOO_LONG_NAME = "JAXP00010005:";

  /** Said where a text begins, or goes on behind its end. */
  private static final List<Wording> OUTSIDE =
      List.of(
          new Wording("Content is not allowed in prolog\\.", "expected an element, found text"),
          new Wording(
              "The markup in the document preceding the root element must be well-formed\\.",
              "expected an element, found other markup"),
          new Wording(
              "Content is not allowed in trailing section\\.",
              "expected the end of the text behind its element, found more text"),
          new Wording(
              "The markup in the document following the root element must be well-formed\\.",
              "expected the end of the text behind its element, found more markup"));

  private static final List<Wording> INSIDE =
      List.of(
          new Wording(
              "The element type \"(.*)\" must be terminated by the matching end-tag .*",
              "expected </$1>, found another end tag"),
          new Wording(
              "The end-tag for element type \"(.*)\" must end with a '>' delimiter\\.",
              "expected > behind </$1"),
          new Wording(
              "Attribute name \"(.*)\" associated with an element type \"(.*)\" must be followed by"
                  + " the ' = ' character\\.",
              "expected = and a value behind the attribute $1 of <$2>"),
          new Wording(
              "Open quote is expected for attribute \"(.*)\" associated with an +element type"
                  + " +\"(.*)\"\\.",
              "expected a quote before the value of the attribute $1 of <$2>"),
          new Wording(
              "The value of attribute \"(.*)\" associated with an element type \"(.*)\" must not"
                  + " contain the '<' character\\.",
              "expected &lt; in the value of the attribute $1 of <$2>, found <"),
          new Wording(
              "Element type \"(.*)\" must be followed by either attribute specifications, \">\" or"
                  + " \"/>\"\\.",
              "expected white space and an attribute, > or /> in the tag of <$1>"),
          new Wording(
              "Attribute \"(.*)\" was already specified for element \"(.*)\"\\.",
              "expected attributes of different names in <$2>, found two of $1"),
          new Wording(
              "The entity \"(.*)\" was referenced, but not declared\\.",
              "expected &lt; &gt; &amp; &apos; or &quot;, found &$1;"),
          new Wording(
              "The reference to entity \"(.*)\" must end with the ';' delimiter\\.",
              "expected ; behind &$1"),
          new Wording(
              "The entity name must immediately follow the '&' in the entity reference\\.",
              "expected &amp; or the name of an entity, found & alone"),
          new Wording(
              "The character sequence \"\\]\\]>\" must not appear in content.*",
              "expected ]]&gt; in a text, found ]]>"),
          new Wording(
              "The string \"--\" is not permitted within comments\\.",
              "expected --> behind a comment, found -- in it"),
          new Wording(
              "The content of elements must consist of well-formed character data or markup\\.",
              "expected the name of an element or &lt;, found < alone"),
          new Wording(
              "Character reference \"(.*)\" is an invalid XML character\\.",
              "expected the number of a character of XML, found $1;"),
          new Wording(
              "An invalid XML character \\(Unicode: (.*)\\) was found .*",
              "expected a character of XML, found $1"),
          new Wording(
              "The processing instruction target matching .* is not allowed\\.",
              "expected <?xml at the start of the text alone"),
          new Wording(
              "XML version \"(.*)\" is not supported.*", "expected version 1.0 of XML, found $1"));

  /**
   * How something is said.
   *
   * @param theirs the sentence of the JDK
   * @param ours what stands for it, with its groups
   */
  private record Wording(Pattern theirs, String ours) {
    Wording(String theirs, String ours) {
      this(Pattern.compile(theirs, Pattern.DOTALL), ours);
    }
  }

  private XmlMessage() {}

  /** Of an error that stands before or behind the element; null if it is another one. */
  static @Nullable String ofOutside(XMLStreamException error) {
    return worded(sentence(error), OUTSIDE);
  }

  static String of(XMLStreamException error) {
    String message = sentence(error);
    if (message.startsWith(TOO_MANY_ATTRIBUTES)) {
      return "more attributes than the limit of " + XmlReader.ATTRIBUTES;
    }
    if (message.startsWith(TOO_LONG_NAME)) {
      return "a name longer than the limit of " + XmlReader.NAME + " characters";
    }
    if (message.startsWith(NAMESPACES)) {
      return ofNamespaces(message.substring(NAMESPACES.length()));
    }
    String worded = worded(message, INSIDE);
    return worded == null ? message : worded;
  }

  private static String sentence(XMLStreamException error) {
    String all = String.valueOf(error.getMessage());
    int start = all.indexOf(START);
    return start < 0 ? all : all.substring(start + START.length());
  }

  private static @Nullable String worded(String sentence, List<Wording> wordings) {
    for (Wording wording : wordings) {
      Matcher matcher = wording.theirs.matcher(sentence);
      if (matcher.matches()) {
        return matcher.replaceFirst(wording.ours);
      }
    }
    return null;
  }

  /** Of such an error the JDK tells a key and what it is about: {@code key?part&part}. */
  private static String ofNamespaces(String error) {
    String[] parts = error.split("[?&]", -1);
    return switch (parts[0]) {
      case "ElementPrefixUnbound", "AttributePrefixUnbound" ->
          "expected a prefix that xmlns declares, found " + parts[2];
      case "AttributeNotUnique" ->
          "expected attributes of different names in <" + parts[1] + ">, found two of " + parts[2];
      case "AttributeNSNotUnique" ->
          "two attributes have the name " + parts[2] + " in the namespace " + parts[3];
      default -> "expected the declaration of a namespace, found one that is not allowed";
    };
  }
}
