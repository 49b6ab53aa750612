package yona.tool;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Explanations;
import yona.language.diagnostics.Suggestion;

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
      "       yona new [--web] NAME              make a project",
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
      "standard output any more. Ctrl-\\ shows what each fiber waits for, and the program goes on.",
      "",
      "environment:",
      "  YONA_PATH           folders to find modules in, separated by ':'",
      "  YONA_CACHE          folder for compiled modules; no: keep none",
      "  YONA_GRACE          milliseconds that background parts have after Ctrl-C (5000)",
      "  YONA_TEST_SEED      seed of the properties that yona test tries",
      "  YONA_JAVA_OPTIONS   options for the JVM, for example -Xmx512m",
      "  YONA_BUILD          no: run what was built before, whether or not the sources are newer",
      "  YONA_DEBUG          1: a fault of Yona shows where it happened",
      "  YONA_HISTORY        file of what was typed at the prompt; no: keep none",
      "  NO_COLOR            no colours in error reports, nor at the prompt",
      "  JAVA_HOME           a JDK, 25 or newer",
    })
final class Commands implements Callable<Integer> {
  private Commands() {}

  /** The folder that a command is started in. */
  static final class Folder {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee = CommandSpec.create();

    /** Taken away by the yona script, which changes to the folder; what is left here is none. */
    @Option(names = "--dir", paramLabel = "D", description = "As if started in the folder D.")
    private void refuse(String folder) {
      String problem =
          Files.isDirectory(Path.of(folder))
              ? "--dir has to stand in front of everything else"
              : "--dir " + Reports.shown(folder) + ": there is no such folder";
      throw new CommandLine.ParameterException(mixee.commandLine(), problem);
    }
  }

  /** Java libraries beside those of the project. */
  static final class Libraries {
    @Option(
        names = "--with",
        paramLabel = "LIBRARY",
        description = "A Java library that may be used, as group:artifact:version.")
    private List<String> coordinates = List.of();
  }

  /** A look at a program that hangs. */
  static final class Dump {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee = CommandSpec.create();

    @Option(
        names = "--dump-after",
        paramLabel = "TIME",
        description =
            "After TIME, as 500ms, 10s or 2m, show on standard error what each fiber waits for.")
    private void after(String time) {
      Matcher matcher = TIME.matcher(time);
      if (!matcher.matches()) {
        throw new CommandLine.ParameterException(
            mixee.commandLine(),
            "--dump-after is a time as 500ms, 10s or 2m, found " + Reports.shown(time));
      }
      long number = Long.parseLong(matcher.group(1));
      FiberDump.printAfter(
          switch (matcher.group(2)) {
            case "ms" -> number;
            case "s" -> TimeUnit.SECONDS.toMillis(number);
            default -> TimeUnit.MINUTES.toMillis(number);
          });
    }

    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m)");
  }

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @Mixin private Folder folder = new Folder();

  @Mixin private Dump dump = new Dump();

  @Option(names = "-e", paramLabel = "EXPR", description = "Run the program EXPR.")
  private @Nullable String expression;

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
    line.registerConverter(Integer.class, Commands::wholeNumber)
        .registerConverter(int.class, Commands::wholeNumber)
        .registerConverter(Long.class, Commands::longNumber)
        .registerConverter(long.class, Commands::longNumber);
    line.setUsageHelpWidth(100);
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler(
        (problem, words) -> {
          String name = problem.getCommandLine().getCommandSpec().qualifiedName();
          return wrongUsage(
              explained(problem),
              name.equals("yona") ? "yona help" : "yona help " + name.substring("yona ".length()));
        });
    line.setExecutionExceptionHandler((problem, command, result) -> Internal.error(problem));
    int status = line.execute(arguments);
    int printed = Exit.print(help.toString());
    return status == Exit.SUCCESS ? printed : status;
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw noNumber(text, Integer.MAX_VALUE);
    }
  }

  private static long longNumber(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw noNumber(text, Long.MAX_VALUE);
    }
  }

  private static CommandLine.TypeConversionException noNumber(String text, long greatest) {
    return new CommandLine.TypeConversionException(
        "expected a whole number of at most " + greatest + ", found " + text);
  }

  /** What is wrong with a command line, and what was probably meant. */
  private static String explained(CommandLine.ParameterException problem) {
    if (problem instanceof CommandLine.UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().getFirst();
      if (!unmatched.isUnknownOption()) {
        return "unexpected argument " + Reports.shown(word);
      }
      List<String> options = new ArrayList<>();
      problem
          .getCommandLine()
          .getCommandSpec()
          .options()
          .forEach(o -> options.add(o.longestName()));
      String meant = Suggestion.nearest(word, options);
      return "there is no option "
          + Reports.shown(word)
          + (meant == null ? "" : "; did you mean " + meant + "?");
    }
    return Reports.shown(String.valueOf(problem.getMessage()));
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
      customSynopsis = {
        "yona run [--dir D] [--with LIBRARY]... [--dump-after TIME] [FILE [ARGS]]",
        "       yona run [--dir D] [--with LIBRARY]... [--dump-after TIME] -e EXPR [ARGS]"
      },
      parameterListHeading = "%n")
  private static final class Run implements Callable<Integer> {
    @Mixin private Folder folder = new Folder();

    @Mixin private Libraries libraries = new Libraries();

    @Mixin private Dump dump = new Dump();

    @Option(names = "-e", paramLabel = "EXPR", description = "Run the program EXPR.")
    private @Nullable String expression;

    @Parameters(paramLabel = "FILE", description = "The program; what follows is given to it.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
      List<String> with = libraries.coordinates;
      if (expression != null) {
        return Launch.expression(expression, with, words);
      }
      return words.isEmpty()
          ? Launch.project(with)
          : Launch.file(words.getFirst(), with, words.subList(1, words.size()));
    }
  }

  @Command(
      name = "check",
      separator = " ",
      description =
          "Parse and analyse programs or modules without running them, - is standard input; without"
              + " FILE all those of the project.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona check [--dir D] [--with LIBRARY]... [FILE...]",
      parameterListHeading = "%n")
  private static final class Check implements Callable<Integer> {
    @Mixin private Folder folder = new Folder();

    @Mixin private Libraries libraries = new Libraries();

    @Parameters(paramLabel = "FILE", description = "What to check.")
    private List<String> files = List.of();

    @Override
    public Integer call() {
      List<String> with = libraries.coordinates;
      return files.isEmpty() ? Launch.checkProject(with) : Launch.check(files, with);
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
        "yona test [--dir D] [--with LIBRARY]... [--filter TEXT] [--seed N] [--jobs N]",
        "                 [--timeout SECONDS] [--dump-after TIME] [--junit FILE] [--watch]",
        "                 [FILE...]"
      },
      parameterListHeading = "%n")
  private static final class Tests implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private Folder folder = new Folder();

    @Mixin private Libraries libraries = new Libraries();

    @Mixin private Dump dump = new Dump();

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
          files,
          new TestRun.Settings(filter, seed(), jobs, seconds, libraries.coordinates),
          xml,
          watch);
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
    @Mixin private Folder folder = new Folder();

    @Mixin private Libraries libraries = new Libraries();

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
          ? Launch.compileProject(libraries.coordinates, output)
          : Launch.compile(file, libraries.coordinates, output);
    }
  }

  @Command(
      name = "new",
      separator = " ",
      description =
          "Make a project in the folder NAME: a program, a module, its test, a yona.toml.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona new [--dir D] [--web] NAME",
      parameterListHeading = "%n")
  private static final class New implements Callable<Integer> {
    @Mixin private Folder folder = new Folder();

    @Option(names = "--web", description = "Make it a web service with a database.")
    private boolean web;

    @Parameters(paramLabel = "NAME", description = "The folder, and the name of the project.")
    private String name = "";

    @Override
    public Integer call() {
      return Launch.newProject(name, web);
    }
  }

  @Command(
      name = "repl",
      separator = " ",
      description =
          "Evaluate what is typed: expressions, `name = expression`, imports; without a terminal"
              + " what standard input holds. :help lists the commands.",
      synopsisHeading = "usage: ",
      customSynopsis = "yona repl [--dir D] [--with LIBRARY]... [--load FILE]",
      parameterListHeading = "%n")
  private static final class Repl implements Callable<Integer> {
    @Mixin private Folder folder = new Folder();

    @Mixin private Libraries libraries = new Libraries();

    @Option(
        names = "--load",
        paramLabel = "FILE",
        description = "Evaluate the program in FILE first, or make its module available.")
    private @Nullable String load;

    @Override
    public Integer call() {
      return Prompt.run(load, libraries.coordinates);
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
