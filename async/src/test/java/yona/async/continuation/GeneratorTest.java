package yona.async.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The first example: {@link Generator}. */
@ParameterizedClass
@EnumSource(Ground.class)
class GeneratorTest {
  @Parameter Ground ground = Ground.BARE;

  /** A search tree; null is the empty one. */
  private record Tree(@Nullable Tree left, int key, @Nullable Tree right) {
    static Tree with(@Nullable Tree tree, int key) {
      if (tree == null) {
        return new Tree(null, key, null);
      }
      if (key < tree.key) {
        return new Tree(with(tree.left, key), tree.key, tree.right);
      }
      return key == tree.key ? tree : new Tree(tree.left, tree.key, with(tree.right, key));
    }

    static void walk(@Nullable Tree tree, Consumer<Integer> yield) {
      if (tree != null) {
        walk(tree.left, yield);
        yield.accept(tree.key);
        walk(tree.right, yield);
      }
    }
  }

  private <T> Generator<T> generator(Consumer<Consumer<T>> body) {
    return new Generator<>(ground.prompt(), body);
  }

  @Test
  void aTreeIsWalkedByPlainRecursion() {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    Tree tree = null;
    TreeSet<Integer> expected = new TreeSet<>();
    for (int i = 0; i < 200; i++) {
      int key = random.nextInt(1000);
      tree = Tree.with(tree, key);
      expected.add(key);
    }
    Tree whole = tree;
    List<Integer> walked = new ArrayList<>();
    this.<Integer>generator(yield -> Tree.walk(whole, yield)).forEachRemaining(walked::add);
    assertThat(walked).containsExactlyElementsOf(expected);
  }

  @Test
  void twoTreesAreComparedElementByElement() {
    Tree left = Tree.with(Tree.with(Tree.with(null, 2), 1), 3);
    Tree right = Tree.with(Tree.with(Tree.with(null, 1), 2), 3);
    Iterator<Integer> one = generator(yield -> Tree.walk(left, yield));
    Iterator<Integer> other = generator(yield -> Tree.walk(right, yield));
    while (one.hasNext() && other.hasNext()) {
      assertThat(one.next()).isEqualTo(other.next());
    }
    assertThat(one.hasNext()).isEqualTo(other.hasNext());
  }

  @Test
  void aGeneratorUsesAnother() {
    Generator<Integer> sums =
        generator(
            yield -> {
              int sum = 0;
              Generator<Integer> numbers = generator(inner -> List.of(1, 2, 3).forEach(inner));
              while (numbers.hasNext()) {
                sum += numbers.next();
                yield.accept(sum);
              }
            });
    List<Integer> all = new ArrayList<>();
    sums.forEachRemaining(all::add);
    assertThat(all).containsExactly(1, 3, 6);
    assertThatThrownBy(sums::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void anEndlessOneIsClosed() {
    List<String> log = new ArrayList<>();
    try (Generator<Integer> naturals =
        generator(
            yield -> {
              try {
                for (int i = 0; ; i++) {
                  yield.accept(i);
                }
              } finally {
                log.add("closed");
              }
            })) {
      assertThat(naturals.next()).isEqualTo(0);
      assertThat(naturals.next()).isEqualTo(1);
    }
    assertThat(log).containsExactly("closed");
  }
}
