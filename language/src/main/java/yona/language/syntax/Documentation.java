package yona.language.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/** Finds the {@code ##} lines directly above a definition (language.md 2.3). */
final class Documentation {
  private final Source source;
  private final List<Comment> comments;

  Documentation(Source source, List<Comment> comments) {
    this.source = source;
    this.comments = comments;
  }

  /** The text of the documentation lines directly above the line of {@code offset}, or null. */
  @Nullable String above(int offset) {
    int last = lastBefore(offset);
    if (last < 0) {
      return null;
    }
    int line = source.line(offset) - 1;
    int first = last + 1;
    while (first > 0 && isDocumentation(comments.get(first - 1), line)) {
      first--;
      line--;
    }
    if (first > last) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (int i = first; i <= last; i++) {
      String comment = source.text(comments.get(i).range());
      int start = comment.startsWith("## ") ? 3 : 2;
      text.append(comment, start, comment.length()).append('\n');
    }
    return text.toString().strip();
  }

  private boolean isDocumentation(Comment comment, int line) {
    int start = comment.range().start();
    return comment.ownLine() && source.line(start) == line && source.text().startsWith("##", start);
  }

  /** The index of the last comment that ends before {@code offset} and not on its line, or -1. */
  private int lastBefore(int offset) {
    int low = 0;
    int high = comments.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comments.get(middle).range().start() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
