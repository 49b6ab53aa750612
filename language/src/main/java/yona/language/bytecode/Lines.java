package yona.language.bytecode;

import yona.language.diagnostics.Source;

/**
 * Lines and columns of offsets, cheap when the offsets are near each other, as those of a program
 * are.
 */
final class Lines {
  private final Source source;
  private int line = 1;
  private int start;
  private int end;
  private int lastOffset;
  private int lastColumn = 1;

  Lines(Source source) {
    this.source = source;
    locate(0);
  }

  private void locate(int offset) {
    line = source.line(offset);
    start = source.lineRange(line).start();
    end = line < source.lineCount() ? source.lineRange(line + 1).start() : Integer.MAX_VALUE;
    lastOffset = start;
    lastColumn = source.column(start);
  }

  int line(int offset) {
    if (offset < start || offset >= end) {
      locate(offset);
    }
    return line;
  }

  int column(int offset) {
    line(offset);
    String text = source.text();
    int to = Math.min(offset, text.length());
    if (to >= lastOffset) {
      lastColumn += text.codePointCount(lastOffset, to);
    } else {
      lastColumn -= text.codePointCount(to, lastOffset);
    }
    lastOffset = to;
    return lastColumn;
  }
}
