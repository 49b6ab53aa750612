package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Program;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.ProgramExit;

/** What a prompt answers, without the terminal around it. */
class PromptSessionTest {
  /** What a session said, answers and complaints in their order. */
  private static final class Said implements PromptSession.Output {
    private final StringBuilder text = new StringBuilder();
    private final boolean terminal;

    Said(boolean terminal) {
      this.terminal = terminal;
    }

    @Override
    public synchronized void print(String answer) {
      text.append(answer);
    }

    @Override
    public synchronized void complain(String problem) {
      text.append(problem);
      notifyAll();
    }

    @Override
    public boolean isTerminal() {
      return terminal;
    }

    @Override
    public boolean inColour() {
      return false;
    }

    synchronized void await(String expected) throws InterruptedException {
      while (text.indexOf(expected) < 0) {
        wait();
      }
    }

    @Override
    public synchronized String toString() {
      return text.toString();
    }
  }

  private interface Conversation {
    void hold(PromptSession session, Said said) throws Exception;
  }

  private static String converse(boolean terminal, Conversation conversation) {
    Said said = new Said(terminal);
    AtomicReference<@Nullable PromptSession> current = new AtomicReference<>();
    Program program =
        new Program(
            error -> {
              PromptSession session = current.get();
              if (session != null) {
                session.reportDropped(error);
              }
            });
    program.<Object, RuntimeException>run(
        () -> {
          PromptSession session = new PromptSession(said, List.of(), JavaClasses.platform());
          current.set(session);
          try {
            conversation.hold(session, said);
          } catch (Exception failure) {
            throw new IllegalStateException(failure);
          }
          return "";
        });
    return said.toString();
  }

  private static String answers(String... inputs) {
    return converse(
        false,
        (session, _) -> {
          for (String input : inputs) {
            session.accept(input.getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  @Test
  void recordTypesLastAndAreReplaced() {
    assertThat(
            answers(
                "record Point = (x, y)",
                "p = Point(x = 1, y = 2)",
                "p.x",
                "p(y = 5)",
                "f = \\Point(x = n) -> n",
                "record Point = (a, x)",
                "p.y",
                "p",
                "Point(x = 3)",
                "f p",
                "case p of Point -> :new; _ -> :old end",
                "record A = (x); record B = (y); q = A(x = 9); (q.x, B(y = 1))"))
        .isEqualTo(
            """
            1
            Point(x = 1, y = 5)
            2
            Point(x = 1, y = 2)
            Point(a = (), x = 3)
            1
            :old
            (9, B(y = 1))
            """);
  }

  @Test
  void recordTypesOfAnInputThatFailsAreNotDeclared() {
    assertThat(answers("record C = (x); 1 / 0", "C(x = 1)")).contains("no record type C here");
    assertThat(answers("record C = (x); record C = (y)", "C(x = 1)"))
        .contains("Y3006")
        .contains("no record type C here");
  }

  @Test
  void recordTypesAreNamedAndDocumented() {
    assertThat(answers("## A place.\nrecord Point = (x, y)", ":names", ":doc Point"))
        .isEqualTo("Point: record (x, y)\nPoint(x, y)\n\nA place.\n");
  }

  @Test
  void aTracedFunctionKnowsTheTypeThatItWasMadeWith() {
    assertThat(
            answers(
                "record Point = (x, y)",
                "f = \\Point(x = n) -> n",
                "p = Point(x = 1)",
                "record Point = (y)",
                ":trace f p"))
        .contains("f Point(x = 1, y = ()) = 1");
  }

  @Test
  void completesTheFieldsThatAValueHas() {
    converse(
        false,
        (session, _) -> {
          for (String input :
              List.of("record Point = (left, top)", "p = Point(left = Point(), top = 1)")) {
            session.accept(input.getBytes(StandardCharsets.UTF_8));
          }
          assertThat(offered(session, "p."))
              .containsExactly("p.left field of Point", "p.top field of Point");
          assertThat(offered(session, "p.left.t")).containsExactly("p.left.top field of Point");
          assertThat(offered(session, "Poi")).containsExactly("Point record (left, top)");
        });
  }

  @Test
  void showsValuesAsSourceTextAndUnitNotAtAll() {
    assertThat(answers("1 + 2", "\"a\"", "()", "[\"x\", 'c', :s]", "", "# nothing"))
        .isEqualTo("3\n\"a\"\n[\"x\", 'c', :s]\n");
  }

  @Test
  void theLastValueIsIt() {
    assertThat(answers("20 + 1", "it * 2", "()", "x = 5", "it")).isEqualTo("21\n42\n42\n");
  }

  @Test
  void namesBindForLaterInputs() {
    assertThat(answers("x = 1; y = x + 1", "x + y", "x = x + 10", "x")).isEqualTo("3\n11\n");
  }

  @Test
  void functionsMayBeRecursive() {
    assertThat(
            answers(
                "f = \\n -> if n == 0 then 1 else n * f (n - 1)",
                "even = \\n -> if n == 0 then true else odd (n - 1);"
                    + " odd = \\n -> if n == 0 then false else even (n - 1)",
                "(f 20, even 11)"))
        .isEqualTo("(2432902008176640000, false)\n");
  }

  @Test
  void anotherValueOfANameDoesNotReachWhatWasMadeBefore() {
    assertThat(answers("x = 1", "f = \\-> x", "x = 2", "(f, x)")).isEqualTo("(1, 2)\n");
  }

  @Test
  void patternsBindTheirNamesAnew() {
    assertThat(
            answers(
                "(a, [b]) = (1, [2])", "(a, [b]) = (3, [4])", "(a, b)", "case 5 of a -> a + 1 end"))
        .isEqualTo("(3, 4)\n6\n");
    assertThat(answers("(a, 0) = (1, 2)", "1")).startsWith("error: :nomatch").endsWith("\n1\n");
  }

  @Test
  void aMentionCallsAFunctionWithoutParameters() {
    assertThat(answers("f = \\-> 42", "f", "f + 1", ":type f", "\\-> 7", "it"))
        .isEqualTo("42\n43\nfunction of no parameters; a call never waits\n7\n7\n");
  }

  @Test
  void anInputThatFailsBindsNothing() {
    assertThat(answers("x = 1; raise :bad \"no\"", "x")).contains(":bad: no", "no name x here");
  }

  @Test
  void importsLast() {
    assertThat(answers("import len, take as first from Seq", "len (first 2 [5, 6, 7])"))
        .isEqualTo("2\n");
    assertThat(answers("import Dict as d; string\\Regex", "d::len {1 = 2}")).isEqualTo("1\n");
    assertThat(answers("import len from Seq in len [1]", "len [1, 2]"))
        .startsWith("1\n")
        .contains("no name len here");
  }

  @Test
  void theLaterOfAnImportAndAValueCounts() {
    assertThat(answers("import len from Seq", "len = 3", "len", "import len from Seq", "len [1]"))
        .isEqualTo("3\n1\n");
  }

  @Test
  void animportThatFailsLeavesEverythingAsItWas() {
    assertThat(answers("import nothing from Seq", "import len from Sek", "1 + 1"))
        .contains("nothing", "Did you mean Seq?")
        .endsWith("2\n");
  }

  @Test
  void aModuleIsAValue() {
    assertThat(
            answers(
                "n = 10",
                "m = module Adder exports add as\n    add x = x + n\n\n\nend",
                "m::add 5",
                "Seq::map m::add [1, 2]"))
        .isEqualTo("15\n[11, 12]\n");
  }

  @Test
  void errorsShowTheInputTheyComeFrom() {
    assertThat(answers("half = \\n -> 1 / n", "half 2", "half 0"))
        .contains(
            """
            error: :badarith: expected a divisor other than 0, found 1 / 0
              --> <input 1>:1:16
               |
             1 | half = \\n -> 1 / n
               |                ^
            """);
    assertThat(answers("1 +* 2", "lenght [1]", "2"))
        .contains("<input 1>", "<input 2>")
        .endsWith("2\n");
  }

  @Test
  void theStackTraceOfTheLastErrorIsKept() {
    assertThat(
            answers(
                ":trace", "f = \\n -> if n == 0 then 1 / 0 else 1 + f (n - 1)", "f 5", ":trace"))
        .startsWith("there was no error\n")
        .contains("(5 times)");
    assertThat(answers(":trace [1, 2]", ":trace 1 / 0"))
        .startsWith("[1, 2]\n0 fibers started\nerror: :badarith");
  }

  @Test
  void typesAreKinds() {
    assertThat(
            answers(
                ":type 1 + 1",
                ":type \"a\"",
                ":type [1]",
                ":type \\x -> x",
                ":type File::read_text",
                ":type Seq::map",
                ":type sleep",
                ":type Seq"))
        .isEqualTo(
            """
            Int
            string
            Seq
            function of 1 parameter; a call never waits
            function of 1 parameter; a call may wait
            function of 2 parameters; a call may wait if a function that it is given may
            function of 1 parameter; a call may wait
            module Seq
            """);
  }

  @Test
  void timeTellsWhatAnEvaluationTook() {
    assertThat(answers(":time 1 + 1"))
        .matches("2\n\\d+\\.\\d{3} ms, 0 fibers started, \\d+\\.\\d kB allocated\n");
  }

  @Test
  void whatDoesNotCompileTookNothing() {
    assertThat(answers(":time [1, nothing]", ":trace [1, nothing]"))
        .contains("error Y3001")
        .doesNotContain(" ms, ", "started");
    assertThat(answers(":time 1 / 0")).contains("error: :badarith", " ms, 0 fibers started");
  }

  @Test
  void documentationIsThere() {
    assertThat(answers(":doc Seq::take"))
        .startsWith("Seq::take n seq\n\nThe first `n` elements")
        .contains("suspends: never");
    assertThat(answers("import Seq as s", ":doc s::take", ":doc println", ":doc Seq"))
        .contains("Seq::take n seq", "println v\n", "module Seq");
    assertThat(answers("f = \\a b -> a", ":doc f", ":doc nothing", ":doc"))
        .isEqualTo(
            """
            f: function of 2 parameters; a call never waits
            yona: nothing is known of nothing
            yona: :doc needs a name, as in :doc Seq::map
            """);
  }

  @Test
  void commandsThatAreMisspeltAreGuessedAndSymbolsAreValues() {
    assertThat(answers(":hepl", ":foo", "it", ":ok == :ok"))
        .isEqualTo(
            """
            :hepl
            yona: there is no command :hepl; did you mean :help?
            :foo
            yona: there is no command :foo; :help lists them
            :foo
            true
            """);
    assertThat(answers(":foo bar", ":set +t", ":cd /tmp", ":tyep 1"))
        .isEqualTo(
            """
            yona: there is no command :foo; :help lists them
            yona: there is no command :set; :help lists them
            yona: there is no command :cd; :help lists them
            yona: there is no command :tyep; did you mean :type?
            """);
    assertThat(answers(":help")).contains(":quit", "Ctrl-C");
    assertThat(answers("a = 1", "import len from Seq", ":names"))
        .isEqualTo("a: Int\nlen: from Seq\n");
  }

  @Test
  void aNameIsDocumentedWhereverItIs() {
    assertThat(answers(":doc map"))
        .contains("Dict::map f dict\n    Makes a new entry", "Seq::map f seq\n    Applies")
        .doesNotContain("suspends");
    assertThat(answers(":doc sqrt")).startsWith("Math::sqrt ").contains("suspends: never");
    assertThat(answers(":doc Seq.take")).startsWith("Seq::take n seq\n\nThe first `n` elements");
    assertThat(answers(":doc Seq::tkae", ":doc Sqe"))
        .isEqualTo(
            """
            yona: nothing is known of Seq::tkae; did you mean Seq::take?
            yona: nothing is known of Sqe; did you mean Seq?
            """);
    assertThat(answers("map = 1", ":doc map")).isEqualTo("map: Int\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quit",
        "quit()",
        "exit",
        "exit()",
        "exit;",
        "quit ( )",
        ":q",
        ":exit",
        ".exit",
        " exit "
      })
  void whatEndsOtherPromptsEndsThisOne(String input) {
    converse(
        false,
        (session, said) -> {
          assertThat(session.accept(input.getBytes(StandardCharsets.UTF_8))).isFalse();
          assertThat(said.toString()).isEmpty();
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "help          | :help",
        "help()        | :help",
        ".help         | :help",
        "?             | :help",
        ":h            | :help",
        ":?            | :help",
        "help(len)     | :doc len",
        "help Seq::len | :doc Seq::len",
        "?Seq::len     | :doc Seq::len",
        "help(Seq.len) | :doc Seq::len",
        ":i Seq::len   | :doc Seq::len",
        ":info Seq     | :doc Seq",
        ":browse Seq   | :doc Seq",
        ":t 1 + 1      | :type 1 + 1",
        ":t            | :type",
        ":l no.yona    | :load no.yona",
        ":r            | :reload",
        "dir()         | :names",
      })
  void commandsOfOtherPromptsAreUnderstood(String theirs, String ours) {
    assertThat(answers(theirs)).isEqualTo(answers(ours)).isNotEmpty();
    assertThat(PromptSession.isIncomplete(Source.of("", theirs))).isFalse();
  }

  @Test
  void theScreenIsClearedByAKey() {
    assertThat(answers("clear", ":clear", "cls"))
        .isEqualTo("yona: Ctrl-L clears the screen\n".repeat(3));
  }

  @Test
  void aNameThatIsBoundMeansWhatItIsBoundTo() {
    assertThat(
            answers(
                "help = 1; quit = \\_ -> 2; exit = \\n -> n; clear = 4",
                "help",
                "quit()",
                "exit 3",
                "clear",
                "import len as dir from Seq",
                "dir []"))
        .isEqualTo("1\n2\n3\n4\n0\n");
  }

  @Test
  void exitWithAStatusEndsWithIt() {
    for (String input : List.of("exit 3", "quit(3)", "exit( 3 );")) {
      assertThatThrownBy(() -> answers(input))
          .cause()
          .isInstanceOfSatisfying(
              ProgramExit.class, exit -> assertThat(exit.status()).isEqualTo(3));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Seq.map             | Seq::map",
        "(a) => a            | \\a ->",
        "x -> x + 1          | \\x ->",
        "def f(x)            | at the prompt double = \\x -> x * 2",
        "f x = x + 1         | f = \\parameter -> ...",
        "val x = 1           | at the prompt and in do by x = 1",
        "[1].map(1)          | Seq::map f xs",
        "java.util.ArrayList | java\\util\\ArrayList",
        "console.log(1)      | println",
      })
  void whatOtherLanguagesWriteIsToldHowItIsWritten(String input, String hint) {
    assertThat(answers(input)).contains("hint: ", hint);
  }

  @Test
  void aLetThatHasNoInIsToldWhatToWrite() {
    assertThat(answers("let x = 1\n\n")).contains("a name needs no `let`: x = 1");
    assertThat(answers("let x = 1\nprintln x")).contains("a name needs no `let`: x = 1");
    assertThat(answers("x = 1", "print(\"x\")", "x")).isEqualTo("1\n");
  }

  @Test
  void filesAreLoadedAndLoadedAgain(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("any.yona");
    Path program = Yona.write(folder.resolve("sum.yona"), "let a = 1\nin a + 1\n");
    Yona.write(file, module("1"));
    String said =
        converse(
            false,
            (session, _) -> {
              session.load(program.toString());
              session.load(file.toString());
              session.accept("shop\\Cart::total [5]".getBytes(StandardCharsets.UTF_8));
              Files.writeString(file, module("100"));
              session.accept(":reload".getBytes(StandardCharsets.UTF_8));
              session.accept("import total from shop\\Cart".getBytes(StandardCharsets.UTF_8));
              session.accept("total [5]".getBytes(StandardCharsets.UTF_8));
              session.accept(":doc shop\\Cart::total".getBytes(StandardCharsets.UTF_8));
              session.load(folder.toString());
              session.load(folder.resolve("none").toString());
            });
    assertThat(said)
        .startsWith(
            """
            2
            module shop\\Cart: total
            6
            module shop\\Cart: total
            105
            shop\\Cart::total prices

            What it costs.
            """)
        .contains("this is a folder", "no such file");
  }

  private static String module(String postage) {
    return "module shop\\Cart exports total as\n\n"
        + "## What it costs.\n"
        + "total prices = Seq::sum prices + "
        + postage
        + "\n\nend\n";
  }

  @Test
  void whatWaitsIsInterrupted() {
    String said =
        converse(
            false,
            (session, said1) -> {
              Thread interrupter =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            while (!session.interrupt()) {
                              Thread.onSpinWait();
                            }
                          });
              session.accept("never".getBytes(StandardCharsets.UTF_8));
              interrupter.join();
              session.accept("1 + 1".getBytes(StandardCharsets.UTF_8));
            });
    assertThat(said).isEqualTo("yona: interrupted\n2\n");
  }

  @Test
  void backgroundPartsOutliveTheirInputAndTellOfTheirErrors() {
    String said =
        converse(
            false,
            (session, output) -> {
              session.accept(
                  "drop (\\-> raise :late \"background\")".getBytes(StandardCharsets.UTF_8));
              session.accept("1 + 1".getBytes(StandardCharsets.UTF_8));
              output.await("error in the background");
            });
    assertThat(said)
        .contains("error in the background: :late: background", "<input 1>:1:11", "2\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1, 2",
        "(1 +",
        "{\"a\" =",
        "let x = 1",
        "let\n  x = 1\nin",
        "do\n  println 1",
        "case x of",
        "case x of\n  1 -> 2",
        "if true then 1",
        "1 +",
        "f = \\x ->",
        "x =",
        "import",
        "import len from",
        "import len from Seq in",
        "module M exports f as",
        "try 1 catch",
        "\"abc",
        "\"abc {1 +",
        "\"\"\"",
        "\"\"\"a\nb\"\"",
        "\"{\"\"\"}\"",
        "with File::open \"x\" as f"
      })
  void whatIsNotCompleteGoesOn(String text) {
    assertThat(PromptSession.isIncomplete(Source.of("", text))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# [",
        "1",
        "[1, 2]",
        "\"\"\"[(\"\"\"",
        "\"\"\"a\"\"\"\"",
        "x = 1",
        "import len from Seq",
        "let x = 1 in x",
        ")",
        "(1, 2]",
        "[1 2 )",
        "1 )",
        "end",
        "f x = 1",
        ":load [",
        ":doc Seq::map",
        "let x = ) in",
        "\u0000",
        "'"
      })
  void whatIsCompleteOrWrongDoesNot(String text) {
    assertThat(PromptSession.isIncomplete(Source.of("", text))).isFalse();
  }

  @Test
  void carelessInputsAreClearErrors() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    String large = "1" + " ".repeat(PromptSession.MAXIMUM_INPUT);
    assertThat(answers(deep, large, "\u0000\u0001\u0002", "1"))
        .contains("levels of nesting", "at most 1000000 bytes")
        .endsWith("1\n");
    String invalid =
        converse(false, (session, _) -> session.accept(new byte[] {'"', (byte) 0xff, '"'}));
    assertThat(invalid).contains("UTF-8");
  }

  @Test
  void longValuesAreCutOnATerminal() {
    String said =
        converse(
            true, (session, _) -> session.accept("[0 .. 100000]".getBytes(StandardCharsets.UTF_8)));
    assertThat(said)
        .hasSizeLessThan(11_000)
        .endsWith(" more characters; `println it` writes all of it\n");
    assertThat(answers("[0 .. 100000]")).hasSizeGreaterThan(500_000);
  }

  @Test
  void quitEnds() {
    converse(
        false,
        (session, _) -> {
          assertThat(session.accept("1".getBytes(StandardCharsets.UTF_8))).isTrue();
          assertThat(session.accept(":quit".getBytes(StandardCharsets.UTF_8))).isFalse();
        });
  }

  @Test
  void tabOffersWhatCouldBeMeant() {
    converse(
        false,
        (session, _) -> {
          session.accept("total_price = 3".getBytes(StandardCharsets.UTF_8));
          session.accept("import length as size_of from String".getBytes(StandardCharsets.UTF_8));
          session.accept("import Seq as s".getBytes(StandardCharsets.UTF_8));
          session.accept(
              "m = module M exports inner as\ninner = 1\nend".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "1 + tot")).containsExactly("total_price Int");
          assertThat(offered(session, "Seq::take_l"))
              .containsExactly(
                  "Seq::take_last n seq: The last `n` elements; all if there are fewer.");
          assertThat(offered(session, "s::take_l").getFirst())
              .startsWith("s::take_last n seq: The last");
          assertThat(offered(session, "m::")).containsExactly("m::inner ");
          assertThat(offered(session, ":qu")).containsExactly(":quit End, and release everything.");
          assertThat(offered(session, "mod")).contains("module keyword");
          assertThat(offered(session, "string\\Re")).containsExactly("string\\Regex module");
          assertThat(offered(session, "f = \\pri").getFirst()).startsWith("print");
          assertThat(offered(session, "zzz")).isEmpty();
        });
  }

  @Test
  void tabOffersJavaPackagesAndClasses() {
    converse(
        false,
        (session, _) -> {
          assertThat(offered(session, "jav")).contains("java\\ Java package");
          assertThat(offered(session, "java\\ut")).containsExactly("java\\util\\ Java package");
          assertThat(offered(session, "1 + java\\util\\Li"))
              .containsExactly(
                  "java\\util\\LinkedHashMap Java class",
                  "java\\util\\LinkedHashSet Java class",
                  "java\\util\\LinkedList Java class",
                  "java\\util\\List Java interface",
                  "java\\util\\ListIterator Java interface",
                  "java\\util\\ListResourceBundle Java class");
          assertThat(offered(session, "java\\util\\Map\\"))
              .containsExactly("java\\util\\Map\\Entry Java interface");
          assertThat(offered(session, "java\\util\\con"))
              .containsExactly("java\\util\\concurrent\\ Java package");
          assertThat(offered(session, "java\\util\\Map\\")).hasSize(1);
          assertThat(offered(session, "java\\util\\Map\\E\\")).isEmpty();
          assertThat(offered(session, "yona\\")).isEmpty();
          assertThat(offered(session, "java\\lang\\Math::floorM"))
              .containsExactly("java\\lang\\Math::floorMod (int, int), (long, int), (long, long)");
          session.accept("import java\\util\\Objects as o".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "o::hashC"))
              .containsExactly("o::hashCode (java.lang.Object)");
          session.accept("b = java\\util\\BitSet".getBytes(StandardCharsets.UTF_8));
          session.accept("bits = Java::new b []".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "b::val").getFirst()).startsWith("b::valueOf (byte[])");
          assertThat(offered(session, "bits::cardi")).containsExactly("bits::cardinality ()");
        });
  }

  @Test
  void tabOffersTheClassesOfJars(@TempDir Path folder) throws IOException {
    Path jar = folder.resolve("shop.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name : List.of("Cart", "Cart$Line", "Cashier", "Hidden")) {
        out.putNextEntry(new JarEntry("com/shop/" + name + ".class"));
        int flags = name.equals("Hidden") ? 0 : ClassFile.ACC_PUBLIC;
        ClassDesc type = ClassDesc.of("com.shop." + name);
        out.write(ClassFile.of().build(type, builder -> builder.withFlags(flags)));
      }
      out.putNextEntry(new JarEntry("META-INF/versions/9/com/shop/Newer.class"));
    }
    JavaClasses java = Surroundings.java(List.of(jar));
    Program program = new Program(_ -> {});
    program.<Object, RuntimeException>run(
        () -> {
          PromptSession session = new PromptSession(new Said(false), List.of(), java);
          assertThat(offered(session, "com\\sh")).containsExactly("com\\shop\\ Java package");
          assertThat(offered(session, "com\\shop\\"))
              .containsExactly("com\\shop\\Cart Java class", "com\\shop\\Cashier Java class");
          return "";
        });
  }

  @Test
  void tabBehindAFunctionShowsItsParameters() {
    converse(
        false,
        (session, _) -> {
          for (String input :
              List.of(
                  "area = \\width (h, _) -> width * h",
                  "other = area",
                  "import take as first from Seq",
                  "n = 1")) {
            session.accept(input.getBytes(StandardCharsets.UTF_8));
          }
          String take = "Seq::take n seq: The first `n` elements; all if there are fewer.";
          assertThat(called(session, "Seq::take ")).isEqualTo(take);
          assertThat(called(session, "1 + Seq::take 2 ")).isEqualTo(take);
          assertThat(called(session, "println\nSeq::take (f 1) \"a {1}\" ")).isEqualTo(take);
          assertThat(called(session, "[x | x <- first ")).isEqualTo(take);
          assertThat(called(session, "area ")).isEqualTo("area width (h, _)");
          assertThat(called(session, "let y = area 1 ")).isEqualTo("area width (h, _)");
          assertThat(called(session, "other ")).startsWith("other: function of 2");
          assertThat(called(session, "println ")).startsWith("println v: ");
          assertThat(called(session, "java\\lang\\Math::abs "))
              .isEqualTo(
                  """
                  java\\lang\\Math::abs(double)
                  java\\lang\\Math::abs(float)
                  java\\lang\\Math::abs(int)
                  java\\lang\\Math::abs(long)\
                  """);
          for (String nothing :
              List.of(
                  "",
                  " ",
                  "area",
                  "area (",
                  "area + ",
                  "n ",
                  "unknown ",
                  "\\area ",
                  "let ",
                  ":doc ")) {
            assertThat(called(session, nothing)).as(nothing).isNull();
          }
        });
  }

  private static @Nullable String called(PromptSession session, String text) {
    return session.completion().call(text, text.length());
  }

  @Test
  void tabOffersFieldsOfRecords(@TempDir Path folder) {
    Path file =
        Yona.write(
            folder.resolve("p.yona"),
            """
            module Points exports Point, origin as
            record Point = (left, top)
            origin = Point(left = 0, top = 0)
            end
            """);
    converse(
        false,
        (session, _) -> {
          session.load(file.toString());
          session.accept("import Point from Points".getBytes(StandardCharsets.UTF_8));
          session.accept("p = Point(left = 3, top = 4)".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "p.le")).containsExactly("p.left field of Point");
          assertThat(offered(session, "q.le")).containsExactly("q.left field of Points");
        });
  }

  private static List<String> offered(PromptSession session, String text) {
    return session.completion().candidates(text, text.length()).stream()
        .map(candidate -> candidate.word() + " " + candidate.summary())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f \"a{1 + 2}b\" 'c' :sym 0x1F # end",
        "let x = [1, 2] in string\\Regex::match x",
        "\"open {",
        ") ] }",
        "\ud83d\ude00 \u0000"
      })
  void coloursChangeNoText(String text) {
    assertThat(Highlighting.of(text).replaceAll("\u001b\\[[0-9]*m", "")).isEqualTo(text);
  }
}
