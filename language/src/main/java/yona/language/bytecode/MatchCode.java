package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.RecordShape;
import yona.language.core.Traversal;
import yona.language.core.Variable;
import yona.language.optimize.Types;

/**
 * Compiles a match to a decision tree.
 *
 * <p>The first row's next undecided test is made; on either way out the rows go on with what is
 * known now ({@link Facts}), so that no path asks the same question twice and the order in which a
 * clause tries its parts is kept. Rows that compare one value with constants become a switch. Each
 * body is written once, however many paths reach it, and so are large guards and what large pins
 * evaluate. Should a tree grow out of proportion, the rest of it tries the rows one after the
 * other. Exceptions are never used for control.
 */
final class MatchCode {
  /** So many tests are written once more to tell what names were compared with. */
  private static final int MOST_AGAIN = 100;

  private static final MethodTypeDesc COMPARED =
      MethodTypeDesc.of(CD_String, CD_String, CD_String, CD_Object, CD_Object);

  /** From this many constants on a switch is better than comparing one after the other. */
  private static final int LEAST_SWITCH = 4;

  /**
   * Guards of a clause, or what its patterns evaluate, of more bytes than this are written once for
   * all paths. Else a match in a guard would be written for each path, the matches in its guards
   * for each path of each of those, and so on.
   */
  private static final int LARGE = 128;

  /** A path fetches up to so many values for a body itself; for more all paths go one way. */
  private static final int FREE_FETCHES = 8;

  private final Body body;
  private final CodeBuilder code;
  private final Core.Match match;
  private final Destination destination;
  private final Label end;
  private final Label failed;
  private final Map<Integer, List<Label>> bodies = new TreeMap<>();
  private final Map<Integer, Row> bound = new LinkedHashMap<>();

  /** Where paths go that have much to fetch for the body of a clause. */
  private final Map<Integer, Label> fetching = new HashMap<>();

  /** Where paths go on once the budget is spent: trying clauses one by one, from this one on. */
  private final TreeMap<Integer, Label> inOrder = new TreeMap<>();

  /** Where paths go that have come to the large guards of a clause, having all that it binds. */
  private final TreeMap<Integer, Label> guards = new TreeMap<>();

  /** The clauses that compare with names which a reader may take for new ones. */
  private final Set<Integer> comparing = new TreeSet<>();

  /** The clauses with large guards. */
  private final BitSet largeGuards = new BitSet();

  /** The clauses whose patterns evaluate large expressions. */
  private final BitSet largePatterns = new BitSet();

  private final List<Occurrence> subjects = new ArrayList<>();
  private @Nullable List<RecordShape> recordTypes;
  private boolean mayFail;
  private int budget;

  MatchCode(Body body, Core.Match match, Destination destination) {
    this.body = body;
    this.code = body.code;
    this.match = match;
    this.destination = destination;
    this.end = code.newLabel();
    this.failed = code.newLabel();
    this.budget = 64 + 16 * match.clauses().size();
    for (int i = 0; i < match.clauses().size(); i++) {
      Core.MatchClause clause = match.clauses().get(i);
      List<Core> evaluated = new ArrayList<>();
      clause.patterns().forEach(pattern -> CoreWalk.children(pattern, evaluated::add));
      largePatterns.set(i, isLarge(evaluated));
      largeGuards.set(
          i,
          isLarge(
              clause.bodies().stream().map(Core.Guarded::guard).filter(Objects::nonNull).toList()));
    }
  }

  private boolean isLarge(List<Core> parts) {
    return !parts.isEmpty() && Outlining.isLarger(LARGE, parts, body.generator.replacements());
  }

  void emit() {
    int scope = body.method.enterScope();
    for (Variable subject : match.subjects()) {
      int type = body.type(subject);
      subjects.add(
          body.place(subject) instanceof Place.Rest rest
              ? Occurrence.subject(type, rest)
              : Occurrence.subject(type, slot(subject)));
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < match.clauses().size(); i++) {
      Row.Item items = null;
      for (int k = subjects.size() - 1; k >= 0; k--) {
        items = new Row.Item(subjects.get(k), match.clauses().get(i).patterns().get(k), 0, items);
      }
      rows.add(new Row(i, items, null, false));
    }
    decide(rows, new Facts());
    tryInOrder(rows);
    writeBodies();
    if (mayFail) {
      code.labelBinding(failed);
      fail(rows);
    }
    code.labelBinding(end);
    body.method.leaveScope(scope);
  }

  private Place.Slot slot(Variable subject) {
    if (body.isLocal(subject)) {
      return (Place.Slot) body.place(subject);
    }
    Representation representation = body.load(subject);
    Place.Slot slot = new Place.Slot(body.newSlot(representation), representation);
    representation.store(code, slot.index());
    return slot;
  }

  // Decisions.

  /** Writes code that ends in a body or in failure. */
  private void decide(List<Row> start, Facts facts) {
    List<Row> rows = start;
    while (!rows.isEmpty()) {
      Row.Progress progress = rows.getFirst().advance(facts);
      List<Row> rest = rows.subList(1, rows.size());
      if (progress == null) {
        rows = rest;
        continue;
      }
      Row row = progress.row();
      if (progress.test() == null) {
        if (matched(row, facts)) {
          return;
        }
        rows = rest;
        continue;
      }
      if (!row.evaluated() && (budget <= 0 || evaluatesMuch(progress))) {
        code.goto_(inOrder.computeIfAbsent(rows.getFirst().clause(), _ -> code.newLabel()));
        return;
      }
      line(row);
      Row.Test test = progress.test();
      if (test instanceof Row.IsConstant constant) {
        int count = constants(rows, facts, constant);
        if (count >= LEAST_SWITCH) {
          rows = switchOver(rows, facts, constant, count);
          continue;
        }
      }
      budget -= cost(test);
      Label no = code.newLabel();
      write(test, row, facts, no);
      Facts yes = facts.copy();
      note(test, yes, true);
      List<Row> passed = new ArrayList<>(rows);
      passed.set(0, row.passed(test));
      decide(passed, yes);
      code.labelBinding(no);
      note(test, facts, false);
      rows = rest;
    }
    mayFail = true;
    code.goto_(failed);
  }

  /** What decides about a row belongs to its clause. */
  private void line(Row row) {
    body.line(match.clauses().get(row.clause()).at());
  }

  /**
   * Tries clauses one after the other, as if nothing were known: once for all paths that have come
   * to the end of the budget or to something large, however many.
   */
  private void tryInOrder(List<Row> rows) {
    boolean reached = false;
    for (Row start : rows) {
      int clause = start.clause();
      Label here = inOrder.get(clause);
      if (here != null) {
        code.labelBinding(here);
        reached = true;
      }
      if (reached) {
        reached = tryClause(start);
      } else if (guards.containsKey(clause)) {
        reached = writeGuards(bound.get(clause), Facts.ofMatch());
      }
    }
    if (reached) {
      mayFail = true;
      code.goto_(failed);
    }
  }

  /** Writes all tests of a clause; gives whether the next one may be tried after it. */
  private boolean tryClause(Row start) {
    Label no = code.newLabel();
    Facts known = new Facts();
    Row.Progress progress = start.advance(known);
    line(start);
    boolean tested = false;
    while (progress != null && progress.test() != null) {
      tested = true;
      write(progress.test(), progress.row(), known, no);
      note(progress.test(), known, true);
      progress = progress.row().passed(progress.test()).advance(known);
    }
    boolean goesOn = true;
    if (progress != null) {
      Row row = progress.row();
      if (largeGuards.get(start.clause())) {
        bound.putIfAbsent(start.clause(), row);
        fetch(row, known);
        goesOn = writeGuards(row, known);
      } else {
        goesOn = !matched(row, known);
      }
    }
    code.labelBinding(no);
    return goesOn || tested;
  }

  /** Writes large guards, for all paths; gives whether they may refuse. */
  private boolean writeGuards(Row row, Facts facts) {
    code.labelBinding(guards.computeIfAbsent(row.clause(), _ -> code.newLabel()));
    return !askGuards(row, facts);
  }

  /** Whether a path has come to the first of the expressions in large patterns of a clause. */
  private boolean evaluatesMuch(Row.Progress progress) {
    return progress.test() != null
        && progress.test().mayHaveEffects()
        && largePatterns.get(progress.row().clause());
  }

  /** How much of the budget a test takes: one for each eight bytes of its code. */
  private int cost(Row.Test test) {
    Core evaluated = test.evaluates();
    return evaluated == null ? 1 : 4 + Outlining.size(evaluated, body.generator.replacements()) / 8;
  }

  private static void note(Row.Test test, Facts facts, boolean holds) {
    Facts.Fact fact = facts.of(test.value());
    switch (test) {
      case Row.IsKind t -> fact.type &= holds ? t.kind() : ~t.kind();
      case Row.HasLength t -> {
        fact.setLength(t.length(), t.orMore(), holds);
        if (holds) {
          t.tails().forEach(tail -> facts.of(tail).loaded = true);
        }
      }
      case Row.IsConstant t -> {
        fact.setEqual(t.constant(), holds);
        if (holds && t.constant() instanceof RecordShape representation) {
          Occurrence record = t.value().whole();
          facts.of(record).type &= Types.TUPLE;
          facts.of(record).setLength(representation.fields().size() + 1, false, true);
          Symbol name = Symbol.of(representation.name());
          facts.of(record.part(Occurrence.Selector.TUPLE_ELEMENT, 0)).setEqual(name, true);
        }
      }
      case Row.HasKey t -> facts.of(t.entry()).loaded = holds;
      case Row.HasAffix t -> {
        if (t.rest() != null) {
          facts.of(t.rest()).loaded = holds;
        }
      }
      case Row.IsValue _, Row.IsEmptyDict _ -> {}
    }
  }

  /** How many of the first rows compare the same value with a constant of the same kind. */
  private static int constants(List<Row> rows, Facts facts, Row.IsConstant first) {
    if (!switchable(first.constant())) {
      return 0;
    }
    int count = 0;
    for (Row row : rows) {
      Row.Progress progress = row.advance(facts);
      if (progress == null
          || !(progress.test() instanceof Row.IsConstant test)
          || test.value() != first.value()
          || test.constant().getClass() != first.constant().getClass()) {
        break;
      }
      count++;
    }
    return count;
  }

  private static boolean switchable(Object constant) {
    return constant instanceof Symbol
        || constant instanceof RecordShape
        || constant instanceof Char
        || (constant instanceof Long n && n == n.intValue());
  }

  /** Writes a switch over the constants of the first rows; gives the rows left when none fits. */
  private List<Row> switchOver(List<Row> rows, Facts facts, Row.IsConstant first, int count) {
    Map<Object, List<Row>> byConstant = new LinkedHashMap<>();
    for (Row row : rows.subList(0, count)) {
      Row.Progress progress = row.advance(facts);
      if (progress != null && progress.test() instanceof Row.IsConstant test) {
        byConstant.computeIfAbsent(test.constant(), _ -> new ArrayList<>()).add(progress.row());
      }
    }
    List<Row> rest = rows.subList(count, rows.size());
    Label none = code.newLabel();
    Map<Integer, List<Object>> byKey = new TreeMap<>();
    for (Object constant : byConstant.keySet()) {
      byKey.computeIfAbsent(key(constant), _ -> new ArrayList<>()).add(constant);
    }
    pushKey(first, facts, byKey.keySet(), none);
    List<SwitchCase> cases = new ArrayList<>();
    byKey.keySet().forEach(key -> cases.add(SwitchCase.of(key, code.newLabel())));
    code.lookupswitch(none, cases);
    for (SwitchCase each : cases) {
      code.labelBinding(each.target());
      for (Object constant : byKey.getOrDefault(each.caseValue(), List.of())) {
        Label next = code.newLabel();
        if (constant instanceof Symbol) {
          load(first.value(), facts);
          body.host.constants().push(code, constant);
          code.if_acmpne(next);
        } else if (constant instanceof RecordShape representation) {
          load(first.value(), facts);
          body.host.constants().pushRecordType(code, representation);
          code.if_acmpne(next);
        }
        Facts yes = facts.copy();
        note(new Row.IsConstant(first.value(), constant), yes, true);
        List<Row> chosen = new ArrayList<>(byConstant.getOrDefault(constant, List.of()));
        chosen.addAll(rest);
        budget--;
        decide(chosen, yes);
        code.labelBinding(next);
      }
      Object constant = byKey.getOrDefault(each.caseValue(), List.of()).getFirst();
      if (constant instanceof Symbol || constant instanceof RecordShape) {
        code.goto_(none);
      }
    }
    code.labelBinding(none);
    for (Object constant : byConstant.keySet()) {
      note(new Row.IsConstant(first.value(), constant), facts, false);
    }
    return rest;
  }

  private static int key(Object constant) {
    return switch (constant) {
      case Symbol symbol -> symbol.name().hashCode();
      case RecordShape representation ->
          RecordType.of(Symbol.of(representation.name()), representation.fields()).hashCode();
      case Char c -> c.codePoint();
      default -> ((Long) constant).intValue();
    };
  }

  /** Pushes the int to switch over; a long that is no int goes to {@code none}. */
  private void pushKey(Row.IsConstant first, Facts facts, Iterable<Integer> keys, Label none) {
    Representation representation = load(first.value(), facts);
    if (first.constant() instanceof Symbol) {
      code.invokestatic(
          RuntimeSymbols.PATTERNS, "symbolHash", MethodTypeDesc.of(CD_int, CD_Object));
      return;
    }
    if (first.constant() instanceof RecordShape) {
      code.invokestatic(RuntimeSymbols.RECORDS, "hash", MethodTypeDesc.of(CD_int, CD_Object));
      return;
    }
    if (first.constant() instanceof Char) {
      code.invokestatic(RuntimeSymbols.PATTERNS, "codePoint", MethodTypeDesc.of(CD_int, CD_Object));
      return;
    }
    if (representation != Representation.LONG) {
      long otherwise = 0;
      for (int key : keys) {
        otherwise = otherwise == key ? otherwise + 1 : otherwise;
      }
      representation.convert(code, Representation.OBJECT);
      code.loadConstant(otherwise)
          .invokestatic(
              RuntimeSymbols.PATTERNS, "longOr", MethodTypeDesc.of(CD_long, CD_Object, CD_long));
    }
    int value = body.newSlot(Representation.LONG);
    code.lstore(value);
    code.lload(value).lload(value).l2i().i2l().lcmp().ifne(none);
    code.lload(value).l2i();
  }

  // Tests.

  /**
   * Puts a value into its local unless it is there; then pushes it, and gives its representation.
   */
  private Representation load(Occurrence value, Facts facts) {
    Place.Rest rest = value.rest();
    if (rest != null) {
      body.load(rest);
      return rest.representation();
    }
    get(value, facts);
    Place.Slot slot = value.slot(body);
    slot.representation().load(code, slot.index());
    return slot.representation();
  }

  private void object(Occurrence value, Facts facts) {
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
    code.aload(rest.front()).loadConstant(rest.passed() + number);
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
  private void write(Row.Test test, Row row, Facts facts, Label no) {
    switch (test) {
      case Row.IsKind t when t.value().rest() != null -> {
        code.aload(t.value().rest().front());
        if (t.kind() == Types.SEQ) {
          code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "isFront", RuntimeSymbols.TEST);
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
        if (t.name() != null) {
          comparing.add(row.clause());
        }
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
  private void pushBoth(Occurrence value, Core expression, Row row, Facts facts) {
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
      body.operators.pushUnboxed(constant);
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

  // Bodies.

  /** Makes the variables that a row has bound so far readable; gives what to undeclare. */
  private int expose(Row row, Facts facts) {
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
      body.expose(binding.variable(), binding.value().slot(body));
    } else {
      body.bindRest(binding.variable(), rest);
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

  /** Goes to the body of a row; gives whether that is certain, for guards may refuse. */
  private boolean matched(Row row, Facts facts) {
    int clause = row.clause();
    List<Core.Guarded> guarded = match.clauses().get(clause).bodies();
    List<Label> labels = bodies.computeIfAbsent(clause, _ -> labels(guarded.size()));
    bound.putIfAbsent(clause, row);
    int missing = missing(row, facts);
    if (guarded.getFirst().guard() == null) {
      if (missing > FREE_FETCHES) {
        code.goto_(fetching.computeIfAbsent(clause, _ -> code.newLabel()));
      } else {
        fetch(row, facts);
        code.goto_(labels.getFirst());
      }
      return true;
    }
    if (largeGuards.get(clause)) {
      fetch(row, facts);
      code.goto_(guards.computeIfAbsent(clause, _ -> code.newLabel()));
      return true;
    }
    budget -= missing / FREE_FETCHES;
    return askGuards(row, facts);
  }

  /** Goes to the body whose guard holds; gives whether there is certainly one. */
  private boolean askGuards(Row row, Facts facts) {
    List<Core.Guarded> guarded = match.clauses().get(row.clause()).bodies();
    List<Label> labels = bodies.computeIfAbsent(row.clause(), _ -> labels(guarded.size()));
    int declared = expose(row, facts);
    boolean certain = false;
    for (int i = 0; i < guarded.size() && !certain; i++) {
      Core guard = guarded.get(i).guard();
      if (guard == null) {
        code.goto_(labels.get(i));
        certain = true;
      } else {
        budget -= 2;
        body.operators.branch(guard, labels.get(i), true, "a guard");
      }
    }
    body.method.undeclare(declared);
    return certain;
  }

  /** How much of what a row binds is not in its local yet. */
  private static int missing(Row row, Facts facts) {
    int missing = 0;
    for (Row.Binding each = row.bindings(); each != null; each = each.older()) {
      if (!facts.of(each.value()).loaded) {
        missing++;
      }
    }
    return missing;
  }

  /** Puts what a row binds into its locals. */
  private void fetch(Row row, Facts facts) {
    for (Row.Binding each = row.bindings(); each != null; each = each.older()) {
      get(each.value(), facts);
    }
  }

  private List<Label> labels(int count) {
    List<Label> labels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      labels.add(code.newLabel());
    }
    return labels;
  }

  private void writeBodies() {
    bodies.forEach(
        (clause, labels) -> {
          for (int i = 0; i < labels.size(); i++) {
            int scope = body.method.enterScope();
            Label fetches = i == 0 ? fetching.get(clause) : null;
            if (fetches != null) {
              code.labelBinding(fetches);
              fetch(bound.get(clause), Facts.ofMatch());
            }
            code.labelBinding(labels.get(i));
            Row.Binding first = bound.get(clause).bindings();
            for (Row.Binding each = first; each != null; each = each.older()) {
              Place.Rest rest = each.value().rest();
              if (rest == null) {
                body.bindFromSlot(each.variable(), each.value().slot(body));
              } else {
                body.bindRest(each.variable(), rest);
              }
            }
            body.emit(match.clauses().get(clause).bodies().get(i).body(), destination);
            body.method.leaveScope(scope);
            if (destination != Destination.TAIL) {
              code.goto_(end);
            }
          }
        });
  }

  /** Pushes a subject that nothing matched. */
  private void failed(int subject) {
    object(subjects.get(subject), new Facts());
    if (body.mayBeTransient(match.subjects().get(subject))) {
      body.makePersistent();
    }
  }

  /**
   * Finds out, where nothing has matched, which of those names were compared with what, and gives
   * the local of the text that says so. Only tests that can be made again are.
   */
  private int comparisons(List<Row> rows) {
    int told = body.newSlot(Representation.OBJECT);
    code.loadConstant("").astore(told);
    int left = MOST_AGAIN;
    for (int clause : List.copyOf(comparing)) {
      Label next = code.newLabel();
      Facts known = new Facts();
      Row.Progress progress = rows.get(clause).advance(known);
      while (progress != null
          && progress.test() != null
          && !progress.test().mayHaveEffects()
          && left-- > 0) {
        if (progress.test() instanceof Row.IsValue test && test.name() != null) {
          Label same = code.newLabel();
          Label different = code.newLabel();
          write(test, progress.row(), known, different);
          code.goto_(same).labelBinding(different).aload(told).checkcast(CD_String);
          code.loadConstant(test.name());
          pushBoth(test.value(), test.expression(), progress.row(), known);
          code.invokestatic(RuntimeSymbols.ERRORS, "compared", COMPARED).astore(told);
          code.goto_(next).labelBinding(same);
        } else {
          write(progress.test(), progress.row(), known, next);
        }
        note(progress.test(), known, true);
        progress = progress.row().passed(progress.test()).advance(known);
      }
      code.labelBinding(next);
    }
    return told;
  }

  private void fail(List<Row> rows) {
    switch (match.failure()) {
      case Core.MatchFailure.Raise failure -> {
        int told = comparing.isEmpty() ? -1 : comparisons(rows);
        code.loadConstant(failure.what());
        if (subjects.size() == 1) {
          failed(0);
        } else {
          code.loadConstant(subjects.size()).anewarray(CD_Object);
          for (int i = 0; i < subjects.size(); i++) {
            code.dup().loadConstant(i);
            failed(i);
            code.aastore();
          }
        }
        MethodTypeDesc type =
            MethodTypeDesc.of(
                RuntimeSymbols.YONA_ERROR,
                CD_String,
                subjects.size() == 1 ? CD_Object : RuntimeSymbols.OBJECTS);
        if (told >= 0) {
          code.aload(told).checkcast(CD_String);
          type = type.insertParameterTypes(2, CD_String);
        }
        body.raise(match.at(), RuntimeSymbols.ERRORS, "noMatch", type, destination);
      }
      case Core.MatchFailure.Reraise failure -> {
        body.load(failure.error());
        code.checkcast(CD_Throwable);
        body.throwAndFinish(destination);
      }
      case Core.MatchFailure.Skip _ -> {}
    }
  }
}
