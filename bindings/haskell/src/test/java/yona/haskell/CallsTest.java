package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of Haskell call Java. The tests themselves are in {@code src/test/haskell}. */
@Tag("processes")
class CallsTest {
  private static final Pattern GUIDE =
      Pattern.compile("```haskell\n(\\{-#.*?)```\n\n```\n(.*?)```", Pattern.DOTALL);

  private static void passes(String test) throws Exception {
    passes(test, "ok " + test + "\n");
  }

  private static void passes(String test, String output) throws Exception {
    CabalPackage.Ended ended =
        CabalPackage.run(Path.of("."), List.of(CabalPackage.program().toString(), test));
    assertThat(ended).isEqualTo(new CabalPackage.Ended(0, output));
  }

  @Test
  void valuesCrossAndComeBack() throws Exception {
    passes("values");
  }

  @Test
  void textsOfHaskellHaveNoHalvesOfCharacters() throws Exception {
    passes("surrogates");
  }

  @Test
  void largeValuesCross() throws Exception {
    passes("largeValues");
  }

  @Test
  void whatIsTooLongForAnArrayOfJavaIsRefused() throws Exception {
    passes("hugeValues");
  }

  @Test
  void valuesOfWrongTypesAreFreed() throws Exception {
    passes("wrongTypes");
  }

  @Test
  void javaSeesMemoryOfHaskellDuringACall() throws Exception {
    passes("views");
  }

  @Test
  void batchesCrossAndComeBack() throws Exception {
    passes("batches");
  }

  @Test
  void iteratorsAreReadInBatches() throws Exception {
    passes("iterators");
  }

  @Test
  void batchesThatDoNotFitAreErrors() throws Exception {
    passes("wrongBatches");
  }

  @Test
  void quotesHaveGenericsAndClassesOfTheirOwn() throws Exception {
    passes("generics");
  }

  @Test
  void whatJavaThrowsIsRaised() throws Exception {
    passes("exceptions");
  }

  @Test
  void referencesAreFreed() throws Exception {
    passes("references");
  }

  @Test
  void scopesLetGoTheReferencesThatAreMadeInThem() throws Exception {
    passes("scopes");
  }

  @Test
  void callsWaitWithoutAThreadEach() throws Exception {
    passes("waiting");
  }

  @Test
  void aThreadThatIsInterruptedCancelsItsCall() throws Exception {
    passes("cancellation");
  }

  @Test
  void greenThreadsCallAtTheSameTime() throws Exception {
    passes("manyThreads");
  }

  @Test
  void callsOfManyThreadsAreCancelledWhereverTheyAre() throws Exception {
    passes("cancellationAmongMany");
  }

  @Test
  void valuesStayWhatTheyAreWhileGarbageIsCollected() throws Exception {
    long seed = Long.getLong("yona.seed", System.nanoTime());
    String seconds = System.getProperty("yona.soak.seconds", "10");
    List<String> command =
        List.of(CabalPackage.program().toString(), "soak", seconds, Long.toUnsignedString(seed));
    assertThat(CabalPackage.run(Path.of("."), command))
        .as("seed %d", seed)
        .isEqualTo(new CabalPackage.Ended(0, "ok soak\n"));
  }

  @Test
  void membersAreFoundByTheirNames() throws Exception {
    passes("members");
  }

  @Test
  void javaCallsFunctionsOfHaskell() throws Exception {
    passes("functions");
  }

  @Test
  void leavesCallNoFunctionsOfHaskell() throws Exception {
    passes("functionsInLeaves");
  }

  @Test
  void functionsAreFreedWhenJavaHasThemNoLonger() throws Exception {
    passes("functionsAreFreed");
  }

  @Test
  void errorsPassThroughFunctionsOfHaskell() throws Exception {
    passes("functionsThatRaise");
  }

  @Test
  void functionsOfHaskellWaitWithoutAThreadEach() throws Exception {
    passes("functionsThatWait");
  }

  @Test
  void theVirtualMachineEndsWhileThreadsCall() throws Exception {
    passes("end", "hook\nok end\n");
  }

  @Test
  void threadsThatTheEndCancelsEndWithoutAWord() throws Exception {
    passes("abandoned", "ended\n");
  }

  @Test
  void theVirtualMachineEndsThoughCallsGoOnForEver() throws Exception {
    passes("endless");
  }

  @Test
  void aFullHeapIsAnException() throws Exception {
    passes("memory");
  }

  @Test
  void theVirtualMachineIsMadeOnce() throws Exception {
    passes("once");
  }

  @Test
  void theProgramOfTheGuideGivesWhatStandsBelowIt(@TempDir Path folder) throws Exception {
    Path guide = CabalPackage.FOLDER.resolve("../../docs/haskell.md");
    Matcher found = GUIDE.matcher(Files.readString(guide));
    assertThat(found.find()).isTrue();
    assertThat(CabalPackage.compile(folder, found.group(1)).output())
        .contains("Linking Main")
        .doesNotContain("error");
    assertThat(CabalPackage.run(folder, List.of("./Main")))
        .isEqualTo(new CabalPackage.Ended(0, found.group(2)));
  }

  private static String module(String quote, String type) {
    return """
    {-# LANGUAGE QuasiQuotes #-}
    module Main (main) where

    import Data.Int
    import Language.Java
    import Language.Java.Inline

    main :: IO ()
    main = withJVM [] $ do
      let number = 5 :: Int32
      found <- [java|
        QUOTE
        |]
      print (found :: TYPE)
    """
        .replace("QUOTE", quote)
        .replace("TYPE", type);
  }

  @Test
  void aWrongTypeIsAnErrorAtTheLineOfHaskell(@TempDir Path folder) throws Exception {
    assertThat(CabalPackage.compile(folder, module("$number + \" times\"", "Int32")).output())
        .contains("Main.hs:12:1: error:")
        .contains("incompatible types: String cannot be converted to int")
        .contains("$number + \" times\"");
    assertThat(CabalPackage.compile(folder, module("$number + 1", "[Int32]")).output())
        .contains("Main.hs:12:1: error:")
        .contains("incompatible types: int cannot be converted to Integer[]");
  }

  @Test
  void aVariableThatIsNotThereIsAnErrorOfHaskell(@TempDir Path folder) throws Exception {
    assertThat(CabalPackage.compile(folder, module("$absent", "Int32")).output())
        .contains("Variable not in scope: absent");
  }

  @Test
  void aTypeThatCannotCrossIsAnErrorOfHaskell(@TempDir Path folder) throws Exception {
    String quotes =
        """
        {-# LANGUAGE DataKinds, QuasiQuotes #-}
        module Main (main) where
        import Data.Vector.Storable (Vector)
        import Data.Word
        import Language.Java
        import Language.Java.Inline

        captured :: [(Word, Bool)] -> IO Bool
        captured values = [java| $values == null |]

        result :: IO Integer
        result = [java| 1 |]

        text :: IO String
        text = [java| "" |]

        vector :: Vector Word8 -> IO Bool
        vector values = [java| $values == null |]

        function :: (Word32 -> IO Word64) -> IO (J (Interp (Word32 -> IO Word64)))
        function = reflect

        member :: J ('Class "java.util.List") -> IO Int
        member list = call list "size"

        main :: IO ()
        main = pure ()
        """;
    String none = " error:\n    • Java has no type for ";
    assertThat(CabalPackage.compile(folder, quotes).output())
        .contains("Main.hs:9:25:" + none + "Word: use Int64\n")
        .contains(
            "Main.hs:12:16:"
                + none
                + "Integer: use Int64, or J ('Class \"java.math.BigInteger\")\n")
        .contains(
            "Main.hs:15:14:"
                + none
                + "Char: use Word16, which is Java's char, and Text for String\n")
        .contains("Main.hs:18:23:" + none + "Word8: use Int8, and ByteString for many\n")
        .contains("Main.hs:21:12:" + none + "Word32: use Int32 or Int64\n")
        .contains("Main.hs:21:12:" + none + "Word64: use Int64\n")
        .contains("Main.hs:24:15:" + none + "Int: use Int64 or Int32\n");
    String export =
        """
        {-# LANGUAGE TemplateHaskell #-}
        module Main (main) where
        import Language.Java.Export

        total :: [Int] -> Word
        total = fromIntegral . sum

        export 'total

        main :: IO ()
        main = pure ()
        """;
    assertThat(CabalPackage.compile(folder, export).output())
        .contains("Main.hs:8:1:" + none + "Int: use Int64 or Int32\n")
        .contains("Main.hs:8:1:" + none + "Word: use Int64\n");
  }

  @Test
  void aMaybeOfAMaybeIsAnErrorOfHaskell(@TempDir Path folder) throws Exception {
    String quotes =
        """
        {-# LANGUAGE GeneralizedNewtypeDeriving, QuasiQuotes, TypeFamilies #-}
        {-# LANGUAGE UndecidableInstances #-}
        module Main (main) where
        import Data.Int
        import Language.Java
        import Language.Java.Inline

        captured :: Maybe (Maybe Int32) -> IO Bool
        captured value = [java| $value == null |]

        inOthers :: [(Bool, Maybe (Nullable Int64))] -> IO Bool
        inOthers values = [java| $values == null |]

        result :: IO (Nullable (Maybe Bool))
        result = [java| null |]

        newtype Own = Own (Maybe Int16) deriving (Interpretation, Reify)

        ofOwn :: IO [Maybe Own]
        ofOwn = [java| null |]

        main :: IO ()
        main = pure ()
        """;
    String none = " error:\n    • There is no Maybe or Nullable of ";
    String reason = "\n      as Java has one null only\n";
    assertThat(CabalPackage.compile(folder, quotes).output())
        .contains("Main.hs:9:24:" + none + "Maybe Int32" + reason)
        .contains("Main.hs:12:25:" + none + "Nullable Int64" + reason)
        .contains("Main.hs:15:16:" + none + "Maybe Bool" + reason)
        .contains("Main.hs:20:15:" + none + "Maybe Int16" + reason);
    String exports =
        """
        {-# LANGUAGE TemplateHaskell #-}
        module Main (main) where
        import Data.Int
        import Language.Java.Export

        taken :: [Maybe (Maybe Int32)] -> Bool
        taken = null

        given :: Int32 -> IO (Maybe (Maybe Int64))
        given = pure . Just . Just . fromIntegral

        concat <$> mapM export ['taken, 'given]

        main :: IO ()
        main = pure ()
        """;
    assertThat(CabalPackage.compile(folder, exports).output())
        .contains("Main.hs:12:1:" + none + "Maybe Int32" + reason)
        .contains("Main.hs:12:1:" + none + "Maybe Int64" + reason);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '~',
      value = {
        "{ if (true) { return 1; ~ }   ~ {",
        "1 } int more() { return 1; ~ { ~ }",
        "(new int[] {1)           ~ }   ~ {",
        "Math.abs(1               ~ )   ~ (",
        "1 + 1)                   ~ (   ~ )",
        "(new int[1)              ~ ]   ~ [",
        "1 /* one                 ~ */  ~ /*",
        "`\"one\\\"`                  ~ `\"` ~ `\"`",
        "`\"\"\"one\"`                ~ `\"\"\"` ~ `\"\"\"`",
        "'1                       ~ '   ~ '"
      })
  void whatAQuoteLeavesOpenIsAnErrorThere(
      String quote, String absent, String present, @TempDir Path folder) throws Exception {
    assertThat(CabalPackage.compile(folder, module(quote, "Int32")).output())
        .contains("Main.hs:11:18: error:")
        .contains("Java: there is no " + absent + " for the " + present + " in line 12\n");
  }

  @Test
  void bracketsInLiteralsAndCommentsAreNone(@TempDir Path folder) throws Exception {
    String quote =
        """
        { /* ( \\*/ // }
          int some = (")\\"]" + \"""
            { \\\""" \\\"\""").length() + '{' + '\\'';
          return some + $number;
        }
        """;
    assertThat(CabalPackage.compile(folder, module(quote, "Int32")).output())
        .contains("Linking Main")
        .doesNotContain("error");
  }

  @Test
  void aQuoteWithoutAValueIsAnErrorThere(@TempDir Path folder) throws Exception {
    String quoted =
        module("QUOTE", "Int32")
            .replaceAll("\\|\\s*QUOTE\\s*\\|", "QUOTE")
            .replace("number", "_number");
    for (String quote : List.of("||", "| |", "| /* none */ |", "| { } |", "| 1 + |")) {
      assertThat(CabalPackage.compile(folder, quoted.replace("QUOTE", quote)).output())
          .contains("Main.hs:11:1: error:")
          .doesNotContain("Main.hs:12");
    }
  }

  @Test
  void aWrongImportIsAnErrorThere(@TempDir Path folder) throws Exception {
    String text =
        module("$number", "Int32")
            .replace("QuasiQuotes", "QuasiQuotes, TemplateHaskell")
            .replace("main ::", "imports \"java.util.* IMPORT\"\n\nmain ::");
    assertThat(CabalPackage.compile(folder, text.replace("IMPORT", "java.nope.*")).output())
        .contains("Main.hs:8:1: error:")
        .contains("package java.nope does not exist");
    assertThat(CabalPackage.compile(folder, text.replace("IMPORT", "java..util")).output())
        .contains("Main.hs:8:1: error:")
        .contains("illegal '.'");
  }

  @Test
  void aClassThatIsNotThereIsOneError(@TempDir Path folder) throws Exception {
    String text =
        module("$number + 1", "J ('Class \"java.util.Nope\")")
            .replace("QuasiQuotes", "DataKinds, QuasiQuotes");
    assertThat(CabalPackage.compile(folder, text).output())
        .contains("Main.hs:11:1: error:")
        .containsOnlyOnce("cannot find symbol")
        .containsOnlyOnce("error:");
  }

  @Test
  void anExportThatHasNoNameInJavaIsAnErrorOfHaskell(@TempDir Path folder) throws Exception {
    String text =
        """
        {-# LANGUAGE TemplateHaskell #-}
        module Main (main) where
        import Language.Java.Export

        total' :: Int -> Int
        total' = id

        export 'total'

        main :: IO ()
        main = pure ()
        """;
    assertThat(CabalPackage.compile(folder, text).output())
        .contains("Main.hs:8:1: error:")
        .contains("export: Java has no name for total', only letters from a to z, digits and _");
  }

  @Test
  void aCallOutsideOfTheVirtualMachineIsAnError(@TempDir Path folder) throws Exception {
    String outside = module("$number", "Int32").replace("withJVM [] $ do", "do");
    assertThat(CabalPackage.compile(folder, outside.replace("import Language.Java\n", "")))
        .extracting(CabalPackage.Ended::status)
        .isEqualTo(0);
    assertThat(CabalPackage.run(folder, List.of("./Main")))
        .isEqualTo(
            new CabalPackage.Ended(
                1, "Main: user error (there is no JVM: the call is not within withJVM)\n"));
  }
}
