package yona.language.core;

import java.util.List;

/**
 * A module: of a file (no captures) or inside an expression.
 *
 * @param fqn its name, {@code shop\Cart}
 * @param exports what can be reached from outside, functions and record types, in source order
 * @param functions all functions, in source order
 * @param records its record types, in source order
 */
public record ModuleDefinition(
    String fqn,
    List<String> exports,
    List<FunctionDefinition> functions,
    List<RecordShape> records) {}
