package yona.language.optimize;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Strongly connected components of a graph, by Tarjan's algorithm (1972) on a stack of its own. */
public final class Components<T> {
  private static final class Node<T> {
    final T value;
    final Iterator<T> targets;
    final @Nullable Node<T> from;
    final int index;
    int low;
    boolean onStack = true;

    Node(T value, Iterator<T> targets, @Nullable Node<T> from, int index) {
      this.value = value;
      this.targets = targets;
      this.from = from;
      this.index = index;
      this.low = index;
    }
  }

  private final Map<T, Node<T>> nodes = new HashMap<>();
  private final ArrayDeque<Node<T>> stack = new ArrayDeque<>();
  private final List<List<T>> components = new ArrayList<>();
  private final Function<? super T, ? extends Collection<T>> edges;

  private Components(Function<? super T, ? extends Collection<T>> edges) {
    this.edges = edges;
  }

  /** The components; one comes after all that it has edges to. */
  public static <T> List<List<T>> of(
      Collection<T> values, Function<? super T, ? extends Collection<T>> edges) {
    Components<T> search = new Components<>(edges);
    for (T value : values) {
      if (!search.nodes.containsKey(value)) {
        search.visit(value);
      }
    }
    return search.components;
  }

  private Node<T> enter(T value, @Nullable Node<T> from) {
    Node<T> node = new Node<>(value, edges.apply(value).iterator(), from, nodes.size());
    nodes.put(value, node);
    stack.push(node);
    return node;
  }

  private void visit(T root) {
    Node<T> node = enter(root, null);
    while (node != null) {
      if (node.targets.hasNext()) {
        T target = node.targets.next();
        Node<T> known = nodes.get(target);
        if (known == null) {
          node = enter(target, node);
        } else if (known.onStack) {
          node.low = Math.min(node.low, known.index);
        }
      } else {
        if (node.low == node.index) {
          components.add(pop(node));
        }
        if (node.from != null) {
          node.from.low = Math.min(node.from.low, node.low);
        }
        node = node.from;
      }
    }
  }

  private List<T> pop(Node<T> root) {
    List<T> component = new ArrayList<>();
    Node<T> node;
    do {
      node = stack.pop();
      node.onStack = false;
      component.add(node.value);
    } while (node != root);
    return component;
  }
}
