package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;

/** Names where they are introduced or part of something bigger (language.md 2.4). */
final class Names {
  private final Cursor cursor;

  Names(Cursor cursor) {
    this.cursor = cursor;
  }

  /** The name token here. */
  Tree.Name takeName() {
    Tree.Name name = new Tree.Name(cursor.range(), cursor.text());
    cursor.advance();
    return name;
  }

  /** A lower name, or an error that {@code expected} is missing. */
  Tree.Name name(String expected) {
    if (cursor.at(TokenKind.LOWER_NAME)) {
      return takeName();
    }
    Range place = cursor.place();
    if (cursor.at(TokenKind.INVALID)) {
      cursor.advance();
    } else if (cursor.kind().isKeyword()) {
      keywordAsName();
    } else {
      cursor.unexpected(expected);
    }
    return new Tree.Name(place, "");
  }

  /** Reports the keyword here as no name, and takes it for one. */
  void keywordAsName() {
    String word = cursor.found();
    cursor.error(
        Code.KEYWORD_AS_NAME,
        "Expected a name, found the keyword " + word,
        "Keywords are names only directly after `::` and as symbols");
    cursor.advance();
  }

  /** The module name here. */
  Tree.QualifiedName qualifiedName() {
    Range range = cursor.range();
    String text = cursor.text();
    cursor.advance();
    List<Tree.Name> packages = new ArrayList<>();
    int from = 0;
    for (int end = text.indexOf('\\'); end >= 0; end = text.indexOf('\\', from)) {
      packages.add(part(range, text, from, end));
      from = end + 1;
    }
    return new Tree.QualifiedName(
        range, List.copyOf(packages), part(range, text, from, text.length()));
  }

  private static Tree.Name part(Range whole, String text, int from, int end) {
    int start = whole.start();
    return new Tree.Name(new Range(start + from, start + end), text.substring(from, end));
  }
}
