package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;

/** Checks that a tree's ranges nest, stand in order, and start and end with tokens. */
final class Ranges {
  private final ParseResult result;

  private Ranges(ParseResult result) {
    this.result = result;
  }

  static void check(ParseResult result) {
    new Ranges(result).check(result.program());
  }

  private void check(Tree tree) {
    String text = result.source().text();
    Range range = tree.range();
    assertThat(range.end()).isLessThanOrEqualTo(text.length());
    String own = text.substring(range.start(), range.end());
    if (!(tree instanceof Tree.Text)) {
      assertThat(own).as("%s", tree.getClass()).isNotEmpty().isEqualTo(own.strip());
    }
    switch (tree) {
      case Tree.Name name -> assertThat(own).isEqualTo(name.text());
      case Tree.NameExpression name -> assertThat(own).isEqualTo(name.text());
      case Tree.NamePattern name -> assertThat(own).isEqualTo(name.text());
      case Tree.QualifiedName name -> assertThat(own).isEqualTo(name.text());
      default -> {}
    }
    int last = range.start();
    for (Tree child : children(tree)) {
      assertThat(child.range().start()).as(own).isGreaterThanOrEqualTo(last);
      assertThat(child.range().end()).as(own).isLessThanOrEqualTo(range.end());
      last = child.range().end();
      check(child);
    }
  }

  static List<Tree> children(Tree tree) {
    List<Tree> children = new ArrayList<>();
    for (RecordComponent component : TreePrinter.of((Record) tree)) {
      collect(TreePrinter.value(component, (Record) tree), children);
    }
    return children;
  }

  private static void collect(@Nullable Object value, List<Tree> into) {
    if (value instanceof Tree child) {
      into.add(child);
    } else if (value instanceof List<?> list) {
      list.forEach(element -> collect(element, into));
    }
  }
}
