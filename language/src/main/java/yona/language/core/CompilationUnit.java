package yona.language.core;

import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/**
 * What one source becomes: a program ({@code main} gives its value) or a file that is a module.
 *
 * @param source the text
 * @param className internal name of the class to be made, {@code yona/module/shop/Cart}
 * @param main the program as a function without parameters; for a file module null
 * @param module the module of a file module; for a program null
 */
public record CompilationUnit(
    Source source,
    String className,
    @Nullable FunctionDefinition main,
    @Nullable ModuleDefinition module) {}
