package yona.tool;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Explanations;

/**
 * All commands and their options, as help shows them. picocli sets the fields and calls the
 * methods.
 */
@SuppressWarnings({"unused", "UnusedMethod", "UnusedVariable"})
@Command(
    name = "yona",
    separator = " ",
    description = "Runs programs of the Yona language.",
    synopsisHeading = "usage: ",
    customSynopsis = {
      "yona [--dir D] [run] FILE [ARGS]   run the program in FILE",
      "       yona [--dir D] -e EXPR [ARGS]      run the program EXPR",
      "       yona [--dir D] - [ARGS]            run the program on standard input",
      "       yona repl [--load FILE]            evaluate what is typed",
      "       yona check [FILE...]               parse and analyse only",
      "       yona test [FILE...]                run tests",
      "       yona compile [FILE]                make a jar that runs",
      "       yona new NAME                      make a project",
      "       yona explain [CODE]                what an error code means",
      "       yona help [COMMAND]",
      "       yona --version",
    },
    optionListHeading = "%noptions:%n",
    commandListHeading = "%ncommands:%n",
    parameterListHeading = "%n",
    footer = {
      "",
      "A program's value is printed, unless it is (). Exit status: 0, or what the program gives to",
      "System::exit; 1 after an error that nothing caught, or when the program does not parse; 2"
          + " for",
      "wrong usage; 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP; 141 when nobody reads",
      "standard output any more.",
      "",
      "environment:",
      "  YONA_PATH           folders to find modules in, separated by ':'",
      "  YONA_CACHE          folder for compiled modules; no: keep none",
      "  YONA_GRACE          milliseconds that background parts have after Ctrl-C (5000)",
      "  YONA_TEST_SEED      seed of the properties that yona test tries",
      "  YONA_JAVA_OPTIONS   options for the JVM, for example -Xmx512m",
      "  YONA_BUILD          no: run what was built before, whether or not the sources are newer",
      "  YONA_DEBUG          1: an internal error shows where it happened",
      "  YONA_HISTORY        file of what was typed at the prompt; no: keep none",
      "  NO_COLOR            no colours in error reports, nor at the prompt",
      "  JAVA_HOME           a JDK, 25 or newer",
    })
final class Commands implements Callable<Integer> {
  private static final String LIBRARY =
      "A Java library that the program may use, as group:artifact:version.";
  private static final String DIR = "As if started in the folder D.";

  private Commands() {}

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Taken away by the yona script, which changes to the folder; what is left here is none. */
  @Option(names = "--dir", paramLabel = "D", description = DIR)
  private void refuse(String dir) {
    throw noFolder(spec, dir);
  }

  @Option(names = "-e", paramLabel = "EXPR", description = "Run the program EXPR.")
  private @Nullable String expression;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of Yona and of the JVM.")
  private boolean version;

  /** Reached without command and file. */
  @Override
  public Integer call() {
    return expression != null
        ? Launch.expression(expression, List.of())
        : wrongUsage("a FILE, -e EXPR or a command is missing", "yona help");
  }

  /** Parses the command line, carries it out and gives the exit status. */
  static int run(String... arguments) {
    CommandLine line = new CommandLine(new Commands());
    // What stands behind FILE is the program's, whatever it looks like.
    line.addSubcommand(new CommandLine(new Run()).setStopAtPositional(true))
        .addSubcommand(new Check())
        .addSubcommand(new Tests())
        .addSubcommand(new Compile())
        .addSubcommand(new New())
        .addSubcommand(new Repl())
        .addSubcommand(new Explain())
        .addSubcommand(new Help());
    line.getCommandSpec().versionProvider(() -> new String[] {Version.text()});
    StringWriter help = new StringWriter();
    line.setOut(new PrintWriter(help));
    line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    line.setUsageHelpWidth(100);
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler(
        (problem, words) -> {
          String name = problem.getCommandLine().getCommandSpec().qualifiedName();
          return wrongUsage(
              problem.getMessage(),
              name.equals("yona") ? "yona help" : "yona help " + name.substring("yona ".length()));
        });
    line.setExecutionExceptionHandler((problem, command, result) -> Internal.error(problem));
    int status = line.execute(arguments);
    int printed = Exit.print(help.toString());
    return status == Exit.SUCCESS ? printed : status;
  }

  private static CommandLine.ParameterException noFolder(CommandSpec spec, String dir) {
    return new CommandLine.ParameterException(
        spec.commandLine(), "--dir " + Reports.shown(dir) + ": there is no such folder");
  }

  private static int wrongUsage(String message, String more) {
    return Exit.wrongUsage(message, more);
  }

  @Command(
      name = "run",
      separator = " ",
      description =
          "Run the program in FILE, - is standard input; without FILE that of the project.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona run [--dir D] [--with LIBRARY]... [FILE [ARGS]]",
      parameterListHeading = "%n")
  private static final class Run implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--dir", paramLabel = "D", description = DIR)
    private void refuse(String dir) {
      throw noFolder(spec, dir);
    }

    @Option(names = "--with", paramLabel = "LIBRARY", description = LIBRARY)
    private List<String> with = List.of();

    @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "The program.")
    private @Nullable String file;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "Given to the program.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
      return file == null ? Launch.project(with) : Launch.file(file, with, arguments);
    }
  }

  @Command(
      name = "check",
      separator = " ",
      description =
          "Parse and analyse programs or modules without running them, - is standard input; without"
              + " FILE all those of the project.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona check [--dir D] [FILE...]",
      parameterListHeading = "%n")
  private static final class Check implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--dir", paramLabel = "D", description = DIR)
    private void refuse(String dir) {
      throw noFolder(spec, dir);
    }

    @Parameters(paramLabel = "FILE", description = "What to check.")
    private List<String> files = List.of();

    @Override
    public Integer call() {
      return files.isEmpty() ? Launch.checkProject() : Launch.check(files);
    }
  }

  @Command(
      name = "test",
      separator = " ",
      description =
          "Run the cases of all *_test.yona programs and of all modules that export tests, in files"
              + " and below folders; without FILE those of the project, or below this folder.",
      synopsisHeading = "usage: ",
      customSynopsis = {
        "yona test [--dir D] [--filter TEXT] [--seed N] [--jobs N] [--timeout SECONDS]",
        "                 [--junit FILE] [--watch] [FILE...]"
      },
      parameterListHeading = "%n")
  private static final class Tests implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--dir", paramLabel = "D", description = DIR)
    private void refuse(String dir) {
      throw noFolder(spec, dir);
    }

    @Option(
        names = "--filter",
        paramLabel = "TEXT",
        description = "Only cases with TEXT in their names, or in those of their files.")
    private String filter = "";

    @Option(
        names = "--seed",
        paramLabel = "N",
        description = "Try properties with the same inputs again that a report names with N.")
    private @Nullable Long seed;

    @Option(
        names = "--jobs",
        paramLabel = "N",
        description = "How many cases run at the same time; as many as there are processors.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
        names = "--timeout",
        paramLabel = "SECONDS",
        description = "How long a case may take, 60 seconds.")
    private long seconds = 60;

    @Option(
        names = "--junit",
        paramLabel = "FILE",
        description = "Write a report to FILE, in the XML of JUnit.")
    private @Nullable String xml;

    @Option(
        names = "--watch",
        description = "When a source changes, run again the tests that depend on it, until Ctrl-C.")
    private boolean watch;

    @Parameters(paramLabel = "FILE", description = "Files and folders.")
    private List<String> files = List.of();

    @Override
    public Integer call() {
      if (jobs < 1 || jobs > TestRun.MOST_JOBS) {
        return wrongUsage("--jobs is from 1 to " + TestRun.MOST_JOBS, "yona help test");
      }
      if (seconds < 1 || seconds > TestRun.MOST_SECONDS) {
        return wrongUsage("--timeout is from 1 to " + TestRun.MOST_SECONDS, "yona help test");
      }
      return TestCommand.run(
          files, new TestRun.Settings(filter, seed(), jobs, seconds), xml, watch);
    }

    private long seed() {
      if (seed != null) {
        return seed;
      }
      String given = System.getenv("YONA_TEST_SEED");
      if (given == null || given.isBlank()) {
        return new SplittableRandom().nextInt(1_000_000_000);
      }
      try {
        return Long.parseLong(given.strip());
      } catch (NumberFormatException e) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "the variable YONA_TEST_SEED is no Int: " + Reports.shown(given));
      }
    }
  }

  @Command(
      name = "compile",
      separator = " ",
      description =
          "Make a jar of the program in FILE, or of the project's, which java -jar runs; it needs a"
              + " JDK or JRE, 25 or newer, and no Yona.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona compile [--dir D] [--with LIBRARY]... [-o JAR] [FILE]",
      parameterListHeading = "%n")
  private static final class Compile implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--dir", paramLabel = "D", description = DIR)
    private void refuse(String dir) {
      throw noFolder(spec, dir);
    }

    @Option(names = "--with", paramLabel = "LIBRARY", description = LIBRARY)
    private List<String> with = List.of();

    @Option(
        names = {"-o", "--output"},
        paramLabel = "JAR",
        description = "The jar; else it is named after the program, in the current folder.")
    private @Nullable String output;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The program.")
    private @Nullable String file;

    @Override
    public Integer call() {
      return file == null
          ? Launch.compileProject(with, output)
          : Launch.compile(file, with, output);
    }
  }

  @Command(
      name = "new",
      separator = " ",
      description =
          "Make a project in the folder NAME: a program, a module, its test, a yona.toml.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona new NAME",
      parameterListHeading = "%n")
  private static final class New implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "The folder, and the name of the project.")
    private String name = "";

    @Override
    public Integer call() {
      return Launch.newProject(name);
    }
  }

  @Command(
      name = "repl",
      separator = " ",
      description =
          "Evaluate what is typed: expressions, `name = expression`, imports; without a terminal"
              + " what standard input holds. :help lists the commands.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona repl [--dir D] [--load FILE]",
      parameterListHeading = "%n")
  private static final class Repl implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--dir", paramLabel = "D", description = DIR)
    private void refuse(String dir) {
      throw noFolder(spec, dir);
    }

    @Option(
        names = "--load",
        paramLabel = "FILE",
        description = "Evaluate the program in FILE first, or make its module available.")
    private @Nullable String load;

    @Override
    public Integer call() {
      return Prompt.run(load);
    }
  }

  @Command(
      name = "help",
      helpCommand = true,
      description = "Show this help, or that on a command.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona help [COMMAND]",
      parameterListHeading = "%n")
  private static final class Help implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "For example run.")
    private @Nullable String command;

    @Override
    public Integer call() {
      CommandLine yona = spec.commandLine().getParent();
      CommandLine shown = command == null ? yona : yona.getSubcommands().get(command);
      if (shown == null) {
        return wrongUsage("there is no command " + Reports.shown(command), "yona help");
      }
      shown.usage(yona.getOut());
      return Exit.SUCCESS;
    }
  }

  @Command(
      name = "explain",
      description = "Show the page on an error code, or list all codes.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona explain [CODE]",
      parameterListHeading = "%n")
  private static final class Explain implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "CODE", description = "For example Y2001.")
    private @Nullable String id;

    @Override
    public Integer call() {
      if (id == null) {
        return Exit.print(Explanations.index());
      }
      Code code = Code.of(id);
      if (code == null) {
        return wrongUsage("there is no code " + Reports.shown(id), "yona explain");
      }
      return Exit.print(Explanations.page(code));
    }
  }
}
