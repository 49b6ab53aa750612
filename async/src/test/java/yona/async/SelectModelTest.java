package yona.async;

import org.junit.jupiter.api.Test;
import yona.property.Property;

/** Random programs over several channels do what they do in a model. */
class SelectModelTest {

  private static final int PROGRAMS = 20_000;

  @Test
  void selectsRacesAndCancellationsDoWhatTheModelDoes() {
    Property.check(PROGRAMS, choices -> new SelectProgram(choices).run(false));
  }

  @Test
  void thoseWhoGoOnLateAreInNobodysWay() {
    Property.check(PROGRAMS, choices -> new SelectProgram(choices).run(true));
  }
}
