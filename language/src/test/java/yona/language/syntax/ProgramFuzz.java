package yona.language.syntax;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import yona.language.diagnostics.Source;
import yona.testrun.FuzzSearch;

/**
 * Searches for bytes that crash, hang or overflow the parser, or break an invariant of what it
 * gives. {@link FuzzRegressionTest} replays what it found.
 */
@FuzzSearch(from = "conformance")
class ProgramFuzz {
  @FuzzTest
  @DictionaryFile(resourcePath = "yona.dict")
  void program(byte[] content) {
    Invariants.check(Parser.parse(Source.ofBytes("fuzz.yona", content)));
  }
}
