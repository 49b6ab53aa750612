package yona.library.xml;

import org.jspecify.annotations.Nullable;
import yona.language.runtime.Walk;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/** The elements of a name, of a text that comes in chunks. */
final class XmlElements extends StreamSource {
  private final Walk chunks;
  private final String name;
  private final XmlReadOptions options;
  private final String where;
  private @Nullable XmlReader reader;

  /** Begins the walk of the chunks. */
  XmlElements(Stream chunks, String name, XmlReadOptions options, String where) {
    this.chunks = chunks.walk();
    this.name = name;
    this.options = options;
    this.where = where;
  }

  @Override
  protected @Nullable Object next() {
    if (reader == null) {
      reader = new XmlReader(XmlInput.of(chunks::pull, where), options, where);
    }
    return reader.next(name);
  }

  @Override
  protected void close() {
    chunks.close();
  }
}
