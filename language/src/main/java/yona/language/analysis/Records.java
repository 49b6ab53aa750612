package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import yona.language.core.Core;
import yona.language.core.RecordShape;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/** Instances of record types, their fields, and updates. */
final class Records {
  private final SourceUnit unit;
  private final Expressions expressions;

  Records(SourceUnit unit, Expressions expressions) {
    this.unit = unit;
    this.expressions = expressions;
  }

  /** The field of a record, or of one in it, and so on. */
  Core field(Tree.FieldAccess tree, Scope scope) {
    Core value = expressions.expression(tree.receiver(), scope);
    List<RecordShape> known = scope.knownRecords();
    for (Tree.Name field : tree.fields()) {
      Range at = tree.receiver().range().to(field.range());
      use(field, known);
      value = new Core.GetField(at, value, field.text(), known);
    }
    return value;
  }

  /** A new record. */
  Core instance(Tree.RecordInstance tree, Scope scope) {
    String name = tree.type().text();
    RecordShape type = scope.findRecord(name);
    if (type == null) {
      return unit.raiseLater(
          tree.type().range(),
          "norecord",
          Code.UNKNOWN_RECORD,
          "There is no record type " + name + " here",
          name,
          scope.recordNames());
    }
    List<Core> ordered = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      ordered.add(Expressions.unit(tree.range()));
    }
    List<Core> operands = new ArrayList<>();
    int[] places = new int[tree.fields().size()];
    for (int i = 0; i < places.length; i++) {
      Tree.Field field = tree.fields().get(i);
      places[i] = type.fields().indexOf(field.name().text());
      if (places[i] < 0) {
        return unit.raiseLater(
            field.name().range(),
            "norecordfield",
            Code.UNKNOWN_RECORD_FIELD,
            "Record type "
                + name
                + " has no field "
                + field.name().text()
                + "; it has "
                + String.join(", ", type.fields()),
            field.name().text(),
            type.fields());
      }
      operands.add(expressions.expression(field.value(), scope));
    }
    return expressions.calls.inOrder(
        tree.range(),
        operands,
        values -> {
          for (int i = 0; i < places.length; i++) {
            ordered.set(places[i], values.get(i));
          }
          return new Core.MakeRecord(tree.range(), type, ordered);
        });
  }

  /** A record with other values in some fields. */
  Core update(Tree.RecordUpdate tree, Scope scope) {
    Core value = expressions.expression(tree.record(), scope);
    List<String> fields = new ArrayList<>();
    List<Core> values = new ArrayList<>();
    List<RecordShape> known = scope.knownRecords();
    for (Tree.Field field : tree.fields()) {
      use(field.name(), known);
      fields.add(field.name().text());
      values.add(expressions.expression(field.value(), scope));
    }
    return new Core.UpdateRecord(tree.range(), value, fields, values, known);
  }

  /** Notes that a field is read or changed, if no type known here has it. */
  private void use(Tree.Name field, List<RecordShape> known) {
    boolean found = false;
    for (RecordShape type : known) {
      if (type.fields().contains(field.text())) {
        found = true;
        if (unit.unused == null) {
          break;
        }
        unit.unused.use(type);
      }
    }
    if (!found) {
      unit.fields.use(unit.source, field.range(), field.text());
    }
  }
}
