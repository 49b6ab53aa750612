package yona.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Invocation.Stream;
import yona.tool.project.FileProblem;
import yona.tool.project.Project;
import yona.tool.project.ProjectException;

/**
 * {@code yona test}: finds tests, runs them and reports; once, or again and again when something
 * changes.
 */
final class TestCommand implements Signals.Running {
  /** So many changed files are named. */
  private static final int NAMED_CHANGES = 5;

  private final List<String> given;
  private final TestRun.Settings settings;
  private final @Nullable Path xml;

  /** In the XML there are no colours. */
  private final boolean colour;

  /** What came of each file when it ran last; those that were left out by a filter have none. */
  private final Map<Path, TestRun.Tested> outcomes = new TreeMap<>();

  /** Whether there were changes after which nothing could run: all tests have to. */
  private boolean unseen;

  /** What runs now. Guarded by this. */
  private @Nullable TestRun running;

  private TestCommand(List<String> given, TestRun.Settings settings, @Nullable Path xml) {
    this.given = given;
    this.settings = settings;
    this.xml = xml;
    this.colour = xml == null && Reports.inColour(Stream.OUTPUT);
  }

  /**
   * Runs tests, and gives the exit status.
   *
   * @param given files and folders; empty for the project, or the current folder
   * @param settings how to run them
   * @param xml the file to write a report in the XML of JUnit to; null for none
   * @param watching whether to run those that are affected again, whenever a source changes
   */
  static int run(
      List<String> given, TestRun.Settings settings, @Nullable String xml, boolean watching) {
    try {
      TestCommand command = new TestCommand(given, settings, xml == null ? null : Path.of(xml));
      Signals signals = Signals.handle(command);
      signals.setNothingHeld(true);
      int status = watching ? command.watch(signals) : command.once(signals);
      return signals.status() == Exit.SUCCESS ? status : signals.status();
    } catch (ProjectException problem) {
      Exit.complain(problem.report(Reports.inColour()));
      return Exit.FAILURE;
    } catch (IOException | InvalidPathException problem) {
      return Exit.failure(Reports.shown(String.valueOf(problem.getMessage())));
    }
  }

  private int once(Signals signals) throws ProjectException, IOException {
    return run(find(), signals);
  }

  @Override
  public synchronized void stop(long graceNanos) {
    if (running != null) {
      running.stop(graceNanos);
    }
  }

  @Override
  public synchronized void cancel() {
    if (running != null) {
      running.cancel();
    }
  }

  @Override
  public boolean endsComputations() {
    return true;
  }

  private synchronized void setRunning(@Nullable TestRun run, Signals signals) {
    running = run;
    // A signal from here on ends the run, or ended the process before.
    signals.setNothingHeld(run == null);
  }

  private int run(List<TestFile> files, Signals signals) throws IOException {
    TestReport report = new TestReport(colour);
    int[] written = {Exit.SUCCESS};
    TestRun run = new TestRun(files, settings, colour);
    setRunning(run, signals);
    run.run(
        tested -> {
          String text = report.file(tested);
          outcomes.put(tested.file().path(), tested);
          if (!text.isEmpty() && written[0] == Exit.SUCCESS) {
            written[0] = Exit.print(text);
          }
        });
    if (xml != null) {
      writeXml(xml);
    }
    if (report.count() > 0 && written[0] == Exit.SUCCESS) {
      written[0] = Exit.print(report.summary());
    }
    if (signals.status() != Exit.SUCCESS) {
      return signals.status();
    }
    setRunning(null, signals);
    if (report.count() == 0) {
      return Exit.failure(nothingFound());
    }
    return written[0] != Exit.SUCCESS || report.failed() == 0 ? written[0] : Exit.FAILURE;
  }

  /** Runs tests again when what they were compiled from changes, until a signal comes. */
  private int watch(Signals signals) throws ProjectException, IOException {
    try (SourceWatch changing = new SourceWatch()) {
      // Before all folders are watched: there may be too many.
      var _ = find();
      follow(changing);
      int status = run(find(), signals);
      while (status != Exit.BROKEN_PIPE && signals.status() == Exit.SUCCESS) {
        follow(changing);
        status = Exit.print("waiting for changes; Ctrl-C ends\n");
        if (status == Exit.SUCCESS) {
          status = runAffected(changing, signals);
        }
      }
      return status;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for changes that concern tests, and runs these. */
  private int runAffected(SourceWatch changing, Signals signals)
      throws IOException, InterruptedException {
    List<TestFile> affected = List.of();
    while (affected.isEmpty()) {
      SourceWatch.Changes changes = changing.next();
      try {
        affected = affected(changes);
        if (!affected.isEmpty()) {
          var _ = Exit.print("\n" + told(changes));
        }
      } catch (ProjectException problem) {
        Exit.complain(problem.report(Reports.inColour()));
        unseen = true;
      } catch (IOException problem) {
        var _ = Exit.failure(Reports.shown(String.valueOf(problem.getMessage())));
        unseen = true;
      }
    }
    unseen = false;
    return run(affected, signals);
  }

  /** Watches all folders in which something may change that counts. */
  private void follow(SourceWatch changing) throws IOException {
    if (given.isEmpty()) {
      Path folder = projectAround(Path.of(""));
      changing.add(folder == null ? Path.of("") : folder, true);
    }
    for (String word : given) {
      Path path = Path.of(word).toAbsolutePath().normalize();
      if (Files.isDirectory(path)) {
        changing.add(path, true);
      } else {
        addFolderOf(path, changing);
      }
    }
    for (TestRun.Tested tested : outcomes.values()) {
      for (Path source : tested.file().compiledFrom()) {
        addFolderOf(source, changing);
      }
      Path folder = projectAround(tested.file().path());
      if (folder != null) {
        changing.add(folder, false);
      }
    }
  }

  /** The folder of a project; null too if it is broken: who looks for tests in it says so. */
  private static @Nullable Path projectAround(Path path) {
    try {
      Project project = Project.around(path);
      return project == null ? null : project.folder();
    } catch (ProjectException broken) {
      return null;
    }
  }

  private static void addFolderOf(Path file, SourceWatch changing) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      changing.add(folder, false);
    }
  }

  /** The files that have to run after changes; those that are gone are forgotten. */
  private List<TestFile> affected(SourceWatch.Changes changes)
      throws ProjectException, IOException {
    List<TestFile> files = find();
    Set<Path> there = new HashSet<>();
    List<TestFile> affected = new ArrayList<>();
    for (TestFile file : files) {
      there.add(file.path());
      TestRun.Tested before = outcomes.get(file.path());
      if (before == null || unseen || before.file().isAffectedBy(changes)) {
        affected.add(file);
      }
    }
    outcomes.keySet().retainAll(there);
    return affected;
  }

  /** What has changed, as seen from the current folder. */
  private static String told(SourceWatch.Changes changes) {
    Path here = Path.of("").toAbsolutePath();
    List<String> names = new ArrayList<>();
    for (Path path : changes.all()) {
      names.add(Reports.shown((path.startsWith(here) ? here.relativize(path) : path).toString()));
    }
    int more = names.size() - NAMED_CHANGES;
    String all = String.join(", ", names.subList(0, Math.min(names.size(), NAMED_CHANGES)));
    return names.isEmpty()
        ? "many changes\n"
        : "changed: " + all + (more > 0 ? " and " + more + " more" : "") + "\n";
  }

  private void writeXml(Path file) throws IOException {
    JUnitXml document = new JUnitXml();
    for (TestRun.Tested tested : outcomes.values()) {
      if (!tested.results().isEmpty()) {
        document.add(tested.file().name(), tested.results());
      }
    }
    try {
      Files.writeString(file, document.text());
    } catch (IOException problem) {
      throw new IOException(file + ": " + FileProblem.ofWriting(problem), problem);
    }
  }

  private String nothingFound() {
    String where = given.isEmpty() ? "" : " in " + Reports.shown(String.join(", ", given));
    return settings.filter().isEmpty()
        ? "no tests found"
            + where
            + ": there are neither cases in *_test.yona programs nor in modules that export tests"
        : "no tests found"
            + where
            + " with "
            + Reports.shown(settings.filter())
            + " in the name of the case or the file";
  }

  private List<TestFile> find() throws ProjectException, IOException {
    Set<Path> named = new LinkedHashSet<>();
    Set<Path> all = new LinkedHashSet<>();
    if (given.isEmpty()) {
      Project project = Project.around(Path.of(""));
      all.addAll(project == null ? Project.sourcesInCurrentFolder() : project.sources());
    }
    for (String word : given) {
      Path path = Path.of(word).normalize();
      if (Files.isDirectory(path)) {
        all.addAll(Project.sourcesBelow(path));
      } else {
        named.add(path);
        all.add(path);
      }
    }
    List<TestFile> files = new ArrayList<>();
    for (Path path : all.stream().sorted().toList()) {
      TestFile file = read(path, named.contains(path));
      if (file != null && (named.contains(path) || file.hasTests())) {
        files.add(file);
      }
    }
    return files;
  }

  /** A file; null if it cannot be read and nobody has asked for it. */
  private @Nullable TestFile read(Path path, boolean named) throws IOException {
    try {
      return new TestFile(path, SourceFile.read(path.toString()), settings.libraries());
    } catch (SourceFile.UnreadableException problem) {
      if (named) {
        throw new IOException(path + ": " + problem.why(), problem);
      }
      return null;
    }
  }
}
