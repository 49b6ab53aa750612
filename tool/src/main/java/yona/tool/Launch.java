package yona.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import yona.language.Compiler;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.diagnostics.RecordFields;
import yona.language.diagnostics.Source;
import yona.language.diagnostics.Suggestion;
import yona.tool.project.FileProblem;
import yona.tool.project.NewProject;
import yona.tool.project.Project;
import yona.tool.project.ProjectException;

/** Reads programs from where they are, and runs or checks them. */
final class Launch {
  /** Stands for standard input among the names of files. */
  static final String STANDARD_INPUT = "-";

  private Launch() {}

  /**
   * The text of a program or module.
   *
   * @param file its file, or null if it comes from elsewhere
   * @param around what it finds around it
   */
  private record Text(Source source, @Nullable Path file, Surroundings around) {}

  /** Runs the program in a file or on standard input, and gives the exit status. */
  static int file(String path, List<String> arguments) {
    return file(path, List.of(), arguments);
  }

  /**
   * Runs the program in a file or on standard input, and gives the exit status.
   *
   * @param with Java libraries that it may use besides those of its project
   * @param arguments what it is given on the command line
   */
  static int file(String path, List<String> with, List<String> arguments) {
    Text text = read(path, with);
    return text == null
        ? Exit.FAILURE
        : new Execution(text.source, text.file, text.around, arguments).run();
  }

  /**
   * Runs the program of the project around the current folder, and gives the exit status.
   *
   * @param with Java libraries that it may use besides those of the project
   */
  static int project(List<String> with) {
    return ofProject("run", (_, main) -> file(main, with, List.of()));
  }

  /** Does something with the program of the project around the current folder. */
  private static int ofProject(String command, ToIntBiFunction<Project, String> action) {
    try {
      Project project = Project.around(Path.of(""));
      if (project == null) {
        return Exit.wrongUsage(
            "a FILE is missing, and there is no " + Project.FILE + " here or above",
            "yona help " + command);
      }
      Path main = project.main();
      return main == null
          ? Exit.failure(
              project.folder().resolve(Project.FILE)
                  + " says no program to run: [project] main = \"src/main.yona\"")
          : action.applyAsInt(project, main.toString());
    } catch (ProjectException problem) {
      return refuse(problem);
    }
  }

  /**
   * Makes a jar of the program of the project around the current folder, and gives the exit status.
   *
   * @param with Java libraries that it may use besides those of the project
   * @param jar the file to be made; null: named after the project
   */
  static int compileProject(List<String> with, @Nullable String jar) {
    return ofProject(
        "compile",
        (project, main) -> compile(main, with, jar == null ? project.name() + ".jar" : jar));
  }

  /**
   * Makes a jar of a program, and gives the exit status.
   *
   * @param with Java libraries that it may use besides those of its project
   * @param jar the file to be made; null: named after the program
   */
  static int compile(String path, List<String> with, @Nullable String jar) {
    Text text = read(path, with);
    if (text == null) {
      return Exit.FAILURE;
    }
    Project project = text.around.project();
    if (project != null && !project.languages().isEmpty()) {
      return Exit.failure(
          "a program with other languages is run by yona run: they are put into no jar");
    }
    Compiler.Compilation compilation = text.around.compile(text.source, text.file);
    Exit.complain(DiagnosticPrinter.print(compilation.diagnostics(), Reports.inColour()));
    if (compilation.program() == null) {
      return Exit.FAILURE;
    }
    String name = jar != null ? jar : nameOf(text.file) + ".jar";
    try {
      Path target = Path.of(name);
      RunnableJar.write(compilation.program(), text.around.classPath(), target);
      return Exit.SUCCESS;
    } catch (IOException e) {
      return Exit.failure(Reports.shown(name) + ": " + FileProblem.ofWriting(e));
    } catch (InvalidPathException e) {
      return Exit.failure(Reports.shown(name) + ": this is no path: " + e.getReason());
    }
  }

  /** A program's file without its extension. */
  private static String nameOf(@Nullable Path file) {
    String name = file == null ? "program" : String.valueOf(file.getFileName());
    int point = name.lastIndexOf('.');
    return point <= 0 ? name : name.substring(0, point);
  }

  private static int refuse(ProjectException problem) {
    Exit.complain(problem.report(Reports.inColour()));
    return Exit.FAILURE;
  }

  /** As {@link #file} for a word that could have been meant as a command. */
  static int fileOrCommand(String word, List<String> arguments) {
    if (!word.isEmpty() && word.indexOf('/') < 0 && word.indexOf('.') < 0 && !exists(word)) {
      String meant = Suggestion.nearest(word, Main.COMMANDS);
      return Exit.wrongUsage(
          "no command and no file: "
              + Reports.shown(word)
              + (meant == null ? "" : "; did you mean " + meant + "?"),
          "yona help");
    }
    return file(word, arguments);
  }

  /** Runs the program that the command line holds, and gives the exit status. */
  static int expression(String text, List<String> arguments) {
    return expression(text, List.of(), arguments);
  }

  /**
   * Runs the program that the command line holds, and gives the exit status.
   *
   * @param with Java libraries that it may use besides those of the project
   * @param arguments what it is given on the command line
   */
  static int expression(String text, List<String> with, List<String> arguments) {
    String name = "<command line>";
    byte[] given = text.indexOf('\ufffd') < 0 ? null : asGiven(text);
    Source source = given == null ? Source.of(name, text) : Source.ofBytes(name, given);
    try {
      return new Execution(source, null, Surroundings.of(Path.of(""), with), arguments).run();
    } catch (ProjectException problem) {
      return refuse(problem);
    }
  }

  /**
   * The bytes of an argument in which U+FFFD may stand for what is no UTF-8; null where the system
   * does not show them.
   */
  private static byte @Nullable [] asGiven(String text) {
    byte[] line;
    try {
      line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
    } catch (IOException noLinux) {
      return null;
    }
    for (int start = 0, i = 0; i < line.length; i++) {
      if (line[i] == 0) {
        byte[] argument = Arrays.copyOfRange(line, start, i);
        if (new String(argument, StandardCharsets.UTF_8).equals(text)) {
          return argument;
        }
        start = i + 1;
      }
    }
    return null;
  }

  /**
   * Reports what is wrong with the programs or modules in files, and gives the exit status.
   *
   * @param with Java libraries that they may use besides those of their projects
   */
  static int check(List<String> paths, List<String> with) {
    int status = Exit.SUCCESS;
    List<Diagnostic> diagnostics = new ArrayList<>();
    RecordFields fields = new RecordFields();
    // What does not compile may hold the record types that others use.
    boolean complete = true;
    for (String path : paths) {
      Text text = read(path, with);
      if (text == null) {
        status = Exit.FAILURE;
      } else {
        Compiler.Compilation compilation = text.around.check(text.source, text.file);
        for (Diagnostic found : compilation.checked()) {
          // A module is found by all who import it, and when it is checked itself.
          if (diagnostics.stream().noneMatch(found::isSame)) {
            diagnostics.add(found);
          }
        }
        fields.add(compilation.fields());
        complete &= !compilation.hasErrors();
      }
    }
    if (complete) {
      diagnostics.addAll(fields.unknown());
    }
    Exit.complain(DiagnosticPrinter.print(diagnostics, Reports.inColour()));
    return diagnostics.stream().anyMatch(Diagnostic::isError) ? Exit.FAILURE : status;
  }

  /**
   * Reports what is wrong with the programs and modules of the project, and gives the exit status.
   *
   * @param with Java libraries that they may use besides those of the project
   */
  static int checkProject(List<String> with) {
    try {
      Project project = Project.around(Path.of(""));
      if (project == null) {
        return Exit.wrongUsage(
            "a FILE is missing, and there is no " + Project.FILE + " here or above",
            "yona help check");
      }
      return check(project.sources().stream().map(Path::toString).toList(), with);
    } catch (ProjectException problem) {
      return refuse(problem);
    }
  }

  /** Makes a project, and gives the exit status. */
  static int newProject(String name, boolean web) {
    try {
      var standard = new StandardLibrary(Launch.class.getClassLoader()).names();
      NewProject.make(Path.of(name), standard, web);
      return Exit.print("made the project " + Reports.shown(name) + "\n");
    } catch (ProjectException problem) {
      return refuse(problem);
    } catch (InvalidPathException impossible) {
      return Exit.failure(Reports.shown(name) + ": this is no path: " + impossible.getReason());
    }
  }

  private static boolean exists(String path) {
    try {
      return Files.exists(Path.of(path));
    } catch (InvalidPathException impossible) {
      return false;
    }
  }

  /** The program in a file or on standard input; null if it cannot be read, which is said. */
  private static @Nullable Text read(String path, List<String> with) {
    String problem;
    try {
      if (path.equals(STANDARD_INPUT)) {
        return new Text(readStandardInput(), null, Surroundings.of(Path.of(""), with));
      }
      Source source = SourceFile.read(path);
      Path file = Path.of(path);
      return new Text(source, file, Surroundings.of(file, with));
    } catch (ProjectException e) {
      refuse(e);
      return null;
    } catch (SourceFile.UnreadableException e) {
      problem = e.why();
    } catch (IOException e) {
      problem = FileProblem.ofReading(e);
    }
    String shown = path.isEmpty() ? "\"\"" : Reports.shown(path);
    Exit.complain("yona: " + shown + ": " + problem + "\n");
    return null;
  }

  private static Source readStandardInput() throws IOException {
    String name = "<standard input>";
    byte[] content = System.in.readNBytes(Source.MAXIMUM_BYTES + 1);
    return content.length > Source.MAXIMUM_BYTES
        ? Source.tooLarge(name, content.length)
        : Source.ofBytes(name, content);
  }
}
