package yona.tool.documentation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import yona.tool.documentation.ModuleDocumentation.Exported;

/**
 * The pages about a set of modules: one for each, and one that lists them. Names of functions in
 * code spans, {@code Seq::map}, become links between them.
 */
public final class Pages {
  /** The page that lists the modules; what GitHub shows for a folder. */
  public static final String INDEX = "README.md";

  /** The module whose functions are called without its name. */
  private static final String BUILTINS = "Builtins";

  private static final Comparator<ModuleDocumentation> ORDER =
      Comparator.comparing((ModuleDocumentation module) -> !module.name().equals(BUILTINS))
          .thenComparing(module -> module.name().toLowerCase(Locale.ROOT))
          .thenComparing(ModuleDocumentation::name);

  private final List<ModuleDocumentation> modules;

  /** From {@code Module::function} to its page and heading. */
  private final Map<String, String> targets = new HashMap<>();

  private Pages(List<ModuleDocumentation> modules) {
    this.modules = modules.stream().sorted(ORDER).toList();
    for (ModuleDocumentation module : modules) {
      Anchors anchors = new Anchors(title(module));
      for (Exported record : module.records()) {
        anchors.of(recordHeading(record));
      }
      for (Exported function : module.functions()) {
        targets.put(
            module.name() + "::" + function.name(),
            path(module) + "#" + anchors.of(function.name()));
      }
    }
  }

  /**
   * Makes the pages.
   *
   * @param title the heading of the page that lists the modules
   * @param introduction what stands below it, in Markdown
   * @param modules in any order
   * @return the texts of the pages by their paths in a folder, parted by {@code /}
   */
  public static SortedMap<String, String> of(
      String title, String introduction, List<ModuleDocumentation> modules) {
    Pages pages = new Pages(modules);
    SortedMap<String, String> texts = new TreeMap<>();
    texts.put(INDEX, pages.index(title, introduction));
    for (ModuleDocumentation module : modules) {
      texts.put(path(module), pages.page(module));
    }
    return texts;
  }

  private static String path(ModuleDocumentation module) {
    return module.name().replace('\\', '/') + ".md";
  }

  /** More than one word, so that no function has the same heading. */
  private static String title(ModuleDocumentation module) {
    return module.name().equals(BUILTINS) ? "The builtins" : "Module " + module.name();
  }

  private static String recordHeading(Exported record) {
    return "record " + record.name();
  }

  private static String notice(String of) {
    return "<!-- Made from the documentation comments of " + of + "; change them, not this. -->";
  }

  private String index(String title, String introduction) {
    Markdown page = new Markdown(_ -> "");
    page.raw(notice("the modules"));
    page.raw("# " + title);
    page.raw(introduction.strip());
    List<List<String>> rows = new ArrayList<>();
    for (ModuleDocumentation module : modules) {
      String name =
          module.name().equals(BUILTINS) ? title(module).substring(4) : "`" + module.name() + "`";
      rows.add(List.of("[" + name + "](" + path(module) + ")", page.summary(module.comment())));
    }
    page.table(List.of("module", "is about"), rows);
    return page.text();
  }

  private String page(ModuleDocumentation module) {
    String up = "../".repeat((int) module.name().chars().filter(c -> c == '\\').count());
    Markdown page =
        new Markdown(
            span -> {
              String target = targets.get(span);
              if (target == null) {
                return "";
              }
              String here = path(module) + "#";
              return target.startsWith(here) ? target.substring(here.length() - 1) : up + target;
            });
    page.raw(notice("the module"));
    page.raw("# " + title(module));
    page.comment(module.comment());
    page.raw("All modules: [index](" + up + INDEX + ").");
    Anchors anchors = new Anchors(title(module));
    List<List<String>> rows = new ArrayList<>();
    for (Exported record : module.records()) {
      rows.add(row(page, record, anchors.of(recordHeading(record))));
    }
    for (Exported function : module.functions()) {
      rows.add(row(page, function, anchors.of(function.name())));
    }
    if (!rows.isEmpty()) {
      page.table(List.of("name", "does"), rows);
    }
    for (Exported record : module.records()) {
      page.raw("## " + recordHeading(record));
      section(page, "", record);
    }
    String prefix = module.name().equals(BUILTINS) ? "" : module.name() + "::";
    for (Exported function : module.functions()) {
      page.raw("## " + function.name());
      section(page, prefix, function);
    }
    return page.text();
  }

  private static List<String> row(Markdown page, Exported exported, String anchor) {
    return List.of(
        "[`" + exported.name() + "`](#" + anchor + ")", page.summary(exported.comment()));
  }

  private static void section(Markdown page, String prefix, Exported exported) {
    for (String head : exported.heads()) {
      page.raw(code(prefix + head));
    }
    page.comment(exported.comment());
  }

  /** A code span of any text; patterns may hold backticks and line ends, in their strings. */
  private static String code(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "\uFFFD");
    String fence = "`";
    while (line.contains(fence)) {
      fence += "`";
    }
    String space = line.contains("`") ? " " : "";
    return fence + space + line + space + fence;
  }

  /** What GitHub names the headings of a page, in their order. */
  private static final class Anchors {
    private final Set<String> taken = new HashSet<>();

    Anchors(String title) {
      of(title);
    }

    String of(String heading) {
      String plain =
          heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_ ]", "").replace(' ', '-');
      String anchor = plain;
      for (int i = 1; !taken.add(anchor); i++) {
        anchor = plain + "-" + i;
      }
      return anchor;
    }
  }
}
