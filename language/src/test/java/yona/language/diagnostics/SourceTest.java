package yona.language.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceTest {
  @Test
  void linesEndAtEveryLineEnd() {
    Source source = Source.of("s", "a\nb\r\nc\rd\u0085e\u2028f\u2029g\n\nh\n");
    assertThat(source.lineCount()).isEqualTo(10);
    StringBuilder lines = new StringBuilder();
    for (int line = 1; line <= source.lineCount(); line++) {
      lines.append(source.text(source.lineRange(line))).append('|');
    }
    assertThat(lines.toString()).isEqualTo("a|b|c|d|e|f|g||h||");
  }

  @Test
  void columnsCountCodePoints() {
    Source source = Source.of("s", "ab\n\uD83D\uDE00x");
    assertThat(source.line(0)).isEqualTo(1);
    assertThat(source.line(2)).isEqualTo(1);
    assertThat(source.line(3)).isEqualTo(2);
    assertThat(source.column(5)).isEqualTo(2);
    assertThat(source.column(6)).isEqualTo(3);
    assertThat(source.offset(2, 2)).isEqualTo(5);
    assertThat(source.offset(1, 99)).isEqualTo(2);
    assertThat(source.offset(9, 1)).isEqualTo(6);
  }

  @Test
  void aByteOrderMarkHasNoColumn() {
    Source source = Source.of("s", "\uFEFFab");
    assertThat(source.column(1)).isEqualTo(1);
    assertThat(source.column(2)).isEqualTo(2);
  }

  @Test
  void positionsAndOffsetsAgree() {
    Source source = Source.of("s", "let\r\n  あ = \"\uD83D\uDE00\"\n\n in 1");
    for (int offset = 0; offset <= source.text().length(); offset++) {
      boolean inside =
          offset > 0
              && offset < source.text().length()
              && (Character.isLowSurrogate(source.text().charAt(offset))
                  || (source.text().charAt(offset) == '\n'
                      && source.text().charAt(offset - 1) == '\r'));
      if (!inside) {
        assertThat(source.offset(source.line(offset), source.column(offset))).isEqualTo(offset);
      }
    }
  }

  @Test
  void invalidBytesAreReportedWhereTheyStand() {
    byte[] content = "a é".getBytes(StandardCharsets.UTF_8);
    content[3] = 'x';
    Source source = Source.ofBytes("s", content);
    assertThat(source.text()).isEqualTo("a \uFFFDx");
    assertThat(source.problems()).hasSize(1);
    assertThat(source.problems().getFirst().range()).isEqualTo(new Range(2, 3));
    assertThat(
            Source.ofBytes("s", "a é あ \uD83D\uDE00".getBytes(StandardCharsets.UTF_8)).problems())
        .isEmpty();
  }

  @Test
  void overlongAndSurrogateEncodingsAreInvalid() {
    for (byte[] content :
        List.of(
            new byte[] {(byte) 0xC0, (byte) 0x80},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            new byte[] {(byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80},
            new byte[] {(byte) 0xE3, (byte) 0x81})) {
      assertThat(Source.ofBytes("s", content).problems()).isNotEmpty();
    }
  }

  @Test
  void manyInvalidBytesAreBounded() {
    byte[] content = new byte[1 << 20];
    java.util.Arrays.fill(content, (byte) 0xFF);
    assertThat(Source.ofBytes("s", content).problems()).hasSize(20);
  }
}
