package yona.language.bytecode;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.Variable;

/**
 * An expression that has a method of its own.
 *
 * @param name the method's
 * @param type the method's
 * @param owner the class that holds it
 * @param context of the specialization around it
 * @param around where it is called
 * @param bound how many variables of that are bound before the call
 * @param body the expression
 * @param inputs the variables that it gets as parameters; null if it gets the array with all of
 *     them
 * @param representations of the inputs
 * @param packed whether the inputs travel in one array
 * @param result the representation of its result
 * @param destination what becomes of its value where it stands
 * @param steps whether the method around it may give a tail call that is still to be made
 */
record OutlinedPart(
    String name,
    MethodTypeDesc type,
    ClassDesc owner,
    SpecializationContext context,
    Body around,
    int bound,
    Core body,
    @Nullable List<Variable> inputs,
    List<Representation> representations,
    boolean packed,
    Representation result,
    Destination destination,
    boolean steps) {}
