package yona.language.core;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;
import yona.language.runtime.Function;
import yona.language.runtime.StackTrace;

/**
 * A function of the program: a module function, a lambda, or a part of an expression that became a
 * function of its own (a member of a group, the steps of a {@code with}). Compared by identity.
 * Made by analysis; {@link #body} and {@link #captures} are set once its body has been analysed.
 */
public final class FunctionDefinition {
  /** Why the function exists; decides how it prints and whether it stands in stack traces. */
  public enum Role {
    /** A function of a module. */
    MODULE,
    /** A lambda, bound to a name or not. */
    LAMBDA,
    /**
     * Part of an expression: no function of the program, its frames belong to the one around it.
     */
    PART,
    /** The program itself, {@code $main}. */
    MAIN
  }

  /** The name of a program itself. */
  public static final String MAIN = "$main";

  private final Role role;
  private final String name;
  private @Nullable String module;
  private final Range at;
  private final List<Variable> parameters;
  private @Nullable Core body;
  private List<Variable> captures = List.of();
  private @Nullable Variable variable;
  private Suspension suspension = Suspension.NEVER;
  private InputReading inputReading = InputReading.NEVER;
  private @Nullable String signature;

  /**
   * @param role why it exists
   * @param name as in stack traces and when printed: {@code total}, {@code $main}; for a lambda
   *     that is bound to no name {@link StackTrace#LAMBDA} and where it stands; for a part the name
   *     of the function around it
   * @param at its source
   * @param parameters one variable a parameter; patterns are matched at the start of the body
   */
  public FunctionDefinition(Role role, String name, Range at, List<Variable> parameters) {
    this.role = role;
    this.name = name;
    this.at = at;
    this.parameters = List.copyOf(parameters);
  }

  public Role role() {
    return role;
  }

  public String name() {
    return name;
  }

  /**
   * The fqn of the module whose function it is, or is a part of; null for lambdas and their parts,
   * which only the function around them sees, and in a program outside every module.
   */
  public @Nullable String module() {
    return module;
  }

  public void setModule(@Nullable String module) {
    this.module = module;
  }

  /** The name as other modules write it, {@code Seq::map}. */
  public String qualifiedName() {
    return module == null ? name : Function.qualified(module, name);
  }

  public Range at() {
    return at;
  }

  public List<Variable> parameters() {
    return parameters;
  }

  public int arity() {
    return parameters.size();
  }

  public Core body() {
    if (body == null) {
      throw new IllegalStateException("function " + name + " has no body yet");
    }
    return body;
  }

  public void setBody(Core body) {
    this.body = body;
  }

  /**
   * The outer variables that a call of the function needs: those that it reads and those that the
   * known functions need which it calls, so that any call can pass them (lambda lifting).
   */
  public List<Variable> captures() {
    return captures;
  }

  public void setCaptures(List<Variable> captures) {
    this.captures = List.copyOf(captures);
  }

  /**
   * The variable that holds the closure, if the function is bound to a name and used as a value.
   */
  public @Nullable Variable variable() {
    return variable;
  }

  public void setVariable(Variable variable) {
    this.variable = variable;
  }

  /** Whether a call of the function may have to wait. */
  public Suspension suspension() {
    return suspension;
  }

  public void setSuspension(Suspension suspension) {
    this.suspension = suspension;
  }

  /** Whether a call of the function may read standard input. */
  public InputReading inputReading() {
    return inputReading;
  }

  public void setInputReading(InputReading inputReading) {
    this.inputReading = inputReading;
  }

  /**
   * The {@linkplain yona.language.runtime.Signature signature} with which errors of its body, a
   * call of a Java half, are compared; null if they are not.
   */
  public @Nullable String signature() {
    return signature;
  }

  public void setSignature(@Nullable String signature) {
    this.signature = signature;
  }

  @Override
  public String toString() {
    return name + "/" + arity();
  }
}
