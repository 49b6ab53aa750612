package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.RecordShape;
import yona.language.core.Traversal;
import yona.language.core.Variable;
import yona.language.optimize.Types;

/**
 * What a match asks of its values, and how they get into locals: each value once on a path, as
 * {@link Facts} say.
 */
final class MatchTests {
  private final Body body;
  private final CodeBuilder code;
  private final Core.Match match;
  private @Nullable List<RecordShape> recordTypes;

  MatchTests(Body body, Core.Match match) {
    this.body = body;
    this.code = body.code;
    this.match = match;
  }

  /**
   * Puts a value into its local unless it is there; then pushes it, and gives its representation.
   */
  Representation load(Occurrence value, Facts facts) {
    Place.Rest rest = value.rest();
    if (rest != null) {
      body.variables.load(rest);
      return rest.representation();
    }
    get(value, facts);
    Place.Slot slot = value.slot(body);
    slot.representation().load(code, slot.index());
    return slot.representation();
  }

  void object(Occurrence value, Facts facts) {
    load(value, facts).convert(code, Representation.OBJECT);
  }

  private void get(Occurrence value, Facts facts) {
    if (facts.of(value).loaded) {
      return;
    }
    Occurrence whole = value.whole();
    Place.Rest rest = whole.rest();
    Occurrence.Selector selector = value.selector();
    if (rest != null
        && (selector == Occurrence.Selector.HEAD || selector == Occurrence.Selector.SEQ_ELEMENT)) {
      // The index of a head is 0.
      askFront(rest, "get", value.index(), CD_Object);
      code.astore(value.slot(body).index());
      facts.of(value).loaded = true;
      return;
    }
    switch (selector) {
      case TUPLE_ELEMENT -> {
        object(whole, facts);
        code.checkcast(RuntimeSymbols.TUPLE)
            .loadConstant(value.index())
            .invokevirtual(RuntimeSymbols.TUPLE, "get", MethodTypeDesc.of(CD_Object, CD_int));
      }
      case RECORD_TYPE -> {
        object(whole, facts);
        body.host.constants().pushRecordTypes(code, recordTypes());
        code.invokestatic(
            RuntimeSymbols.RECORDS,
            "typeOf",
            MethodTypeDesc.of(RuntimeSymbols.RECORD_TYPE, CD_Object, RuntimeSymbols.RECORD_TYPES));
      }
      case SEQ_ELEMENT -> {
        seq(whole, facts);
        code.loadConstant((long) value.index())
            .invokevirtual(RuntimeSymbols.SEQ, "get", MethodTypeDesc.of(CD_Object, CD_long));
      }
      case HEAD -> end(whole, facts, "head", CD_Object);
      case LAST -> end(whole, facts, "last", CD_Object);
      case TAIL -> end(whole, facts, "tail", RuntimeSymbols.SEQ);
      case INIT -> end(whole, facts, "init", RuntimeSymbols.SEQ);
      case SUBJECT, GIVEN -> throw new IllegalStateException(selector + " not loaded");
    }
    code.astore(value.slot(body).index());
    facts.of(value).loaded = true;
  }

  /** The types of all record patterns of the match, each once. */
  private List<RecordShape> recordTypes() {
    if (recordTypes == null) {
      Set<RecordShape> types = new LinkedHashSet<>();
      for (Core.MatchClause clause : match.clauses()) {
        clause.patterns().forEach(pattern -> CoreWalk.recordTypes(pattern, types::add));
      }
      recordTypes = List.copyOf(types);
    }
    return recordTypes;
  }

  private void askFront(Place.Rest rest, String question, int number, ClassDesc answer) {
    code.aload(rest.cursor()).loadConstant(rest.passed() + number);
    code.invokestatic(
        RuntimeSymbols.SEQ_CURSOR, question, MethodTypeDesc.of(answer, CD_Object, CD_int));
  }

  private void seq(Occurrence value, Facts facts) {
    load(value, facts).convert(code, Representation.SEQ);
  }

  private void end(Occurrence value, Facts facts, String method, ClassDesc result) {
    seq(value, facts);
    code.invokevirtual(RuntimeSymbols.SEQ, method, MethodTypeDesc.of(result));
  }

  /** Jumps if the test fails. What it loads is there on both ways. */
  void write(Row.Test test, Row row, Facts facts, Label no) {
    switch (test) {
      case Row.IsKind t when t.value().rest() != null -> {
        code.aload(t.value().rest().cursor());
        if (t.kind() == Types.SEQ) {
          code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "isCursor", RuntimeSymbols.TEST);
        } else {
          code.instanceOf(kind(t.kind()));
        }
        code.ifeq(no);
      }
      case Row.IsKind t -> {
        object(t.value(), facts);
        code.instanceOf(kind(t.kind())).ifeq(no);
      }
      case Row.HasLength t -> length(t, facts, no);
      case Row.IsConstant t -> constant(t, facts, no);
      case Row.IsValue t -> {
        pushBoth(t.value(), t.expression(), row, facts);
        code.invokestatic(RuntimeSymbols.EQUALITY, "equal", RuntimeSymbols.COMPARISON).ifeq(no);
      }
      case Row.HasAffix t -> affix(t, row, facts, no);
      case Row.IsEmptyDict t -> {
        object(t.value(), facts);
        code.checkcast(RuntimeSymbols.DICT)
            .invokevirtual(RuntimeSymbols.DICT, "isEmpty", RuntimeSymbols.BOOLEAN)
            .ifeq(no);
      }
      case Row.HasKey t -> {
        pushBoth(t.value(), t.key(), row, facts);
        int entry = t.entry().slot(body).index();
        code.invokestatic(RuntimeSymbols.PATTERNS, "entry", RuntimeSymbols.BINARY).astore(entry);
        code.aload(entry).branch(Opcode.IFNULL, no);
      }
    }
  }

  /** Pushes a value and that of an expression inside the pattern. */
  void pushBoth(Occurrence value, Core expression, Row row, Facts facts) {
    int declared = body.method.declared();
    expose(row, facts, expression);
    object(value, facts);
    body.depth++;
    body.object(expression);
    body.depth--;
    body.method.undeclare(declared);
  }

  private void affix(Row.HasAffix test, Row row, Facts facts, Label no) {
    pushBoth(test.value(), test.affix(), row, facts);
    Occurrence rest = test.rest();
    if (rest == null) {
      String question = test.atEnd() ? "endsWith" : "startsWith";
      code.invokestatic(RuntimeSymbols.PATTERNS, question, RuntimeSymbols.COMPARISON).ifeq(no);
      return;
    }
    String question = test.atEnd() ? "beforeSuffix" : "afterPrefix";
    code.invokestatic(
        RuntimeSymbols.PATTERNS,
        question,
        MethodTypeDesc.of(RuntimeSymbols.SEQ, CD_Object, CD_Object));
    code.dup().astore(rest.slot(body).index()).branch(Opcode.IFNULL, no);
  }

  private static ClassDesc kind(int kind) {
    return switch (kind) {
      case Types.TUPLE -> RuntimeSymbols.TUPLE;
      case Types.SEQ -> RuntimeSymbols.SEQ;
      default -> RuntimeSymbols.DICT;
    };
  }

  private void length(Row.HasLength test, Facts facts, Label no) {
    Place.Rest rest = test.value().rest();
    if (rest != null && test.kind() == Types.SEQ) {
      boolean none = test.length() == 0 && !test.orMore();
      String question = none || test.orMore() ? "has" : "hasExactly";
      askFront(rest, question, none ? 1 : test.length(), CD_boolean);
      code.branch(none ? Opcode.IFNE : Opcode.IFEQ, no);
      return;
    }
    if (!test.tails().isEmpty()) {
      tails(test, facts, no);
      return;
    }
    if (test.kind() == Types.TUPLE) {
      object(test.value(), facts);
      code.checkcast(RuntimeSymbols.TUPLE)
          .invokevirtual(RuntimeSymbols.TUPLE, "length", RuntimeSymbols.TUPLE_LENGTH)
          .loadConstant(test.length())
          .if_icmpne(no);
      return;
    }
    seq(test.value(), facts);
    if (test.length() <= 1 && (test.length() == 1) == test.orMore()) {
      code.invokevirtual(RuntimeSymbols.SEQ, "isEmpty", RuntimeSymbols.BOOLEAN);
      code.branch(test.orMore() ? Opcode.IFNE : Opcode.IFEQ, no);
      return;
    }
    code.invokevirtual(RuntimeSymbols.SEQ, "length", RuntimeSymbols.LENGTH)
        .loadConstant((long) test.length())
        .lcmp();
    code.branch(test.orMore() ? Opcode.IFLT : Opcode.IFNE, no);
  }

  /** Takes elements from the front until there is none; those that are there stay in locals. */
  private void tails(Row.HasLength test, Facts facts, Label no) {
    Occurrence before = test.value();
    for (Occurrence tail : test.tails()) {
      if (!facts.of(tail).loaded) {
        int slot = tail.slot(body).index();
        if (tail == test.tails().getFirst()) {
          seq(before, facts);
        } else {
          code.aload(before.slot(body).index());
        }
        code.invokevirtual(RuntimeSymbols.SEQ, "tailOrNull", MethodTypeDesc.of(RuntimeSymbols.SEQ));
        code.dup().astore(slot).branch(Opcode.IFNULL, no);
      }
      before = tail;
    }
  }

  private void constant(Row.IsConstant test, Facts facts, Label no) {
    Representation representation = load(test.value(), facts);
    Object constant = test.constant();
    if (representation == Representation.of(Types.of(constant)) && !representation.isReference()) {
      body.operands.pushUnboxed(constant);
      switch (representation) {
        case LONG -> code.lcmp().ifne(no);
        // Here a NaN would equal itself, but there is no literal for it.
        case DOUBLE -> code.dcmpl().ifne(no);
        default -> code.if_icmpne(no);
      }
      return;
    }
    representation.convert(code, Representation.OBJECT);
    switch (constant) {
      case Symbol _, Unit _, Boolean _ -> {
        body.host.constants().push(code, constant);
        code.if_acmpne(no);
      }
      case Long n ->
          code.loadConstant(n.longValue())
              .invokestatic(
                  RuntimeSymbols.PATTERNS,
                  "isLong",
                  MethodTypeDesc.of(CD_boolean, CD_Object, CD_long))
              .ifeq(no);
      case Char c ->
          code.loadConstant(c.codePoint())
              .invokestatic(
                  RuntimeSymbols.PATTERNS,
                  "isChar",
                  MethodTypeDesc.of(CD_boolean, CD_Object, CD_int))
              .ifeq(no);
      case RecordShape type -> {
        body.host.constants().pushRecordType(code, type);
        code.if_acmpne(no);
      }
      default -> {
        body.host.constants().push(code, constant);
        code.invokestatic(RuntimeSymbols.EQUALITY, "equal", RuntimeSymbols.COMPARISON).ifeq(no);
      }
    }
  }

  /** Makes the variables that a row has bound so far readable; gives what to undeclare. */
  int expose(Row row, Facts facts) {
    int declared = body.method.declared();
    for (Row.Binding each = row.bindings(); each != null; each = each.older()) {
      get(each.value(), facts);
      expose(each);
    }
    return declared;
  }

  private void expose(Row.Binding binding) {
    Place.Rest rest = binding.value().rest();
    if (rest == null) {
      body.variables.expose(binding.variable(), binding.value().slot(body));
    } else {
      body.variables.bindRest(binding.variable(), rest);
    }
  }

  /** Makes those variables readable that an expression inside the pattern needs. */
  private void expose(Row row, Facts facts, Core reader) {
    List<Variable> read = Traversal.free(reader);
    if (read.isEmpty()) {
      return;
    }
    for (Row.Binding each = row.bindings(); each != null; each = each.older()) {
      if (read.contains(each.variable())) {
        get(each.value(), facts);
        expose(each);
      }
    }
  }

  /** How much of what a row binds is not in its local yet. */
  static int missing(Row row, Facts facts) {
    int missing = 0;
    for (Row.Binding each = row.bindings(); each != null; each = each.older()) {
      if (!facts.of(each.value()).loaded) {
        missing++;
      }
    }
    return missing;
  }

  /** Puts what a row binds into its locals. */
  void fetch(Row row, Facts facts) {
    for (Row.Binding each = row.bindings(); each != null; each = each.older()) {
      get(each.value(), facts);
    }
  }
}
