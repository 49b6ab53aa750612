package yona.tool;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import yona.language.diagnostics.Source;
import yona.testrun.FuzzSearch;
import yona.tool.documentation.ModuleDocumentation;
import yona.tool.documentation.Pages;

/**
 * Searches for documentation comments and modules that crash the maker of the library's pages.
 * {@link ToolFuzzRegressionTest} replays what it found.
 */
@FuzzSearch(from = "library/src/main/yona")
class DocumentationFuzz {
  /** A documentation comment, and a module as it is. */
  @FuzzTest
  void documentation(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    StringBuilder commented = new StringBuilder("## ");
    commented.append(text.replaceAll("\\R", "\n## "));
    commented
        .append("\nmodule M exports f as\n    ## ")
        .append(text.replaceAll("\\R", "\n    ## "));
    commented.append("\n    f x = x\nend\n");
    List<Source> sources =
        List.of(Source.of("M.yona", commented.toString()), Source.ofBytes("M.yona", content));
    for (Source source : sources) {
      ModuleDocumentation module = ModuleDocumentation.of(source);
      if (module != null) {
        Pages.of("Modules", "", List.of(module));
      }
    }
  }
}
