package yona.language.syntax;

import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Chain;
import yona.language.syntax.Tree.Link;

/**
 * Writes a tree on one line for comparison: names, numbers and constant strings as such, other
 * nodes as their record's name and components, ranges left out.
 */
final class TreePrinter {
  private TreePrinter() {}

  static String print(Tree tree) {
    StringBuilder out = new StringBuilder();
    write(tree, out);
    return out.toString();
  }

  private static void write(@Nullable Object node, StringBuilder out) {
    switch (node) {
      case null -> out.append('-');
      case Tree.Name name -> out.append(name.text());
      case Tree.QualifiedName name -> out.append(name.text());
      case Tree.NameExpression name -> out.append(name.text());
      case Tree.NamePattern name -> out.append(name.text());
      case Tree.ModuleReference module -> out.append(module.name().text());
      case Tree.WildcardPattern ignored -> out.append('_');
      case Tree.UnitLiteral ignored -> out.append("()");
      case Tree.BooleanLiteral literal -> out.append(literal.value());
      case Tree.IntLiteral literal -> out.append(literal.value());
      case Tree.FloatLiteral literal -> out.append(literal.value());
      case Tree.ByteLiteral literal -> out.append(literal.value() & 0xFF).append('b');
      case Tree.BigLiteral literal -> out.append(literal.value()).append('n');
      case Tree.SymbolLiteral literal -> out.append(':').append(literal.name());
      case Tree.CharLiteral literal ->
          out.append('\'').append(visible(Character.toString(literal.codePoint()))).append('\'');
      case Tree.Text text -> quote(text.value(), out);
      case Tree.StringLiteral literal when literal.constant() != null ->
          quote(literal.constant(), out);
      case Chain chain -> {
        out.append("(").append(chain.rightAssociative() ? "right " : "");
        write(chain.first(), out);
        for (Link link : chain.links()) {
          out.append(' ').append(link.operator().text()).append(' ');
          write(link.operand(), out);
        }
        out.append(')');
      }
      case Tree.Prefix prefix -> {
        out.append('(').append(prefix.operator().text()).append(' ');
        write(prefix.operand(), out);
        out.append(')');
      }
      case List<?> list -> {
        out.append('[');
        String separator = "";
        for (Object element : list) {
          out.append(separator);
          write(element, out);
          separator = " ";
        }
        out.append(']');
      }
      case Record other -> components(other, out);
      default -> out.append(node);
    }
  }

  private static void components(Record node, StringBuilder out) {
    out.append('(').append(node.getClass().getSimpleName());
    for (RecordComponent component : of(node)) {
      if (component.getType() != Range.class) {
        out.append(' ');
        write(value(component, node), out);
      }
    }
    out.append(')');
  }

  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          return type.getRecordComponents();
        }
      };

  /** The components of a node. */
  static RecordComponent[] of(Record node) {
    return COMPONENTS.get(node.getClass());
  }

  static @Nullable Object value(RecordComponent component, Record node) {
    try {
      return component.getAccessor().invoke(node);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void quote(@Nullable String text, StringBuilder out) {
    out.append('"').append(visible(String.valueOf(text))).append('"');
  }

  private static String visible(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '\'';
      out.append(plain ? Character.toString(c) : String.format("\\u%04x", (int) c));
    }
    return out.toString();
  }
}
