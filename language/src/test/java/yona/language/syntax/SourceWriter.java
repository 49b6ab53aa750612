package yona.language.syntax;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import yona.language.syntax.Tree.Expression;
import yona.language.syntax.Tree.Pattern;

/**
 * Writes a tree as a program, with white space, line breaks and comments wherever language.md D1
 * lets them stand, at random. Parentheses are those of the tree.
 */
final class SourceWriter {
  private final Random random;
  private final StringBuilder out = new StringBuilder();

  private SourceWriter(Random random) {
    this.random = random;
  }

  static String write(Expression program, Random random) {
    SourceWriter writer = new SourceWriter(random);
    writer.expression(program);
    return writer.out.toString();
  }

  private void put(String text) {
    out.append(text);
  }

  /** White space where a line break is ignored. */
  private void gap() {
    switch (random.nextInt(8)) {
      case 0 -> put("\n  ");
      case 1 -> put(" # note\n");
      default -> put(" ");
    }
  }

  private void separator() {
    put(random.nextInt(3) == 0 ? "; " : "\n");
  }

  private void list(String open, List<?> elements, String close) {
    put(open);
    for (int i = 0; i < elements.size(); i++) {
      if (i > 0) {
        put(",");
      }
      gap();
      element(elements.get(i));
    }
    gap();
    put(close);
  }

  private void element(Object element) {
    switch (element) {
      case Expression expression -> expression(expression);
      case Tree.Entry entry -> {
        expression(entry.key());
        gap();
        put("=");
        gap();
        expression(entry.value());
      }
      case Tree.Field field -> {
        put(field.name().text() + " =");
        gap();
        expression(field.value());
      }
      case Tree.EntryPattern entry -> {
        if (entry.key() instanceof Tree.Parenthesized) {
          put("^");
        }
        expression(entry.key());
        put(" =");
        gap();
        pattern(entry.value());
      }
      case Tree.FieldPattern field -> {
        put(field.name().text() + " =");
        gap();
        pattern(field.pattern());
      }
      case Tree.Name name -> put(name.text());
      case Pattern pattern -> pattern(pattern);
      default -> throw new IllegalArgumentException(element.toString());
    }
  }

  private void expression(Expression expression) {
    switch (expression) {
      case Tree.Literal literal -> literal(literal);
      case Tree.NameExpression name -> put(name.text());
      case Tree.ModuleReference module -> put(module.name().text());
      case Tree.Member member -> {
        expression(member.receiver());
        put("::" + member.name().text());
      }
      case Tree.FieldAccess access -> {
        expression(access.receiver());
        access.fields().forEach(field -> put("." + field.text()));
      }
      case Tree.Parenthesized parenthesized -> list("(", List.of(parenthesized.inner()), ")");
      case Tree.Tuple tuple -> list("(", tuple.elements(), ")");
      case Tree.Sequence sequence -> list("[", sequence.elements(), "]");
      case Tree.SetExpression set -> list("{", set.elements(), "}");
      case Tree.DictExpression dict -> list("{", dict.entries(), "}");
      case Tree.RangeExpression range -> range(range);
      case Tree.Comprehension comprehension -> comprehension(comprehension);
      case Tree.RecordInstance instance ->
          list(instance.type().text() + "(", instance.fields(), ")");
      case Tree.RecordUpdate update -> list(update.record().text() + "(", update.fields(), ")");
      case Tree.Lambda lambda -> {
        put("\\");
        gap();
        lambda.parameters().forEach(this::parameter);
        put("->");
        gap();
        expression(lambda.body());
      }
      case Tree.Call call -> {
        expression(call.callee());
        for (Expression argument : call.arguments()) {
          put(" ");
          expression(argument);
        }
      }
      case Tree.Chain chain -> {
        expression(chain.first());
        for (Tree.Link link : chain.links()) {
          String operator = link.operator().text();
          boolean item = operator.equals("-") || operator.equals("|") || operator.equals("^");
          put(item || random.nextInt(4) > 0 ? " " : "\n");
          put(operator);
          gap();
          expression(link.operand());
        }
      }
      case Tree.InfixChain chain -> {
        expression(chain.first());
        for (Tree.InfixLink link : chain.links()) {
          put(" `");
          gap();
          expression(link.function());
          put("`");
          gap();
          expression(link.operand());
        }
      }
      case Tree.Prefix prefix -> {
        put(prefix.operator().text() + " ");
        expression(prefix.operand());
      }
      case Tree.If conditional -> conditional(conditional);
      case Tree.Let let -> {
        put("let");
        gap();
        aliases(let.aliases());
        gap();
        put("in");
        gap();
        expression(let.body());
      }
      case Tree.Case of -> {
        put("case");
        gap();
        expression(of.scrutinee());
        gap();
        put("of");
        clauses(of.clauses());
      }
      case Tree.Try attempt -> {
        put("try");
        gap();
        expression(attempt.body());
        gap();
        put("catch");
        clauses(attempt.clauses());
      }
      case Tree.Do block -> {
        put("do");
        steps(block.steps());
      }
      case Tree.With with -> with(with);
      case Tree.Raise raise -> {
        put("raise ");
        expression(raise.error());
        if (raise.message() != null) {
          put(" ");
          expression(raise.message());
        }
      }
      case Tree.Import imports -> imports(imports);
      case Tree.Module module -> module(module);
      case Tree.Missing missing -> throw new IllegalArgumentException(missing.toString());
    }
  }

  private void parameter(Pattern pattern) {
    pattern(pattern);
    put(" ");
  }

  private void aliases(List<Tree.Alias> aliases) {
    for (int i = 0; i < aliases.size(); i++) {
      if (i > 0) {
        switch (random.nextInt(3)) {
          case 0 -> put(", ");
          default -> separator();
        }
      }
      alias(aliases.get(i));
    }
  }

  private void alias(Tree.Alias alias) {
    pattern(alias.pattern());
    gap();
    put("=");
    gap();
    expression(alias.value());
  }

  private void conditional(Tree.If conditional) {
    for (Tree.Branch branch : conditional.branches()) {
      put("if");
      gap();
      expression(branch.condition());
      gap();
      put("then");
      gap();
      expression(branch.consequence());
      gap();
      put("else");
      gap();
    }
    expression(conditional.otherwise());
  }

  private void clauses(List<Tree.Clause> clauses) {
    gap();
    for (int i = 0; i < clauses.size(); i++) {
      if (i > 0) {
        separator();
      }
      pattern(clauses.get(i).pattern());
      alternatives(clauses.get(i).alternatives(), "->");
    }
    gap();
    put("end");
  }

  private void alternatives(List<Tree.Alternative> alternatives, String arrow) {
    boolean first = true;
    for (Tree.Alternative alternative : alternatives) {
      if (alternative.guard() != null) {
        put(first && random.nextBoolean() ? " |" : "\n |");
        gap();
        expression(alternative.guard());
      }
      gap();
      put(arrow);
      gap();
      expression(alternative.body());
      first = false;
    }
  }

  private void steps(List<Tree.Step> steps) {
    gap();
    for (int i = 0; i < steps.size(); i++) {
      if (i > 0) {
        separator();
      }
      switch (steps.get(i)) {
        case Tree.Alias alias -> alias(alias);
        case Expression expression -> expression(expression);
      }
    }
    gap();
    put("end");
  }

  private void with(Tree.With with) {
    put("with");
    gap();
    if (with.daemon()) {
      put("daemon ");
    }
    expression(with.manager());
    if (with.name() != null) {
      put(" as " + with.name().text());
    } else if (!with.steps().isEmpty()) {
      separator();
    }
    steps(with.steps());
  }

  private void imports(Tree.Import imports) {
    put("import");
    gap();
    for (int i = 0; i < imports.clauses().size(); i++) {
      if (i > 0) {
        separator();
      }
      switch (imports.clauses().get(i)) {
        case Tree.ModuleImport module -> put(module.module().text() + as(module.alias()));
        case Tree.NameImport names -> {
          String separator = "";
          for (Tree.Imported imported : names.imported()) {
            put(separator + imported.name().text() + as(imported.alias()));
            separator = ", ";
          }
          put(" from " + names.module().text());
        }
      }
    }
    gap();
    put("in");
    gap();
    expression(imports.body());
  }

  private static String as(Tree.@Nullable Name alias) {
    return alias == null ? "" : " as " + alias.text();
  }

  private void module(Tree.Module module) {
    put("module " + module.name().text());
    list(" exports", module.exports(), "as");
    gap();
    String separator = "";
    for (Tree.RecordDeclaration record : module.records()) {
      put(separator);
      list("record " + record.name().text() + " = (", record.fields(), ")");
      separator = "\n";
    }
    for (Tree.FunctionClause function : module.functions()) {
      put(separator + function.name().text() + " ");
      function.parameters().forEach(this::parameter);
      alternatives(function.alternatives(), "=");
      separator = "\n";
    }
    gap();
    put("end");
  }

  private void range(Tree.RangeExpression range) {
    put("[ ");
    if (range.step() != null) {
      expression(range.step());
      put(", ");
    }
    expression(range.from());
    gap();
    put("..");
    gap();
    expression(range.to());
    put("]");
  }

  private void comprehension(Tree.Comprehension comprehension) {
    boolean sequence = comprehension.kind() == Tree.Collection.SEQ;
    put(sequence ? "[ " : "{ ");
    expression(comprehension.element());
    if (comprehension.value() != null) {
      put(" = ");
      expression(comprehension.value());
    }
    String separator = "\n|";
    for (Tree.Generator generator : comprehension.generators()) {
      put(separator);
      gap();
      pattern(generator.pattern());
      if (generator.value() != null) {
        put(" = ");
        pattern(generator.value());
      }
      put(" <-");
      gap();
      expression(generator.source());
      separator = ",";
    }
    if (comprehension.condition() != null) {
      gap();
      put("if ");
      expression(comprehension.condition());
    }
    gap();
    put(sequence ? "]" : "}");
  }

  private void pattern(Pattern pattern) {
    switch (pattern) {
      case Tree.Literal literal -> literal(literal);
      case Tree.WildcardPattern ignored -> put("_");
      case Tree.NamePattern name -> put(name.text());
      case Tree.ParenthesizedPattern parenthesized ->
          list("(", List.of(parenthesized.inner()), ")");
      case Tree.TuplePattern tuple -> list("(", tuple.elements(), ")");
      case Tree.SequencePattern sequence -> list("[", sequence.elements(), "]");
      case Tree.DictPattern dict -> list("{", dict.entries(), "}");
      case Tree.RecordPattern record -> {
        put(record.type().text());
        if (!record.fields().isEmpty()) {
          list("(", record.fields(), ")");
        }
      }
      case Tree.AsPattern as -> {
        put(as.name().text() + "@");
        pattern(as.pattern());
      }
      case Tree.HeadTailPattern headTail -> {
        for (Pattern head : headTail.heads()) {
          pattern(head);
          put(" -|");
          gap();
        }
        pattern(headTail.tails());
        for (Pattern last : headTail.lasts()) {
          gap();
          put("|- ");
          pattern(last);
        }
      }
      case Tree.PinPattern pin -> {
        put("^");
        expression(pin.value());
      }
      case Tree.AffixPattern affix -> {
        pattern(affix.left());
        gap();
        put("++");
        gap();
        pattern(affix.right());
      }
      case Tree.Missing missing -> throw new IllegalArgumentException(missing.toString());
    }
  }

  private void literal(Tree.Literal literal) {
    switch (literal) {
      case Tree.BooleanLiteral value -> put(value.value() ? "true" : "false");
      case Tree.IntLiteral value -> put(Long.toString(value.value()));
      case Tree.ByteLiteral value -> put((value.value() & 0xFF) + "b");
      case Tree.FloatLiteral value -> put(Double.toString(value.value()));
      case Tree.BigLiteral value -> put(value.value() + "n");
      case Tree.CharLiteral value -> {
        put("'");
        put(
            value.codePoint() == '{' || value.codePoint() == '}'
                ? Character.toString(value.codePoint())
                : escaped(Character.toString(value.codePoint())));
        put("'");
      }
      case Tree.SymbolLiteral value -> put(":" + value.name());
      case Tree.UnitLiteral ignored -> put(random.nextBoolean() ? "()" : "( )");
      case Tree.StringLiteral value -> string(value);
    }
  }

  private void string(Tree.StringLiteral string) {
    String raw = rawText(string);
    if (raw != null && random.nextInt(3) == 0) {
      put("\"\"\"" + raw + "\"\"\"");
      return;
    }
    put("\"");
    for (Tree.StringPart part : string.parts()) {
      switch (part) {
        case Tree.Text text -> put(escaped(text.value()));
        case Tree.Interpolation interpolation -> {
          put("{");
          gap();
          expression(interpolation.value());
          if (interpolation.width() != null) {
            put(",");
            gap();
            expression(interpolation.width());
          }
          gap();
          put("}");
        }
      }
    }
    put("\"");
  }

  /** What stands in a string that three quotes may be put around; null if they cannot. */
  private static @Nullable String rawText(Tree.StringLiteral string) {
    if (string.parts().isEmpty()) {
      return "";
    }
    return string.parts().size() == 1
            && string.parts().getFirst() instanceof Tree.Text text
            && !text.value().matches("(?s).*\"\"\"[^\"].*")
        ? text.value()
        : null;
  }

  private String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '{' -> escaped.append("{{");
        case '}' -> escaped.append("}}");
        case '"', '\\', '\'' -> escaped.append('\\').append(c);
        case '\n' -> escaped.append(random.nextBoolean() ? "\\n" : "\\x000A");
        default -> {
          boolean escape = c < ' ' || (c > '~' && random.nextBoolean());
          escaped.append(escape ? String.format("\\u%04X", (int) c) : Character.toString(c));
        }
      }
    }
    return escaped.toString();
  }
}
