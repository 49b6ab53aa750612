package yona.library.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What decides about colours, and how near the colours are that a terminal does show. */
final class ColourDepthTest {
  @ParameterizedTest
  @CsvSource({
    "true,  '',                                  SIXTEEN",
    "false, '',                                  NONE",
    "true,  NO_COLOR=1,                          NONE",
    "true,  NO_COLOR=,                           SIXTEEN",
    "true,  NO_COLOR=0 FORCE_COLOR=3,            NONE",
    "false, FORCE_COLOR=1,                       SIXTEEN",
    "false, FORCE_COLOR=true,                    SIXTEEN",
    "false, FORCE_COLOR=2,                       PALETTE",
    "false, FORCE_COLOR=3,                       FULL",
    "true,  FORCE_COLOR=0,                       NONE",
    "false, FORCE_COLOR=,                        NONE",
    "false, FORCE_COLOR=1 TERM=dumb CLICOLOR=0,  SIXTEEN",
    "false, CLICOLOR_FORCE=1,                    SIXTEEN",
    "false, CLICOLOR_FORCE=0,                    NONE",
    "true,  CLICOLOR=0,                          NONE",
    "true,  CLICOLOR=1,                          SIXTEEN",
    "true,  TERM=dumb,                           NONE",
    "true,  TERM=xterm,                          SIXTEEN",
    "true,  TERM=xterm-256color,                 PALETTE",
    "true,  TERM=xterm-direct,                   FULL",
    "true,  TERM=xterm COLORTERM=truecolor,      FULL",
    "true,  COLORTERM=24bit,                     FULL",
  })
  void theEnvironmentDecides(boolean terminal, String variables, ColourDepth depth) {
    Map<String, String> environment = new HashMap<>();
    for (String variable : variables.split(" ", -1)) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        environment.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    assertThat(ColourDepth.of(terminal, environment)).isEqualTo(depth);
  }

  @Test
  void coloursBecomeTheNearestThatAreShown() {
    assertThat(ColourDepth.FULL.rgb(255, 0, 0, false)).isEqualTo(opened("38;2;255;0;0"));
    assertThat(ColourDepth.PALETTE.rgb(255, 0, 0, false)).isEqualTo(opened("38;5;196"));
    assertThat(ColourDepth.PALETTE.rgb(129, 128, 127, false)).isEqualTo(opened("38;5;244"));
    assertThat(ColourDepth.SIXTEEN.rgb(255, 10, 10, false)).isEqualTo(opened("91"));
    assertThat(ColourDepth.SIXTEEN.palette(1, false)).isEqualTo(opened("31"));
    assertThat(ColourDepth.SIXTEEN.palette(15, false)).isEqualTo(opened("97"));
    assertThat(ColourDepth.SIXTEEN.palette(46, false)).isEqualTo(opened("92"));
    assertThat(ColourDepth.SIXTEEN.palette(232, false)).isEqualTo(opened("30"));
    assertThat(ColourDepth.PALETTE.palette(208, true))
        .isEqualTo(new Rendition("\u001b[48;5;208m", "\u001b[49m"));
    assertThat(ColourDepth.NONE.rgb(1, 2, 3, false)).isNull();
    assertThat(ColourDepth.NONE.palette(1, true)).isNull();
  }

  private static Rendition opened(String parameters) {
    return new Rendition("\u001b[" + parameters + "m", "\u001b[39m");
  }
}
