package yona.tool.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import yona.language.diagnostics.Source;
import yona.property.Choices;
import yona.property.Property;

/** Pages about modules, whatever their comments hold. */
final class PagesTest {
  private static ModuleDocumentation module(String... lines) {
    return Objects.requireNonNull(
        ModuleDocumentation.of(Source.of("M.yona", String.join("\n", lines))));
  }

  private static String page(String... lines) {
    ModuleDocumentation module = module(lines);
    return Objects.requireNonNull(
        Pages.of("Modules", "", List.of(module)).get(module.name() + ".md"));
  }

  /** The page of a module with a function f of this comment, from below the signature on. */
  private static String written(String comment) {
    String above =
        comment.lines().map(line -> "    ## " + line + "\n").collect(Collectors.joining());
    String page = page("module M exports f as", above + "    f x = x", "end");
    String signature = "`M::f x`\n";
    return page.substring(page.indexOf(signature) + signature.length()).strip();
  }

  private static String cell(String comment) {
    return new Markdown(_ -> "").summary(comment);
  }

  @Test
  void aPageHasTheModuleItsExportsAndTheirComments() {
    assertThat(
            page(
                "## Shapes. They have areas.",
                "module M exports Point, area, scale as",
                "    ## A place.",
                "    record Point = (x, y)",
                "    ## How large it is.",
                "    ## - `shape`: a shape",
                "    ## - result: a number",
                "    ##",
                "    ## ```",
                "    ## M::area 3",
                "    ## # => 9",
                "    ## ```",
                "    area (:square, n) = n * n",
                "    area n = n * n",
                "    scale = hidden",
                "    ## Not to be seen.",
                "    hidden = 1",
                "end"))
        .isEqualTo(
            """
            <!-- Made from the documentation comments of the module; change them, not this. -->

            # Module M

            Shapes. They have areas.

            All modules: [index](README.md).

            | name | does |
            |---|---|
            | [`Point`](#record-point) | A place. |
            | [`area`](#area) | How large it is. |
            | [`scale`](#scale) | |

            ## record Point

            `Point(x, y)`

            A place.

            ## area

            `M::area (:square, n)`

            `M::area n`

            How large it is.

            - `shape`: a shape
            - **result**: a number

            ```yona
            M::area 3
            # => 9
            ```

            ## scale

            `M::scale`
            """);
  }

  @Test
  void namesOfFunctionsAreLinks() {
    ModuleDocumentation inner =
        module(
            "module a\\Inner exports f as",
            "    ## As `Outer::g` and `a\\Inner::f`.",
            "    f = 1",
            "end");
    ModuleDocumentation outer =
        module(
            "module Outer exports g as",
            "    ## See `a\\Inner::f`, not `a\\Inner::h`.",
            "    g = 1",
            "end");
    SortedMap<String, String> pages = Pages.of("All", "Both.", List.of(outer, inner));
    assertThat(pages.get("a/Inner.md"))
        .contains("As [`Outer::g`](../Outer.md#g) and [`a\\Inner::f`](#f).")
        .contains("(../README.md)");
    assertThat(pages.get("Outer.md"))
        .contains("See [`a\\Inner::f`](a/Inner.md#f), not `a\\Inner::h`.");
    assertThat(pages.get("README.md"))
        .contains("# All\n\nBoth.\n")
        .containsSubsequence("| [`a\\Inner`](a/Inner.md) | |", "| [`Outer`](Outer.md) | |");
  }

  @Test
  void headingsOfOneNameHaveAnchorsOfTheirOwn() {
    assertThat(page("module M exports getIt, getit as", "    getIt = 1", "    getit = 2", "end"))
        .contains("[`getIt`](#getit)", "[`getit`](#getit-1)");
  }

  @Test
  void onlyStandardModulesHaveNamesThatAreKeywords() {
    Source source =
        Source.of("M.yona", "module M exports then_, a_ as\n    then_ = 1\n    a_ = 2\nend");
    assertThat(Objects.requireNonNull(ModuleDocumentation.of(source)).functions())
        .extracting(ModuleDocumentation.Exported::name)
        .containsExactly("then_", "a_");
    assertThat(Objects.requireNonNull(ModuleDocumentation.ofStandard(source)).functions())
        .extracting(ModuleDocumentation.Exported::name)
        .containsExactly("then", "a_");
  }

  @Test
  void whatIsNoModuleHasNoPage() {
    assertThat(ModuleDocumentation.of(Source.of("a.yona", "1 + 1"))).isNull();
    assertThat(ModuleDocumentation.of(Source.of("a.yona", "module M exports f as f = (end")))
        .isNull();
    assertThat(
            module("import Seq as s in module M exports f as", "    f = s::len []", "end").name())
        .isEqualTo("M");
  }

  @Test
  void aFenceThatNothingClosesEndsWithItsComment() {
    assertThat(written("Text.\n```\n1 + 1\n````x\n~~~"))
        .isEqualTo("Text.\n\n`````yona\n1 + 1\n````x\n~~~\n`````");
    assertThat(written("~~~ sh <b>\nls\n~~~\nmore")).isEqualTo("```sh\nls\n```\n\nmore");
    assertThat(written("```<script>\n1\n```")).isEqualTo("```\n1\n```");
  }

  @Test
  void textOpensNoHtmlNoLinkAndNoHeading() {
    assertThat(written("a <script>b</script> &lt; `<i>` [x](javascript:1) ![y](z) $m$"))
        .isEqualTo(
            "a &lt;script>b&lt;/script> &amp;lt; `<i>` \\[x\\](javascript:1) !\\[y\\](z) \\$m\\$");
    assertThat(written("one\n===\n---\n# two\n> three\n| four"))
        .isEqualTo("one\n\\===\n\\---\n\\# two\n\\> three\n\\| four");
    assertThat(written("- one\n  # two\n  - three\n- - four"))
        .isEqualTo("- one\n  \\# two\n  - three\n- \\- four");
    assertThat(written("a ` b `` c `d` e ```")).isEqualTo("a ` b `` c `d\\` e \\`\\`\\`");
    assertThat(written("a `b\n<div>` c")).isEqualTo("a `b <div>` c");
    assertThat(written("string\\Regex, \\* and \\")).isEqualTo("string\\Regex, \\* and \\\\");
  }

  @Test
  void charactersThatDoNotShowAreReplaced() {
    assertThat(written("a\u202Eb\u0007c\td")).isEqualTo("a\uFFFDb\uFFFDc    d");
  }

  @Test
  void rowsOfATableHaveTheCellsOfItsHead() {
    assertThat(written("| a | b |\n|---|---|\n| `x \\| y` |\n| 1 | 2 | 3 |\nend"))
        .isEqualTo("| a | b |\n|---|---|\n| `x \\| y` | |\n| 1 | 2 |\n\nend");
    assertThat(written("| no table | at all")).isEqualTo("\\| no table | at all");
  }

  @Test
  void aSummaryIsASentenceOfBoundedLength() {
    assertThat(cell("This is a whole sentence.\nAnd another."))
        .isEqualTo("This is a whole sentence.");
    assertThat(cell("Numbers. They count.")).isEqualTo("Numbers. They count.");
    assertThat(cell("What options there are:\n\n- some")).isEqualTo("What options there are");
    assertThat(cell("Either `a | b. ` or c | d, as it is. No."))
        .isEqualTo("Either `a \\| b. ` or c \\| d, as it is.");
    assertThat(cell("word ".repeat(1000))).hasSizeLessThan(180).endsWith("word ...");
    assertThat(cell("x".repeat(1000))).isEqualTo(" ...");
    assertThat(cell("word `" + "x ".repeat(1000) + "`")).isEqualTo("word ...");
    assertThat(cell("```\n1\n```")).isEmpty();
  }

  @Test
  void aCommentOfAnyLengthTakesLinearTime() {
    StringBuilder runs = new StringBuilder();
    for (int size = 1; runs.length() < 2 * Comment.MAXIMUM_LENGTH; size++) {
      runs.append("`".repeat(size)).append(' ');
    }
    for (String piece : List.of("`", "[", "|", "| a ", "a. ", "- ", "\\", "<", "\uD83D\uDE00")) {
      runs.append('\n').append(piece.repeat(1000));
    }
    String text = runs.toString();
    String page = written("x\n" + text);
    assertThat(page).hasSizeLessThan(4 * Comment.MAXIMUM_LENGTH).endsWith("\n\n...");
  }

  @Test
  void everyCommentGivesAPageOfTheSameShape() {
    Property.check(
        500,
        choices -> {
          String comment = comment(choices);
          choices.note(comment);
          List<String> outside = new ArrayList<>();
          String fence = "";
          for (String line : written(comment).lines().toList()) {
            assertThat(line).as("no space at its end").doesNotEndWith(" ");
            if (fence.isEmpty() && line.matches("```+[^`]*")) {
              fence = line.replaceAll("[^`].*", "");
            } else if (fence.isEmpty()) {
              outside.add(line);
            } else if (line.equals(fence)) {
              fence = "";
            }
          }
          assertThat(fence).as("a fence that stays open").isEmpty();
          int cells = 0;
          for (String line : outside) {
            // Behind an even number of backslashes, each of which stands for itself, code begins.
            String text =
                line.replaceAll("(?<!\\\\)((?:\\\\\\\\)*)(`+)(?!`).*?(?<!`)\\2(?!`)", "$1code");
            assertThat(text).doesNotContain("<").doesNotStartWith("#").doesNotStartWith("==");
            assertThat(text.matches("-+|~~~.*")).isFalse();
            int bars = (int) line.replace("\\|", "").chars().filter(c -> c == '|').count();
            boolean row = line.startsWith("|");
            assertThat(row && cells > 0 ? bars : cells).as(line).isEqualTo(cells);
            cells = row ? bars : 0;
          }
        });
  }

  private static String comment(Choices choices) {
    StringBuilder comment = new StringBuilder("x");
    for (int i = choices.below(30); i > 0; i--) {
      comment.append(
          choices.oneOf(
              "\n",
              "\n\n",
              "```",
              "~~~",
              "`",
              "``",
              "<b>",
              "|",
              "|\n|---|---|\n|",
              "- ",
              "# ",
              "===",
              "---",
              "[",
              "](",
              "\\",
              " ",
              "    ",
              "word",
              ". ",
              "&amp;",
              "result: ",
              "$"));
    }
    return comment.toString();
  }
}
