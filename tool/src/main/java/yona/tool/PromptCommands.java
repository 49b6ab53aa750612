package yona.tool;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.language.Session;
import yona.language.diagnostics.Source;
import yona.language.runtime.Module;
import yona.language.runtime.YonaError;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/** The commands of a prompt, whose words begin with a colon. */
final class PromptCommands {
  /** A function of a module as other languages write it: {@code Seq.map}. */
  private static final Pattern MODULE_WITH_POINT = Pattern.compile("^([\\w\\\\]*[A-Z]\\w*)\\.");

  private final PromptSession prompt;
  private final PromptSession.Output output;
  private final Session session;
  private final PromptDocumentation documentation;
  private final LoadedModules modules;
  private @Nullable String lastFile;

  PromptCommands(
      PromptSession prompt,
      PromptSession.Output output,
      Session session,
      PromptDocumentation documentation,
      LoadedModules modules) {
    this.prompt = prompt;
    this.output = output;
    this.session = session;
    this.documentation = documentation;
    this.modules = modules;
  }

  /**
   * Carries out a command. Suspends.
   *
   * @return false if it ends the session
   */
  boolean carryOut(String text) {
    int space = 0;
    while (space < text.length() && !Character.isWhitespace(text.charAt(space))) {
      space++;
    }
    String word = text.substring(0, space);
    String rest = text.substring(space).strip();
    switch (word) {
      case ":help" -> output.print(PromptCommand.help());
      case ":doc" -> document(rest);
      case ":type" -> type(rest);
      case ":time" -> time(rest);
      case ":trace" -> trace(rest);
      case ":fibers" -> output.print(FiberDump.text());
      case ":load" -> load(rest);
      case ":reload" -> reload();
      case ":names" -> names();
      case ":quit" -> {
        return false;
      }
      default -> throw new IllegalArgumentException(word);
    }
    return true;
  }

  private void document(String written) {
    if (written.isEmpty()) {
      prompt.fail(":doc needs a name, as in :doc Seq::map");
      return;
    }
    String name = MODULE_WITH_POINT.matcher(written).replaceFirst("$1::");
    DocumentationLookup.Entry entry = documentation.entry(name);
    Object value = session.value(name);
    if (entry != null) {
      show(entry);
    } else if (value != null) {
      output.print(name + ": " + PromptCompletion.kind(value) + "\n");
    } else {
      documentEverywhere(name);
    }
  }

  /** Shows what functions of this name there are in modules. */
  private void documentEverywhere(String name) {
    List<DocumentationLookup.Entry> found = documentation.everywhere(name);
    if (found.size() == 1) {
      show(found.getFirst());
    } else if (found.isEmpty()) {
      String near = documentation.near(name);
      prompt.fail(
          "nothing is known of "
              + Reports.shown(name)
              + (near == null ? "" : "; did you mean " + near + "?"));
    } else {
      StringBuilder text = new StringBuilder();
      found.forEach(
          each -> text.append(each.heading()).append("\n    ").append(each.summary()).append('\n'));
      output.print(text.toString());
    }
  }

  private void show(DocumentationLookup.Entry entry) {
    boolean colour = output.inColour();
    output.print(
        (colour ? "\u001b[1m" + entry.heading() + "\u001b[0m" : entry.heading())
            + "\n"
            + (entry.text().isEmpty() ? "no documentation\n" : "\n" + entry.text() + "\n"));
  }

  private void type(String text) {
    if (text.isEmpty()) {
      prompt.fail(":type needs an expression");
      return;
    }
    Object value = prompt.evaluate(prompt.source(text), false);
    if (value != null) {
      output.print(PromptCompletion.kind(value) + "\n");
    }
  }

  private void time(String text) {
    if (text.isEmpty()) {
      prompt.fail(":time needs an expression");
      return;
    }
    long fibers = Fiber.startedCount();
    long bytes = allocated();
    long start = System.nanoTime();
    Object value = prompt.evaluate(prompt.source(text), true);
    long nanos = System.nanoTime() - start;
    if (prompt.hasRefused()) {
      return;
    }
    // The evaluation itself is one.
    long started = Math.max(0, Fiber.startedCount() - fibers - 1);
    long taken = Math.max(0, allocated() - bytes);
    if (value != null) {
      prompt.print(value);
    }
    output.print(
        String.format(
            Locale.ROOT,
            "%.3f ms, %d %s started, %.1f kB allocated%n",
            nanos / 1e6,
            started,
            started == 1 ? "fiber" : "fibers",
            taken / 1e3));
  }

  private static long allocated() {
    return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
        ? threads.getTotalThreadAllocatedBytes()
        : 0;
  }

  private void trace(String text) {
    if (text.isEmpty()) {
      YonaError error = prompt.lastError();
      if (error == null) {
        output.print("there was no error\n");
      } else {
        output.print(ErrorReport.whole("error", error, prompt.sources(), output.inColour()));
      }
      return;
    }
    CallTrace notes = new CallTrace();
    prompt.trace(notes);
    try {
      long fibers = Fiber.startedCount();
      Object value = prompt.evaluate(prompt.source(text), input -> session.trace(input, notes));
      long started = Math.max(0, Fiber.startedCount() - fibers - 1);
      if (prompt.hasRefused()) {
        return;
      }
      if (value != null) {
        prompt.print(value);
      }
      output.print(started + (started == 1 ? " fiber" : " fibers") + " started\n");
    } finally {
      prompt.trace(null);
    }
  }

  private void names() {
    Map<String, String> all = new TreeMap<>();
    session.imports().forEach((name, clause) -> all.put(name, "from " + clause.module().text()));
    session.records().forEach((name, record) -> all.put(name, PromptCompletion.kind(record)));
    for (String name : session.names()) {
      Object value = session.value(name);
      if (value != null) {
        all.put(name, PromptCompletion.kind(value));
      }
    }
    StringBuilder text = new StringBuilder();
    all.forEach((name, kind) -> text.append(name).append(": ").append(kind).append('\n'));
    output.print(text.isEmpty() ? "no names are bound\n" : text.toString());
  }

  /** Evaluates the program in a file, or makes the module in it available. Suspends. */
  void load(String name) {
    if (name.isEmpty()) {
      prompt.fail(":load needs a file");
      return;
    }
    Source source = read(name);
    if (source == null) {
      return;
    }
    lastFile = name;
    Tree.Expression tree = Parser.parse(source).program();
    while (tree instanceof Tree.Import imports) {
      tree = imports.body();
    }
    if (!(tree instanceof Tree.Module module)) {
      prompt.show(source);
      return;
    }
    String fqn = module.name().text();
    modules.load(fqn, source);
    Object value = prompt.evaluate(Source.of("<load>", fqn), true);
    if (value instanceof Module made) {
      output.print(
          "module " + fqn + ": " + String.join(", ", new TreeSet<>(made.exports())) + "\n");
    }
  }

  private void reload() {
    if (lastFile == null) {
      prompt.fail("nothing was loaded");
    } else {
      load(lastFile);
    }
  }

  private @Nullable Source read(String name) {
    try {
      return SourceFile.read(name);
    } catch (SourceFile.UnreadableException problem) {
      prompt.fail(Reports.shown(name) + ": " + problem.why());
      return null;
    }
  }
}
