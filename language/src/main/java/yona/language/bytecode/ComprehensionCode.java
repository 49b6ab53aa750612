package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;
import yona.language.core.Callees;
import yona.language.core.Core;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;

/** Comprehensions: loops over collections, and what they build; in place or together. */
final class ComprehensionCode {
  private final Body body;
  private final CodeBuilder code;

  /** Of the innermost comprehension. */
  private @Nullable Builder builder;

  ComprehensionCode(Body body) {
    this.body = body;
    this.code = body.code;
  }

  /** What a comprehension builds with. */
  private record Builder(Variable variable, Core.Collection kind) {
    ClassDesc type() {
      return switch (kind) {
        case SEQ -> RuntimeSymbols.SEQ_BUILDER;
        case SET -> RuntimeSymbols.SET_BUILDER;
        case DICT -> RuntimeSymbols.DICT_BUILDER;
      };
    }

    ClassDesc collection() {
      return switch (kind) {
        case SEQ -> RuntimeSymbols.SEQ;
        case SET -> RuntimeSymbols.SET;
        case DICT -> RuntimeSymbols.DICT;
      };
    }
  }

  private Builder builder() {
    if (builder == null) {
      throw new IllegalStateException("an emit outside of every comprehension");
    }
    return builder;
  }

  private void pushBuilder() {
    body.variables.load(builder().variable());
    code.checkcast(builder().type());
  }

  void collect(Core.Collect core, Destination destination) {
    int scope = body.method.enterScope();
    Builder outer = builder;
    Builder mine = new Builder(new Variable("$builder", core.at()), core.kind());
    builder = mine;
    body.collections.newBuilder(mine.collection(), mine.type());
    body.variables.bindLocal(mine.variable());
    body.emit(core.loop(), Destination.NONE);
    pushBuilder();
    code.invokevirtual(mine.type(), "build", MethodTypeDesc.of(mine.collection()));
    builder = outer;
    body.method.leaveScope(scope);
    body.finish(Representation.OBJECT, destination);
  }

  /** The code for an element. */
  private interface Loop {
    /**
     * Emits it.
     *
     * @param iterator the local of the iterator
     * @param end where the loop ends
     */
    void emit(int iterator, Label end);
  }

  void each(Core.Each core) {
    int scope = body.method.enterScope();
    if (core.source() instanceof Core.MakeRange range) {
      count(core, range);
    } else {
      iterate(
          core.source(),
          core.at(),
          (_, _) -> {
            body.variables.bind(core.element(), Representation.OBJECT);
            body.emit(core.body(), Destination.NONE);
          });
    }
    body.method.leaveScope(scope);
  }

  /**
   * Runs the code for each element, which lies on the stack. An error on the way lets go of the
   * rest, and goes on, so it does not matter what lies below on the stack.
   */
  private void iterate(Core source, Range at, Loop each) {
    body.object(source);
    body.at(
        at,
        () ->
            code.invokestatic(
                RuntimeSymbols.COMPREHENSIONS,
                "elements",
                MethodTypeDesc.of(RuntimeSymbols.ITERATOR, CD_Object)));
    int iterator = body.newSlot(Representation.OBJECT);
    code.astore(iterator);
    Label next = code.newBoundLabel();
    Label end = code.newLabel();
    Label failed = code.newLabel();
    Label done = code.newLabel();
    body.generator.passCheckpoint(code);
    code.aload(iterator)
        .invokeinterface(RuntimeSymbols.ITERATOR, "hasNext", RuntimeSymbols.BOOLEAN)
        .ifeq(done);
    code.aload(iterator)
        .invokeinterface(RuntimeSymbols.ITERATOR, "next", RuntimeSymbols.generic(0));
    each.emit(iterator, done);
    code.goto_(next).labelBinding(end);
    code.exceptionCatchAll(next, end, failed);
    code.labelBinding(failed)
        .aload(iterator)
        .invokestatic(
            RuntimeSymbols.COMPREHENSIONS,
            "abandon",
            MethodTypeDesc.of(CD_void, RuntimeSymbols.ITERATOR))
        .athrow()
        .labelBinding(done);
  }

  /** A range as a source is counted, without a sequence. */
  private void count(Core.Each core, Core.MakeRange range) {
    int step = part(range.step(), "the step");
    int at = part(range.from(), "the start");
    int end = part(range.to(), "the end");
    code.lload(step).lload(at).lload(end);
    body.at(
        range.at(),
        () ->
            code.invokestatic(
                RuntimeSymbols.COMPREHENSIONS,
                "count",
                MethodTypeDesc.of(CD_long, CD_long, CD_long, CD_long)));
    int left = body.newSlot(Representation.LONG);
    code.lstore(left);
    Label next = code.newBoundLabel();
    Label done = code.newLabel();
    body.generator.passCheckpoint(code);
    code.lload(left).lconst_0().lcmp().ifeq(done);
    code.lload(at);
    body.variables.bind(core.element(), Representation.LONG);
    body.emit(core.body(), Destination.NONE);
    code.lload(at).lload(step).ladd().lstore(at);
    code.lload(left).lconst_1().lsub().lstore(left);
    code.goto_(next).labelBinding(done);
  }

  private int part(@Nullable Core core, String what) {
    if (core == null) {
      code.lconst_1();
    } else if (body.representation(core) == Representation.LONG) {
      body.emit(core, Destination.LONG);
    } else {
      body.object(core);
      code.loadConstant(what);
      body.at(
          core.at(),
          () ->
              code.invokestatic(
                  RuntimeSymbols.COMPREHENSIONS,
                  "part",
                  MethodTypeDesc.of(CD_long, CD_Object, CD_String)));
    }
    int slot = body.newSlot(Representation.LONG);
    code.lstore(slot);
    return slot;
  }

  void eachTogether(Core.EachTogether core) {
    int scope = body.method.enterScope();
    Label together = code.newLabel();
    Label done = code.newLabel();
    body.object(core.source());
    int source = body.newSlot(Representation.OBJECT);
    code.astore(source);
    Core given = new Core.Get(core.source().at(), new Variable("$source", core.at()), false);
    body.variables.setPlace(
        ((Core.Get) given).variable(), new Place.Slot(source, Representation.OBJECT));
    Callees checked = core.whenSuspending();
    boolean certain = checked != null && !body.functions.mayWait(checked);
    if (checked != null) {
      body.functions.testSuspending(checked, together);
      Core.Each loop = sequential(core);
      Representation representation = Representation.of(body.type(loop.element()));
      iterate(
          given,
          core.at(),
          (iterator, end) -> {
            if (core.elements() != Core.Elements.VALUES
                && representation == Representation.OBJECT) {
              goOnTogether(core, iterator, end);
            }
            Representation.OBJECT.convert(code, representation);
            body.variables.bind(loop.element(), representation);
            body.emit(loop.body(), Destination.NONE);
          });
      if (!certain) {
        code.goto_(done);
      }
    }
    if (!certain) {
      code.labelBinding(together);
      together(core, source);
    }
    code.labelBinding(done);
    body.method.leaveScope(scope);
  }

  /**
   * If the body, which mentions the element on the stack or what is in it, may thus have to wait:
   * runs it for that and all that follow in the iterator, and ends the loop.
   */
  private void goOnTogether(Core.EachTogether core, int iterator, Label end) {
    Label inPlace = code.newLabel();
    String test =
        core.elements() == Core.Elements.MENTIONED ? "suspendsMentioned" : "suspendsTaken";
    code.dup().invokestatic(RuntimeSymbols.FUNCTION, test, RuntimeSymbols.TEST).ifeq(inPlace);
    int element = body.newSlot(Representation.OBJECT);
    code.astore(element);
    body.functions.closure(core.body());
    code.aload(element).aload(iterator);
    mapTogether(
        core,
        MethodTypeDesc.of(
            RuntimeSymbols.SEQ, RuntimeSymbols.FUNCTION, CD_Object, RuntimeSymbols.ITERATOR));
    code.goto_(end).labelBinding(inPlace);
  }

  /** Runs the body for all elements of the source, which is in a local, and adds the results. */
  private void together(Core.EachTogether core, int source) {
    body.functions.closure(core.body());
    code.aload(source);
    mapTogether(core, MethodTypeDesc.of(RuntimeSymbols.SEQ, RuntimeSymbols.FUNCTION, CD_Object));
  }

  /** Runs the function on the stack for what lies above it, and adds what each call emitted. */
  private void mapTogether(Core.EachTogether core, MethodTypeDesc type) {
    body.at(core.at(), () -> code.invokestatic(RuntimeSymbols.GROUPS, "mapTogether", type));
    int results = body.newSlot(Representation.OBJECT);
    code.astore(results);
    Core all = new Core.Get(core.at(), new Variable("$results", core.at()), false);
    body.variables.setPlace(
        ((Core.Get) all).variable(), new Place.Slot(results, Representation.OBJECT));
    iterate(all, core.at(), (_, _) -> emitAll());
  }

  private static Core.Each sequential(Core.EachTogether core) {
    Core.Each loop = core.sequential();
    if (loop == null) {
      throw new IllegalStateException("a loop that may not suspend has no sequential form");
    }
    return loop;
  }

  /** Adds the sequence on the stack. */
  private void emitAll() {
    int emitted = body.newSlot(Representation.OBJECT);
    code.astore(emitted);
    pushBuilder();
    code.aload(emitted);
    code.invokestatic(
        RuntimeSymbols.COMPREHENSIONS,
        "emitAll",
        MethodTypeDesc.of(CD_void, builder().type(), CD_Object));
  }

  void emit(Core.Emit core) {
    pushBuilder();
    body.depth++;
    body.object(core.value());
    body.depth--;
    code.invokevirtual(builder().type(), "add", MethodTypeDesc.of(builder().type(), CD_Object));
    code.pop();
  }

  void emitEntry(Core.EmitEntry core) {
    pushBuilder();
    body.depth++;
    body.object(core.key());
    body.depth++;
    body.object(core.value());
    body.depth -= 2;
    body.collections.put();
    code.pop();
  }
}
