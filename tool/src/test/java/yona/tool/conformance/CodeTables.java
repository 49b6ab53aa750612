package yona.tool.conformance;

import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CharacterRangeInfo;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables of a method's code. */
record CodeTables(
    TreeMap<Integer, Integer> lines,
    List<CharacterRangeInfo> ranges,
    List<LocalVariableInfo> variables,
    int locals) {
  static CodeTables of(MethodModel method) {
    CodeAttribute code = method.findAttribute(Attributes.code()).orElseThrow();
    TreeMap<Integer, Integer> lines = new TreeMap<>();
    code.findAttributes(Attributes.lineNumberTable())
        .forEach(
            table -> {
              for (LineNumberInfo info : table.lineNumbers()) {
                lines.put(info.startPc(), info.lineNumber());
              }
            });
    return new CodeTables(
        lines,
        code.findAttributes(Attributes.characterRangeTable()).stream()
            .flatMap(table -> table.characterRangeTable().stream())
            .toList(),
        code.findAttributes(Attributes.localVariableTable()).stream()
            .flatMap(table -> table.localVariables().stream())
            .toList(),
        code.maxLocals());
  }

  /** The calls whose line is not the one that the LineNumberTable gives. */
  List<CharacterRangeInfo> rangesAtOtherLines() {
    return ranges.stream()
        .filter(range -> range.characterRangeStart() <= ClassFileProblems.LAST_LINE)
        .filter(range -> range.startPc() <= range.endPc())
        .filter(
            range -> lines.floorEntry(range.startPc()).getValue() != range.characterRangeStart())
        .toList();
  }

  /** The names that a debugger shows when it stops at a line; null if there is no such line. */
  @Nullable Set<String> visibleAt(int line) {
    for (Map.Entry<Integer, Integer> entry : lines.entrySet()) {
      if (entry.getValue() == line) {
        int pc = entry.getKey();
        return variables.stream()
            .filter(v -> v.startPc() <= pc && pc < v.startPc() + v.length())
            .map(v -> v.name().stringValue())
            .collect(Collectors.toCollection(TreeSet::new));
      }
    }
    return null;
  }
}
