package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;

/** What must hold inside every Seq, whatever was done to it. */
final class SeqInvariants {
  private SeqInvariants() {}

  static void check(Seq seq) {
    if (seq.isEmpty()) {
      assertThat(seq)
          .satisfiesAnyOf(
              it -> assertThat(it).isSameAs(Seq.EMPTY),
              it -> assertThat(it).isSameAs(Seq.EMPTY_TEXT));
    }
    Seq there = seq;
    while (there instanceof Cons c) {
      assertThat(c.size).isEqualTo(c.rest.size + 1);
      there = c.rest;
    }
    switch (there) {
      case Slice leaf -> leaf(leaf);
      case Tree tree -> {
        leaf(tree.front());
        leaf(tree.back());
        assertThat(tree.front().size()).isPositive();
        assertThat(tree.back().size()).isPositive();
        subtree(tree.middle(), true);
        assertThat(tree.length())
            .isEqualTo(tree.front().size() + Node.size(tree.middle()) + tree.back().size());
      }
      default -> assertThat(there.length()).isPositive();
    }
  }

  private static void leaf(Slice leaf) {
    assertThat(leaf.size()).isLessThanOrEqualTo(LeafArray.limit(leaf.kind()));
    for (int i = 0; i < leaf.size(); i++) {
      assertThat(leaf.at(i)).isNotNull();
    }
  }

  private static long subtree(@Nullable Object tree, boolean root) {
    if (tree == null) {
      return 0;
    }
    if (!(tree instanceof Node n)) {
      leaf((Slice) tree);
      assertThat(((Slice) tree).size()).isPositive();
      return ((Slice) tree).size();
    }
    assertThat(n.children().length).isBetween(root ? 2 : Node.MIN, Node.MAX);
    long sum = 0;
    for (Object child : n.children()) {
      assertThat(child instanceof Node c ? c.height() : 0).isEqualTo(n.height() - 1);
      sum += subtree(child, false);
    }
    assertThat(Node.size(n)).isEqualTo(sum);
    return sum;
  }
}
