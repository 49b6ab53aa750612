package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.optimize.CursorParameters;

/**
 * The code around {@linkplain CursorParameters parameters that hold a cursor}: a loop takes
 * elements from it, and others get a Seq of what is left.
 */
final class CursorCode {
  private final Body body;
  private final CodeBuilder code;
  private final CursorParameters parameters;
  private final boolean framed;

  /** Around a body; {@code framed} if its variables are in an array. */
  CursorCode(Body body, boolean framed) {
    this.body = body;
    this.code = body.code;
    this.framed = framed;
    this.parameters = body.generator.cursorParameters(body.specialization.function());
  }

  /** Whether a let gives only another name to a cursor, or to what is left of one: then does so. */
  boolean rename(Core.Let let) {
    boolean renames = parameters.isAlias(let.variable()) && isRest(let.value());
    if (renames) {
      alias(let);
    }
    return renames;
  }

  /** Binds an input where each turn of a loop begins; a Seq may become a cursor. */
  void bindInput(Variable variable, Place.Slot slot) {
    body.variables.bindFromSlot(variable, slot);
    if (parameters.has(variable) && !framed) {
      code.aload(slot.index());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "of", RuntimeSymbols.UNARY).astore(slot.index());
      body.variables.bindRest(variable, new Place.Rest(slot.index(), 0));
    }
  }

  /**
   * What an argument of a tail call of this very function passes on if the parameter holds a
   * cursor; else null.
   */
  Place.@Nullable Rest passedOn(Core.CallKnown call, int argument) {
    FunctionDefinition function = call.function();
    return function.equals(body.specialization.function())
            && parameters.has(function.parameters().get(argument))
            && body.generator.replacements().of(call.arguments().get(argument))
                instanceof Core.Get get
            && body.variables.place(get.variable()) instanceof Place.Rest rest
        ? rest
        : null;
  }

  /** Pushes the cursor itself; a value that is none is mentioned, if the program mentions it. */
  void loadCursor(Core core, Place.Rest rest) {
    code.aload(rest.cursor());
    if (rest.passed() == 0
        && body.generator.replacements().of(core) instanceof Core.Get get
        && get.mention()) {
      body.mention(
          get.at(), body.type(get.variable()), Representation.OBJECT, Destination.OBJECT, null);
    }
  }

  /** Lets a cursor that was passed on go on behind the elements that were passed. */
  void advance(Place.Rest passed, Place input) {
    if (passed.passed() > 0) {
      Label gone = code.newLabel();
      int cursor = ((Place.Slot) input).index();
      code.aload(cursor).loadConstant(passed.passed());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "advance", RuntimeSymbols.ADVANCE).ifne(gone);
      code.aload(cursor).loadConstant(passed.passed());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "rest", RuntimeSymbols.REST).astore(cursor);
      code.labelBinding(gone);
    }
  }

  private boolean isRest(Core core) {
    return body.generator.replacements().of(core) instanceof Core.Get get
        && body.variables.isBound(get.variable())
        && body.variables.place(get.variable()) instanceof Place.Rest;
  }

  /** Another name for a cursor, or for what is left of it. */
  private void alias(Core.Let let) {
    Core.Get get = (Core.Get) body.generator.replacements().of(let.value());
    Place.Rest rest = (Place.Rest) body.variables.place(get.variable());
    if (rest.passed() == 0 && get.mention()) {
      int slot = body.newSlot(Representation.OBJECT);
      loadCursor(get, rest);
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "of", RuntimeSymbols.UNARY).astore(slot);
      rest = new Place.Rest(slot, 0);
    }
    body.variables.bindRest(let.variable(), rest);
  }
}
