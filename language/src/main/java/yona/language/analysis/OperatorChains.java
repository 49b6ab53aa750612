package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.syntax.Operator;
import yona.language.syntax.Tree;

/** Operators between operands. */
final class OperatorChains {
  private final Expressions expressions;

  OperatorChains(Expressions expressions) {
    this.expressions = expressions;
  }

  /** Operands with operators of one level between them. */
  Core chain(Tree.Chain tree, Scope scope) {
    Operator operator = tree.links().getFirst().operator();
    return switch (operator) {
      case PIPE_RIGHT -> expressions.calls.pipeRight(tree, scope);
      case PIPE_LEFT -> expressions.calls.pipeLeft(tree, scope);
      case LOGICAL_AND, LOGICAL_OR -> logical(tree, scope);
      case EQUAL,
          NOT_EQUAL,
          LESS,
          LESS_OR_EQUAL,
          GREATER,
          GREATER_OR_EQUAL,
          IN,
          BIT_OR,
          BIT_XOR,
          BIT_AND,
          CONCATENATE,
          APPEND,
          PREPEND,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          SHIFT_RIGHT_ZERO,
          ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          REMAINDER,
          POWER ->
          tree.links().size() == 1 ? binary(tree, scope) : longChain(tree, scope);
    };
  }

  private Core logical(Tree.Chain tree, Scope scope) {
    List<Core> operands = new ArrayList<>(tree.links().size() + 1);
    operands.add(expressions.expression(tree.first(), scope));
    for (Tree.Link link : tree.links()) {
      operands.add(expressions.expression(link.operand(), scope));
    }
    boolean conjunction = tree.links().getFirst().operator() == Operator.LOGICAL_AND;
    return new Core.Logical(tree.range(), conjunction, operands);
  }

  private Core binary(Tree.Chain tree, Scope scope) {
    Tree.Link link = tree.links().getFirst();
    Core left = expressions.expression(tree.first(), scope);
    return new Core.Binary(
        tree.range(),
        BinaryOperator.of(link.operator()),
        link.operatorRange(),
        left,
        expressions.expression(link.operand(), scope));
  }

  private Core longChain(Tree.Chain tree, Scope scope) {
    Core first = expressions.expression(tree.first(), scope);
    List<Core.Link> links = new ArrayList<>(tree.links().size());
    if (!tree.rightAssociative()) {
      for (Tree.Link link : tree.links()) {
        Core operand = expressions.expression(link.operand(), scope);
        links.add(new Core.Link(BinaryOperator.of(link.operator()), link.operatorRange(), operand));
      }
      return new Core.LeftChain(tree.range(), first, links);
    }
    Core left = first;
    for (Tree.Link link : tree.links()) {
      links.add(new Core.Link(BinaryOperator.of(link.operator()), link.operatorRange(), left));
      left = expressions.expression(link.operand(), scope);
    }
    return new Core.RightChain(tree.range(), links, left);
  }
}
