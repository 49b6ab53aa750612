package yona.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import yona.redis.command.Command;
import yona.redis.command.ScanPage;

/** What is gone through with a cursor, page by page. */
final class Scan<T> implements Iterator<T> {

  /** Fetches the page of a cursor. */
  @FunctionalInterface
  interface Pages<T> {
    ScanPage<T> at(String cursor) throws IOException;
  }

  private static final String END = "0";

  private final Pages<T> pages;
  private String cursor = END;
  private boolean begun;
  private Iterator<T> page = List.<T>of().iterator();

  Scan(Pages<T> pages) {
    this.pages = pages;
  }

  /** The command for a page. */
  static Command command(String name, List<?> key, String cursor, ScanOptions options) {
    List<Object> words = new ArrayList<>(List.of(name));
    words.addAll(key);
    words.add(cursor);
    words.addAll(options.words());
    return Command.raw(words.toArray());
  }

  /** Whether there is more. Suspends while another page is fetched. */
  @Override
  public boolean hasNext() {
    while (!page.hasNext()) {
      if (begun && cursor.equals(END)) {
        return false;
      }
      try {
        ScanPage<T> fetched = pages.at(cursor);
        cursor = fetched.cursor();
        page = fetched.elements().iterator();
        begun = true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return true;
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the scan has ended");
    }
    return page.next();
  }
}
