package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;

/** Of which names {@code yona check} says that nothing uses them. */
final class UnusedNamesTest {
  private static final Source SHAPES =
      Source.of(
          "Shapes.yona",
          "module Shapes exports P, mk as record P = (x, y); mk = P(x = 1, y = 2) end");
  private static final ModuleSources FILES = path -> path.equals("Shapes.yona") ? SHAPES : null;

  /** The code and the name of what is told. */
  private static List<String> told(String program) {
    return Checked.told(Checked.program(program, FILES));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "let a = 1 in 2                                            # Y6025 a",
        "let a = 1; a = 2 in a                                     # Y6025 a",
        "let (a, b) = (1, 2) in a                                  # Y6025 b",
        "let [a, b] = [1, 2] in a                                  # Y6025 b",
        "let whole@(a, _) = (1, 2) in a                            # Y6025 whole",
        "let f = \\n -> if n == 0 then 0 else f (n - 1) in 1        # Y6025 f",
        "let f = \\n -> Seq::map f n in 1                           # Y6025 f",
        "do x = println 1; () end                                  # Y6025 x",
        "do println 1; x = 2 end                                   # Y6025 x",
        "case 1 of n -> 2 end                                      # Y6025 n",
        "case [1] of h -| t -> h; _ -> 0 end                       # Y6025 t",
        "case \"ab\" of \"a\" ++ rest -> 1; _ -> 2 end              # Y6025 rest",
        "case {1 = 2} of {1 = v} -> 1; _ -> 2 end                  # Y6025 v",
        "try 1 catch (:no, message, _) -> 2 end                    # Y6025 message",
        "[0 | n <- [1]]                                            # Y6025 n",
        "[k | k = v <- {1 = 2}]                                    # Y6025 v",
        "with File::open \"f\" {:read} as file 1 end               # Y6025 file",
        "import len, reverse from Seq in len []                    # Y6026 reverse",
        "import len as size from Seq in 1                          # Y6026 size",
        "import Seq in 1                                           # Y6026 Seq",
        "import Seq as s in Seq::len []                            # Y6026 s",
        "import java\\util\\ArrayList in 1                           # Y6026 java\\util\\ArrayList",
        "import max from java\\lang\\Math in 1                       # Y6026 max",
        "import P, mk from Shapes in mk                            # Y6026 P",
        "module M exports f as f = 1; g = 2 end                    # Y6027 g",
        "module M exports f as f = 1; g 0 = 0; g n = g (n - 1) end   # Y6027 g",
        "import Seq in module M exports f as f = 1 end             # Y6026 Seq",
      })
  void unused(String program, String expected) {
    assertThat(told(program.replace("\\\\", "\\"))).containsExactly(expected.replace("\\\\", "\\"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "let _a = 1 in 2",
        "let a = 1 in \"{a}\"",
        "let a = 3 in \"{1,a}\"",
        "let a = 1 in case 1 of ^a -> 2; _ -> 3 end",
        "let a = 1 in case 1 of ^(a + 1) -> 2; _ -> 3 end",
        "let a = 1 in case 1 of a -> 2; _ -> 3 end",
        "let a = 1 in case {1 = 2} of {^a = v} -> v; _ -> 3 end",
        "let a = \"x\" in case \"xy\" of \"{a}\" ++ r -> r; _ -> \"\" end",
        "case (1, 1) of (a, a) -> true; _ -> false end",
        "let (a, a) = (1, 1) in 2",
        "case 1 of n | n > 0 -> 1\n| true -> 2 end",
        "case (1, 2) of (a, b) | a > 3 -> 1\n| b > 3 -> 2\n| true -> 3 end",
        "(\\a b -> a) 1 2",
        "(\\(a, b) -> a) (1, 2)",
        "let f = \\n -> g n; g = \\n -> if n == 0 then 0 else f (n - 1) in f 1",
        "let m = module M exports f as f = g; g = 1 end in m::f",
        "let a = [1] in [x | x <- a]",
        "let add = \\a b -> a + b in 1 `add` 2",
        "let p = (1, 2); (a, _) = p in a",
        "with File::open \"f\" {:read} as file File::read_line file end",
        "let log = println 1; text = 2 in text",
        "import Seq in Seq::len []",
        "import Seq as s in s::len []",
        "import P from Shapes in P(x = 1, y = 2)",
        "import P, mk from Shapes in case mk of P(x = n) -> n end",
        "import P, mk from Shapes in let p = mk in p.x",
        "import max from java\\lang\\Math in max 1 2",
        "module M exports f as f = g 1; g n = h n; h n = n end",
      })
  void used(String program) {
    assertThat(told(program)).isEmpty();
  }

  @Test
  void functionsThatOnlyUseEachOtherAreUnused() {
    assertThat(told("module M exports f as f = 1; g n = h n; h n = let k = g in k n end"))
        .containsExactly("Y6027 g", "Y6027 h");
  }

  @Test
  void whatOnlyAnUnusedFunctionUsesIsUnusedButNotWhatStandsInIt() {
    assertThat(told("let a = 1; f = \\n -> let b = a; c = \\_ -> b in c n in 2"))
        .containsExactly("Y6025 a", "Y6025 f");
  }

  @Test
  void theMessageSaysWhyAndWhatToDo() {
    Diagnostic itself =
        Checked.program("let f = \\n -> if n == 0 then 0 else f (n - 1) in 1")
            .deferred()
            .getFirst();
    assertThat(itself.message()).isEqualTo("f is used only by itself");
    assertThat(itself.hint()).isEqualTo("Remove it");
  }

  @Test
  void aRunDoesNotTell() {
    assertThat(
            new Compiler(Checked.LIBRARY, FILES)
                .compile(Source.of("example.yona", "let a = 1 in 2"))
                .checked())
        .isEmpty();
  }
}
