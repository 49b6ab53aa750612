package yona.library.redis;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.library.stream.StreamSource;

/** The elements of all pages; what comes in pairs as tuples. */
final class ScanSource extends StreamSource {
  private static final String END = "0";

  private final Pages pages;
  private String cursor = END;
  private boolean begun;
  private Iterator<Object> page = List.of().iterator();

  ScanSource(Pages pages) {
    this.pages = pages;
  }

  @Override
  protected @Nullable Object next() {
    while (!page.hasNext()) {
      if (begun && cursor.equals(END)) {
        return null;
      }
      Seq fetched = pages.at(cursor);
      cursor = ((Seq) fetched.get(0)).asString();
      page = ((Seq) fetched.get(1)).iterator();
      begun = true;
    }
    Object element = page.next();
    return element instanceof Seq pair && !pair.isText() && !pair.isBytes()
        ? Tuple.of(pair.get(0), pair.get(1))
        : element;
  }
}
