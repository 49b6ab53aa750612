package yona.language.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import yona.language.core.FunctionDefinition;
import yona.language.core.ModuleDefinition;
import yona.language.optimize.Specialization;

/**
 * The methods of a source's main class that are called from outside, under names that are known.
 */
final class EntryPoints {
  private final ClassGenerator generator;

  EntryPoints(ClassGenerator generator) {
    this.generator = generator;
  }

  /** Writes those of a source into its main class. */
  void write(ClassBuilder builder, Host host) {
    if (generator.core().main() != null) {
      writeEntry(builder, generator.core().main(), Bytecode.MAIN, true);
    }
    ModuleDefinition module = generator.core().module();
    if (module == null) {
      return;
    }
    for (FunctionDefinition function : module.exportedFunctions()) {
      Specialization specialization = generator.inference().general(function);
      if (generator.takeName(function.name())) {
        writeEntry(builder, function, function.name(), true);
      }
      if (specialization.steps()
          && generator.takeName(function.name() + ClassGenerator.STEP_SUFFIX)) {
        writeEntry(builder, function, function.name() + ClassGenerator.STEP_SUFFIX, false);
      }
    }
    writeModule(builder, host, module);
  }

  private void writeEntry(
      ClassBuilder builder, FunctionDefinition function, String name, boolean finish) {
    Specialization specialization = generator.inference().general(function);
    boolean array = function.arity() > ClassGenerator.MAXIMUM_PARAMETERS;
    builder.withMethodBody(
        name,
        array ? RuntimeSymbols.ALL : RuntimeSymbols.generic(function.arity()),
        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
        code -> {
          generator
              .group(specialization)
              .push(
                  code,
                  specialization,
                  (index, representation, _) -> {
                    if (array) {
                      code.aload(0).loadConstant(index).aaload();
                    } else {
                      code.aload(index);
                    }
                    Representation.OBJECT.convert(code, representation);
                  });
          generator.group(specialization).invoke(code);
          generator.group(specialization).result().convert(code, Representation.OBJECT);
          if (finish && specialization.steps()) {
            code.invokestatic(RuntimeSymbols.TAIL_CALL, "finish", RuntimeSymbols.UNARY);
          }
          code.areturn();
        });
  }

  /** The module value is made when it is first asked for. */
  private void writeModule(ClassBuilder builder, Host host, ModuleDefinition module) {
    builder.withField(
        ClassGenerator.MODULE_METHOD,
        RuntimeSymbols.MODULE,
        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC);
    builder.withMethodBody(
        ClassGenerator.MODULE_METHOD,
        MethodTypeDesc.of(RuntimeSymbols.MODULE),
        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNCHRONIZED,
        code -> {
          Label known = code.newLabel();
          code.getstatic(host.type(), ClassGenerator.MODULE_METHOD, RuntimeSymbols.MODULE)
              .ifnonnull(known);
          FunctionCode.pushModule(
              code,
              host,
              module,
              function ->
                  code.getstatic(
                      generator.closure(function).type(),
                      ClosureClass.INSTANCE,
                      RuntimeSymbols.FUNCTION));
          code.putstatic(host.type(), ClassGenerator.MODULE_METHOD, RuntimeSymbols.MODULE);
          code.labelBinding(known)
              .getstatic(host.type(), ClassGenerator.MODULE_METHOD, RuntimeSymbols.MODULE)
              .areturn();
        });
  }
}
