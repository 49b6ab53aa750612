package yona.tool;

import java.util.EnumSet;
import yona.language.Policy;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Grant;

/** What a prompt is given whose inputs are anybody's. */
final class SilentPrompt {
  private SilentPrompt() {}

  /** What the prompt says is nobody's. */
  static final PromptSession.Output OUTPUT =
      new PromptSession.Output() {
        @Override
        public void print(String answer) {}

        @Override
        public void complain(String problem) {}

        @Override
        public void fault(Throwable fault) {
          throw new IllegalStateException(fault);
        }

        @Override
        public boolean isTerminal() {
          return true;
        }

        @Override
        public boolean inColour() {
          return true;
        }
      };

  /** Inputs may compute, and do nothing else. */
  static final Policy CONFINED = new Policy(JavaClasses.none(), EnumSet.noneOf(Grant.class));
}
