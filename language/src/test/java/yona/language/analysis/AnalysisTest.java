package yona.language.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.language.core.CompilationUnit;
import yona.language.core.Core;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClass;
import yona.language.runtime.Grant;
import yona.language.runtime.Signature;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;

class AnalysisTest {
  /**
   * A little library: {@code wait} may wait, {@code apply} if its function may, {@code show}
   * prints.
   */
  private static final Modules MODULES =
      new Modules() {
        private final ModuleInterface builtins =
            module(
                "Builtins",
                function("Builtins", "wait", 1, Suspension.ALWAYS),
                function("Builtins", "show", 1, Suspension.NEVER),
                function("Builtins", "timeout", 2, Suspension.ALWAYS));
        private final ModuleInterface seq =
            module(
                "Seq",
                function("Seq", "map", 2, Suspension.ofParameters(1, 0, 0)),
                function("Seq", "len", 1, Suspension.NEVER));

        @Override
        public @Nullable Signature signature(StaticFunction function) {
          return null;
        }

        @Override
        public boolean checking() {
          return false;
        }

        @Override
        public Set<Grant> grants() {
          return EnumSet.allOf(Grant.class);
        }

        @Override
        public Found find(String fqn, boolean needed) {
          return new Found(fqn.equals("Seq") ? seq : null, null);
        }

        @Override
        public @Nullable Absence absence(String fqn) {
          return null;
        }

        @Override
        public ModuleInterface builtins() {
          return builtins;
        }

        @Override
        public @Nullable StaticFunction javaHalf(String className, String method) {
          return null;
        }

        @Override
        public @Nullable JavaClass javaClass(String fqn) {
          return null;
        }

        @Override
        public Iterable<String> knownNames() {
          return List.of("Seq");
        }

        @Override
        public List<String> standardNames() {
          return List.of("Seq");
        }

        @Override
        public List<String> places(String fqn) {
          return List.of();
        }
      };

  private static ModuleInterface module(String fqn, StaticFunction... functions) {
    Map<String, StaticFunction> byName = new LinkedHashMap<>();
    for (StaticFunction function : functions) {
      byName.put(function.name(), function);
    }
    return new ModuleInterface(fqn, "yona/module/" + fqn, byName, List.of(), List.of());
  }

  private static StaticFunction function(
      String module, String name, int arity, Suspension suspension) {
    return new StaticFunction(
        "yona/module/" + module, name, module, name, arity, suspension, false, false, false);
  }

  private static Resolved analyse(String program) {
    Source source = Source.of("test.yona", program);
    ParseResult parsed = Parser.parse(source);
    assertThat(parsed.hasErrors()).as("%s", parsed.diagnostics()).isFalse();
    Resolved resolved = Resolution.program(source, parsed.program(), MODULES, "yona/program/P");
    if (!resolved.hasErrors()) {
      FunctionFacts facts = FunctionFacts.find(resolved);
      Warnings.report(resolved, facts);
      Grouping.run(resolved, facts);
    }
    return resolved;
  }

  private static String core(String program) {
    Resolved result = analyse(program);
    CompilationUnit unit = result.core();
    assertThat(unit).as("%s", result.diagnostics()).isNotNull();
    Core body = unit.main().body();
    return CorePrinter.print(body);
  }

  private static List<Code> codes(String program) {
    List<Code> codes = new ArrayList<>();
    for (Diagnostic diagnostic : analyse(program).diagnostics()) {
      codes.add(diagnostic.code());
    }
    return codes;
  }

  @Test
  void aPureLetStaysAsItIs() {
    assertThat(core("let a = 1\n b = 2 in a + b"))
        .isEqualTo("Let(a, 1, Let(b, 2, Binary(ADD, a!, b!)))");
  }

  @Test
  void independentAliasesThatWaitAreAGroup() {
    assertThat(core("let a = wait 1\n b = wait 2 in (a, b)"))
        .startsWith("Group([GroupMember($main[]{CallStatic(Builtins::wait, [1])}, [], false, true)")
        .endsWith("[a b], -, false, MakeTuple([a! b!]))");
  }

  @Test
  void aChainOfAliasesThatWaitIsNoGroup() {
    assertThat(core("let a = wait 1\n b = wait a in b")).startsWith("Let(a, CallStatic");
  }

  @Test
  void anEffectAfterAWaitMakesAGroup() {
    assertThat(core("(wait 1, show 2)")).startsWith("Group(");
    assertThat(core("(show 2, wait 1)")).startsWith("MakeTuple(");
    assertThat(core("(wait 1, Seq::len [])")).startsWith("MakeTuple(");
  }

  @Test
  void whatDependsOnAFunctionValueIsCheckedWhenItRuns() {
    assertThat(core("\\f g -> (f 1, g 2)"))
        .contains("[$1 $2], Callees([f g], [], []), true, MakeTuple([$1 $2])");
    assertThat(core("\\f xs -> [f x | x <- xs]")).contains("EachTogether(xs!, ").contains("[f]");
    assertThat(core("\\xs -> [x + 1 | x <- xs]"))
        .contains("EachTogether(xs!, ")
        .contains("Callees([], [], []), Each(xs!, x, ");
    assertThat(core("\\xs -> [1 | x <- xs]")).contains("Collect(SEQ, Each(xs!, x, ");
    assertThat(core("\\n -> [x + 1 | x <- [0 .. n]]")).contains("Collect(SEQ, Each(MakeRange(");
  }

  @Test
  void anAliasWithoutNamesIsABarrier() {
    assertThat(core("let a = wait 1\n b = wait 2\n () = show a\n c = wait 3 in c"))
        .contains("{Let($alias, CallStatic(Builtins::show, [a!]), Match(")
        .contains("[0], true, false)");
    assertThat(core("let a = wait 1\n () = show a\n c = wait 3 in c")).startsWith("Let(a, ");
  }

  @Test
  void localFunctionsAreKnown() {
    assertThat(
            core(
                """
                let even = \\n -> if n == 0 then true else odd (n - 1)
                    odd = \\n -> if n == 0 then false else even (n - 1)
                in even 3\
                """))
        .startsWith("LetFunctions([even[n]{")
        .contains("CallKnown(odd[n]{")
        .endsWith("CallKnown(even, [3]))");
  }

  @Test
  void functionsStandBehindTheValuesThatTheyNeed() {
    assertThat(core("let f = \\x -> x + b\n a = 1\n b = 2 in f a"))
        .startsWith("Let(a, 1, Let(b, 2, LetFunctions([f[x]^[b]{");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "let x = y in x ~ UNDEFINED_NAME",
        "let a = b, b = 1 in a ~ USED_BEFORE_DEFINITION",
        "let f = \\x -> b + x, a = f 1, b = 2 in a ~ NEEDS_LATER_VALUE",
        "module M exports f as f 1 = 2; g = 3; f 2 = 3 end ~ SCATTERED_CLAUSES",
        "module M exports f as f 1 = 2; f 2 3 = 3 end ~ UNEQUAL_ARITIES",
        "module M exports g as f = 1 end ~ UNDEFINED_EXPORT",
        "import Missing in 1 ~ MODULE_NOT_FOUND",
        "import nothing from Seq in 1 ~ NOT_EXPORTED",
        "case 1 of {k = 1} -> 2 end ~ UNDEFINED_NAME",
        "case 1 of P -> 2 end ~ UNKNOWN_RECORD",
        "module M exports f as record P = (x); f P(y = 1) = 2 end ~ UNKNOWN_RECORD_FIELD",
        "do 1; 2 end ~ STEP_WITHOUT_EFFECT",
        "\\xs -> case xs of _ -| xs -> 1 end ~ COMPARED_NAME",
        "\\x -> case x of (x, _) -> 1 end ~ BOUND_NAME_IN_PATTERN",
        "case 1 of (^x, x) -> 1 end ~ PIN_OF_OWN_NAME",
        "(\\^x -> 1, 2) ~ UNDEFINED_NAME"
      })
  void namesAreChecked(String program, Code code) {
    assertThat(codes(program.replace(", b =", "\n b =").replace(", a =", "\n a ="))).contains(code);
  }

  @Test
  void missingMembersRaiseWhenTheyAreReached() {
    Resolved result = analyse("if true then 1 else Missing::f 2");
    assertThat(result.core()).isNotNull();
    assertThat(result.deferred()).hasSize(1);
    assertThat(result.deferred().getFirst().code()).isEqualTo(Code.MODULE_NOT_FOUND);
  }

  @Test
  void modulesThatThereAreNotAreWarnedOfAtOnce() {
    for (String program : List.of("\\x -> Missing::f x", "\\x -> a\\Missing::f x")) {
      assertThat(codes(program)).containsExactly(Code.MODULE_NOT_FOUND);
    }
    assertThat(codes("let f = \\g -> 1 in f (\\-> Missing::f)")).contains(Code.MODULE_NOT_FOUND);
    assertThat(analyse("let f = \\g -> 1 in f (\\-> Missing::f)").deferred()).hasSize(1);
    assertThat(codes("let m = module Own exports f as f = 1 end in m::f")).isEmpty();
  }

  @Test
  void boundNamesAreComparedInCasesAndNewInParameters() {
    assertThat(core("let limit = 10 in case 3 of limit -> 1 end"))
        .contains("EqualTo(limit, limit)");
    assertThat(core("let limit = 10 in case 3 of ^limit -> 1 end")).contains("EqualTo(limit!, -)");
    assertThat(core("let x = 10 in \\x -> x")).contains("$lambda:1:15[x]{x!}");
  }
}
