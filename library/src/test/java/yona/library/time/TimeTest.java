package yona.library.time;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.raises;
import static yona.library.Calls.text;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.property.Choices;
import yona.property.Property;

/** Module Time: what was taken apart is put together again. */
final class TimeTest {
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Prague", "America/St_Johns", "Australia/Lord_Howe", "+14:00");

  private static long time(Choices choices) {
    return choices.oneOf(0L, 1_616_893_200_000L, 1_635_638_400_000L, -62_135_596_800_000L)
        + (choices.below(2_000_000) - 1_000_000) * 60_000L
        + choices.below(1000);
  }

  /** Unless it comes a second time, when clocks go back. */
  private static boolean isFirst(long millis, ZoneId zone) {
    var time = Instant.ofEpochMilli(millis).atZone(zone);
    return time.withEarlierOffsetAtOverlap().equals(time);
  }

  @Test
  void whatIsTakenApartIsPutTogether() {
    Property.check(
        3000,
        choices -> {
          long millis = time(choices);
          String name = ZONES.get(choices.below(ZONES.size()));
          Object zone = text(name);
          choices.note(name + " " + millis);
          assertThat(yona.module.Time.from_iso(yona.module.Time.iso(millis))).isEqualTo(millis);
          Object offset = text("uuuu-MM-dd HH:mm:ss.SSS xxxxx");
          assertThat(
                  yona.module.Time.parse(
                      offset, text("Asia/Tokyo"), yona.module.Time.format(offset, zone, millis)))
              .isEqualTo(millis);
          if (isFirst(millis, ZoneId.of(name))) {
            assertThat(yona.module.Time.from_fields(zone, yona.module.Time.fields(zone, millis)))
                .isEqualTo(millis);
            Object pattern = text("d MMM uuuu, h:mm:ss.SSS a");
            assertThat(
                    yona.module.Time.parse(
                        pattern, zone, yona.module.Time.format(pattern, zone, millis)))
                .isEqualTo(millis);
          }
        });
  }

  /** Whatever a pattern or text is, the answer is a value or {@code :badarg}. */
  @Test
  void anyPatternIsTakenOrRefused() {
    Property.check(
        3000,
        choices -> {
          StringBuilder pattern = new StringBuilder();
          for (int n = choices.below(12); n > 0; n--) {
            pattern.append(
                choices.oneOf(
                    "u", "M", "d", "H", "m", "s", "S", "V", "p", "b", "[", "]", "'", "{", " ", "é",
                    "😀", "y", "e", "z", "#"));
          }
          choices.note(pattern.toString());
          try {
            Object written =
                yona.module.Time.format(text(pattern.toString()), text("UTC"), time(choices));
            yona.module.Time.parse(text(pattern.toString()), text("UTC"), written);
          } catch (yona.language.runtime.YonaError e) {
            assertThat(e.symbol().name()).isEqualTo("badarg");
          }
        });
  }

  private static Tuple span(String unit, Object amount) {
    return Tuple.of(Symbol.of(unit), amount);
  }

  @Test
  void addingIsExactOrAnError() {
    Property.check(
        1000,
        choices -> {
          long millis = time(choices);
          long amount = choices.below(1_000_000) - 500_000L;
          assertThat(yona.module.Time.add(span("minutes", amount), millis))
              .isEqualTo(millis + amount * 60_000);
          assertThat(yona.module.Time.millis(span("minutes", amount))).isEqualTo(amount * 60_000);
        });
    raises("overflow", () -> yona.module.Time.add(span("nanos", 1e300), 0L));
    raises("overflow", () -> yona.module.Time.add(span("milli", -1L), Long.MIN_VALUE));
    assertThat(yona.module.Time.add(span("milli", Long.MIN_VALUE), Long.MAX_VALUE)).isEqualTo(-1L);
  }
}
