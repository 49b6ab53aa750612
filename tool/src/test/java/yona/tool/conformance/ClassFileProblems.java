package yona.tool.conformance;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/** Finds faults in the class files of a program: in its code, and in its tables for debuggers. */
final class ClassFileProblems {
  /** A LineNumberTable holds no more. */
  static final int LAST_LINE = 0xFFFF;

  private static final ClassHierarchyResolver KNOWN =
      ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader());

  private final List<String> problems = new ArrayList<>();

  private ClassFileProblems() {}

  /**
   * Verifies classes, and compares their tables with the sources that they name.
   *
   * @param classes the bytes of each by its internal name
   * @param sources the text of a source, null if it is not known
   */
  static List<String> of(Map<String, byte[]> classes, Function<String, @Nullable String> sources) {
    ClassFileProblems found = new ClassFileProblems();
    found.check(classes, sources);
    return found.problems;
  }

  private void check(Map<String, byte[]> classes, Function<String, @Nullable String> sources) {
    Map<ClassDesc, ClassDesc> superclasses = new HashMap<>();
    Map<String, ClassModel> models = new TreeMap<>();
    classes.forEach((name, bytes) -> models.put(name, ClassFile.of().parse(bytes)));
    models.forEach(
        (name, model) ->
            superclasses.put(
                ClassDesc.ofInternalName(name), model.superclass().orElseThrow().asSymbol()));
    ClassFile verifier =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.of(List.of(), superclasses).orElse(KNOWN)));
    Map<String, Text> known = new HashMap<>();
    models.forEach(
        (name, model) -> {
          verifier.verify(model).forEach(error -> problems.add(name + ": " + error.getMessage()));
          String file =
              model
                  .findAttribute(Attributes.sourceFile())
                  .map(attribute -> attribute.sourceFile().stringValue())
                  .orElse("");
          checkTables(model, known.computeIfAbsent(file, each -> Text.of(sources.apply(each))));
        });
  }

  /** What the tables may name: the words of a source, null if it is not known, and its lines. */
  private record Text(@Nullable Set<String> words, int lines) {
    static Text of(@Nullable String source) {
      return source == null
          ? new Text(null, LAST_LINE)
          : new Text(ClassFileProblems.words(source), Source.of("", source).lineCount());
    }
  }

  private void checkTables(ClassModel model, Text source) {
    int lines = source.lines;
    for (MethodModel method : model.methods()) {
      String name = model.thisClass().asInternalName() + "." + method.methodName().stringValue();
      if (method.code().isEmpty()) {
        continue;
      }
      CodeTables code = CodeTables.of(method);
      if (lines <= LAST_LINE && (name.contains("#") || !code.ranges().isEmpty())) {
        expect(code.lines().containsKey(0), name + ": no line for its first instruction");
      }
      expect(
          code.lines().values().stream().allMatch(line -> line >= 1 && line <= lines),
          name + ": a line beyond " + lines);
      if (lines <= LAST_LINE) {
        expect(
            code.rangesAtOtherLines().isEmpty(),
            name + ": calls at other lines than the LineNumberTable gives");
      }
      for (LocalVariableInfo variable : code.variables()) {
        String local = variable.name().stringValue();
        int size = "JD".contains(variable.type().stringValue()) ? 2 : 1;
        expect(variable.slot() + size <= code.locals(), name + ": no slot for " + local);
        expect(
            source.words == null || source.words.contains(local),
            name + ": " + local + " is no name of the source");
      }
    }
  }

  private void expect(boolean so, String problem) {
    if (!so) {
      problems.add(problem);
    }
  }

  /** Without a regular expression: some sources have 50 million characters. */
  static Set<String> words(String source) {
    Set<String> words = new HashSet<>();
    int start = 0;
    for (int i = 0; i <= source.length(); i++) {
      if (i < source.length() && isOfWord(source.charAt(i))) {
        continue;
      }
      if (i > start) {
        words.add(source.substring(start, i));
      }
      start = i + 1;
    }
    return words;
  }

  private static boolean isOfWord(char c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || c == '_');
  }
}
