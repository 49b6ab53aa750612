package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import yona.data.Symbol;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.RecordShape;
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
  private final MatchTests tests;
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
  private boolean mayFail;
  private int budget;

  MatchCode(Body body, Core.Match match, Destination destination) {
    this.body = body;
    this.code = body.code;
    this.match = match;
    this.tests = new MatchTests(body, match);
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
          body.variables.place(subject) instanceof Place.Rest rest
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
    if (body.variables.isLocal(subject)) {
      return (Place.Slot) body.variables.place(subject);
    }
    Representation representation = body.variables.load(subject);
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
        int count = ConstantSwitch.length(rows, facts, constant);
        if (count >= LEAST_SWITCH) {
          rows = switchOver(rows, facts, constant, count);
          continue;
        }
      }
      budget -= cost(test);
      Label no = code.newLabel();
      test(test, row, facts, no);
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

  /** Makes a test of a row; jumps if it fails. */
  private void test(Row.Test test, Row row, Facts facts, Label no) {
    if (test instanceof Row.IsValue value && value.name() != null) {
      comparing.add(row.clause());
    }
    tests.write(test, row, facts, no);
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
      test(progress.test(), progress.row(), known, no);
      note(progress.test(), known, true);
      progress = progress.row().passed(progress.test()).advance(known);
    }
    boolean goesOn = true;
    if (progress != null) {
      Row row = progress.row();
      if (largeGuards.get(start.clause())) {
        bound.putIfAbsent(start.clause(), row);
        tests.fetch(row, known);
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
        if (holds && t.constant() instanceof RecordShape type) {
          Occurrence record = t.value().whole();
          facts.of(record).type &= Types.TUPLE;
          facts.of(record).setLength(type.fields().size() + 1, false, true);
          Symbol name = Symbol.of(type.name());
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
      byKey.computeIfAbsent(ConstantSwitch.key(constant), _ -> new ArrayList<>()).add(constant);
    }
    new ConstantSwitch(body, tests).pushKey(first, facts, byKey.keySet(), none);
    List<SwitchCase> cases = new ArrayList<>();
    byKey.keySet().forEach(key -> cases.add(SwitchCase.of(key, code.newLabel())));
    code.lookupswitch(none, cases);
    for (SwitchCase each : cases) {
      code.labelBinding(each.target());
      for (Object constant : byKey.getOrDefault(each.caseValue(), List.of())) {
        Label next = code.newLabel();
        if (constant instanceof Symbol) {
          tests.load(first.value(), facts);
          body.host.constants().push(code, constant);
          code.if_acmpne(next);
        } else if (constant instanceof RecordShape type) {
          tests.load(first.value(), facts);
          body.host.constants().pushRecordType(code, type);
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

  // Bodies.

  /** Goes to the body of a row; gives whether that is certain, for guards may refuse. */
  private boolean matched(Row row, Facts facts) {
    int clause = row.clause();
    List<Core.Guarded> guarded = match.clauses().get(clause).bodies();
    List<Label> labels = bodies.computeIfAbsent(clause, _ -> labels(guarded.size()));
    bound.putIfAbsent(clause, row);
    int missing = MatchTests.missing(row, facts);
    if (guarded.getFirst().guard() == null) {
      if (missing > FREE_FETCHES) {
        code.goto_(fetching.computeIfAbsent(clause, _ -> code.newLabel()));
      } else {
        tests.fetch(row, facts);
        code.goto_(labels.getFirst());
      }
      return true;
    }
    if (largeGuards.get(clause)) {
      tests.fetch(row, facts);
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
    int declared = tests.expose(row, facts);
    boolean certain = false;
    for (int i = 0; i < guarded.size() && !certain; i++) {
      Core guard = guarded.get(i).guard();
      if (guard == null) {
        code.goto_(labels.get(i));
        certain = true;
      } else {
        budget -= 2;
        body.conditions.branch(guard, labels.get(i), true, "a guard");
      }
    }
    body.method.undeclare(declared);
    return certain;
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
              tests.fetch(bound.get(clause), Facts.ofMatch());
            }
            code.labelBinding(labels.get(i));
            Row.Binding first = bound.get(clause).bindings();
            for (Row.Binding each = first; each != null; each = each.older()) {
              Place.Rest rest = each.value().rest();
              if (rest == null) {
                body.variables.bindFromSlot(each.variable(), each.value().slot(body));
              } else {
                body.variables.bindRest(each.variable(), rest);
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
    tests.object(subjects.get(subject), new Facts());
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
          tests.write(test, progress.row(), known, different);
          code.goto_(same).labelBinding(different).aload(told).checkcast(CD_String);
          code.loadConstant(test.name());
          tests.pushBoth(test.value(), test.expression(), progress.row(), known);
          code.invokestatic(RuntimeSymbols.ERRORS, "compared", COMPARED).astore(told);
          code.goto_(next).labelBinding(same);
        } else {
          tests.write(progress.test(), progress.row(), known, next);
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
        body.variables.load(failure.error());
        code.checkcast(CD_Throwable);
        body.throwAndFinish(destination);
      }
      case Core.MatchFailure.Skip _ -> {}
    }
  }
}
